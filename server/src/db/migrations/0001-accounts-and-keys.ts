// Who may call and on what terms: accounts with their two funds, keys with their quotas, and the log of what
// the operator changed. The checks on the funds make a lost or invented credit impossible to commit.
//
// The fill factor leaves room on the page, so that a balance is updated in place without touching an index. Of keys only
// hashes are kept; what a key has used is apart from it, because it changes with every call.

export const accountsAndKeys = `
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

  constraint period_or_none check ((period_start is null) = (subscription_total = 0)
    and (period_end is null) = (subscription_total = 0)),
  constraint subscription_adds_up check (subscription_granted
    = subscription_available + subscription_held + subscription_charged + subscription_expired),
  constraint bonus_adds_up check (bonus_granted = bonus_available + bonus_held + bonus_charged)
) with (fillfactor = 50);

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
  unique (account_id, alias)
);

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

create table admin_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default quarry_now(),
  actor text not null,
  action text not null,
  subject text not null,
  detail text not null
);
`
