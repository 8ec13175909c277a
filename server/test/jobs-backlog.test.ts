// What a long queue costs: a job is taken and ended by way of indexes, whatever the planner believes of a queue that was
// empty when it looked last.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../src/db/transaction.ts'
import { finishStatement, finishValues } from '../src/jobs/finish-statement.ts'
import { failedEnd, type JobEnd } from '../src/jobs/job-end.ts'
import { doneChannel } from '../src/jobs/listen.ts'
import { makeQueues, takeStatement } from '../src/jobs/make-queues.ts'
import { type FreshDatabase, freshDatabase } from './support/database.ts'
import { eventually } from './support/eventually.ts'

const waiting = 20_000
const taken = 48

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  await makeQueues(fresh.database.pool)
  // Planned while there is nothing, as by a server that has just started.
  await readBy({ ...takeStatement, values: ['lookups', taken] })
  await readBy({ ...finishStatement, values: finishValues([], 24) })
  await fresh.database.pool.query(`insert into pgboss.job (id, name, priority)
    select gen_random_uuid(), 'lookups', n % 100 from generate_series(1, ${waiting}) n`)
})
afterAll(() => fresh.drop())

/** How many rows of the queue a statement reads, in whichever way. */
const readBy = (sent: { text: string; values: unknown[] }): Promise<number> =>
  inTransaction(fresh.database.pool, async (client) => {
    await client.query(sent)
    const { rows } = await client.query<{ rows: number }>(`
      select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::integer as rows
      from pg_stat_xact_all_tables where schemaname = 'pgboss' and relname <> 'queue'`)
    return rows[0]?.rows ?? Number.NaN
  })

test('a take reads as many rows as it takes, not all that wait', async () => {
  expect(await readBy({ ...takeStatement, values: ['lookups', taken] })).toBeLessThan(taken * 10)
})

/** Jobs for so many of those that wait, ended by whoever is asked to. */
async function endsOf(count: number): Promise<JobEnd[]> {
  const { rows } = await fresh.database.pool.query<{ id: string }>(`
    insert into jobs (id, account_id, key_id, endpoint, params, soft_fail, max_age_seconds, price, created)
    select id, 1, id, '/v2/ticketing/event', '{}', false, 0, 0, now() from pgboss.job q
    where not exists (select 1 from jobs j where j.id = q.id) limit ${count} returning id`)
  return rows.map(({ id }) =>
    failedEnd(
      { id, accountId: 1, keyId: id, endpoint: '/v2/ticketing/event', params: '{}', price: 0, attempts: 0 },
      ['queued'],
      {},
    ),
  )
}

test('an end reads as many rows of the queue as end', async () => {
  const read = await readBy({ ...finishStatement, values: finishValues(await endsOf(taken), 24) })
  expect(read).toBeGreaterThanOrEqual(taken)
  expect(read).toBeLessThan(taken * 10)
})

test('more ends than one message can name are all told, and all off the queue', async () => {
  const ends = await endsOf(450)
  const listener = await fresh.database.pool.connect()
  const told: string[] = []
  listener.on('notification', ({ payload = '' }) => told.push(...payload.split(' ')))
  await listener.query(`listen ${doneChannel}`)
  try {
    await fresh.database.pool.query({ ...finishStatement, values: finishValues(ends, 24) })
    await eventually(() => expect(told).toHaveLength(450))
  } finally {
    listener.release(true)
  }
  const ids = ends.map(({ job }) => job.id)
  expect(told.sort()).toEqual(ids.sort())
  const { rows } = await fresh.database.pool.query('select 1 from pgboss.job where id = any($1)', [ids])
  expect(rows).toEqual([])
})
