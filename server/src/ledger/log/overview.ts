// What the operator sees first: totals, the last 24 hours, and how complete records are. Reads only counters and small
// indexes, not the log.
import { integer, number, object, type Static, text } from '@quarry/kit/schema'
import { type Queryable, readRows, statement } from '../../platform/db/statement.ts'
import { countersByHour } from './counters.ts'
import { countOutcomes, type OutcomeCounts } from './outcomes.ts'

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
