// Taking from the queues of pg-boss, which sorts what is waiting at each fetch: with an index in that order a backlog of
// any size costs nothing. Its statistics are those of a queue that was empty a moment ago, by which sorting and reading
// it all look cheap: so both are forbidden. The tables come later than these functions, with the first server that starts.
import type { DatabaseFunction } from './database-function.ts'

export const indexQueueFunction: DatabaseFunction = {
  signature: 'quarry_index_queue(text)',
  version: 1,
  text: `
create or replace function quarry_index_queue(p_queue text) returns void language plpgsql as $$
declare v_table text;
begin
  select partition_name into strict v_table from pgboss.queue where name = p_queue;
  execute format('create index if not exists %I on pgboss.%I (priority desc, created_on, id) where state < ''active''',
    'quarry_' || left(v_table, 50), v_table);
end $$;
`,
}

/** Up to so many of the most urgent ones, which are the taker's from now on. */
export const takeQueuedFunction: DatabaseFunction = {
  signature: 'quarry_take_queued(text, integer)',
  version: 1,
  text: `
create or replace function quarry_take_queued(p_queue text, p_count integer) returns setof uuid language plpgsql
set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off set enable_hashjoin = off
set plan_cache_mode = force_custom_plan as $$
begin
  return query
    with next as materialized (
      select n.id from pgboss.job n
      where n.name = p_queue and n.state < 'active' and n.start_after < now()
      order by n.priority desc, n.created_on, n.id limit p_count for update skip locked
    )
    update pgboss.job j set state = 'active', started_on = now(),
      retry_count = case when j.started_on is null then j.retry_count else j.retry_count + 1 end
    from next where j.name = p_queue and j.id = next.id
    returning j.id;
end $$;
`,
}

/** They have ended, or have no job any more. */
export const removeQueuedFunction: DatabaseFunction = {
  signature: 'quarry_remove_queued(text[], uuid[])',
  version: 1,
  text: `
create or replace function quarry_remove_queued(p_queues text[], p_ids uuid[]) returns void language plpgsql
set enable_seqscan = off as $$
begin
  delete from pgboss.job j where j.name = any(p_queues) and j.id = any(p_ids);
end $$;
`,
}
