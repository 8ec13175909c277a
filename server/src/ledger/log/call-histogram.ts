// Calls over time, with the same filters as the list of calls. A long range is read from the counters by hour or by
// day. A short range, or a filter that the counters do not have, is read from the newest rows of the log, up to a
// bound.

import { invalidParameter } from '@quarry/kit/errors'
import { type Queryable, readRows, statement } from '../../platform/db/statement.ts'
import {
  countersByDay,
  countersByHour,
  countOutcomes,
  noOutcomes,
  type OutcomeCounts,
  toOutcome,
} from './counters.ts'
import {
  type CallFilters,
  type CallsQuery,
  checkFilters,
  chooseAccessPath,
  findCallRange,
  fits,
  forEachAccessPath,
  maxWalkedRows,
  readEnd,
  toFilterValues,
} from './list-calls.ts'
import { dayMs, readTime } from './read-time.ts'

export type HistogramQuery = Omit<CallsQuery, 'limit' | 'cursor'>

const maxSteps = 60
const maxDays = 366
const hourSeconds = 3600
const daySeconds = dayMs / 1000
const minutes = [1, 5, 15, 30].map((count) => count * 60)
const hours = [1, 3, 6, 12].map((count) => count * hourSeconds)
const days = [1, 2, 7].map((count) => count * daySeconds)
const stepsSeconds = [1, 5, 15, 30, ...minutes, ...hours, ...days]

/** SQL: the number of the step that contains a time, counted from the origin. */
const toStep = (moment: string, origin: string) =>
  `floor((extract(epoch from ${moment}) - extract(epoch from ${origin}::timestamptz)) / $7::integer)::integer`

// One pass over an index, as the list reads it. The limit is hidden from the planner for the same reason as there.
const rowsStatements = forEachAccessPath((within, order) =>
  statement(`
select ${toStep('c.at', '$17')} as step, coalesce(sum(c.count) filter (where c.fits), 0)::integer as calls,
  ${countOutcomes('c.count', 'c.recorded_status', 'integer', 'c.fits')},
  coalesce(sum(c.count) filter (where c.fits and c.recorded_status >= 400), 0)::integer as errors,
  count(*)::integer as read, min(c.at) as oldest
from (
  select c.at, c.count, c.recorded_status, ${fits} as fits from calls c
  where ${within} and c.at >= $4 and c.at < $5 order by ${order} limit (select $6::integer)
) c group by 1 order by 1`),
)

const countersStatement = (counters: string, moment: string, within: string) =>
  statement(`
select ${toStep(moment, '$4')} as step, sum(r.calls)::bigint as calls,
  ${countOutcomes('r.calls', 'r.status', 'bigint')},
  coalesce(sum(r.calls) filter (where r.status >= 400), 0)::bigint as errors
from ${counters} r
where ${within}
  and ($5::uuid is null or r.key_id = $5) and ($6::text is null or r.endpoint = $6)
  and ($8::smallint is null or r.status = $8)
  and ($11::text is null or ${toOutcome('r.status')} = $11)
  and ($10::text is null or r.key_id in (
    select k.id from keys k
    where ($1::integer is null or k.account_id = $1) and (k.alias = $10 or k.id::text = lower($10))))
group by 1 order by 1`)

const inHours = `r.hour >= $2::timestamptz and r.hour < $3::timestamptz and ($9::text is null or r.provider = $9)`
const inDays = `r.day >= ($2::timestamptz at time zone 'UTC')::date and r.day < $3::timestamptz at time zone 'UTC'
  and $9::text is null`
const midnight = `(r.day::timestamp at time zone 'UTC')`
const counters = {
  ofAccount: countersStatement(countersByHour, 'r.hour', `r.account_id = $1 and ${inHours}`),
  ofAll: countersStatement(countersByHour, 'r.hour', `$1::integer is null and ${inHours}`),
  ofAccountByDay: countersStatement(countersByDay, midnight, `r.account_id = $1 and ${inDays}`),
  ofAllByDay: countersStatement(countersByDay, midnight, `$1::integer is null and ${inDays}`),
}

/** Longer steps become days if the range consists of whole days. */
const byDaySeconds = 6 * hourSeconds

type Counts = OutcomeCounts & { calls: number; errors: number }
type Counted = Counts & { step: number }
type ReadRows = Counted & { read: number; oldest: Date }

export async function readHistogram(pool: Queryable, query: HistogramQuery) {
  const { accountId = null, from: _, to: __, ...otherFilters } = query
  const filters = checkFilters(otherFilters)
  const range = await readRange(pool, { ...query, ...filters })
  const hasCounters = [filters.reason, filters.requestId, filters.text].every((value) => value === undefined)
  if (hasCounters && range.stepSeconds >= hourSeconds) return countByCounters(pool, accountId, filters, range)
  const { counted, countedFrom } = await countRows(pool, accountId, filters, range)
  if (countedFrom === null || !hasCounters) return toHistogram(range, counted, countedFrom)
  return countByCounters(pool, accountId, filters, setStep(range, hourSeconds))
}

