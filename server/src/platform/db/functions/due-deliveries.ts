// The queue of webhook messages as servers read it: first the accounts with messages to send, then the messages of
// chosen accounts. `p_kind` is 0 for first tries and 1 for retries.
//
// Both functions read the index `webhook_deliveries_due` in its order. Right after a burst the planner's statistics are
// those of an empty queue, for which reading and sorting everything looks cheap: everything but the index is off.
import { databaseFunction } from './database-function.ts'

/** Each round of the loop finds the next account by one index look-up, however many messages the account has. */
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
