// Housekeeping of what grows: the log's months are made ahead and dropped when they are past retention, and
// quota buckets are removed once no window can see them.
import type { Pool } from 'pg'

const monthsAhead = 2

/** Any number of servers may call this at any time. */
export async function tendTables(pool: Pool, logMonths: number): Promise<void> {
  await pool.query('select quarry_make_months($1)', [monthsAhead])
  await pool.query('select quarry_drop_months($1)', [logMonths])
  // A bucket that is just being given back to is left for the next round: waiting could deadlock.
  await pool.query(`
    delete from quota_buckets where (key_id, grain_seconds, start) in (
      select key_id, grain_seconds, start from quota_buckets
      where start < quarry_now() - case grain_seconds when 60 then interval '25 hours' else interval '722 hours' end
      for update skip locked)`)
}
