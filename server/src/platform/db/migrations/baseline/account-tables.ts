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
