// The request log, cut by month so that old months are dropped instead of deleted, and the rollups that answer
// statistics without reading it.
//
// The default partition is a safety net: a call is logged even when its month was not made in time. Most rows are
// 200s, so the index for the other statuses is partial and costs the usual call nothing. In the rollups the latency is
// a dimension, as the upper bound of its histogram bucket, so one row is one counter.

export const callLog = `
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
  primary key (account_id, day, endpoint, key_id, status, ms_at_most)
) with (fillfactor = 70);
`
