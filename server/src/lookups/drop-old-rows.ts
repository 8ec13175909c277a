// Deletes the rows of this module's tables that are past their retention, hourly.
import type { Pool } from 'pg'
import { statement } from '../platform/db/statement.ts'
import { dropOldSeries } from './drift/series-store.ts'
import { dropOldIncidents } from './health/incidents.ts'
import { dropOldEndpointHours } from './health/status-history.ts'

// Budgets of upstream APIs count the current month (UTC) and the last 25 hours, so a month of 31 days is the oldest.
const dropProviderHoursStatement = statement(
  `delete from provider_hours where hour < quarry_now() - interval '32 days'`,
)

/** Any number of servers may run this at any time. A step that fails is reported, and the others still run. */
export async function dropOldRows(pool: Pool, onError: (error: unknown) => void): Promise<void> {
  const steps = [
    () => pool.query(dropProviderHoursStatement),
    () => dropOldEndpointHours(pool),
    () => dropOldSeries(pool),
    () => dropOldIncidents(pool),
  ]
  for (const step of steps) await step().catch(onError)
}
