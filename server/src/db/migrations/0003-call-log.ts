// The request log, cut by month so that old months are dropped instead of deleted, and the rollups that answer
// statistics without reading it.
import { type Migration, sql } from 'kysely'

export const callLogMigration: Migration = {
  async up(database) {
    await sql.raw(calls).execute(database)
    await sql.raw(months).execute(database)
    await sql.raw(rollups).execute(database)
  },
}

/**
 * The default partition is a safety net: a call is logged even when its month was not made in time. Most rows
 * are 200s, so the index for the other statuses is partial and costs the usual call nothing.
 */
const calls = `
create table calls (
  id bigint generated always as identity,
  at timestamptz not null,
  request_id uuid not null,
  account_id integer not null,
  key_id uuid not null,
  endpoint text not null,
  params text,
  recorded_status smallint not null,
  sent_status smallint,
  reason text,
  subscription_credits integer not null,
  bonus_credits integer not null,
  ms integer not null,
  client_closed boolean,
  job_id uuid,
  cache_age_seconds integer,
  count integer not null default 1,
  primary key (id, at)
) partition by range (at);

create index calls_of_account on calls (account_id, id);
create index calls_of_endpoint on calls (endpoint, id);
create index calls_not_200 on calls (recorded_status, account_id, id) where recorded_status <> 200;
create index calls_by_time on calls using brin (at) with (autosummarize = on);

create table calls_default partition of calls default;
`

/**
 * A month whose rows already went to the default partition stays there: it cannot be cut out while servers
 * write. The short lock timeout keeps a dropped month from queueing calls behind a long read; the next round
 * tries again.
 */
const months = `
create function quarry_make_months(p_ahead integer) returns void language plpgsql as $$
declare
  v_month timestamp;
  v_first timestamptz;
  v_next timestamptz;
begin
  perform pg_advisory_xact_lock(hashtext('quarry months'));
  for v_month in
    select generate_series(date_trunc('month', quarry_now() at time zone 'UTC'),
      date_trunc('month', quarry_now() at time zone 'UTC') + p_ahead * interval '1 month', interval '1 month')
  loop
    v_first := v_month at time zone 'UTC';
    v_next := (v_month + interval '1 month') at time zone 'UTC';
    if to_regclass('calls_' || to_char(v_month, 'YYYY_MM')) is null
      and not exists (select 1 from calls_default d where d.at >= v_first and d.at < v_next) then
      execute format('create table %I partition of calls for values from (%L) to (%L)',
        'calls_' || to_char(v_month, 'YYYY_MM'), v_first, v_next);
    end if;
  end loop;
end $$;

create function quarry_drop_months(p_kept integer) returns void language plpgsql as $$
declare
  v_oldest constant timestamp :=
    date_trunc('month', quarry_now() at time zone 'UTC') - p_kept * interval '1 month';
  v_table text;
begin
  perform pg_advisory_xact_lock(hashtext('quarry months'));
  perform set_config('lock_timeout', '2s', true);
  for v_table in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'calls'::regclass and c.relname ~ '^calls_[0-9]{4}_[0-9]{2}$'
      and c.relname < 'calls_' || to_char(v_oldest, 'YYYY_MM')
  loop
    execute format('drop table %I', v_table);
  end loop;
  delete from calls_default where at < v_oldest at time zone 'UTC';
end $$;

select quarry_make_months(2);
`

/** The latency is a dimension, as the upper bound of its histogram bucket, so one row is one counter. */
const rollups = `
create table rollups (
  account_id integer not null,
  day date not null,
  endpoint text not null,
  key_id uuid not null,
  status smallint not null,
  ms_at_most integer not null,
  calls bigint not null,
  credits bigint not null,
  primary key (account_id, day, endpoint, key_id, status, ms_at_most)
) with (fillfactor = 70);
`
