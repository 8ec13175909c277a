// Statistics of an account, from the counters: calls, credits, outcomes, latency and completeness of records, by one or
// two of day, hour, endpoint, key, status, provider and form. The request log is not read.

import { invalidParameter } from '@quarry/kit/errors'
import { integer, nullable, number, object, type Static } from '@quarry/kit/schema'
import { readNow } from '../../platform/db/database-clock.ts'
import { type Queryable, readRows, statement } from '../../platform/db/statement.ts'
import {
  countersByDay,
  countersByHour,
  countOutcomes,
  noOutcomes,
  outcomeCounts,
  percentileColumns,
  sumOutcomes,
} from './counters.ts'
import { dayMs, hourMs, readDay, readTime, toDayText } from './read-time.ts'

export const statisticsGroups = ['day', 'hour', 'endpoint', 'key', 'status', 'provider', 'form'] as const
export type GroupBy = (typeof statisticsGroups)[number]

export type StatisticsQuery = {
  accountId: number
  /** Only this key. */
  keyId?: string
  /** Both inclusive: dates, or by hour also times. By default the last 30 days, by hour the last 24 hours. */
  from?: string
  to?: string
  /** One, or two of them. */
  groupBy: GroupBy | readonly GroupBy[]
}

export const totals = object({
  calls: integer(120),
  credits: integer(150),
  ...outcomeCounts,
  p50_ms: nullable(integer(42)),
  p95_ms: nullable(integer(180)),
  fields_share: nullable(number(0.72, 'Share of filled fields among all fields of the records found.')),
})
type Totals = Static<typeof totals>

/** A provider is null if none was called, a form if no page was read. */
type Names = Partial<Record<GroupBy, string | number | null>>

export type Statistics = { period: { from: string; to: string }; totals: Totals; series: (Names & Totals)[] }

/** The maximum of items in a response. */
export const maxSeries = 10_000

/** SQL: the values to group by, in sort order; empty if there is no second group. */
function groupColumns(values: Partial<Record<GroupBy, string>>): string {
  const cases = Object.entries(values).map(([name, value]) => `when '${name}' then ${value}`)
  const choose = (index: 1 | 2) => `(case ($4::text[])[${index}] ${cases.join(' ')} else '' end) collate "C"`
  return `${choose(1)} as first, ${choose(2)} as second`
}

// Sorted once, by group and bound. Sums are float8: faster than numeric, and exact up to 2^53.
const summed = (isTotal: boolean, groups: string, counters: string) => `
select ${isTotal} as is_total, first, second, sum(calls) as calls, sum(credits) as credits, sum(errors) as errors,
  ${sumOutcomes}, ${percentileColumns},
  round((sum(filled) / nullif(sum(total), 0))::numeric, 4)::float8 as fields_share
from (
  select c.*, sum(calls) over (item order by ms_at_most) as seen, sum(calls) over item as all_calls
  from (
    select ${groups}, r.ms_at_most, sum(r.calls)::float8 as calls, sum(r.credits)::float8 as credits,
      coalesce(sum(r.calls) filter (where r.status >= 400), 0)::float8 as errors,
      ${countOutcomes('r.calls', 'r.status', 'float8')},
      sum(r.fields_filled)::float8 as filled, sum(r.fields_total)::float8 as total
    from ${counters} and ($5::uuid is null or r.key_id = $5) group by 1, 2, 3
  ) c window item as (partition by first, second)
) c group by first, second`

// One statement, so that totals and items are from one snapshot.
const statisticsStatement = (groups: string, counters: string) =>
  statement(`
(${summed(true, `''::text as first, ''::text as second`, counters)})
union all
(${summed(false, groups, counters)} order by first, second limit ${maxSeries + 1})`)

const sharedGroups = { endpoint: 'r.endpoint', key: 'k.alias', status: 'r.status::text' }

// The join names the account too: the planner would otherwise expect the keys of all accounts.
const dailyStatement = statisticsStatement(
  groupColumns({ day: `to_char(r.day, 'YYYY-MM-DD')`, ...sharedGroups }),
  `${countersByDay} r join keys k on k.id = r.key_id and k.account_id = $1
    where r.account_id = $1 and r.day between $2::date and $3::date`,
)

