// The cost of a long queue: jobs are taken, renewed and finished by index, even while the planner's statistics are
// those of an empty queue.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../src/db/transaction.ts'
import { finishStatement, toFinishValues } from '../src/jobs/finish-jobs.ts'
import { failedEnd, type JobEnd } from '../src/jobs/job-end.ts'
import { doneChannel } from '../src/jobs/notifications.ts'
import { createQueue, takeStatement } from '../src/jobs/queue.ts'
import { type FreshDatabase, freshDatabase } from './support/database.ts'
import { eventually } from './support/eventually.ts'

const waiting = 100_000
const takenJobs = 48
const leaseSeconds = 15

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  const { pool } = fresh.database
  await pool.query('alter table jobs set (autovacuum_enabled = off)')
  // Planned while the queue is empty, as on a server that has just started.
  await rowsReadBy({ ...takeStatement, values: ['bulk', takenJobs, leaseSeconds] })
  await rowsReadBy({ ...finishStatement, values: toFinishValues([], 24) })
  await pool.query(`
    insert into jobs (id, account_id, key_id, endpoint, params, soft_fail, max_age_seconds, price, created, priority)
    select gen_random_uuid(), 1, gen_random_uuid(), '/v2/ticketing/event', '{}', false, 0, 0, now(), -(n % 2000)
    from generate_series(1, ${waiting}) n`)
})
afterAll(() => fresh.drop())

/** How many rows of the queue a statement reads, by any scan. */
const rowsReadBy = (sent: { text: string; values: unknown[] }): Promise<number> =>
  inTransaction(fresh.database.pool, async (client) => {
    // The counters of a connection may still contain those of its last transactions.
    const rowsRead = async () => {
      const { rows } = await client.query<{ rows: number }>(`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows
        from pg_stat_xact_all_tables where relname = 'jobs'`)
      return rows[0]?.rows ?? Number.NaN
    }
    const before = await rowsRead()
    await client.query(sent)
    return (await rowsRead()) - before
  })

test('taking jobs reads about as many rows as it takes, not the whole queue', async () => {
  const read = await rowsReadBy({ ...takeStatement, values: ['bulk', takenJobs, leaseSeconds] })
  expect(read).toBeGreaterThanOrEqual(takenJobs)
  expect(read).toBeLessThan(takenJobs * 10)
})

test('the most urgent jobs are taken first, and each by one worker', async () => {
  const { pool } = fresh.database
  const queue = createQueue({ pool, leaseSeconds })
  await pool.query(
    `update jobs set priority = 1 where id in (select id from jobs order by id limit ${2 * takenJobs})`,
  )
  const [one = [], other = []] = await Promise.all([
    queue.take('bulk', takenJobs),
    queue.take('bulk', takenJobs),
  ])
  const { rows } = await pool.query<{ id: string }>('select id from jobs where priority = 1')
  const urgent = rows.map(({ id }) => id).sort()
  expect([...one, ...other].sort()).toEqual(urgent)
  const next = await queue.take('bulk', takenJobs)
  expect(next.filter((id) => urgent.includes(id))).toEqual([])
  expect(await queue.take('first', takenJobs)).toEqual([])
})

/** Builds failed outcomes for `count` queued jobs. */
async function buildFailedEnds(count: number): Promise<JobEnd[]> {
  const { rows } = await fresh.database.pool.query<{ id: string; key_id: string }>(
    `select id, key_id from jobs where state = 'queued' limit ${count}`,
  )
  return rows.map(({ id, key_id: keyId }) =>
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

test('more finished jobs than fit in one notification are all announced and removed from the queue', async () => {
  const ends = await buildFailedEnds(450)
  const listener = await fresh.database.pool.connect()
  const announced: string[] = []
  listener.on('notification', ({ payload = '' }) => announced.push(...payload.split(' ')))
  await listener.query(`listen ${doneChannel}`)
  try {
    await fresh.database.pool.query({ ...finishStatement, values: toFinishValues(ends, 24) })
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
