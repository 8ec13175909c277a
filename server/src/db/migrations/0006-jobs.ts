// Jobs as their callers see them: what was asked, how it stands, what came of it. Dispatch is not here; a queue
// of its own hands the ids to workers.
//
// A job is named after the request that made it, and so is its hold. `attempts` counts how often a worker took it and is
// the worker's token: who was overtaken by another cannot end the job any more. A result is JSON text.

export const jobs = `
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
  check ((finished is not null) = (state in ('completed', 'failed'))),
  check ((batch_id is null) = (item is null))
) with (fillfactor = 70);

create index jobs_of_account on jobs (account_id, created, id);
create index jobs_open on jobs (account_id, key_id) where state in ('queued', 'running');
create index jobs_expiring on jobs (expires) where expires is not null;
create unique index jobs_of_batch on jobs (batch_id, item) where batch_id is not null;
`
