// What a long queue costs: a job is taken and ended by way of indexes, whatever the planner believes of a queue that was
// empty when it looked last.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../src/db/transaction.ts'
import { finishStatement, finishValues } from '../src/jobs/finish-statement.ts'
import { failedEnd } from '../src/jobs/job-end.ts'
import { makeQueues, takeStatement } from '../src/jobs/make-queues.ts'
import { type FreshDatabase, freshDatabase } from './support/database.ts'

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

test('an end reads as many rows of the queue as end', async () => {
  const { rows } = await fresh.database.pool.query<{ id: string }>(`
    insert into jobs (id, account_id, key_id, endpoint, params, soft_fail, max_age_seconds, price, created)
    select id, 1, id, '/v2/ticketing/event', '{}', false, 0, 0, now() from pgboss.job limit ${taken} returning id`)
  const ends = rows.map(({ id }) =>
    failedEnd(
      { id, accountId: 1, keyId: id, endpoint: '/v2/ticketing/event', params: '{}', price: 0, attempts: 0 },
      ['queued'],
      {},
    ),
  )
  const read = await readBy({ ...finishStatement, values: finishValues(ends, 24) })
  expect(read).toBeGreaterThanOrEqual(taken)
  expect(read).toBeLessThan(taken * 10)
})
