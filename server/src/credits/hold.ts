// Setting credits aside for a batch of calls: one statement, decided in the database, refused in the order key
// quota, open invoices, credits.
import { plain, texts } from '../db/array-literal.ts'
import { heardWithin } from '../db/connection.ts'
import type { Queryable } from '../db/queryable.ts'
import { prepared } from '../db/statement.ts'
import type { Refusal } from '../errors.ts'
import {
  batchOf,
  type Decision,
  decisions,
  fromSubscription,
  runNumbers,
  runParameters,
  tellEach,
} from './runs.ts'

export type HoldRequest = {
  /** A UUID; the hold is named after it. */
  requestId: string
  accountId: number
  keyId: string
  endpoint: string
  /** At least 1: a free call needs no hold. */
  credits: number
  kind: 'call' | 'job'
}

export type Hold = {
  id: string
  accountId: number
  credits: number
  /** Credits left after this hold, in both funds. */
  remaining: number
}

/** How long a crashed server's holds may outlive it. */
export const leaseSeconds = 15

const holdStatement = prepared(
  'quarry-hold',
  `
with decided as materialized (
  select * from quarry_reserve($1::integer[], $2::uuid[], $3::integer[], $4::integer[], false)
), kept as (
  insert into holds (id, account_id, key_id, endpoint, subscription, bonus, period, owner, kind, lease_until, created)
  select i.id, r.account_id, r.key_id, r.endpoint, ${fromSubscription}, r.credits - ${fromSubscription}, d.period, $10,
    r.kind, case r.kind when 'call' then d.at + ${leaseSeconds} * interval '1 second' end, d.at
  from decided d
  join unnest($1::integer[], $2::uuid[], $3::integer[], $5::integer[], $6::text[], $7::hold_kind[])
    with ordinality as r(account_id, key_id, credits, start, endpoint, kind, run) using (run)
  join unnest($8::uuid[], $9::integer[]) with ordinality as i(id, run, n) using (run)
  where i.n - r.start < d.reserved
)
${decisions}`,
)

/** One hold or refusal per request. Inside a caller's transaction: once, so that accounts are locked in order. */
export async function holdMany(
  client: Queryable,
  owner: string,
  requests: readonly HoldRequest[],
): Promise<(Hold | Refusal)[]> {
  const batch = batchOf(requests, (a, b) => a.endpoint === b.endpoint && a.kind === b.kind)
  const { sorted, runs } = batch
  const { rows } = await client.query<Decision>({
    ...holdStatement,
    ...heardWithin,
    values: [
      ...runParameters(runs),
      texts(runs.map(({ item }) => item.endpoint)),
      plain(runs.map(({ item }) => item.kind)),
      plain(sorted.map((request) => request.requestId)),
      runNumbers(runs),
      owner,
    ],
  })
  return tellEach(batch, rows, ({ requestId, accountId, credits }, remaining) => ({
    id: requestId,
    accountId,
    credits,
    remaining,
  }))
}
