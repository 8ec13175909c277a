// The cost of a long queue of messages: a round reads about as many rows as it sends, also while the planner's
// statistics are those of an empty queue.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createChooseDeliveries,
  createDeliveryQueue,
  type DeliveryQueue,
  type DueGroup,
} from '../../src/calls/webhooks/delivery-queue.ts'
import { connect } from '../../src/platform/db/connect.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'

const messages = 100_000
const accounts = 20

let fresh: FreshDatabase
let queue: DeliveryQueue
beforeAll(async () => {
  // One connection, whose counters have all rows that the queue reads.
  fresh = await freshDatabase({ max: 1 })
  const { pool } = fresh.database
  queue = createDeliveryQueue(pool)
  await pool.query('alter table webhook_deliveries set (autovacuum_enabled = off)')
  await pool.query(
    `insert into accounts (slug, name) select 'account-' || n, 'Test' from generate_series(1, ${accounts}) n`,
  )
  await pool.query(
    `insert into webhook_secrets (account_id, secret, failures) select id, 'secret', 0 from accounts`,
  )
})
afterAll(() => fresh.drop())

/** Queues messages of all accounts in place of those before. */
async function fill(attempts: number, nextAt: string): Promise<void> {
  const { pool } = fresh.database
  await pool.query('truncate webhook_deliveries')
  // Planned for a table of one row, as on a server whose queue was empty until now.
  await pool.query(
    `insert into webhook_deliveries (account_id, job_id, url, state, created, finished, give_up_at)
    select min(id), gen_random_uuid(), 'https://receiver.example/', 'delivered', now(), now(), now() from accounts`,
  )
  await pool.query('vacuum analyze webhook_deliveries')
  for (let n = 0; n < 10; n += 1) await runRound()
  await pool.query(
    `insert into webhook_deliveries (account_id, job_id, url, attempts, created, next_at, give_up_at)
    select a.id, gen_random_uuid(), 'https://receiver.example/', $1, now(), ${nextAt}, now() + interval '1 day'
    from generate_series(1, ${messages / accounts}) n, accounts a`,
    [attempts],
  )
}

/** One round of a server that sends nothing yet. Returns how many messages it takes. */
async function runRound(underWay: readonly DueGroup[] = []): Promise<number> {
  const { groups } = await queue.listDue(0, true)
  return (await queue.take(createChooseDeliveries()(groups, underWay))).length
}

/** How many rows of the queue and entries of its indexes the work reads. */
async function countRead(work: () => Promise<unknown>): Promise<number> {
  const { pool } = fresh.database
  const read = async () => {
    await pool.query('select pg_stat_force_next_flush()')
    const { rows } = await pool.query<{ read: number }>(`
      select ((select sum(idx_tup_read) from pg_stat_user_indexes where relname = t.relname) + seq_tup_read)::float8 as read
      from pg_stat_user_tables t where relname = 'webhook_deliveries'`)
    return rows[0]?.read ?? Number.NaN
  }
  const before = await read()
  await work()
  return (await read()) - before
}

test.each([
  ['first tries', 0, 'now()', 'as for an empty queue'],
  ['first tries', 0, 'now()', 'fresh'],
  ['retries', 1, 'now()', 'as for an empty queue'],
  ['retries', 1, 'now()', 'fresh'],
])(
  'with 100,000 due %s (tries: %i, due: %s, statistics %s) a round reads about as many rows as it sends',
  async (_name, attempts, nextAt, statistics) => {
    // Filled for each case: entries of rows that an earlier round changed would be read again until they are cleaned up.
    await fill(attempts, nextAt)
    if (statistics === 'fresh') await fresh.database.pool.query('analyze webhook_deliveries')
    let sent = 0
    const read = await countRead(async () => {
      sent = await runRound()
    })
    expect(sent).toBeGreaterThanOrEqual(attempts === 0 ? 48 : 24)
    expect(read).toBeGreaterThanOrEqual(sent)
    // Each is read in the queue and in the table's key; and one of each account is listed.
    expect(read).toBeLessThanOrEqual(3 * sent + accounts)
  },
)

test('100,000 retries that are not due cost a round one row of each account', async () => {
  await fill(1, `now() + interval '1 hour'`)
  expect(await countRead(runRound)).toBeLessThanOrEqual(accounts)
  expect(await countRead(() => queue.listDue(0, false))).toBe(0)
})

test('two servers that take messages at once take each once, the oldest first', async () => {
  await fill(0, `now() - n * interval '1 second'`)
  const { groups } = await queue.listDue(0, false)
  const [group] = groups
  if (!group) throw new Error('the queue is empty')
  const { rows: oldest } = await fresh.database.pool.query<{ id: string }>(
    'select id from webhook_deliveries where account_id = $1 order by next_at limit 100',
    [group.accountId],
  )
  const other = connect(fresh.target, { max: 1 })
  const chosen = [{ group, count: 50 }]
  await other.pool.query('begin')
  const taken = await createDeliveryQueue(other.pool).take(chosen)
  // Before the other server has committed.
  taken.push(...(await queue.take(chosen)))
  await other.pool.query('commit')
  await other.close()
  expect(taken.map(({ id }) => id).sort()).toEqual(oldest.map(({ id }) => id).sort())
})
