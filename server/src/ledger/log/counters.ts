// The counters of calls: sums by hour and by day, and the pending rows that are not added up yet. One statement that
// reads both sees every answered call exactly once.
import { prepared, type Queryable } from '../../platform/db/statement.ts'

/** In UTC for every session, and without a look-up of the zone by its name, which takes longer than all the rest. */
export const toHour = (at: string): string => `date_bin(interval '1 hour', ${at}, timestamptz 'epoch')`
const toDay = (at: string): string => `(${at} at time zone interval '0')::date`

export const counterNames = ['calls', 'credits', 'fields_filled', 'fields_total'] as const
const shared = `account_id, endpoint, key_id, status, ms_at_most, ${counterNames.join(', ')}`

export const countersByHour = `(
  select hour, provider, form, ${shared} from rollups_hourly
  union all
  select hour, provider, form, ${shared} from rollups_pending)`

export const countersByDay = `(
  select day, ${shared} from rollups
  union all
  select ${toDay('hour')} as day, ${shared} from rollups_pending)`

const maxTaken = 20_000

const names = counterNames.join(', ')
const added = counterNames.map((name) => `${name} = r.${name} + excluded.${name}`).join(', ')
const summed = counterNames.map((name) => `sum(t.${name})`).join(', ')

// By day before by hour, and each in the order of its key: servers that change the same counters cannot deadlock.
const addUpStatement = prepared(
  'quarry-add-up',
  `
with lock_try as materialized (
  select pg_try_advisory_xact_lock(hashtextextended('quarry add up', 0)) as is_locked
), taken as (
  delete from rollups_pending where (select is_locked from lock_try) and ctid = any(array(
    select p.ctid from rollups_pending p limit ${maxTaken}))
  returning *
), by_day as (
  insert into rollups as r (account_id, day, endpoint, key_id, status, ms_at_most, ${names})
  select t.account_id, ${toDay('t.hour')}, t.endpoint, t.key_id, t.status, t.ms_at_most, ${summed}
  from taken t group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (account_id, day, endpoint, key_id, status, ms_at_most) do update set ${added}
), by_hour as (
  insert into rollups_hourly as r (account_id, hour, endpoint, key_id, provider, form, status, ms_at_most, ${names})
  select t.account_id, t.hour, t.endpoint, t.key_id, t.provider, t.form, t.status, t.ms_at_most, ${summed}
  from taken t group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict (account_id, hour, endpoint, key_id, provider, form, status, ms_at_most) do update set ${added}
)
select count(*)::integer as taken from taken`,
)

/**
 * Adds pending counters to the sums by hour and by day, until no row is pending or another server is adding up: many
 * calls at a time, so that a counter changes once instead of once per call. A row is deleted in the transaction that adds
 * it, so that no crash loses or repeats a count.
 */
export async function addUpCounters(client: Queryable): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: number }>(addUpStatement)
    if ((rows[0]?.taken ?? 0) < maxTaken) return
  }
}
