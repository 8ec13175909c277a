// Adds pending counters to the sums by hour and by day: many calls at a time, so that a counter changes once instead of
// once per call. Any number of servers may run this, and one at a time does. A row is deleted in the transaction that
// adds it, so that no crash loses or repeats a count.
import { prepared, type Queryable } from '../db/statement.ts'
import { counterNames, toDay } from './counters.ts'

const maxTaken = 20_000

const names = counterNames.join(', ')
const added = counterNames.map((name) => `${name} = r.${name} + excluded.${name}`).join(', ')
const summed = counterNames.map((name) => `sum(t.${name})`).join(', ')

// By day before by hour, and each in the order of its key: servers that change the same counters cannot deadlock.
const addUpStatement = prepared(
  'quarry-add-up',
  `
with turn as materialized (
  select pg_try_advisory_xact_lock(hashtextextended('quarry add up', 0)) as mine
), taken as (
  delete from rollups_pending where (select mine from turn) and ctid = any(array(
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

/** Until no row is pending, or another server is adding up. */
export async function addUpCounters(client: Queryable): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: number }>(addUpStatement)
    if ((rows[0]?.taken ?? 0) < maxTaken) return
  }
}
