// Deletes the rows of this module's tables that are past their retention, hourly.
import type { Pool } from 'pg'
import { dropOldSeries } from './drift/series-store.ts'
import { dropOldEndpointHours, dropOldIncidents } from './health/status-history.ts'

/** Any number of servers may run this at any time. A step that fails is reported, and the others still run. */
export async function dropOldRows(pool: Pool, onError: (error: unknown) => void): Promise<void> {
  const steps = [() => dropOldEndpointHours(pool), () => dropOldSeries(pool), () => dropOldIncidents(pool)]
  for (const step of steps) await step().catch(onError)
}
