// Hourly maintenance of the ledger's tables: creates the log's partitions ahead of time, and deletes what is past its
// retention.

import type { Pool } from 'pg'
import { statement } from '../platform/db/statement.ts'

const monthsAhead = 2

/**
 * SQL: the first month of the log. The log is deleted by month, the ledger never, so what is older cannot be compared
 * with the log.
 */
export const firstMonth = `
  select min(to_date(substr(c.relname, 7), 'YYYY_MM')) as day
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'calls'::regclass and c.relname ~ '^calls_[0-9]{4}_[0-9]{2}$'`

const makeMonthsStatement = statement('select quarry_make_months($1)')
const currentMonthStatement = statement(`
select to_regclass('calls_' || to_char(quarry_now() at time zone 'UTC', 'YYYY_MM')) is not null as exists`)
const dropMonthsStatement = statement('select quarry_drop_months($1)')
// Not before the log: the audit compares the months of the log with these counters.
const dropCountersStatement = statement(`
with log_start as (${firstMonth})
delete from rollups_hourly where hour < least(
  date_trunc('month', quarry_now(), 'UTC') - $1 * interval '1 month',
  (select day::timestamp at time zone 'UTC' from log_start))`)
// Both skip locked buckets until the next round: waiting for them could deadlock.
const dropMinutesStatement = statement(`
delete from quota_buckets where (key_id, grain_seconds, start) in (
  select key_id, grain_seconds, start from quota_buckets
  where grain_seconds = 60 and start < quarry_now() - interval '25 hours' for update skip locked)`)
// Their credits move into the bucket of grain 0, so that the buckets of a key add up to its meter.
const dropHoursStatement = statement(`
with dropped as (
  delete from quota_buckets where (key_id, grain_seconds, start) in (
    select key_id, grain_seconds, start from quota_buckets
    where grain_seconds = 3600 and start < quarry_now() - interval '722 hours' for update skip locked)
  returning key_id, credits)
insert into quota_buckets as b (key_id, grain_seconds, start, credits)
select key_id, 0, '-infinity', sum(credits) from dropped group by key_id having sum(credits) > 0 order by key_id
on conflict (key_id, grain_seconds, start) do update set credits = b.credits + excluded.credits`)

/**
 * Any number of servers may run this at any time. A step that fails is reported, and the others still run. Throws only
 * if the current month has no partition and none could be created.
 */
export async function runMaintenance(pool: Pool, logMonths: number, onError: (error: unknown) => void) {
  const steps = [
    () => pool.query({ ...dropMonthsStatement, values: [logMonths] }),
    () => pool.query({ ...dropCountersStatement, values: [logMonths] }),
    () => pool.query(dropMinutesStatement),
    () => pool.query(dropHoursStatement),
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
