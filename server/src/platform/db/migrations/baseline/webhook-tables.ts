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
