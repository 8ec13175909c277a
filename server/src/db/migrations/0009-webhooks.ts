// Webhooks: the secret an account's messages are signed with, and one row for each message to be delivered.
//
// The secret is kept readable, unlike keys: a signature cannot be made from a hash. The message itself is made at
// delivery from the job or batch it tells of. While one is being delivered, `next_at` is the end of its lease. `tries`
// has the last few attempts, newest last.

export const webhooks = `
create table webhook_secrets (
  account_id integer primary key references accounts,
  secret text not null,
  previous text,
  previous_until timestamptz
);

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
  check ((job_id is null) <> (batch_id is null)),
  check ((state = 'pending') = (next_at is not null)),
  check ((state = 'pending') = (finished is null))
);

create index webhook_deliveries_of_account on webhook_deliveries (account_id, created, id);
create index webhook_deliveries_due on webhook_deliveries (next_at) where state = 'pending';
create index webhook_deliveries_finished on webhook_deliveries (finished) where finished is not null;
`
