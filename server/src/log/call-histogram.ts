// How many calls there were when, over a whole range of the log and under the same filters as its list. A long range is
// counted from the counters by hour or by day, which know most filters; a short one, or a filter that they do not know,
// from the newest rows of the log, up to a bound that the answer tells.
import { type Queryable, statement } from '../db/statement.ts'
import { callRange } from './call-range.ts'
import { countersByDay, countersByHour } from './counters.ts'
import { daySeconds, hourSeconds, inSteps, type Range, rangeOf } from './histogram-range.ts'
import { type CallsQuery, readFilters } from './list-calls.ts'
import { byWay, type CallFilters, filterValues, fits, maxWalkedRows, wayOf } from './walk-calls.ts'

export type HistogramQuery = Omit<CallsQuery, 'limit' | 'cursor'>

export type CallHistogram = {
  from: string
  to: string
  step_seconds: number
  /** Where the newest rows were all that could be counted, the oldest of them; null where everything was. */
  counted_from: string | null
  steps: { at: string; calls: number; errors: number }[]
}

/** Which step a moment is in, counted from an origin. */
const place = (moment: string, origin: string) =>
  `floor((extract(epoch from ${moment}) - extract(epoch from ${origin}::timestamptz)) / $7::integer)::integer`

// One pass over an index, as the list walks it. The limit is hidden from the planner for the same reason as there.
const rowsStatements = byWay((within, order) =>
  statement(`
select ${place('c.at', '$16')} as step, coalesce(sum(c.count) filter (where c.fits), 0)::integer as calls,
  coalesce(sum(c.count) filter (where c.fits and c.recorded_status >= 400), 0)::integer as errors,
  count(*)::integer as looked, min(c.at) as oldest
from (
  select c.at, c.count, c.recorded_status, ${fits} as fits from calls c
  where ${within} and c.at >= $4 and c.at < $5 order by ${order} limit (select $6::integer)
) c group by 1 order by 1`),
)

const countersStatement = (counters: string, moment: string, within: string) =>
  statement(`
select ${place(moment, '$4')} as step, sum(r.calls)::bigint as calls,
  coalesce(sum(r.calls) filter (where r.status >= 400), 0)::bigint as errors
from ${counters} r
where ${within}
  and ($5::uuid is null or r.key_id = $5) and ($6::text is null or r.endpoint = $6)
  and ($8::smallint is null or r.status = $8)
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

/** From then on steps are days, where nothing tells that hours matter. */
const byDaySeconds = 6 * hourSeconds

type Counted = { step: number; calls: number; errors: number }
type Looked = Counted & { looked: number; oldest: Date }

export async function callHistogram(pool: Queryable, query: HistogramQuery): Promise<CallHistogram> {
  const { accountId = null, from, to, ...asked } = query
  const filters = readFilters(asked)
  const range = await rangeOf(pool, { accountId, from, to, keyId: filters.keyId ?? null })
  const isCounted = [filters.reason, filters.requestId, filters.text].every((value) => value === undefined)
  if (isCounted && range.stepSeconds >= hourSeconds) return byCounters(pool, accountId, filters, range)
  const { counted, countedFrom } = await byRows(pool, accountId, filters, range)
  if (countedFrom === null || !isCounted) return shown(range, counted, countedFrom)
  return byCounters(pool, accountId, filters, inSteps(range, hourSeconds))
}

async function byRows(pool: Queryable, accountId: number | null, filters: CallFilters, range: Range) {
  const period = { from: new Date(range.from), to: new Date(range.past) }
  const { first, past } = await callRange(pool, accountId, period)
  const { rows } = await pool.query<Looked>({
    ...rowsStatements[wayOf({ accountId, filters })],
    values: [
      accountId,
      past,
      first,
      period.from,
      period.to,
      maxWalkedRows,
      range.stepSeconds,
      ...filterValues(filters),
      new Date(range.start),
    ],
  })
  const isAll = rows.reduce((sum, { looked }) => sum + looked, 0) < maxWalkedRows
  const oldest = Math.min(...rows.map((row) => row.oldest.getTime()))
  return { counted: rows, countedFrom: isAll ? null : new Date(oldest) }
}

async function byCounters(pool: Queryable, accountId: number | null, filters: CallFilters, given: Range) {
  const { keyId, endpoint, status, provider, key } = filters
  const hourMs = hourSeconds * 1000
  const whose = accountId === null ? 'ofAll' : 'ofAccount'
  // A day has far fewer counters than its hours together.
  const isByDay = given.isOfDays && given.stepSeconds >= byDaySeconds && provider === undefined
  const range = isByDay ? inSteps(given, Math.max(given.stepSeconds, daySeconds)) : given
  const { rows } = await pool.query<Counted>({
    ...counters[isByDay ? (`${whose}ByDay` as const) : whose],
    values: [
      accountId,
      new Date(Math.floor(range.from / hourMs) * hourMs),
      new Date(range.past),
      new Date(range.start),
      keyId ?? null,
      endpoint ?? null,
      range.stepSeconds,
      status ?? null,
      provider ?? null,
      key ?? null,
    ],
  })
  return shown(range, rows, null)
}

/** Every step, also those without calls. */
function shown(range: Range, counted: readonly Counted[], countedFrom: Date | null): CallHistogram {
  const { from, past, start, stepSeconds } = range
  const found = new Map(counted.map((one) => [one.step, one]))
  const count = Math.max(1, Math.ceil((past - start) / (stepSeconds * 1000)))
  return {
    from: new Date(from).toISOString(),
    to: new Date(past).toISOString(),
    step_seconds: stepSeconds,
    counted_from: countedFrom?.toISOString() ?? null,
    steps: Array.from({ length: count }, (_, n) => ({
      at: new Date(start + n * stepSeconds * 1000).toISOString(),
      calls: found.get(n)?.calls ?? 0,
      errors: found.get(n)?.errors ?? 0,
    })),
  }
}
