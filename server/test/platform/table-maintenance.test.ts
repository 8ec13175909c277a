// Maintenance of the monthly log partitions never makes calls wait behind a long read, never blocks a start without
// need, and a failed step does not stop the others.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { runMaintenance } from '../../src/ledger/run-maintenance.ts'
import { startApp } from '../support/app.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { addMember, countRows, setNow } from '../support/ledger.ts'

let fresh: FreshDatabase
let endRead: () => Promise<void>
let errors: { code?: string }[]
const onError = (error: unknown) => void errors.push(error as { code?: string })

beforeEach(() => {
  errors = []
  endRead = async () => {}
})
afterEach(async () => {
  await endRead()
  await fresh.drop()
})

/** Opens a read that lasts until `endRead`, like a dump or an audit. */
async function openRead(table: string): Promise<void> {
  const reader = await fresh.database.readPool.connect()
  await reader.query('begin')
  await reader.query(`select count(*) from ${table}`)
  endRead = async () => {
    endRead = async () => {}
    await reader.query('rollback')
    reader.release()
  }
}

const toPartition = (month: string) => `calls_${month.replace('-', '_')}`
const hasPartition = async (month: string) =>
  (await fresh.database.pool.query('select to_regclass($1) as found', [toPartition(month)])).rows[0].found !==
  null

async function addOldBucket(): Promise<void> {
  const { keyId } = await addMember(fresh.database)
  await fresh.database.pool.query(
    `insert into quota_buckets (key_id, grain_seconds, start, credits) values ($1, 60, '2020-01-01', 1)`,
    [keyId],
  )
}

const lockNotAvailable = { code: '55P03' }

test('a partition is not created while a read is open: the other steps run, and the next round creates it', async () => {
  fresh = await freshDatabase({ max: 1 })
  await runMaintenance(fresh.database.pool, 12, onError)
  await addOldBucket()
  await setNow(
    fresh.database,
    new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 5)),
  )
  await openRead('calls')
  await runMaintenance(fresh.database.pool, 12, onError)
  expect(errors).toMatchObject([lockNotAvailable])
  expect(await countRows(fresh.database, 'quota_buckets')).toBe(0)
  await endRead()
  await runMaintenance(fresh.database.pool, 12, onError)
  expect(errors).toHaveLength(1)
  const { rows } = await fresh.database.pool.query<{ month: string }>(
    `select to_char(quarry_now() at time zone 'UTC' + interval '2 months', 'YYYY-MM') as month`,
  )
  expect(await hasPartition(rows[0]?.month ?? '')).toBe(true)
})

test('a partition that cannot be dropped does not stop the other steps, and keeps its hourly counters', async () => {
  fresh = await freshDatabase({ max: 1 })
  await fresh.database.pool.query(
    `create table calls_2020_01 partition of calls for values from ('2020-01-01Z') to ('2020-02-01Z')`,
  )
  for (const hour of ['2019-12-31T23:00Z', '2020-01-01T00:00Z'])
    await fresh.database.pool.query(
      `insert into rollups_hourly (account_id, hour, endpoint, key_id, provider, status, ms_at_most, calls, credits)
      values (1, $1, '/v2/usage', gen_random_uuid(), '', 200, 1, 1, 0)`,
      [hour],
    )
  await addOldBucket()
  await openRead('calls_2020_01')
  await runMaintenance(fresh.database.pool, 12, onError)
  expect(errors).toMatchObject([lockNotAvailable])
  expect(await countRows(fresh.database, 'quota_buckets')).toBe(0)
  expect(await countRows(fresh.database, 'rollups_hourly')).toBe(1)
  await endRead()
  await runMaintenance(fresh.database.pool, 12, onError)
  expect(await countRows(fresh.database, 'rollups_hourly')).toBe(0)
  expect(await hasPartition('2020-01')).toBe(false)
})

/** Drops the partition of the month this many months ahead. */
async function dropMonth(ahead: number): Promise<void> {
  const month = `to_char(now() at time zone 'UTC' + ${ahead} * interval '1 month', 'YYYY_MM')`
  await fresh.database.pool.query(`do $$ begin execute 'drop table calls_' || ${month}; end $$`)
}

test('a server starts while a read is open, as long as the current month has its partition', async () => {
  fresh = await freshDatabase()
  await dropMonth(2)
  await openRead('calls')
  const app = await startApp({ database: fresh.database })
  try {
    const { secret } = await app.account()
    expect((await app.call(secret, '/v2/ticketing/event?query=1000000000017')).status).toBe(200)
    expect(await countRows(fresh.database, 'calls')).toBe(1)
    expect(app.logged.join('')).toContain('lock timeout')
  } finally {
    await endRead()
    await app.close()
  }
})

test('a server does not start without the partition of the current month', async () => {
  fresh = await freshDatabase()
  await dropMonth(0)
  await openRead('calls')
  await expect(startApp({ database: fresh.database })).rejects.toMatchObject(lockNotAvailable)
  await endRead()
})
