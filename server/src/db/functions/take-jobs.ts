// Takes jobs from the queue: the most urgent ones of a lane whose lease or delay is over, leased to the calling worker.
//
// The index `jobs_queue` has the order of the queue, so that few other rows are read. Right after a burst the planner's
// statistics are those of an empty queue, for which reading and sorting everything looks cheap: both are off.
import { databaseFunction } from './database-function.ts'

export const takeJobsFunction = databaseFunction('quarry_take_jobs(text, integer, integer)', 1)`
create or replace function quarry_take_jobs(p_lane text, p_count integer, p_lease_seconds integer) returns setof uuid
language plpgsql set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off set enable_hashjoin = off
set plan_cache_mode = force_custom_plan as $$
begin
  return query
    with next as materialized (
      select n.id from jobs n
      where n.lane = p_lane and n.state in ('queued', 'running') and n.available_at <= now()
      order by n.priority desc, n.created, n.id limit p_count for update skip locked
    )
    update jobs j set available_at = now() + p_lease_seconds * interval '1 second'
    from next where j.id = next.id
    returning j.id;
end $$;
`
