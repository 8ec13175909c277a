// What an operator sees first: how much there is of everything, and how the last day went. Counters and small indexes
// only; the log is not read.

import { type Queryable, statement } from '../db/statement.ts'
import { countersByHour } from './counters.ts'
export type Overview = {
  accounts: { total: number; active: number }
  active_keys: number
  last_24_hours: { calls: number; credits: number; errors: number }
  open_jobs: { queued: number; running: number }
  pending_deliveries: number
}

const holdingsStatement = statement(`
select (select count(*) from accounts) as accounts,
  (select count(*) from accounts where active) as active_accounts,
  (select count(*) from keys k join accounts a on a.id = k.account_id
    where k.active and a.active and (k.expires is null or k.expires > quarry_now())) as active_keys,
  (select count(*) from webhook_deliveries where state = 'pending') as pending_deliveries`)

const openJobsStatement = statement(`
select count(*) filter (where state = 'queued') as queued, count(*) filter (where state = 'running') as running
from jobs where state in ('queued', 'running')`)

// Whole hours, the running one among them. As a query of its own the moment is made once and not for every row, and the
// index by time can be used.
const lastDayStatement = statement(`
select coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(credits), 0)::bigint as credits,
  coalesce(sum(calls) filter (where status >= 400), 0)::bigint as errors
from ${countersByHour} r where hour > (select date_trunc('hour', quarry_now(), 'UTC') - interval '24 hours')`)

type Holdings = { accounts: number; active_accounts: number; active_keys: number; pending_deliveries: number }

export async function overview(pool: Queryable): Promise<Overview> {
  const { rows: holdings } = await pool.query<Holdings>(holdingsStatement)
  const { rows: openJobs } = await pool.query<Overview['open_jobs']>(openJobsStatement)
  const { rows: lastDay } = await pool.query<Overview['last_24_hours']>(lastDayStatement)
  const held = holdings[0] as Holdings
  return {
    accounts: { total: held.accounts, active: held.active_accounts },
    active_keys: held.active_keys,
    last_24_hours: lastDay[0] as Overview['last_24_hours'],
    open_jobs: openJobs[0] as Overview['open_jobs'],
    pending_deliveries: held.pending_deliveries,
  }
}