async function countRows(pool: Queryable, accountId: number | null, filters: CallFilters, range: Range) {
  const period = { from: new Date(range.from), to: new Date(range.past) }
  const { first, past } = await findCallRange(pool, accountId, period)
  const { from, to } = period
  const steps = [range.stepSeconds, ...toFilterValues(filters), new Date(range.start)]
  const values = [accountId, past, first, from, to, maxWalkedRows, ...steps]
  const select = rowsStatements[chooseAccessPath({ accountId, filters })]
  const rows = await readRows<ReadRows>(pool, select, values)
  const isAll = rows.reduce((sum, { read }) => sum + read, 0) < maxWalkedRows
  const oldest = Math.min(...rows.map((row) => row.oldest.getTime()))
  const counted = rows.map(({ read: _, oldest: __, ...count }) => count)
  return { counted, countedFrom: isAll ? null : new Date(oldest) }
}

async function countByCounters(
  pool: Queryable,
  accountId: number | null,
  filters: CallFilters,
  hours: Range,
) {
  const { keyId, endpoint, status, outcome, provider, key } = filters
  const hourMs = hourSeconds * 1000
  const whose = accountId === null ? 'ofAll' : 'ofAccount'
  // A day has far fewer counters than its hours together.
  const isByDay = hours.isOfDays && hours.stepSeconds >= byDaySeconds && provider === undefined
  const range = isByDay ? setStep(hours, Math.max(hours.stepSeconds, daySeconds)) : hours
  const firstHour = Math.floor(range.from / hourMs) * hourMs
  const times = [firstHour, range.past, range.start].map((ms) => new Date(ms))
  const values = [accountId, ...times, keyId, endpoint, range.stepSeconds, status, provider, key, outcome]
  const select = counters[isByDay ? (`${whose}ByDay` as const) : whose]
  return toHistogram(range, await readRows<Counted>(pool, select, values), null)
}

/** Includes steps without calls. `counted_from` is the oldest row that was read if the bound was reached. */
function toHistogram(range: Range, counted: readonly Counted[], countedFrom: Date | null) {
  const { from, past, start, stepSeconds } = range
  const byStep = new Map(counted.map(({ step, ...counts }) => [step, counts]))
  const length = Math.max(1, Math.ceil((past - start) / (stepSeconds * 1000)))
  return {
    from: new Date(from).toISOString(),
    to: new Date(past).toISOString(),
    step_seconds: stepSeconds,
    counted_from: countedFrom?.toISOString() ?? null,
    steps: Array.from({ length }, (_, n) => ({
      at: new Date(start + n * stepSeconds * 1000).toISOString(),
      ...(byStep.get(n) ?? noCounts),
    })),
  }
}

const noCounts: Counts = { calls: 0, ...noOutcomes, errors: 0 }

/** Times in milliseconds; the first step starts at `start`, at or before `from`. */
type Range = {
  from: number
  past: number
  start: number
  stepSeconds: number
  /** Whether it consists of whole days, except for the first day of the log and today. */
  isOfDays: boolean
}

// When the counters of an account begin, or those of one key for a key that sees only its own calls.
const ownBeginStatement = statement(`
select quarry_now() as now, (select min(r.hour) from ${countersByHour} r
  where r.account_id = $1 and ($2::uuid is null or r.key_id = $2)) as first`)

// For all accounts the time of the first log row: log ids are in order of time, which counters of several accounts are
// not.
const beginStatement = statement(`
select quarry_now() as now, (select c.at from calls c order by c.id limit 1) as first`)

async function readRange(pool: Queryable, query: HistogramQuery): Promise<Range> {
  const { accountId = null, from, to, keyId } = query
  const { rows } = await pool.query<{ now: Date; first: Date | null }>(
    accountId === null ? beginStatement : { ...ownBeginStatement, values: [accountId, keyId ?? null] },
  )
  const now = rows[0]?.now.getTime() ?? Number.NaN
  const begin = from === undefined ? null : readTime('from', from).time
  const end = to === undefined ? null : readEnd(to).getTime()
  if (begin !== null && end !== null && end < begin) throw invalidParameter('from', 'must not be after to')
  // Includes the current second.
  const past = Math.min(end ?? now + 1000, now + 1000)
  const first = begin ?? rows[0]?.first?.getTime() ?? past - dayMs
  const range = {
    from: Math.max(Math.min(first, past), past - maxDays * dayMs),
    past,
    isOfDays: (begin ?? 0) % dayMs === 0 && (past > now || past % dayMs === 0),
  }
  const seconds = (past - range.from) / 1000
  const fittingStep = stepsSeconds.find((step) => seconds / step <= maxSteps)
  return setStep(range, fittingStep ?? (stepsSeconds.at(-1) as number))
}

/** Steps are aligned to UTC: a day starts at midnight. */
const setStep = (range: Omit<Range, 'start' | 'stepSeconds'>, stepSeconds: number): Range => ({
  ...range,
  stepSeconds,
  start: Math.floor(range.from / (stepSeconds * 1000)) * stepSeconds * 1000,
})
