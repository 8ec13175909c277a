// Watches: what runs on a schedule, what its record was when it was last seen, and what happened to it since. One run
// at a time, whose job the watch names until it was looked at. Their bytes count like those of jobs, and a webhook's
// message may be of a watch's event.
import { watchTables } from '../functions/count-stored.ts'
import { countTriggers } from './0013-stored-bytes.ts'

export const watches = `
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

alter table webhook_deliveries add column watch_id uuid, add column watch_event integer,
  drop constraint webhook_deliveries_check,
  add constraint webhook_deliveries_check check (num_nonnulls(job_id, batch_id, watch_id) = 1);
${countTriggers(watchTables)}
`
