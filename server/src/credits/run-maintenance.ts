// Hourly table maintenance: creates the log's partitions ahead of time, and deletes what is past its retention.

import type { Pool } from 'pg'
import { statement } from '../db/statement.ts'
import { dropOldIncidents } from '../drift/incidents.ts'
import { dropOldSeries } from '../drift/series-store.ts'
import { dropOldEndpointHours } from '../log/status-history.ts'

const monthsAhead = 2

const makeMonthsStatement = statement('select quarry_make_months($1)')
const currentMonthStatement = statement(`
select to_regclass('calls_' || to_char(quarry_now() at time zone 'UTC', 'YYYY_MM')) is not null as exists`)
const dropMonthsStatement = statement('select quarry_drop_months($1)')
const dropHoursStatement = statement(`
delete from rollups_hourly where hour < date_trunc('month', quarry_now(), 'UTC') - $1 * interval '1 month'`)
// Skips locked buckets until the next round: waiting for them could deadlock.
const dropBucketsStatement = statement(`
delete from quota_buckets where (key_id, grain_seconds, start) in (
  select key_id, grain_seconds, start from quota_buckets
  where start < quarry_now() - case grain_seconds when 60 then interval '25 hours' else interval '722 hours' end
  for update skip locked)`)

/**
 * Any number of servers may run this at any time. A step that fails is reported, and the others still run. Throws only
 * where the current month has no partition and none could be created.
 */
export async function runMaintenance(pool: Pool, logMonths: number, onError: (error: unknown) => void) {
  const steps = [
    () => pool.query({ ...dropMonthsStatement, values: [logMonths] }),
    () => pool.query({ ...dropHoursStatement, values: [logMonths] }),
    () => pool.query(dropBucketsStatement),
    () => dropOldEndpointHours(pool),
    () => dropOldSeries(pool),
    () => dropOldIncidents(pool),
  ]
  const problem = await pool.query({ ...makeMonthsStatement, values: [monthsAhead] }).then(
    () => undefined,
    (error: unknown) => error,
  )
  for (const step of steps) await step().catch(onError)
  if (problem === undefined) return
  const { rows } = await pool.query<{ exists: boolean }>(currentMonthStatement)
  if (!rows[0]?.exists) throw problem
  onError(problem)
}
