// The cost of a long queue: jobs are listed, taken and finished by index, even while the planner's statistics are those
// of an empty queue.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { failedEnd, finishStatement, type JobEnd, toFinishValues } from '../../src/calls/jobs/finish-jobs.ts'
import { doneChannel } from '../../src/calls/jobs/notifications.ts'
import { createQueue, type JobGroup, takeStatement, toTakeValues } from '../../src/calls/jobs/queue.ts'
import { inTransaction } from '../../src/platform/db/connection.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'

const waiting = 20_000
const accounts = 20
const takenJobs = 48
const counted = 16
const leaseSeconds = 15

let fresh: FreshDatabase
let keyId: string
beforeAll(async () => {
  // One connection, which has planned every statement.
  fresh = await freshDatabase({ max: 1 })
  const { pool } = fresh.database
  await pool.query('alter table jobs set (autovacuum_enabled = off)')
  await pool.query('alter table holds set (autovacuum_enabled = off)')
  await pool.query(
    `insert into accounts (slug, name) select 'account-' || n, 'Test' from generate_series(1, ${accounts}) n`,
  )
  const { rows } = await pool.query<{ id: string }>(`
    insert into keys (account_id, alias, category, hash, last_four)
    select id, 'main', 'server', decode(md5(id::text), 'hex'), '0000' from accounts order by id returning id`)
  keyId = rows[0]?.id ?? ''
  // Planned for a queue of one job, as on a server that had little to do until now.
  await queueJobs(1, 'keys where account_id = (select min(id) from accounts)')
  await pool.query(`update jobs set state = 'running', lease_until = 'infinity'`)
  await pool.query('vacuum analyze jobs')
  await pool.query('vacuum analyze holds')
  for (let n = 0; n < timesUntilPlanned; n += 1) {
    await rowsReadBy(listText)
    await rowsReadBy({ ...takeStatement, values: toTakeValues([], leaseSeconds) })
    await rowsReadBy({ ...finishStatement, values: toFinishValues([], 24) })
    await rowsReadBy(settle([], []), 'holds')
  }
  await queueJobs(waiting / accounts, 'keys')
})
afterAll(() => fresh.drop())

/** A connection keeps the plan of a function or a prepared statement from the sixth time on. */
const timesUntilPlanned = 6

const queueJobs = (count: number, from: string) =>
  fresh.database.pool.query(`
    with queued as (
      insert into jobs (id, account_id, key_id, endpoint, params, soft_fail, max_age_seconds, price, created)
      select gen_random_uuid(), k.account_id, k.id, '/v2/ticketing/event', '{}', false, 0, 0, now()
      from generate_series(1, ${count}) n, (select * from ${from}) k
      returning id, account_id, key_id, endpoint
    )
    insert into holds (id, account_id, key_id, endpoint, subscription, bonus, period, owner, kind, created)
    select id, account_id, key_id, endpoint, 0, 0, 0, 'test', 'job', now() from queued`)

const settle = (accountIds: number[], holdIds: string[]) => ({
  text: 'select n from quarry_settle($1::integer[], $2::uuid[], $3::integer[], false)',
  values: [accountIds, holdIds, holdIds.map(() => 0)],
})

const listText = { text: `select * from quarry_list_queued(0, 1000, ${counted})`, values: [] as unknown[] }

/** How many rows of the table a statement reads, by any scan. */
const rowsReadBy = (sent: { text: string; values: unknown[] }, table = 'jobs'): Promise<number> =>
  inTransaction(fresh.database.pool, async (client) => {
    // The counters of a connection may still contain those of its last transactions.
    const rowsRead = async () => {
      const { rows } = await client.query<{ rows: number }>(`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows
        from pg_stat_xact_all_tables where relname = '${table}'`)
      return rows[0]?.rows ?? Number.NaN
    }
    const before = await rowsRead()
    await client.query(sent)
    return (await rowsRead()) - before
  })

const createTestQueue = () => createQueue({ pool: fresh.database.pool, leaseSeconds, defaultPerSecond: null })

