// The baseline: the tables of accounts and keys, of the ledger, and of the request log. Databases that were made by the 32
// migrations before it have the same schema.

// Accounts with their two funds, keys with their quotas and grace periods, sessions, and the log of operator changes.
// The checks on the funds make it impossible to commit a lost or invented credit.
//
// The fill factors leave room on each page for updates in place. Keys, sessions and codes are stored as hashes only.
// What a key has used is in a table of its own because it changes with every call.
export const accountTables = `
create table accounts (
  id integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  active boolean not null default true,
  open_invoices boolean not null default false,
  statistics_enabled boolean not null default false,
  limit_per_second integer check (limit_per_second > 0),
  limit_per_minute integer check (limit_per_minute > 0),
  created timestamptz not null default quarry_now(),

  subscription_total bigint not null default 0 check (subscription_total >= 0),
  period_days integer not null default 30 check (period_days > 0),

  period integer not null default 0,
  period_start timestamptz,
  period_end timestamptz check (period_end > period_start),
  period_granted bigint not null default 0 check (period_granted >= 0),
  period_subscription_charged bigint not null default 0,
  period_bonus_charged bigint not null default 0,

  subscription_granted bigint not null default 0,
  subscription_available bigint not null default 0 check (subscription_available >= 0),
  subscription_held bigint not null default 0 check (subscription_held >= 0),
  subscription_charged bigint not null default 0,
  subscription_expired bigint not null default 0,

  bonus_granted bigint not null default 0,
  bonus_available bigint not null default 0 check (bonus_available >= 0),
  bonus_held bigint not null default 0 check (bonus_held >= 0),
  bonus_charged bigint not null default 0,

  rate_limit_given boolean not null default true,

  constraint period_or_none check ((period_start is null) = (subscription_total = 0)
    and (period_end is null) = (subscription_total = 0)),
  constraint subscription_adds_up check (subscription_granted
    = subscription_available + subscription_held + subscription_charged + subscription_expired),
  constraint bonus_adds_up check (bonus_granted = bonus_available + bonus_held + bonus_charged)
) with (fillfactor = 50);

-- A key that may manage others has no quotas: the keys that it creates would be a way around them.
create table keys (
  id uuid primary key default gen_random_uuid(),
  account_id integer not null references accounts,
  alias text not null,
  category text not null,
  hash bytea not null unique,
  last_four text not null,
  previous_hash bytea unique,
  previous_until timestamptz,
  active boolean not null default true,
  expires timestamptz,
  quota_total bigint check (quota_total >= 0),
  quota_daily bigint check (quota_daily >= 0),
  quota_weekly bigint check (quota_weekly >= 0),
  quota_monthly bigint check (quota_monthly >= 0),
  scopes text[],
  allowed_ips text[],
  created timestamptz not null default quarry_now(),
  permissions text[] not null default '{}',
  unique (account_id, alias),
  constraint keys_manage_without_quotas check (not ('manage' = any (permissions))
    or coalesce(quota_total, quota_daily, quota_weekly, quota_monthly) is null)
);

create table key_graces (
  hash bytea primary key,
  key_id uuid not null references keys,
  until timestamptz not null
);

create index key_graces_of_key on key_graces (key_id);

create trigger keep_key_grace after update of hash on keys
for each row when (old.hash is distinct from new.hash) execute function quarry_keep_key_grace();

create table key_meters (
  key_id uuid primary key references keys,
  credits bigint not null check (credits >= 0)
) with (fillfactor = 50);

create table quota_buckets (
  key_id uuid not null,
  grain_seconds integer not null check (grain_seconds in (60, 3600)),
  start timestamptz not null,
  credits bigint not null check (credits >= 0),
  primary key (key_id, grain_seconds, start)
) with (fillfactor = 70);

-- Credits held or charged through agent tools per UTC day, against the daily budget of a key.
create table agent_spending (
  key_id uuid not null references keys (id),
  day date not null,
  credits bigint not null check (credits >= 0),
  primary key (key_id, day)
) with (fillfactor = 50);

-- Console sessions. Without a key the session is the operator's.
create table sessions (
  hash bytea primary key,
  key_id uuid references keys (id) on delete cascade,
  secret_hash bytea not null,
  created_at timestamptz not null default quarry_now(),
  seen_at timestamptz not null default quarry_now()
);
create index sessions_by_key on sessions (key_id);

create table session_codes (
  hash bytea primary key,
  key_id uuid references keys (id) on delete cascade,
  secret_hash bytea not null,
  until timestamptz not null
);

create table admin_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default quarry_now(),
  actor text not null,
  action text not null,
  subject text not null,
  detail text not null
);
`

// The append-only ledger of grants, charges and expiries, the open holds, and idempotency keys. Balances on the account
// are derived from the ledger and are updated in the same transaction.
//
// A hold has the id of its request. One without a lease belongs to a job and lives as long as the job. An idempotency
// key without a status belongs to a running request: it is valid as long as the hold of that request.
export const ledgerTables = `
create type fund as enum ('subscription', 'bonus');
create type entry as enum ('grant', 'charge', 'expire');

create table ledger (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  account_id integer not null,
  fund fund not null,
  entry entry not null,
  credits bigint not null check (credits > 0),
  period integer not null,
  request_id uuid,
  reason text,
  check ((entry = 'charge') <= (request_id is not null))
);

create trigger append_only before update or delete on ledger
  for each row execute function refuse_change();
create trigger never_emptied before truncate on ledger
  for each statement execute function refuse_change();

create type hold_kind as enum ('call', 'job');

create table holds (
  id uuid primary key,
  account_id integer not null,
  key_id uuid not null,
  endpoint text not null,
  subscription integer not null check (subscription >= 0),
  bonus integer not null check (bonus >= 0),
  period integer not null,
  owner text not null,
  kind hold_kind not null,
  lease_until timestamptz check ((lease_until is null) = (kind = 'job')),
  created timestamptz not null
) with (fillfactor = 70);

-- For the usage report. Holds of direct calls come and go too often to pay for an index.
create index holds_of_jobs on holds (account_id, period) where kind = 'job';

create table idempotency_keys (
  account_id integer not null,
  key text not null,
  fingerprint bytea not null,
  request_id uuid not null,
  at timestamptz not null,
  expires timestamptz not null,
  status smallint,
  recorded_status smallint,
  content_type text,
  reason text,
  body text,
  provenance json,
  credits integer,
  body_until timestamptz,
  primary key (account_id, key),
  check ((status is null) = (body is null))
);

create index idempotency_keys_expiring on idempotency_keys (expires);
create index idempotency_bodies_bounded on idempotency_keys (body_until) where body_until is not null and body <> '';
-- Finds the oldest large bodies of an account, which the bound on stored bytes removes first.
create index idempotency_keys_large_bodies on idempotency_keys (account_id, at) where octet_length(body) > 500;
`

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
