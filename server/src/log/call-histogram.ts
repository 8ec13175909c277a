// How many calls there were when, over a whole range of the log and under the same filters as its list. A long range is
// counted from the counters by hour, which know most filters; a short one, or a filter that they do not know, from the
// newest rows of the log, up to a bound that the answer tells.
import type { Queryable } from '../db/queryable.ts'
import { statement } from '../db/statement.ts'
import { invalidParameter } from '../errors.ts'
import { callRange } from './call-range.ts'
import { type CallsQuery, endOf, readFilters } from './list-calls.ts'
import { dayMs, readTime } from './read-time.ts'
import { byAccount, type CallFilters, filterValues, fits, maxWalkedRows, ofAccount } from './walk-calls.ts'

export type HistogramQuery = Omit<CallsQuery, 'limit' | 'cursor' | 'accountId'> & { accountId: number }

export type CallHistogram = {
  from: string
  to: string
  step_seconds: number
  /** Where the newest rows were all that could be counted, the oldest of them; null where everything was. */
  counted_from: string | null
  steps: { at: string; calls: number; errors: number }[]
}

const maxSteps = 60
const maxDays = 366
const hourSeconds = 3600
const minutes = [1, 5, 15, 30].map((count) => count * 60)
const hours = [1, 3, 6, 12].map((count) => count * hourSeconds)
const days = [1, 2, 7].map((count) => (count * dayMs) / 1000)
const stepsSeconds = [1, 5, 15, 30, ...minutes, ...hours, ...days]

// What has been counted at all begins there; the key is the one that asks, where it sees its own calls only.
const beginStatement = statement(`
select quarry_now() as now, (select min(r.hour) from rollups_hourly r
  where r.account_id = $1 and ($2::uuid is null or r.key_id = $2)) as first`)

/** Which step a moment is in, counted from an origin. */
const place = (moment: string, origin: string) =>
  `floor((extract(epoch from ${moment}) - extract(epoch from ${origin}::timestamptz)) / $7::integer)::integer`

// One pass over an index, as the list walks it. The limit is hidden from the planner for the same reason as there.
const rowsStatement = statement(`
select ${place('c.at', '$16')} as step, coalesce(sum(c.count) filter (where c.fits), 0)::integer as calls,
  coalesce(sum(c.count) filter (where c.fits and c.recorded_status >= 400), 0)::integer as errors,
  count(*)::integer as looked, min(c.at) as oldest
from (
  select c.at, c.count, c.recorded_status, ${fits} as fits from calls c
  where ${ofAccount} and c.at >= $4 and c.at < $5 order by ${byAccount} limit (select $6::integer)
) c group by 1 order by 1`)

const countersStatement = statement(`
select ${place('r.hour', '$4')} as step, sum(r.calls)::integer as calls,
  coalesce(sum(r.calls) filter (where r.status >= 400), 0)::integer as errors
from rollups_hourly r
where r.account_id = $1 and r.hour >= $2::timestamptz and r.hour < $3::timestamptz
  and ($5::uuid is null or r.key_id = $5) and ($6::text is null or r.endpoint = $6)
  and ($8::smallint is null or r.status = $8) and ($9::text is null or r.provider = $9)
  and ($10::text is null or r.key_id in (
    select k.id from keys k where k.account_id = $1 and (k.alias = $10 or k.id::text = lower($10))))
group by 1 order by 1`)

type Counted = { step: number; calls: number; errors: number }
type Looked = Counted & { looked: number; oldest: Date }
/** Moments; the first step begins at `start`, at or before `from`. */
type Range = { from: number; past: number; start: number; stepSeconds: number }

export async function callHistogram(pool: Queryable, query: HistogramQuery): Promise<CallHistogram> {
  const { accountId, from, to, ...asked } = query
  const filters = readFilters(asked)
  const range = await rangeOf(pool, { accountId, from, to, keyId: filters.keyId ?? null })
  const isCounted = [filters.reason, filters.requestId, filters.text].every((value) => value === undefined)
  if (isCounted && range.stepSeconds >= hourSeconds) return byCounters(pool, accountId, filters, range)
  const { counted, countedFrom } = await byRows(pool, accountId, filters, range)
  if (countedFrom === null || !isCounted) return shown(range, counted, countedFrom)
  return byCounters(pool, accountId, filters, inSteps(range, hourSeconds))
}

type Asked = { accountId: number; from: string | undefined; to: string | undefined; keyId: string | null }

async function rangeOf(pool: Queryable, { accountId, from, to, keyId }: Asked): Promise<Range> {
  const { rows } = await pool.query<{ now: Date; first: Date | null }>({
    ...beginStatement,
    values: [accountId, keyId],
  })
  const now = rows[0]?.now.getTime() ?? Date.now()
  // The moment that is now is in it.
  const past = Math.min(to === undefined ? now + 1000 : endOf(to).getTime(), now + 1000)
  const begin = from === undefined ? (rows[0]?.first ?? null)?.getTime() : readTime('from', from).time
  if (from !== undefined && to !== undefined && endOf(to).getTime() < readTime('from', from).time)
    throw invalidParameter('from', 'must not be after to')
  const first = Math.max(Math.min(begin ?? past - dayMs, past), past - maxDays * dayMs)
  const seconds = (past - first) / 1000
  const fitting = stepsSeconds.find((step) => seconds / step <= maxSteps)
  return inSteps({ from: first, past }, fitting ?? (stepsSeconds.at(-1) as number))
}

/** Whole steps of UTC: a day begins at midnight. */
const inSteps = ({ from, past }: Pick<Range, 'from' | 'past'>, stepSeconds: number): Range => ({
  from,
  past,
  stepSeconds,
  start: Math.floor(from / (stepSeconds * 1000)) * stepSeconds * 1000,
})

async function byRows(pool: Queryable, accountId: number, filters: CallFilters, range: Range) {
  const period = { from: new Date(range.from), to: new Date(range.past) }
  const { first, past } = await callRange(pool, accountId, period)
  const { rows } = await pool.query<Looked>({
    ...rowsStatement,
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

async function byCounters(pool: Queryable, accountId: number, filters: CallFilters, range: Range) {
  const { keyId, endpoint, status, provider, key } = filters
  const hourMs = hourSeconds * 1000
  const { rows } = await pool.query<Counted>({
    ...countersStatement,
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
