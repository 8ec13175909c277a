// Reserves credits for many calls in one statement: as holds, or charged at once. The database decides, and refuses in
// this order: key quota, open invoices, credits.
import { toIntegerArray, toPlainArray, toTextArray } from '../platform/db/array-literal.ts'
import { shortQueryTimeout } from '../platform/db/connection.ts'
import { prepared, type Queryable } from '../platform/db/statement.ts'
import { type QuotaWindow, quotaExceeded, Refusal } from '../platform/errors.ts'
import {
  type CallLog,
  callColumns,
  insertLogRows,
  listArrays,
  listNames,
  runColumns,
  toColumnValues,
} from './log/log-rows.ts'

type Charge = { accountId: number; keyId: string; credits: number }

/** `count` calls like `item`; the first one has the number `start`, counted from 1. */
type Run<T> = { item: T; start: number; count: number }

/** A row of `quarry_reserve`; `available` is what both funds had before the run. */
type Decision = {
  run: number
  reserved: number
  outcome: 'open_invoices' | 'credits_exhausted' | QuotaWindow | null
  retry_after: number | null
  available: number
}

/** SQL: what call `i` of run `r` takes from the subscription, after the calls before it and up to its price. */
const fromSubscription =
  'least(greatest(d.subscription - (i.n - r.start) * r.credits, 0), r.credits)::integer'

const selectDecisions =
  'select run, reserved, outcome, retry_after, subscription + bonus as available from decided'

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
  const batch = groupIntoRuns(requests, (a, b) => a.endpoint === b.endpoint && a.kind === b.kind)
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

/**
 * Hold and settlement in one statement and one commit, for calls whose record is already cached: the same checks and
 * the same rows as the two steps.
 */
export async function chargeMany(client: Queryable, requests: readonly ChargeRequest[]) {
  const charges = requests.map(({ log, credits }) => ({
    accountId: log.accountId,
    keyId: log.keyId,
    credits,
    log,
  }))
  const batch = groupIntoRuns(charges, ({ log: a }, { log: b }) =>
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

const toRunParameters = (runs: readonly Run<Charge>[]): string[] => [
  toIntegerArray(runs.map(({ item }) => item.accountId)),
  toPlainArray(runs.map(({ item }) => item.keyId)),
  toIntegerArray(runs.map(({ item }) => item.credits)),
  toIntegerArray(runs.map(({ count }) => count)),
  toIntegerArray(runs.map(({ start }) => start)),
]

const listRunNumbers = (runs: readonly Run<unknown>[]): string =>
  toIntegerArray(runs.flatMap(({ count }, index) => new Array<number>(count).fill(index + 1)))

/**
 * Groups the calls of a batch for `quarry_reserve`: sorted in lock order, then in runs of equal calls, because one
 * division decides how many calls of a run fit.
 */
function groupIntoRuns<T extends Charge>(items: readonly T[], isAlike: (a: T, b: T) => boolean) {
  const compare = (a: number, b: number) => compareLockOrder(items[a] as T, items[b] as T)
  /** For each sorted item its index on arrival. */
  const order = items.map((_, index) => index).sort(compare)
  /** By account, key and arrival: every server locks accounts in this order. */
  const sorted = order.map((index) => items[index] as T)
  const runs: Run<T>[] = []
  let run: Run<T> | undefined
  for (const item of sorted) {
    if (run && isSameCharge(run.item, item) && isAlike(run.item, item)) run.count += 1
    else {
      run = { item, start: run ? run.start + run.count : 1, count: 1 }
      runs.push(run)
    }
  }
  return {
    sorted,
    runs,
    /** The parameters of `quarry_reserve`, and the start of each run. */
    runParameters: toRunParameters(runs),
    /** For each call the number of its run, counted from 1. */
    runNumbers: listRunNumbers(runs),
    /** One result per call, in the order of arrival; `toResult` gets the credits left after the call. */
    splitResults<R>(decisions: readonly Decision[], toResult: (item: T, remaining: number) => R) {
      const results = new Array<R | Refusal>(order.length)
      for (const { run: number, reserved, outcome, retry_after, available } of decisions) {
        const { item, start, count } = runs[number - 1] as Run<T>
        for (let n = 0; n < count; n += 1) {
          const index = start - 1 + n
          results[order[index] as number] =
            n < reserved
              ? toResult(sorted[index] as T, available - (n + 1) * item.credits)
              : buildRefusal(outcome, retry_after)
        }
      }
      return results
    },
  }
}

const compareLockOrder = (a: Charge, b: Charge): number =>
  a.accountId - b.accountId || (a.keyId < b.keyId ? -1 : a.keyId > b.keyId ? 1 : 0)

const isSameCharge = (a: Charge, b: Charge): boolean =>
  a.keyId === b.keyId && a.accountId === b.accountId && a.credits === b.credits

function buildRefusal(outcome: Decision['outcome'], retryAfter: number | null): Refusal {
  if (outcome === null) throw new Error('calls of a run were not reserved, without a reason')
  if (outcome === 'open_invoices' || outcome === 'credits_exhausted') return new Refusal(outcome)
  return quotaExceeded(outcome, retryAfter ?? undefined)
}
