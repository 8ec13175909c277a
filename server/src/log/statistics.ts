// An account's own statistics, from the rollups: calls, credits, errors and latency by day, endpoint, key or
// status, without reading the request log.
import type { Pool } from 'pg'
import { prepared, type Statement, statement } from '../db/statement.ts'
import { invalidParameter } from '../errors.ts'
import { percentile } from './latency.ts'

export type GroupBy = 'day' | 'endpoint' | 'key' | 'status'

export type StatisticsQuery = {
  accountId: number
  /** Dates, both included. By default the last 30 days with today, by the database's clock. */
  from?: string
  to?: string
  groupBy: GroupBy
}

export type Totals = {
  calls: number
  credits: number
  errors: number
  p50_ms: number | null
  p95_ms: number | null
}

export type Statistics = {
  period: { from: string; to: string }
  totals: Totals
  series: (Totals & Partial<Record<GroupBy, string | number>>)[]
}

const maxDays = 366
const dayMs = 86_400_000

// Decision: an error is a call recorded with 400 or above; group_by=status tells the kinds apart.
const grouped = (groupBy: GroupBy, name: string) =>
  prepared(
    `quarry-statistics-${groupBy}`,
    `
select ${name} as name, r.ms_at_most, sum(r.calls) as calls, sum(r.credits) as credits,
  coalesce(sum(r.calls) filter (where r.status >= 400), 0) as errors
from rollups r join keys k on k.id = r.key_id
where r.account_id = $1 and r.day between $2::date and $3::date
group by 1, 2`,
  )

const statements: Record<GroupBy, Statement> = {
  day: grouped('day', `to_char(r.day, 'YYYY-MM-DD')`),
  endpoint: grouped('endpoint', 'r.endpoint'),
  key: grouped('key', 'k.alias'),
  status: grouped('status', 'r.status'),
}

const todayStatement = statement(`select to_char(quarry_now() at time zone 'UTC', 'YYYY-MM-DD') as today`)

type Row = { name: string | number; ms_at_most: number; calls: string; credits: string; errors: string }
type Sum = { calls: number; credits: number; errors: number; latencies: Map<number, number> }

export async function statisticsOf(pool: Pick<Pool, 'query'>, query: StatisticsQuery): Promise<Statistics> {
  const period = await periodOf(pool, query)
  const { rows } = await pool.query<Row>({
    ...statements[query.groupBy],
    values: [query.accountId, period.from, period.to],
  })
  const total = emptySum()
  const byName = new Map<string | number, Sum>()
  for (const row of rows) {
    const sum = byName.get(row.name) ?? emptySum()
    byName.set(row.name, sum)
    add(sum, row)
    add(total, row)
  }
  const series = [...byName].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    period,
    totals: totalsOf(total),
    series: series.map(([name, sum]) => ({ [query.groupBy]: name, ...totalsOf(sum) })),
  }
}

async function periodOf(
  pool: Pick<Pool, 'query'>,
  { from, to }: StatisticsQuery,
): Promise<{ from: string; to: string }> {
  const { rows } = await pool.query<{ today: string }>(todayStatement)
  const last = to === undefined ? Date.parse(rows[0]?.today ?? '') : dayOf(to, 'to')
  const first = from === undefined ? last - 29 * dayMs : dayOf(from, 'from')
  if (first > last) throw invalidParameter('from', 'must not be after to')
  if (last - first >= maxDays * dayMs)
    throw invalidParameter('from', `must be at most ${maxDays} days before to`)
  return { from: dateText(first), to: dateText(last) }
}

function dayOf(text: string, name: string): number {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // Date.parse rolls 30 February over to March: only a date that reads back the same is one.
  if (Number.isNaN(time) || dateText(time) !== text)
    throw invalidParameter(name, 'must be a date, YYYY-MM-DD')
  return time
}

const dateText = (time: number): string => new Date(time).toISOString().slice(0, 10)

const emptySum = (): Sum => ({ calls: 0, credits: 0, errors: 0, latencies: new Map() })

function add(sum: Sum, row: Row): void {
  sum.calls += Number(row.calls)
  sum.credits += Number(row.credits)
  sum.errors += Number(row.errors)
  sum.latencies.set(row.ms_at_most, (sum.latencies.get(row.ms_at_most) ?? 0) + Number(row.calls))
}

const totalsOf = ({ latencies, ...sums }: Sum): Totals => ({
  ...sums,
  p50_ms: percentile(latencies, 0.5),
  p95_ms: percentile(latencies, 0.95),
})
