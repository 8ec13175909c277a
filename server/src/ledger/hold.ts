// Holds credits for a batch of calls in one statement. The database decides, and refuses in this order: key quota, open
// invoices, credits.
import { toPlainArray, toTextArray } from '../platform/db/array-literal.ts'
import { shortQueryTimeout } from '../platform/db/connection.ts'
import { prepared, type Queryable } from '../platform/db/statement.ts'
import { type Charge, createBatch, type Decision, fromSubscription, selectDecisions } from './hold-batches.ts'

/** At least 1 credit: a free call needs no hold. */
export type HoldRequest = Charge & {
  /** A UUID, which is also the id of the hold. */
  requestId: string
  endpoint: string
  kind: 'call' | 'job'
}

export type Hold = {
  id: string
  accountId: number
  credits: number
  /** Credits left in both funds after this hold. */
  remaining: number
}

/** How long the holds of a crashed server remain. */
export const leaseSeconds = 15

const holdStatement = prepared(
  'quarry-hold',
  `
with decided as materialized (
  select * from quarry_reserve($1::integer[], $2::uuid[], $3::integer[], $4::integer[], false)
), added as (
  insert into holds (id, account_id, key_id, endpoint, subscription, bonus, period, owner, kind, lease_until, created)
  select i.id, r.account_id, r.key_id, r.endpoint, ${fromSubscription}, r.credits - ${fromSubscription}, d.period, $10,
    r.kind, case r.kind when 'call' then d.at + ${leaseSeconds} * interval '1 second' end, d.at
  from decided d
  join unnest($1::integer[], $2::uuid[], $3::integer[], $5::integer[], $6::text[], $7::hold_kind[])
    with ordinality as r(account_id, key_id, credits, start, endpoint, kind, run) using (run)
  join unnest($8::uuid[], $9::integer[]) with ordinality as i(id, run, n) using (run)
  where i.n - r.start < d.reserved
)
${selectDecisions}`,
)

/** One hold or refusal per request. Call it once per transaction: accounts must be locked in order. */
export async function holdMany(client: Queryable, owner: string, requests: readonly HoldRequest[]) {
  const batch = createBatch(requests, (a, b) => a.endpoint === b.endpoint && a.kind === b.kind)
  const values = [
    ...batch.runParameters,
    toTextArray(batch.runs.map(({ item }) => item.endpoint)),
    toPlainArray(batch.runs.map(({ item }) => item.kind)),
    toPlainArray(batch.sorted.map((request) => request.requestId)),
    batch.runNumbers,
    owner,
  ]
  const { rows } = await client.query<Decision>({ ...holdStatement, ...shortQueryTimeout, values })
  return batch.splitResults(rows, ({ requestId: id, accountId, credits }, remaining): Hold => {
    return { id, accountId, credits, remaining }
  })
}
