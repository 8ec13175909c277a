// An account's own statistics, from the rollups: calls, credits, errors and latency by one or two of day, hour,
// endpoint, key, status, provider and form, and how complete records were, without reading the request log.
import type { Queryable } from '../db/queryable.ts'
import { statement } from '../db/statement.ts'
import { invalidParameter } from '../errors.ts'
import { countersByDay, countersByHour } from './counters.ts'
import { percentile } from './latency.ts'
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

const maxSeries = 10_000
const maxRows = 250_000

// A group that is not asked for is null in all rows, so that one statement serves all choices.
const chosen = (name: GroupBy, value: string) =>
  `case when '${name}' = any($4::text[]) then ${value} end as ${name}`

// Decision: an error is a call recorded with 400 or above; group_by=status tells the kinds apart.
const sums = `r.ms_at_most, sum(r.calls) as calls, sum(r.credits) as credits,
  coalesce(sum(r.calls) filter (where r.status >= 400), 0) as errors,
  sum(r.fields_filled) as filled, sum(r.fields_asked) as asked`

const ofKey = '($5::uuid is null or r.key_id = $5)'

// Keys by their account, too: the planner would otherwise prepare for those of all accounts.
const dailyStatement = statement(`
select ${chosen('day', `to_char(r.day, 'YYYY-MM-DD')`)}, ${chosen('endpoint', 'r.endpoint')},
  ${chosen('key', 'k.alias')}, ${chosen('status', 'r.status')}, ${sums}
from ${countersByDay} r join keys k on k.id = r.key_id and k.account_id = $1
where r.account_id = $1 and r.day between $2::date and $3::date and ${ofKey}
group by 1, 2, 3, 4, 5 limit ${maxRows}`)

const hourlyStatement = statement(`
select ${chosen('day', `to_char(r.hour at time zone 'UTC', 'YYYY-MM-DD')`)},
  ${chosen('hour', `to_char(r.hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)},
  ${chosen('endpoint', 'r.endpoint')}, ${chosen('key', 'k.alias')}, ${chosen('status', 'r.status')},
  ${chosen('provider', `nullif(r.provider, '')`)}, ${chosen('form', `nullif(r.form, '')`)}, ${sums}
from ${countersByHour} r join keys k on k.id = r.key_id and k.account_id = $1
where r.account_id = $1 and r.hour >= $2::timestamptz and r.hour < $3::timestamptz
  and ${ofKey}
group by 1, 2, 3, 4, 5, 6, 7, 8 limit ${maxRows}`)

/** What the counters by day do not know. */
const hourlyAlone: ReadonlySet<GroupBy> = new Set(['hour', 'provider', 'form'])

type Row = Names & Counted & { ms_at_most: number }
type Counted = Record<(typeof counted)[number], string>
type Sum = Record<(typeof counted)[number], number> & { latencies: Map<number, number> }

const counted = ['calls', 'credits', 'errors', 'filled', 'asked'] as const

export async function statisticsOf(pool: Queryable, query: StatisticsQuery): Promise<Statistics> {
  const groups = readGroups(query.groupBy)
  const period = await periodOf(pool, query, groups.includes('hour'))
  const isHourly = groups.some((group) => hourlyAlone.has(group))
  const { rows } = await pool.query<Row>({
    ...(isHourly ? hourlyStatement : dailyStatement),
    values: [query.accountId, ...boundsOf(period, isHourly), groups, query.keyId ?? null],
  })
  const total = emptySum()
  const byName = new Map<string, { names: Names; sum: Sum }>()
  for (const row of rows) {
    const names = Object.fromEntries(groups.map((name) => [name, row[name] ?? null]))
    const key = JSON.stringify(Object.values(names))
    const group = byName.get(key) ?? { names, sum: emptySum() }
    byName.set(key, group)
    add(group.sum, row)
    add(total, row)
  }
  if (byName.size > maxSeries || rows.length === maxRows)
    throw invalidParameter('group_by', `makes more than ${maxSeries} items: ask for a shorter period`)
  return {
    period: period.shown,
    totals: totalsOf(total),
    series: [...byName.values()]
      .sort((a, b) => compareNames(groups, a.names, b.names))
      .map(({ names, sum }) => ({ ...names, ...totalsOf(sum) })),
  }
}

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

/** In the order of the groups as they were asked for. */
function compareNames(groups: readonly GroupBy[], a: Names, b: Names): number {
  for (const group of groups) {
    const [left, right] = [a[group] ?? '', b[group] ?? '']
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}

const emptySum = (): Sum => ({
  calls: 0,
  credits: 0,
  errors: 0,
  filled: 0,
  asked: 0,
  latencies: new Map(),
})

function add(sum: Sum, row: Row): void {
  for (const name of counted) sum[name] += Number(row[name])
  sum.latencies.set(row.ms_at_most, (sum.latencies.get(row.ms_at_most) ?? 0) + Number(row.calls))
}

const totalsOf = ({ latencies, filled, asked, ...sums }: Sum): Totals => ({
  ...sums,
  p50_ms: percentile(latencies, 0.5),
  p95_ms: percentile(latencies, 0.95),
  fields_share: asked === 0 ? null : Math.round((filled / asked) * 10_000) / 10_000,
})
