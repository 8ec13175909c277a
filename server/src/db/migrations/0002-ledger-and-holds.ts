// The record of money: an append-only ledger of grants, charges and expiries, and the holds that are open.
// Balances on the account are derived from these and are kept in the same transaction.
//
// A hold is named after its request. One without a lease belongs to a job and lives as long as the job.

export const ledgerAndHolds = `
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
`
