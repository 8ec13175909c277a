// Adds to the counters what calls have left: many at a time, so that a counter is changed once and not once for every
// call or commit. Any number of servers may try; one at a time does it, and a row is taken in the same transaction that
// adds it, so that none is counted twice or lost, whatever dies when.
import type { Queryable } from '../db/queryable.ts'
import { prepared } from '../db/statement.ts'
import { counted, dayOf, sums } from './counters.ts'

const maxTaken = 20_000

const added = counted.map((name) => `${name} = r.${name} + excluded.${name}`).join(', ')
const summed = counted.map((name) => `sum(t.${name})`).join(', ')

// By day before by hour, and each in the order of its key: so do servers that still count call by call, and two that
// change the same counters cannot wait for each other.
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
  insert into rollups as r (account_id, day, endpoint, key_id, status, ms_at_most, ${sums})
  select t.account_id, ${dayOf('t.hour')}, t.endpoint, t.key_id, t.status, t.ms_at_most, ${summed}
  from taken t group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (account_id, day, endpoint, key_id, status, ms_at_most) do update set ${added}
), by_hour as (
  insert into rollups_hourly as r (account_id, hour, endpoint, key_id, provider, form, status, ms_at_most, ${sums})
  select t.account_id, t.hour, t.endpoint, t.key_id, t.provider, t.form, t.status, t.ms_at_most, ${summed}
  from taken t group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict (account_id, hour, endpoint, key_id, provider, form, status, ms_at_most) do update set ${added}
)
select count(*)::integer as taken from taken`,
)

/** Until nothing waits, or somebody else is at it. */
export async function addUpCounters(client: Queryable): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: number }>(addUpStatement)
    if ((rows[0]?.taken ?? 0) < maxTaken) return
  }
}
