// Providers: requests to each upstream API, which rate limits and budgets count; responses that never change; the drift
// statistics of records, and the alarms that have ended.

export const providerTables = `
create table provider_turns (
  provider text primary key,
  turns timestamptz[] not null default '{}'
) with (fillfactor = 50);

create table provider_hours (
  provider text not null,
  hour timestamptz not null,
  turns integer not null,
  primary key (provider, hour)
);

-- The key is a digest because URLs are longer than an index entry may be.
create table provider_answers (
  provider text not null,
  key text not null,
  address text not null,
  content_type text not null,
  body text not null,
  bytes integer not null,
  at timestamptz not null default quarry_now(),
  primary key (provider, key)
);

-- The state is compressed JSON; servers detect each other's writes by its version.
create table drift_series (
  endpoint text not null,
  provider text not null,
  form text not null,
  signature text not null,
  version bigint not null,
  state bytea not null,
  alarms jsonb not null,
  updated timestamptz not null,
  primary key (endpoint, provider, form, signature)
) with (fillfactor = 50);
alter table drift_series alter column state set storage external;

create table incidents (
  id bigint generated always as identity primary key,
  endpoint text not null,
  provider text not null,
  form text not null,
  field text,
  kind text not null,
  since timestamptz not null,
  until timestamptz not null
);
`
