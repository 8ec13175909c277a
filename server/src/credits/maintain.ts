// Housekeeping of what grows: the log's months are made ahead and dropped when they are past retention, and
// quota buckets are removed once no window can see them.
import type { Pool } from 'pg'
import { statement } from '../db/statement.ts'
import { dropOldIncidents } from '../drift/incidents.ts'
import { dropOldSeries } from '../drift/store.ts'
import { dropOldEndpointHours } from '../log/status-history.ts'

const monthsAhead = 2

const makeMonthsStatement = statement('select quarry_make_months($1)')
const dropMonthsStatement = statement('select quarry_drop_months($1)')
const dropHoursStatement = statement(
  `delete from rollups_hourly where hour < date_trunc('month', quarry_now(), 'UTC') - $1 * interval '1 month'`,
)
// A bucket that is just being given back to is left for the next round: waiting could deadlock.
const dropBucketsStatement = statement(`
delete from quota_buckets where (key_id, grain_seconds, start) in (
  select key_id, grain_seconds, start from quota_buckets
  where start < quarry_now() - case grain_seconds when 60 then interval '25 hours' else interval '722 hours' end
  for update skip locked)`)

/** Any number of servers may call this at any time. */
export async function tendTables(pool: Pool, logMonths: number): Promise<void> {
  await pool.query({ ...makeMonthsStatement, values: [monthsAhead] })
  await pool.query({ ...dropMonthsStatement, values: [logMonths] })
  await pool.query({ ...dropHoursStatement, values: [logMonths] })
  await pool.query(dropBucketsStatement)
  await dropOldEndpointHours(pool)
  await dropOldSeries(pool)
  await dropOldIncidents(pool)
}
