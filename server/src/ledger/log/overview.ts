// What the operator sees first: totals, the last 24 hours, how complete records are, and activity over time. Reads only
// counters and small indexes, not the log.
import { integer, number, object, type Static, text } from '@quarry/kit/schema'
import { readNow } from '../../platform/db/database-clock.ts'
import { type Queryable, readRows, statement } from '../../platform/db/statement.ts'
import {
  countersByDay,
  countersByHour,
  countOutcomes,
  noOutcomes,
  type OutcomeCounts,
  outcomes,
  percentileColumns,
  sumOutcomes,
} from './counters.ts'
import { dayMs, hourMs } from './read-time.ts'

const totalsStatement = statement(`
select (select count(*) from accounts) as accounts,
  (select count(*) from accounts where active) as active_accounts,
  (select count(*) from keys k join accounts a on a.id = k.account_id
    where k.active and a.active and (k.expires is null or k.expires > quarry_now())) as active_keys,
  (select count(*) from webhook_deliveries where state = 'pending') as pending_deliveries`)

const openJobsStatement = statement(`
select count(*) filter (where state = 'queued') as queued, count(*) filter (where state = 'running') as running
from jobs where state in ('queued', 'running')`)

// Whole hours, including the current one. The subquery evaluates the time once, so that the index by time is used.
const lastDayStatement = statement(`
select coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(credits), 0)::bigint as credits,
  coalesce(sum(calls) filter (where status >= 400), 0)::bigint as errors,
  ${countOutcomes('calls', 'status', 'bigint')}
from ${countersByHour} r where hour > (select date_trunc('hour', quarry_now(), 'UTC') - interval '24 hours')`)

type Totals = Record<'accounts' | 'active_accounts' | 'active_keys' | 'pending_deliveries', number>
type OpenJobs = { queued: number; running: number }
type LastDay = OutcomeCounts & { calls: number; credits: number; errors: number }

export async function readOverview(pool: Queryable) {
  const { rows: totals } = await pool.query<Totals>(totalsStatement)
  const { rows: openJobs } = await pool.query<OpenJobs>(openJobsStatement)
  const { rows: lastDay } = await pool.query<LastDay>(lastDayStatement)
  const { accounts, active_accounts, active_keys, pending_deliveries } = totals[0] as Totals
  return {
    accounts: { total: accounts, active: active_accounts },
    active_keys,
    last_24_hours: lastDay[0] as LastDay,
    open_jobs: openJobs[0] as OpenJobs,
    pending_deliveries,
  }
}

export const coverageDays = 30

export const coverage = object({
  provider: text('site'),
  form: text('json'),
  records: integer(120),
  fields_share: number(0.82, 'Share of filled fields among all fields of these records.'),
})
type Coverage = Static<typeof coverage> & { endpoint: string }

const coverageStatement = statement(`
select endpoint, provider, form, sum(calls)::bigint as records,
  round(sum(fields_filled)::numeric / sum(fields_total), 4)::float8 as fields_share
from ${countersByHour} r
where hour >= (select date_trunc('hour', quarry_now(), 'UTC') - interval '${coverageDays} days') and fields_total > 0
group by 1, 2, 3 order by 1, 4 desc`)

export const readCoverage = (pool: Queryable) => readRows<Coverage>(pool, coverageStatement)

export const maxActivityDays = 90
/** Longer periods have steps of a day. */
const maxHourlyDays = 2
const busiestCount = 10

type Counts = OutcomeCounts & { calls: number; credits: number }
type Step = Counts & { p50_ms: number | null; p95_ms: number | null }

const stepsStatement = (counters: string, moment: string, within: string) =>
  statement(`
select at, sum(calls) as calls, sum(credits) as credits,
  ${sumOutcomes}, ${percentileColumns}
from (
  select c.*, sum(calls) over (step order by ms_at_most) as seen, sum(calls) over step as all_calls
  from (
    select ${moment} as at, r.ms_at_most, sum(r.calls)::float8 as calls, sum(r.credits)::float8 as credits,
      ${countOutcomes('r.calls', 'r.status', 'float8')}
    from ${counters} r where ${within} group by 1, 2
  ) c window step as (partition by at)
) c group by at order by at`)

const busiestStatement = (counters: string, within: string) =>
  statement(`
select a.slug as account, a.name, c.calls, c.credits, ${outcomes.map((name) => `c.${name}`).join(', ')}
from (
  select r.account_id, sum(r.calls)::float8 as calls, sum(r.credits)::float8 as credits,
    ${countOutcomes('r.calls', 'r.status', 'float8')}
  from ${counters} r where ${within} group by 1 order by 2 desc, 1 limit ${busiestCount}
) c join accounts a on a.id = c.account_id order by c.calls desc, a.slug`)

const inHours = 'r.hour >= $1::timestamptz'
const inDays = `r.day >= ($1::timestamptz at time zone 'UTC')::date`
const hourly = {
  steps: stepsStatement(countersByHour, 'r.hour', inHours),
  busiest: busiestStatement(countersByHour, inHours),
}
const daily = {
  steps: stepsStatement(countersByDay, `(r.day::timestamp at time zone 'UTC')`, inDays),
  busiest: busiestStatement(countersByDay, inDays),
}

const noCalls: Step = { calls: 0, credits: 0, ...noOutcomes, p50_ms: null, p95_ms: null }

/** Calls, credits and latency of the last `days`, including the current hour or day, and the busiest accounts. */
export async function readActivity(pool: Queryable, days: number) {
  const now = (await readNow(pool)).getTime()
  const isHourly = days <= maxHourlyDays
  const stepMs = isHourly ? hourMs : dayMs
  const count = isHourly ? days * 24 : days
  const first = (Math.floor(now / stepMs) - count + 1) * stepMs
  const { steps, busiest } = isHourly ? hourly : daily
  const values = [new Date(first)]
  const rows = await readRows<Step & { at: Date }>(pool, steps, values)
  const accounts = await readRows<Counts & { account: string; name: string }>(pool, busiest, values)
  const byTime = new Map(rows.map(({ at, ...step }) => [at.getTime(), step]))
  return {
    from: new Date(first).toISOString(),
    step_seconds: stepMs / 1000,
    steps: Array.from({ length: count }, (_, n) => {
      const at = first + n * stepMs
      return { at: new Date(at).toISOString(), ...(byTime.get(at) ?? noCalls) }
    }),
    accounts,
  }
}
