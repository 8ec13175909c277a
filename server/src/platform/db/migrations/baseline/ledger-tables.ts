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
