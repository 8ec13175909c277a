// The request log, partitioned by month so that old months are dropped instead of deleted, and the counters that answer
// statistics and the status page without reading it.
//
// The default partition is a safety net: a call is logged even when its month does not exist yet. Most rows are 200s,
// so the index for the other statuses is partial. In the counters latency is a dimension, as the upper bound of its
// histogram bucket, so that one row is one counter.

export const logTables = `
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
  provider text,
  record_form text,
  fields_filled smallint,
  fields_asked smallint,
  primary key (id, at)
) partition by range (at);

create index calls_of_account on calls (account_id, id);
create index calls_of_endpoint on calls (endpoint, id);
create index calls_not_200 on calls (recorded_status, account_id, id) where recorded_status <> 200;

create table calls_default partition of calls default;

select quarry_make_months(2);

create table rollups (
  account_id integer not null,
  day date not null,
  endpoint text not null,
  key_id uuid not null,
  status smallint not null,
  ms_at_most integer not null,
  calls bigint not null,
  credits bigint not null,
  fields_filled bigint not null default 0,
  fields_asked bigint not null default 0,
  primary key (account_id, day, endpoint, key_id, status, ms_at_most)
) with (fillfactor = 70);

create table rollups_hourly (
  account_id integer not null,
  hour timestamptz not null,
  endpoint text not null,
  key_id uuid not null,
  provider text not null,
  status smallint not null,
  ms_at_most integer not null,
  calls bigint not null,
  credits bigint not null,
  form text not null default '',
  fields_filled bigint not null default 0,
  fields_asked bigint not null default 0,
  primary key (account_id, hour, endpoint, key_id, provider, form, status, ms_at_most)
) with (fillfactor = 70);

create index rollups_hourly_by_time on rollups_hourly using brin (hour) with (autosummarize = on);

-- Counts that calls append and a background task adds to the rollups. It is short and changes all the time, so it is
-- vacuumed by the number of rows alone.
create table rollups_pending (
  hour timestamptz not null,
  account_id integer not null,
  ms_at_most integer not null,
  calls bigint not null,
  credits bigint not null,
  fields_filled bigint not null,
  fields_asked bigint not null,
  key_id uuid not null,
  status smallint not null,
  endpoint text not null,
  provider text not null,
  form text not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Over all accounts, for the public status page. The hour comes first in the key because old hours are deleted.
create table endpoint_hours (
  hour timestamptz not null,
  endpoint text not null,
  provider text not null,
  ms_at_most integer not null,
  ok bigint not null,
  failed bigint not null,
  primary key (hour, endpoint, provider, ms_at_most)
) with (fillfactor = 70);

-- Encrypts the ids of events, so that they do not show an account how much the others do.
create table event_secret (
  is_only boolean primary key default true check (is_only),
  secret uuid not null default gen_random_uuid()
);
insert into event_secret default values;
`
