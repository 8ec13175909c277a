// Ending holds: charged or given back, with the log row, in one statement. The same statement, given the
// expired holds of servers that died, is the sweeper.
import { integers, plain, texts } from './array-literal.ts'
import { type CallLog, logAndCount, logParameters, logSource } from './call-log.ts'
import type { Hold, Queryable } from './hold.ts'
import { histogramBound } from './latency.ts'

export type Settlement = { hold: Hold; charge: boolean; log: CallLog }
export type Settled = { remaining: number }

const settleStatement = `
with ended as materialized (
  select * from quarry_settle($1::integer[], $2::uuid[], $3::boolean[], false)
), written as materialized (
  select e.subscription, e.bonus, e.at, i.*, 1 as count
  from ended e join ${logSource(4)} using (n)
), ${logAndCount('written')}
select n, remaining from ended`

/** Null for a hold that is gone: nothing was charged, and whoever ended it has written its log row. */
export async function settleMany(
  client: Queryable,
  settlements: readonly Settlement[],
): Promise<(Settled | null)[]> {
  const { rows } = await client.query<{ n: number; remaining: number }>({
    name: 'quarry-settle',
    text: settleStatement,
    values: [
      integers(settlements.map(({ hold }) => hold.accountId)),
      plain(settlements.map(({ hold }) => hold.id)),
      plain(settlements.map(({ charge }) => charge)),
      ...logParameters(settlements.map(({ log }) => log)),
    ],
  })
  const results = new Array<Settled | null>(settlements.length).fill(null)
  for (const { n, remaining } of rows) results[n - 1] = { remaining }
  return results
}

// Locked rows are being settled: they need no longer lease, and not waiting for them rules out a deadlock.
const renewStatement = `
update holds set lease_until = quarry_now() + $2 * interval '1 second'
where id in (select id from holds where id = any($1::uuid[]) and kind = 'call' for update skip locked)`

export async function renewLeases(
  client: Queryable,
  holdIds: readonly string[],
  seconds: number,
): Promise<void> {
  await client.query(renewStatement, [texts(holdIds), seconds])
}

const sweepBatch = 500

// Decision: a swept call is logged as 500 with no credits. It had no answer, and whether its caller was still
// there is unknown.
const sweepStatement = `
with expired as materialized (
  select array_agg(account_id) as accounts, array_agg(id) as ids, array_agg(false) as charges from (
    select account_id, id from holds where lease_until < quarry_now() order by account_id limit ${sweepBatch}
  ) h
), ended as materialized (
  select s.* from expired x cross join lateral quarry_settle(x.accounts, x.ids, x.charges, true) s
  where x.ids is not null
), written as materialized (
  select e.n, e.at, e.id as request_id, e.account_id, e.key_id, e.endpoint, e.subscription, e.bonus,
    least(extract(epoch from e.at - e.created) * 1000, 2147483647)::integer as ms, $1::integer as ms_at_most,
    null::text as params, 500 as recorded_status, null::integer as sent_status, 'internal' as reason,
    null::boolean as client_closed, null::uuid as job_id, null::integer as cache_age_seconds, 1 as count
  from ended e
), ${logAndCount('written')}
select count(*)::integer as released from ended`

/** Releases what servers that died have left, and says how many holds that were. */
export async function sweepExpired(client: Queryable, lease: number): Promise<number> {
  let released = 0
  for (;;) {
    const { rows } = await client.query<{ released: number }>(sweepStatement, [histogramBound(lease * 1000)])
    const count = rows[0]?.released ?? 0
    released += count
    if (count < sweepBatch) return released
  }
}

/** Ends the leases of every other server at once: right only where no other server can be running. */
export async function expireLeasesOfOthers(client: Queryable, owner: string): Promise<void> {
  await client.query(`update holds set lease_until = '-infinity' where kind = 'call' and owner <> $1`, [
    owner,
  ])
}
