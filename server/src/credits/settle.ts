// Ending holds: a part charged, the rest given back, with the log row, in one statement. The same statement, given the
// expired holds of servers that died, is the sweeper.
import { integers, plain } from '../db/array-literal.ts'
import { heardWithin } from '../db/connection.ts'
import type { Queryable } from '../db/queryable.ts'
import { prepared, statement } from '../db/statement.ts'
import type { CallLog } from '../log/columns.ts'
import { histogramBound } from '../log/latency.ts'
import { logAndCount, rowOf, rowsFrom, rowValues } from '../log/write-rows.ts'
import type { Hold } from './hold.ts'

/** `credits` is what is charged of the hold: 0 to its whole. */
export type Settlement = { hold: Hold; credits: number; log: CallLog }
export type Settled = { remaining: number }

const settleStatement = prepared(
  'quarry-settle',
  `
with ended as materialized (
  select * from quarry_settle($1::integer[], $2::uuid[], $3::integer[], false)
), written as materialized (
  select e.subscription, e.bonus, e.at, i.*, 1 as count
  from ended e join ${rowsFrom(4)} using (n)
), ${logAndCount('written')}
select n, remaining from ended`,
)

/** Null for a hold that is gone: nothing was charged, and whoever ended it has written its log row. */
export async function settleMany(
  client: Queryable,
  settlements: readonly Settlement[],
): Promise<(Settled | null)[]> {
  const { rows } = await client.query<{ n: number; remaining: number }>({
    ...settleStatement,
    ...heardWithin,
    values: [
      integers(settlements.map(({ hold }) => hold.accountId)),
      plain(settlements.map(({ hold }) => hold.id)),
      integers(settlements.map(({ credits }) => credits)),
      ...rowValues(settlements.map(({ log }) => log)),
    ],
  })
  const results = new Array<Settled | null>(settlements.length).fill(null)
  for (const { n, remaining } of rows) results[n - 1] = { remaining }
  return results
}

// Locked rows are being settled: they need no longer lease, and not waiting for them rules out a deadlock.
const renewStatement = statement(`
update holds set lease_until = quarry_now() + $2 * interval '1 second'
where id in (select id from holds where id = any($1::uuid[]) and kind = 'call' for update skip locked)`)

export async function renewLeases(
  client: Queryable,
  holdIds: readonly string[],
  seconds: number,
): Promise<void> {
  await client.query({ ...renewStatement, values: [plain(holdIds), seconds] })
}

const sweepBatch = 500

// Decision: a swept call is logged as 500 with no credits. It had no answer, and whether its caller was still
// there is unknown.
const sweepStatement = statement(`
with expired as materialized (
  select array_agg(account_id) as accounts, array_agg(id) as ids, array_agg(0) as credits from (
    select account_id, id from holds where lease_until < (select quarry_now()) order by account_id limit ${sweepBatch}
  ) h
), ended as materialized (
  select s.* from expired x cross join lateral quarry_settle(x.accounts, x.ids, x.credits, true) s
  where x.ids is not null
), written as materialized (
  select e.n, e.at, e.subscription, e.bonus, 1 as count, ${rowOf({
    request_id: 'e.id',
    account_id: 'e.account_id',
    key_id: 'e.key_id',
    endpoint: 'e.endpoint',
    recorded_status: '500',
    reason: `'internal'`,
    ms: 'least(extract(epoch from e.at - e.created) * 1000, 2147483647)',
    ms_at_most: '$1',
  })}
  from ended e
), ${logAndCount('written')}
select count(*)::integer as released from ended`)

/** Releases what servers that died have left, and says how many holds that were. */
export async function sweepExpired(client: Queryable, lease: number): Promise<number> {
  let released = 0
  for (;;) {
    const { rows } = await client.query<{ released: number }>({
      ...sweepStatement,
      values: [histogramBound(lease * 1000)],
    })
    const count = rows[0]?.released ?? 0
    released += count
    if (count < sweepBatch) return released
  }
}

const expireStatement = statement(
  `update holds set lease_until = '-infinity' where kind = 'call' and owner <> $1`,
)

/** Ends the leases of every other server at once: right only where no other server can be running. */
export async function expireLeasesOfOthers(client: Queryable, owner: string): Promise<void> {
  await client.query({ ...expireStatement, values: [owner] })
}
