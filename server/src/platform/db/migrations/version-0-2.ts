// The migrations of version 0.2.0, after the baseline.
import { countTriggers, uploadTables } from '../functions/triggers.ts'

/**
 * SQL that fails while servers with other statements are connected. It waits a moment first: the connections of a server
 * that was just stopped or killed may still be closing.
 */
export function refuseServers(isOlder: string): string {
  const isConnected = `datname = current_database() and ${isOlder} and pid <> pg_backend_pid()`
  return `
do $$
declare v_count integer;
begin
  for n in 1 .. 50 loop
    perform pg_stat_clear_snapshot();
    select count(*) into v_count from pg_stat_activity where ${isConnected};
    exit when v_count = 0;
    perform pg_sleep(0.1);
  end loop;
  if v_count > 0 then
    raise exception 'an older version of Quarry is connected to this database (connections: %): stop all its servers, workers and commands, then start this version again', v_count;
  end if;
end $$;
`
}

/** Drops the functions that only servers of the unreleased version 0.1.0 called. */
const dropUnusedFunctions = `
drop function if exists quarry_settle(integer[], uuid[], boolean[], boolean);
drop function if exists quarry_reserve(integer[], uuid[], integer[], boolean);
delete from functions where signature in
  ('quarry_settle(integer[], uuid[], boolean[], boolean)', 'quarry_reserve(integer[], uuid[], integer[], boolean)');
`

// The job queue moves from the schema of pg-boss into columns of `jobs`: the lane, the priority within it, and the time
// from which the job may be taken, which is also the end of its lease. The rows that wait or run keep their holds. Older
// servers would go on using the schema that is dropped here.
const jobQueue = `${refuseServers("application_name = 'quarry'")}
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

// Removes the quotes of stored idempotency keys: `"order-17"` and `order-17` are the same key since this version. A key
// that is stored in both forms keeps both rows; the one without quotes answers.
const unquoted = String.raw`regexp_replace(substr(k.key, 2, length(k.key) - 2), '\\(.)', '\1', 'g')`

const unquoteIdempotencyKeys = `
update idempotency_keys k set key = ${unquoted}
where k.key ~ ${String.raw`'^"([^"\\]|\\["\\])+"$'`}
  and not exists (select from idempotency_keys o where o.account_id = k.account_id and o.key = ${unquoted});
`

// The scheduled backups: one row per attempt, so that several servers share one schedule and every server can report
// it.
// `removed`: the file was deleted because newer ones exist. `alarmed`: the alert about overdue backups was sent.
const backupRuns = `
create table backup_runs (
  id bigint generated always as identity primary key,
  started timestamptz not null,
  finished timestamptz,
  succeeded boolean,
  name text not null,
  bytes bigint,
  error text,
  removed boolean not null default false,
  alarmed boolean not null default false,
  check ((finished is null) = (succeeded is null))
);
`

// Batches from files. An upload stores its lines here while the file arrives; `slot` numbers the open uploads of an
// account and is null once the batch is accepted. After that the lines become jobs in chunks: `next_item` is the first
// line that is not yet a job. `refusal` ends the lines that are left, for example when the credits are exhausted.
const batchUploads = `
create table batch_uploads (
  id uuid primary key,
  account_id integer not null,
  key_id uuid not null,
  endpoint text not null,
  slot smallint,
  seen timestamptz not null,
  total integer,
  next_item integer not null default 0,
  refusal json,
  unique (account_id, slot),
  check ((slot is null) = (total is not null))
);

create table batch_lines (
  batch_id uuid not null references batch_uploads on delete cascade,
  item integer not null,
  account_id integer not null,
  job text not null,
  primary key (batch_id, item)
);

alter table batches add skipped integer not null default 0, add skipped_lines json;
${countTriggers(uploadTables)}
`

/** The place of a watch event among the ids of the log, for event streams; null for older events. */
const watchEventNumbers = `
alter table watch_events add log_number bigint;
create index watch_events_of_account on watch_events (account_id, log_number) where log_number is not null;
create index watch_events_in_log on watch_events (log_number) where log_number is not null;
`

export const version02Migrations = {
  '0101-drop-unused-functions': dropUnusedFunctions,
  '0102-job-queue': jobQueue,
  '0103-unquote-idempotency-keys': unquoteIdempotencyKeys,
  '0104-provider-rests': 'alter table provider_turns add rest_until timestamptz;',
  '0105-job-fields': 'alter table jobs add fields text;',
  '0106-backups': backupRuns,
  '0107-batch-uploads': batchUploads,
  '0108-watch-event-numbers': watchEventNumbers,
}