const hourlyStatement = statisticsStatement(
  groupColumns({
    day: `to_char(r.hour at time zone 'UTC', 'YYYY-MM-DD')`,
    hour: `to_char(r.hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
    ...sharedGroups,
    provider: 'r.provider',
    form: 'r.form',
  }),
  `${countersByHour} r join keys k on k.id = r.key_id and k.account_id = $1
    where r.account_id = $1 and r.hour >= $2::timestamptz and r.hour < $3::timestamptz`,
)

/** Groups that only the counters by hour have. */
const hourlyGroups: ReadonlySet<GroupBy> = new Set(['hour', 'provider', 'form'])

type Row = Totals & { is_total: boolean; first: string; second: string }

const noCalls: Totals = {
  calls: 0,
  credits: 0,
  ...noOutcomes,
  errors: 0,
  p50_ms: null,
  p95_ms: null,
  fields_share: null,
}

export async function readStatistics(pool: Queryable, query: StatisticsQuery): Promise<Statistics> {
  const groups = readGroups(query.groupBy)
  const period = await readPeriod(pool, query, groups.includes('hour'))
  const isHourly = groups.some((group) => hourlyGroups.has(group))
  const select = isHourly ? hourlyStatement : dailyStatement
  const values = [query.accountId, ...toBounds(period, isHourly), groups, query.keyId]
  const rows = await readRows<Row>(pool, select, values)
  const items = rows.filter((row) => !row.is_total)
  if (items.length > maxSeries)
    throw invalidParameter('group_by', `gives more than ${maxSeries} items: choose a shorter period`)
  return {
    period: period.shown,
    totals: toTotals(rows.find((row) => row.is_total) ?? noCalls),
    series: items.map((row) => ({ ...toNames(groups, row), ...toTotals(row) })),
  }
}

const toNames = (groups: readonly GroupBy[], { first, second }: Row): Names =>
  Object.fromEntries(groups.map((group, index) => [group, toName(group, index === 0 ? first : second)]))

function toName(group: GroupBy, text: string): string | number | null {
  if (group === 'status') return Number(text)
  return text === '' ? null : text
}

const toTotals = ({ is_total: _, first: __, second: ___, ...totals }: Totals & Partial<Row>): Totals => totals

function readGroups(groupBy: StatisticsQuery['groupBy']): readonly GroupBy[] {
  const groups = typeof groupBy === 'string' ? [groupBy] : groupBy
  if (groups.length < 1 || groups.length > 2 || new Set(groups).size < groups.length)
    throw invalidParameter('group_by', 'must be one or two different groups')
  const unknown = groups.find((group) => !statisticsGroups.includes(group))
  if (unknown !== undefined)
    throw invalidParameter('group_by', `must be one of ${statisticsGroups.join(', ')}`)
  return groups
}

const toBounds = ({ shown, first, past }: Period, isHourly: boolean): [string, string] =>
  isHourly ? [new Date(first).toISOString(), new Date(past).toISOString()] : [shown.from, shown.to]

const maxDays = 366
const maxDaysOfHours = 31

type DayRange = { from?: string; to?: string }

/** `shown` has inclusive days or hours; `first` and `past` are milliseconds, half-open. */
type Period = { shown: { from: string; to: string }; first: number; past: number }

/** Bounded, because the length of the period is what a response costs. */
async function readPeriod(pool: Queryable, range: DayRange, isByHour: boolean): Promise<Period> {
  const now = (await readNow(pool)).getTime()
  const period = isByHour ? readHours(range, now) : readDays(range, now)
  const maxPeriodDays = isByHour ? maxDaysOfHours : maxDays
  if (period.first >= period.past) throw invalidParameter('from', 'must not be after to')
  if (period.past - period.first > maxPeriodDays * dayMs)
    throw invalidParameter('from', `must be at most ${maxPeriodDays} days before to`)
  return period
}

function readDays({ from, to }: DayRange, now: number): Period {
  const last = to === undefined ? floorTo(dayMs, now) : readDay('to', to)
  const first = from === undefined ? last - 29 * dayMs : readDay('from', from)
  return { shown: { from: toDayText(first), to: toDayText(last) }, first, past: last + dayMs }
}

function readHours({ from, to }: DayRange, now: number): Period {
  const last = to === undefined ? floorTo(hourMs, now) : readLastHour(to)
  const first = from === undefined ? last - 23 * hourMs : floorTo(hourMs, readTime('from', from).time)
  return { shown: { from: toHourText(first), to: toHourText(last) }, first, past: last + hourMs }
}

function readLastHour(to: string): number {
  const { time, isDay } = readTime('to', to)
  return isDay ? time + dayMs - hourMs : floorTo(hourMs, time)
}

const floorTo = (unit: number, time: number): number => Math.floor(time / unit) * unit
const toHourText = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z')
