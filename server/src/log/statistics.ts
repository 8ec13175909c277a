// An account's own statistics, from the rollups: calls, credits, errors and latency by one or two of day, hour,
// endpoint, key, status, provider and form, and how complete records were. The database adds up; the request log is
// not read.

import { invalidParameter } from '@quarry/kit/errors'
import { type Queryable, statement } from '../db/statement.ts'
import { countersByDay, countersByHour } from './counters.ts'
import { type Period, periodOf } from './statistics-period.ts'

export const statisticsGroups = ['day', 'hour', 'endpoint', 'key', 'status', 'provider', 'form'] as const
export type GroupBy = (typeof statisticsGroups)[number]

export type StatisticsQuery = {
  accountId: number
  /** Of this key alone. */
  keyId?: string
  /** Both included: dates, or by hour also date-times. By default 30 days, by hour 24 hours, with the running one. */
  from?: string
  to?: string
  /** One, or two of them. */
  groupBy: GroupBy | readonly GroupBy[]
}

export type Totals = {
  calls: number
  credits: number
  errors: number
  p50_ms: number | null
  p95_ms: number | null
  /** Of all fields of the records that were found, the share that was filled; null where there were none. */
  fields_share: number | null
}

/** A provider is null where nobody was asked, a form where nothing was read. */
type Names = Partial<Record<GroupBy, string | number | null>>

export type Statistics = { period: { from: string; to: string }; totals: Totals; series: (Names & Totals)[] }

/** What one answer holds at most, and so what leaves the database: one row for each item, and one for the totals. */
export const maxSeries = 10_000

/** The values that rows are grouped by, in the order in which items are sorted; empty where there is none. */
function groupColumns(values: Partial<Record<GroupBy, string>>): string {
  const cases = Object.entries(values).map(([name, value]) => `when '${name}' then ${value}`)
  const choose = (index: 1 | 2) => `(case ($4::text[])[${index}] ${cases.join(' ')} else '' end) collate "C"`
  return `${choose(1)} as first, ${choose(2)} as second`
}

// Latencies are counted by bound: percentiles are of nearest rank, as in latency.ts.
const atRank = (share: number) =>
  `min(ms_at_most) filter (where calls > 0 and seen >= ceil(all_calls * ${share}))`

// Everything is sorted once, by group and bound. Sums are float8, which is faster than numeric and exact up to 2^53.
// Decision: an error is a call recorded with 400 or above; group_by=status tells the kinds apart.
const summed = (isTotal: boolean, groups: string, counters: string) => `
select ${isTotal} as is_total, first, second, sum(calls) as calls, sum(credits) as credits, sum(errors) as errors,
  ${atRank(0.5)} as p50_ms, ${atRank(0.95)} as p95_ms,
  round((sum(filled) / nullif(sum(asked), 0))::numeric, 4)::float8 as fields_share
from (
  select c.*, sum(calls) over (item order by ms_at_most) as seen, sum(calls) over item as all_calls
  from (
    select ${groups}, r.ms_at_most, sum(r.calls)::float8 as calls, sum(r.credits)::float8 as credits,
      coalesce(sum(r.calls) filter (where r.status >= 400), 0)::float8 as errors,
      sum(r.fields_filled)::float8 as filled, sum(r.fields_asked)::float8 as asked
    from ${counters} and ($5::uuid is null or r.key_id = $5) group by 1, 2, 3
  ) c window item as (partition by first, second)
) c group by first, second`

// One statement, so that the totals and the items are of the same snapshot.
const statisticsStatement = (groups: string, counters: string) =>
  statement(`
(${summed(true, `''::text as first, ''::text as second`, counters)})
union all
(${summed(false, groups, counters)} order by first, second limit ${maxSeries + 1})`)

const ofBoth = { endpoint: 'r.endpoint', key: 'k.alias', status: 'r.status::text' }

// Keys by their account, too: the planner would otherwise prepare for those of all accounts.
const dailyStatement = statisticsStatement(
  groupColumns({ day: `to_char(r.day, 'YYYY-MM-DD')`, ...ofBoth }),
  `${countersByDay} r join keys k on k.id = r.key_id and k.account_id = $1
    where r.account_id = $1 and r.day between $2::date and $3::date`,
)

const hourlyStatement = statisticsStatement(
  groupColumns({
    day: `to_char(r.hour at time zone 'UTC', 'YYYY-MM-DD')`,
    hour: `to_char(r.hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
    ...ofBoth,
    provider: 'r.provider',
    form: 'r.form',
  }),
  `${countersByHour} r join keys k on k.id = r.key_id and k.account_id = $1
    where r.account_id = $1 and r.hour >= $2::timestamptz and r.hour < $3::timestamptz`,
)

/** What the counters by day do not know. */
const hourlyAlone: ReadonlySet<GroupBy> = new Set(['hour', 'provider', 'form'])

type Row = Totals & { is_total: boolean; first: string; second: string }

const noCalls: Totals = { calls: 0, credits: 0, errors: 0, p50_ms: null, p95_ms: null, fields_share: null }

export async function readStatistics(pool: Queryable, query: StatisticsQuery): Promise<Statistics> {
  const groups = readGroups(query.groupBy)
  const period = await periodOf(pool, query, groups.includes('hour'))
  const isHourly = groups.some((group) => hourlyAlone.has(group))
  const { rows } = await pool.query<Row>({
    ...(isHourly ? hourlyStatement : dailyStatement),
    values: [query.accountId, ...boundsOf(period, isHourly), groups, query.keyId ?? null],
  })
  const items = rows.filter((row) => !row.is_total)
  if (items.length > maxSeries)
    throw invalidParameter('group_by', `makes more than ${maxSeries} items: ask for a shorter period`)
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

const toTotals = ({ calls, credits, errors, p50_ms, p95_ms, fields_share }: Totals): Totals => ({
  calls,
  credits,
  errors,
  p50_ms,
  p95_ms,
  fields_share,
})

function readGroups(given: StatisticsQuery['groupBy']): readonly GroupBy[] {
  const groups = typeof given === 'string' ? [given] : given
  if (groups.length < 1 || groups.length > 2 || new Set(groups).size < groups.length)
    throw invalidParameter('group_by', 'must be one or two different groups')
  const unknown = groups.find((group) => !statisticsGroups.includes(group))
  if (unknown !== undefined)
    throw invalidParameter('group_by', `must be one of ${statisticsGroups.join(', ')}`)
  return groups
}

const boundsOf = ({ shown, first, past }: Period, isHourly: boolean): [string, string] =>
  isHourly ? [new Date(first).toISOString(), new Date(past).toISOString()] : [shown.from, shown.to]
