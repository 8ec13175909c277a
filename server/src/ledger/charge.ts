// Hold and settlement in one statement and one commit, for a call whose record is already cached: the same checks and
// the same rows as the two steps.
import { shortQueryTimeout } from '../platform/db/connection.ts'
import { prepared, type Queryable } from '../platform/db/statement.ts'
import { createBatch, type Decision, fromSubscription, selectDecisions } from './hold-batches.ts'
import {
  type CallLog,
  callColumns,
  insertLogRows,
  listArrays,
  listNames,
  runColumns,
  toColumnValues,
} from './log/log-rows.ts'

/** At least 1 credit: a free call is only logged. */
export type ChargeRequest = { log: CallLog; credits: number }
export type Charged = { remaining: number }

// $1 to $5 describe the runs; then the columns that calls of a run share, the run of each call, and its own columns.
const firstRunColumn = 6
const runOfCall = firstRunColumn + runColumns.length
const chargeStatement = prepared(
  'quarry-charge',
  `
with decided as materialized (
  select * from quarry_reserve($1::integer[], $2::uuid[], $3::integer[], $4::integer[], true)
), written as materialized (
  select d.at, d.period, r.account_id, r.key_id, ${listNames(runColumns, 'r')}, ${listNames(callColumns, 'i')},
    ${fromSubscription} as subscription, r.credits - ${fromSubscription} as bonus, 1 as count
  from decided d
  join unnest($1::integer[], $2::uuid[], $3::integer[], $5::integer[], ${listArrays(runColumns, firstRunColumn)})
    with ordinality as r(account_id, key_id, credits, start, ${listNames(runColumns)}, run) using (run)
  join unnest($${runOfCall}::integer[], ${listArrays(callColumns, runOfCall + 1)})
    with ordinality as i(run, ${listNames(callColumns)}, n) using (run)
  where i.n - r.start < d.reserved
), entered as (
  insert into ledger (at, account_id, fund, entry, credits, period, request_id)
  select w.at, w.account_id, 'subscription'::fund, 'charge'::entry, w.subscription, w.period, w.request_id
  from written w where w.subscription > 0
  union all
  select w.at, w.account_id, 'bonus'::fund, 'charge'::entry, w.bonus, w.period, w.request_id
  from written w where w.bonus > 0
), ${insertLogRows('written')}
${selectDecisions}`,
)

export async function chargeMany(client: Queryable, requests: readonly ChargeRequest[]) {
  const charges = requests.map(({ log, credits }) => ({
    accountId: log.accountId,
    keyId: log.keyId,
    credits,
    log,
  }))
  const batch = createBatch(charges, ({ log: a }, { log: b }) =>
    runColumns.every(({ value }) => value(a) === value(b)),
  )
  const runLogs = batch.runs.map(({ item }) => item.log)
  const logs = batch.sorted.map(({ log }) => log)
  const values = [
    ...batch.runParameters,
    ...toColumnValues(runColumns, runLogs),
    batch.runNumbers,
    ...toColumnValues(callColumns, logs),
  ]
  const { rows } = await client.query<Decision>({ ...chargeStatement, ...shortQueryTimeout, values })
  return batch.splitResults(rows, (_, remaining): Charged => ({ remaining }))
}
