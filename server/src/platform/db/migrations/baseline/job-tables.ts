// Jobs, batches of jobs, watches that run on a schedule, and the bytes that an account stores with all of them.
//
// A job has the id of the request that created it, and so has its hold. `attempts` counts how often a worker claimed
// the job and is the worker's token: a worker that lost its lease cannot end the job. `handed_back` counts the attempts
// that ended with a stopping worker; only the others count as crashes. `start_number` orders the start among the ids of
// the request log. A batch is finished by the transaction that ends its last item.
import { countedTables, watchTables } from '../../functions/count-stored.ts'
import { countTriggers } from '../count-triggers.ts'

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
