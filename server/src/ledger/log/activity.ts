// The activity of the whole service, for the operator: calls, credits and latency over time, and the busiest accounts.
// Reads counters only, not the log.
import { readNow } from '../../platform/db/read-now.ts'
import { type Queryable, readRows, statement } from '../../platform/db/statement.ts'
import { countersByDay, countersByHour } from './counters.ts'
import { percentileColumns } from './latency.ts'
import { countOutcomes, noOutcomes, type OutcomeCounts, outcomes, sumOutcomes } from './outcomes.ts'
import { dayMs, hourMs } from './read-time.ts'

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

/** The last `days`, including the current hour or day. */
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
