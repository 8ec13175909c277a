// The job queue moves from the schema of pg-boss into columns of `jobs`: the lane, the priority within it, and the time
// from which the job may be taken, which is also the end of its lease. The rows that wait or run keep their holds.
//
// Older servers would go on using the schema that is dropped here, so the migration fails while one is connected. It
// waits a moment first: the connections of a server that was just stopped or killed may still be closing.

const olderServer = `datname = current_database() and application_name = 'quarry' and pid <> pg_backend_pid()`

/** Fails while a server is connected that was started before the migration. */
export const refuseOlderServers = `
do $$
declare v_count integer;
begin
  for n in 1 .. 50 loop
    perform pg_stat_clear_snapshot();
    select count(*) into v_count from pg_stat_activity where ${olderServer};
    exit when v_count = 0;
    perform pg_sleep(0.1);
  end loop;
  if v_count > 0 then
    raise exception 'an older version of Quarry is connected to this database (connections: %): stop all its servers, workers and commands, then start this version again', v_count;
  end if;
end $$;
`

export const jobQueue = `${refuseOlderServers}
alter table jobs add lane text not null default 'bulk' check (lane in ('first', 'bulk')),
  add priority integer not null default 0, add available_at timestamptz not null default now();

create index jobs_queue on jobs (lane, priority desc, created, id) where state in ('queued', 'running');

do $$
begin
  if to_regclass('pgboss.job') is not null then
    update jobs j set lane = case q.name when 'lookups-first' then 'first' else 'bulk' end, priority = q.priority,
      available_at = case when q.state < 'active' then q.start_after else now() end
    from pgboss.job q where q.id = j.id and j.state in ('queued', 'running');
    drop schema pgboss cascade;
  end if;
end $$;

drop function if exists quarry_index_queue(text);
drop function if exists quarry_take_queued(text, integer);
drop function if exists quarry_remove_queued(text[], uuid[]);
delete from functions where signature in
  ('quarry_index_queue(text)', 'quarry_take_queued(text, integer)', 'quarry_remove_queued(text[], uuid[])');
`
