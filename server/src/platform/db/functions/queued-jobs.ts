// The queue of jobs as workers read it: first the groups of queued jobs, then the jobs of chosen groups. A group is what
// a worker may start or leave as a whole: one account, endpoint and provider, with or without required fields.
//
// Both functions read the index `jobs_queue` in its order. Right after a burst the planner's statistics are those of an
// empty queue, for which reading and sorting everything looks cheap: everything but the index is off.
import { databaseFunction } from './database-function.ts'

/**
 * Each round of the loop finds the next group by one index look-up, however many jobs the group has, and counts its jobs
 * up to `p_counted`.
 */
export const listQueuedFunction = databaseFunction('quarry_list_queued(integer, integer, integer)', 1)`
create or replace function quarry_list_queued(p_from_account integer, p_limit integer, p_counted integer)
  returns table (account_id integer, endpoint text, provider text, requires integer, waiting integer)
language plpgsql set enable_sort = off set enable_incremental_sort = off set enable_bitmapscan = off
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare v_account integer := p_from_account; v_endpoint text := ''; v_provider text := ''; v_requires integer := -1;
begin
  for n in 1 .. p_limit loop
    select j.account_id, j.endpoint, coalesce(j.provider, ''),
      case when coalesce(j.require, j.require_any) is null then 0 else 1 end
    into v_account, v_endpoint, v_provider, v_requires from jobs j
    where j.state = 'queued'
      and (j.account_id, j.endpoint, coalesce(j.provider, ''),
        case when coalesce(j.require, j.require_any) is null then 0 else 1 end)
        > (v_account, v_endpoint, v_provider, v_requires)
    order by j.account_id, j.endpoint, coalesce(j.provider, ''),
      case when coalesce(j.require, j.require_any) is null then 0 else 1 end
    limit 1;
    exit when not found;
    return query
      select v_account, v_endpoint, v_provider, v_requires, count(*)::integer from (
        select 1 from jobs j
        where j.state = 'queued' and j.account_id = v_account and j.endpoint = v_endpoint
          and coalesce(j.provider, '') = v_provider
          and case when coalesce(j.require, j.require_any) is null then 0 else 1 end = v_requires
        limit p_counted) counted;
  end loop;
end $$;
`

/** Locks up to `p_counts` jobs of each group and returns their ids: single jobs first, then items of batches. */
export const lockQueuedFunction = databaseFunction(
  'quarry_lock_queued(integer[], text[], text[], integer[], integer[])',
  1,
)`
create or replace function quarry_lock_queued(p_accounts integer[], p_endpoints text[], p_providers text[],
  p_requires integer[], p_counts integer[]) returns setof uuid
language plpgsql set enable_sort = off set enable_incremental_sort = off set enable_bitmapscan = off
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  for i in 1 .. coalesce(array_length(p_accounts, 1), 0) loop
    return query
      select j.id from jobs j
      where j.state = 'queued' and j.account_id = p_accounts[i] and j.endpoint = p_endpoints[i]
        and coalesce(j.provider, '') = p_providers[i]
        and case when coalesce(j.require, j.require_any) is null then 0 else 1 end = p_requires[i]
      order by case when j.batch_id is null then 0 else 1 end, j.created, j.id
      limit p_counts[i] for update skip locked;
  end loop;
end $$;
`
