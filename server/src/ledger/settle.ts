// Ends holds: charges a part, returns what is left and writes the log row, in one statement. The sweeper uses the same
// statement for the expired holds of crashed servers.
import { toIntegerArray, toPlainArray } from '../platform/db/array-literal.ts'
import { shortQueryTimeout } from '../platform/db/connection.ts'
import { changeRows, prepared, type Queryable, statement } from '../platform/db/statement.ts'
import { toLatencyBound } from './log/counters.ts'
import { type CallLog, insertLogRows, selectColumns, toRowValues, unnestRows } from './log/log-rows.ts'
import { type Hold, leaseSeconds } from './reserve.ts'

/** `credits` is the part of the hold that is charged: 0 to all of it. */
export type Settlement = { hold: Hold; credits: number; log: CallLog }
export type Settled = { remaining: number }

const settleStatement = prepared(
  'quarry-settle',
  `
with ended as materialized (
  select * from quarry_settle($1::integer[], $2::uuid[], $3::integer[], false)
), written as materialized (
  select e.subscription, e.bonus, e.at, i.*, 1 as count
  from ended e join ${unnestRows(4)} using (n)
), ${insertLogRows('written')}
select n, remaining from ended`,
)

/** Null for a hold that no longer exists: nothing is charged, and its log row is already written. */
export async function settleMany(client: Queryable, settlements: readonly Settlement[]) {
  const values = [
    toIntegerArray(settlements.map(({ hold }) => hold.accountId)),
    toPlainArray(settlements.map(({ hold }) => hold.id)),
    toIntegerArray(settlements.map(({ credits }) => credits)),
    ...toRowValues(settlements.map(({ log }) => log)),
  ]
  const query = { ...settleStatement, ...shortQueryTimeout, values }
  const { rows } = await client.query<{ n: number; remaining: number }>(query)
  const results = new Array<Settled | null>(settlements.length).fill(null)
  for (const { n, remaining } of rows) results[n - 1] = { remaining }
  return results
}

// Skips locked rows, which are being settled and need no longer lease. Waiting for them could deadlock.
const renewStatement = statement(`
update holds set lease_until = quarry_now() + ${leaseSeconds} * interval '1 second'
where id in (select id from holds where id = any($1::uuid[]) and kind = 'call' for update skip locked)`)

export const renewLeases = (client: Queryable, holdIds: readonly string[]) =>
  changeRows(client, renewStatement, [toPlainArray(holdIds)])

const sweepBatch = 500

// Decision: a swept call is logged as 500 with no credits. It sent no response, and whether its caller was still
// connected is unknown.
const sweepStatement = statement(`
with expired as materialized (
  select array_agg(account_id) as accounts, array_agg(id) as ids, array_agg(0) as credits from (
    select account_id, id from holds where lease_until < (select quarry_now()) order by account_id limit ${sweepBatch}
  ) h
), ended as materialized (
  select s.* from expired x cross join lateral quarry_settle(x.accounts, x.ids, x.credits, true) s
  where x.ids is not null
), written as materialized (
  select e.n, e.at, e.subscription, e.bonus, 1 as count, ${selectColumns({
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
), ${insertLogRows('written')}
select count(*)::integer as released from ended`)

/** Releases the holds of crashed servers and returns their number. */
export async function sweepExpired(client: Queryable): Promise<number> {
  const query = { ...sweepStatement, values: [toLatencyBound(leaseSeconds * 1000)] }
  for (let released = 0; ; ) {
    const { rows } = await client.query<{ released: number }>(query)
    const count = rows[0]?.released ?? 0
    released += count
    if (count < sweepBatch) return released
  }
}

const expireStatement = statement(`
update holds set lease_until = '-infinity' where kind = 'call' and owner <> $1`)

/** Ends the leases of all other servers. Call it only if no other server can be running. */
export const expireOtherLeases = (client: Queryable, owner: string) =>
  changeRows(client, expireStatement, [owner])
