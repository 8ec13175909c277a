// Hold and settlement in one statement and one commit, for a call whose record is already at hand: the same
// checks and the same rows as the two steps, without a hold that would live for no time.
import type { Refusal } from '../errors.ts'
import { integers, texts } from './array-literal.ts'
import { type CallLog, logAndCount, logParameters, logSource } from './call-log.ts'
import {
  type Decision,
  type HoldRequest,
  inArrivalOrder,
  lockOrder,
  type Queryable,
  refusalOf,
} from './hold.ts'

export type Charge = { request: Omit<HoldRequest, 'kind'>; log: CallLog }
export type Charged = { remaining: number }

const chargeStatement = `
with decided as materialized (
  select * from quarry_reserve($1::integer[], $2::uuid[], $3::integer[], true)
), written as materialized (
  select d.subscription, d.bonus, d.period, d.at, i.*, 1 as count
  from decided d join ${logSource(4)} using (n)
  where d.outcome = 'reserved'
), entered as (
  insert into ledger (at, account_id, fund, entry, credits, period, request_id)
  select w.at, w.account_id, f.fund, 'charge', f.credits, w.period, w.request_id
  from written w cross join lateral (values
    ('subscription'::fund, w.subscription), ('bonus'::fund, w.bonus)) as f(fund, credits)
  where f.credits > 0 order by w.n
), ${logAndCount('written')}
select n, outcome, retry_after, remaining from decided`

export async function chargeMany(
  client: Queryable,
  charges: readonly Charge[],
): Promise<(Charged | Refusal)[]> {
  const order = lockOrder(charges.map((charge) => charge.request))
  const sorted = order.map((index) => charges[index] as Charge)
  const { rows } = await client.query<Decision>({
    name: 'quarry-charge',
    text: chargeStatement,
    values: [
      integers(sorted.map(({ request }) => request.accountId)),
      texts(sorted.map(({ request }) => request.keyId)),
      integers(sorted.map(({ request }) => request.credits)),
      ...logParameters(sorted.map(({ log }) => log)),
    ],
  })
  return inArrivalOrder(order, rows, (decision) => refusalOf(decision) ?? { remaining: decision.remaining })
}
