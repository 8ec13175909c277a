// Hold and settlement in one statement and one commit, for a call whose record is already at hand: the same
// checks and the same rows as the two steps, without a hold that would live for no time.
import { heardWithin } from '../db/connection.ts'
import type { Queryable } from '../db/queryable.ts'
import { prepared } from '../db/statement.ts'
import type { Refusal } from '../errors.ts'
import type { CallLog } from '../log/columns.ts'
import { arraysOf, callColumns, logAndCount, namesOf, runColumns, valuesOf } from '../log/write-rows.ts'
import {
  batchOf,
  type Decision,
  decisions,
  fromSubscription,
  runNumbers,
  runParameters,
  tellEach,
} from './runs.ts'

/** At least 1 credit: a free call is only logged. */
export type Charge = { log: CallLog; credits: number }
export type Charged = { remaining: number }

// The five arrays of runs, then what the calls of a run share, the run of each call, and what each has for itself.
const firstRunColumn = 6
const runOfCall = firstRunColumn + runColumns.length
const chargeStatement = prepared(
  'quarry-charge',
  `
with decided as materialized (
  select * from quarry_reserve($1::integer[], $2::uuid[], $3::integer[], $4::integer[], true)
), written as materialized (
  select d.at, d.period, r.account_id, r.key_id, ${namesOf(runColumns, 'r')}, ${namesOf(callColumns, 'i')},
    ${fromSubscription} as subscription, r.credits - ${fromSubscription} as bonus, 1 as count
  from decided d
  join unnest($1::integer[], $2::uuid[], $3::integer[], $5::integer[], ${arraysOf(runColumns, firstRunColumn)})
    with ordinality as r(account_id, key_id, credits, start, ${namesOf(runColumns)}, run) using (run)
  join unnest($${runOfCall}::integer[], ${arraysOf(callColumns, runOfCall + 1)})
    with ordinality as i(run, ${namesOf(callColumns)}, n) using (run)
  where i.n - r.start < d.reserved
), entered as (
  insert into ledger (at, account_id, fund, entry, credits, period, request_id)
  select w.at, w.account_id, 'subscription'::fund, 'charge'::entry, w.subscription, w.period, w.request_id
  from written w where w.subscription > 0
  union all
  select w.at, w.account_id, 'bonus'::fund, 'charge'::entry, w.bonus, w.period, w.request_id
  from written w where w.bonus > 0
), ${logAndCount('written')}
${decisions}`,
)

export async function chargeMany(
  client: Queryable,
  charges: readonly Charge[],
): Promise<(Charged | Refusal)[]> {
  const batch = batchOf(charges.map(asDraw), isAlike)
  const { sorted, runs } = batch
  const shared = runs.map(({ item }) => item.log)
  const logs = sorted.map(({ log }) => log)
  const { rows } = await client.query<Decision>({
    ...chargeStatement,
    ...heardWithin,
    values: [
      ...runParameters(runs),
      ...valuesOf(runColumns, shared),
      runNumbers(runs),
      ...valuesOf(callColumns, logs),
    ],
  })
  return tellEach(batch, rows, (_, remaining) => ({ remaining }))
}

const asDraw = ({ log, credits }: Charge) => ({ accountId: log.accountId, keyId: log.keyId, credits, log })

const isAlike = ({ log: a }: { log: CallLog }, { log: b }: { log: CallLog }): boolean =>
  runColumns.every(({ value }) => value(a) === value(b))