async function findGroup(): Promise<JobGroup> {
  const [group] = await createTestQueue().listGroups(0)
  if (!group) throw new Error('the queue is empty')
  return group
}

test('listing the groups reads a few rows of each, however many jobs wait', async () => {
  expect(await createTestQueue().listGroups(0)).toHaveLength(accounts)
  const read = await rowsReadBy(listText)
  expect(read).toBeGreaterThanOrEqual(accounts)
  expect(read).toBeLessThan(accounts * (counted + 3))
})

test('taking jobs reads about as many rows as it takes, not the whole queue', async () => {
  const chosen = [{ group: await findGroup(), count: takenJobs }]
  const read = await rowsReadBy({ ...takeStatement, values: toTakeValues(chosen, leaseSeconds) })
  expect(read).toBeGreaterThanOrEqual(takenJobs)
  expect(read).toBeLessThan(takenJobs * 10)
})

test('single jobs are taken before items of batches, and each by one worker', async () => {
  const { pool } = fresh.database
  const group = await findGroup()
  const mine = `account_id = ${group.accountId} and state = 'queued'`
  await pool.query(
    `update jobs set batch_id = gen_random_uuid(), item = 0 where ${mine}
    and id not in (select id from jobs where ${mine} limit ${2 * takenJobs})`,
  )
  const queue = createTestQueue()
  const take = () => queue.take([{ group, count: takenJobs }])
  const taken = (await Promise.all([take(), take()])).flat()
  expect(new Set(taken.map(({ id }) => id)).size).toBe(2 * takenJobs)
  expect(taken.filter(({ batchId }) => batchId !== null)).toEqual([])
  expect((await take()).filter(({ batchId }) => batchId === null)).toEqual([])
})

/** Builds failed outcomes for `count` queued jobs. */
async function buildFailedEnds(count: number): Promise<JobEnd[]> {
  const { rows } = await fresh.database.pool.query<{ id: string }>(
    `select id from jobs where state = 'queued' and batch_id is null limit ${count}`,
  )
  return rows.map(({ id }) =>
    failedEnd(
      { id, accountId: 1, keyId, endpoint: '/v2/ticketing/event', params: '{}', price: 0, attempts: 0 },
      ['queued'],
      {},
    ),
  )
}

test('finishing jobs reads about as many rows of the queue as it finishes', async () => {
  const read = await rowsReadBy({
    ...finishStatement,
    values: toFinishValues(await buildFailedEnds(takenJobs), 24),
  })
  expect(read).toBeGreaterThanOrEqual(takenJobs)
  expect(read).toBeLessThan(takenJobs * 10)
})

test('settling holds reads about as many of them as it settles', async () => {
  const ends = await buildFailedEnds(takenJobs)
  const holdIds = ends.map(({ job }) => job.id)
  const { rows } = await fresh.database.pool.query<{ id: number }>(
    'select account_id as id from holds where id = any($1)',
    [holdIds],
  )
  const accountIds = [...new Set(rows.map(({ id }) => id))]
  expect(await rowsReadBy(settle(accountIds, holdIds), 'holds')).toBe(takenJobs)
})

test('more finished jobs than fit in one notification are all announced and removed from the queue', async () => {
  const ends = await buildFailedEnds(450)
  const listener = await fresh.database.pool.connect()
  const announced: string[] = []
  listener.on('notification', ({ payload = '' }) => announced.push(...payload.split(' ')))
  await listener.query(`listen ${doneChannel}`)
  try {
    await listener.query({ ...finishStatement, values: toFinishValues(ends, 24) })
    await eventually(() => expect(announced).toHaveLength(450))
  } finally {
    listener.release(true)
  }
  const ids = ends.map(({ job }) => job.id)
  expect(announced.sort()).toEqual(ids.sort())
  const { rows } = await fresh.database.pool.query('select distinct state from jobs where id = any($1)', [
    ids,
  ])
  expect(rows).toEqual([{ state: 'failed' }])
})
