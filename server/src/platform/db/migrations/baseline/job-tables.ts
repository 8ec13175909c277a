// The baseline: the tables of jobs, batches and watches, of webhooks, and of providers. Databases that were made by the 32
// migrations before it have the same schema.
import { countedTables, countTriggers, watchTables } from '../../functions/triggers.ts'

// Jobs, batches of jobs, watches that run on a schedule, and the bytes that an account stores with all of them.
//
// A job has the id of the request that created it, and so has its hold. `attempts` counts how often a worker claimed
// the job and is the worker's token: a worker that lost its lease cannot end the job. `handed_back` counts the attempts
// that ended with a stopping worker; only the others count as crashes. `start_number` orders the start among the ids of
// the request log. A batch is finished by the transaction that ends its last item.
export const jobTables = `
create type job_state as enum ('queued', 'running', 'completed', 'failed');

create table jobs (
  id uuid primary key,
  account_id integer not null,
  key_id uuid not null,
  endpoint text not null,
  params text not null,
  soft_fail boolean not null,
  max_age_seconds integer not null,
  price integer not null check (price >= 0),
  state job_state not null default 'queued',
  attempts smallint not null default 0,
  status_code smallint,
  credits integer not null default 0,
  result text,
  error text,
  reason text,
  created timestamptz not null,
  started timestamptz,
  finished timestamptz,
  expires timestamptz,
  batch_id uuid,
  item integer,
  webhook text,
  start_number bigint,
  provider text,
  provenance json,
  require text,
  require_any text,
  result_until timestamptz,
  handed_back smallint not null default 0,
  check ((finished is not null) = (state in ('completed', 'failed'))),
  check ((batch_id is null) = (item is null))
) with (fillfactor = 70);

create index jobs_of_account on jobs (account_id, created, id);
create index jobs_open on jobs (account_id, key_id) where state in ('queued', 'running');
create index jobs_running on jobs (start_number) where state = 'running';
create index jobs_expiring on jobs (expires) where expires is not null;
create unique index jobs_of_batch on jobs (batch_id, item) where batch_id is not null;
create index jobs_results_bounded on jobs (result_until) where result_until is not null and result is not null;

create table batches (
  id uuid primary key,
  account_id integer not null,
  endpoint text not null,
  total integer not null check (total > 0),
  open integer not null check (open >= 0),
  cancelled boolean not null default false,
  webhook text,
  created timestamptz not null,
  finished timestamptz,
  expires timestamptz,
  check ((finished is null) = (open > 0))
);

create index batches_of_account on batches (account_id, created, id);
create index batches_expiring on batches (expires) where expires is not null;

create type watch_state as enum ('active', 'paused', 'ended');

create table watches (
  id uuid primary key,
  account_id integer not null references accounts,
  key_id uuid not null references keys,
  endpoint text not null,
  params text not null,
  every text not null,
  fields text[],
  webhook text,
  until timestamptz,
  state watch_state not null default 'active',
  paused_reason text,
  paused_at timestamptz,
  created timestamptz not null,
  next_at timestamptz,
  job_id uuid,
  last_job_id uuid,
  last_run timestamptz,
  runs integer not null default 0,
  missed integer not null default 0,
  changes integer not null default 0,
  without_record integer not null default 0,
  value text,
  value_mark text,
  events integer not null default 0,
  check ((state = 'active') = (next_at is not null)),
  check ((state = 'paused') = (paused_reason is not null))
);

create index watches_of_account on watches (account_id, created, id);
create index watches_due on watches (next_at) where state = 'active' and job_id is null;
create index watches_running on watches (job_id) where job_id is not null;

create table watch_events (
  watch_id uuid not null references watches on delete cascade,
  number integer not null,
  account_id integer not null,
  at timestamptz not null,
  type text not null,
  job_id uuid,
  provider text,
  reason text,
  missed integer,
  patch text,
  before text,
  after text,
  primary key (watch_id, number)
);
`

/** Needs the tables of jobs and webhooks. The stored bytes of an account are the sum of its rows. */
export const storedBytes = `
create table stored_bytes (
  id bigint generated always as identity primary key,
  account_id integer not null,
  bytes bigint not null
);
create index stored_bytes_of_account on stored_bytes (account_id);
${countTriggers({ ...countedTables, ...watchTables })}
`

// Webhooks: the secrets that sign an account's messages, and one row per message to deliver.
//
// A signature cannot be computed from a hash, so the secret is stored readable. The message itself is built at delivery
// from its job, batch or watch event. `next_at` is when the next try is due, `lease_until` the end of a running try,
// and
// `tries` holds the last few attempts, newest last. A message outlives its job, so it names its key itself.
export const webhookTables = `
create table webhook_secrets (
  account_id integer primary key references accounts,
  secret text not null,
  previous text,
  previous_until timestamptz,
  made timestamptz default quarry_now()
);

create table webhook_graces (
  account_id integer not null references accounts,
  secret text not null,
  until timestamptz not null,
  primary key (account_id, secret)
);

create trigger keep_webhook_grace after update of secret on webhook_secrets
for each row when (old.secret is distinct from new.secret) execute function quarry_keep_webhook_grace();
create trigger date_webhook_secret before update of secret on webhook_secrets
for each row when (old.secret is distinct from new.secret) execute function quarry_date_webhook_secret();

create type delivery_state as enum ('pending', 'delivered', 'failed');

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  account_id integer not null,
  job_id uuid,
  batch_id uuid,
  url text not null,
  state delivery_state not null default 'pending',
  attempts integer not null default 0,
  tries jsonb not null default '[]',
  created timestamptz not null,
  next_at timestamptz,
  give_up_at timestamptz not null,
  finished timestamptz,
  redelivered timestamptz,
  key_id uuid,
  watch_id uuid,
  watch_event integer,
  lease_until timestamptz,
  check (num_nonnulls(job_id, batch_id, watch_id) = 1),
  check ((state = 'pending') = (next_at is not null)),
  check ((state = 'pending') = (finished is null))
);

create index webhook_deliveries_of_account on webhook_deliveries (account_id, created, id);
create index webhook_deliveries_due on webhook_deliveries (next_at) where state = 'pending';
create index webhook_deliveries_finished on webhook_deliveries (finished) where finished is not null;
create index webhook_deliveries_redelivered on webhook_deliveries (account_id, redelivered)
  where redelivered is not null;
`

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
