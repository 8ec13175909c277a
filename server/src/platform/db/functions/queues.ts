// Reads the queues of jobs and of webhook messages: first the groups or accounts that have something queued, then the rows
// of those that the server chose.
//
// All functions read the index of their queue in index order. Right after a burst the planner's statistics are those of an
// empty queue, for which reading and sorting everything looks cheap: everything but the index is off.
import { databaseFunction } from './database-function.ts'

/**
 * A group of queued jobs is what a worker may start or leave as a whole: one account, endpoint and provider, with or
 * without required fields. Each round of the loop finds the next group by one index look-up, however many jobs the group
 * has, and counts its jobs up to `p_counted`.
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

/**
 * The accounts with messages to send. `p_kind` is 0 for first tries and 1 for retries. Each round of the loop finds the
 * next account by one index look-up, however many messages the account has.
 */
export const listDueFunction = databaseFunction('quarry_list_due(integer, integer, integer)', 1)`
create or replace function quarry_list_due(p_kind integer, p_from_account integer, p_limit integer)
  returns table (account_id integer, failures integer, is_due boolean)
language plpgsql set enable_sort = off set enable_incremental_sort = off set enable_bitmapscan = off
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare v_account integer := p_from_account; v_next_at timestamptz; v_now timestamptz := quarry_now();
begin
  for n in 1 .. p_limit loop
    select d.account_id, d.next_at into v_account, v_next_at from webhook_deliveries d
    where d.state = 'pending' and least(d.attempts, 1) = p_kind and d.account_id > v_account
    order by d.account_id, d.next_at, d.id limit 1;
    exit when not found;
    return query
      select v_account, (select s.failures::integer from webhook_secrets s where s.account_id = v_account),
        v_next_at <= v_now;
  end loop;
end $$;
`

/** Locks up to `p_counts` due messages of each account and kind and returns their ids, oldest first. */
export const lockDueFunction = databaseFunction('quarry_lock_due(integer[], integer[], integer[])', 1)`
create or replace function quarry_lock_due(p_kinds integer[], p_accounts integer[], p_counts integer[])
  returns setof uuid
language plpgsql set enable_sort = off set enable_incremental_sort = off set enable_bitmapscan = off
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare v_now timestamptz := quarry_now();
begin
  for i in 1 .. coalesce(array_length(p_accounts, 1), 0) loop
    return query
      select d.id from webhook_deliveries d
      where d.state = 'pending' and least(d.attempts, 1) = p_kinds[i] and d.account_id = p_accounts[i]
        and d.next_at <= v_now
      order by d.next_at, d.id
      limit p_counts[i] for update skip locked;
  end loop;
end $$;
`
