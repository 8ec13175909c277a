// Batches: many inputs of one endpoint taken on together. Each input is a job; here is what they have in common.
//
// `open` counts the items that have not ended; the transaction that ends the last one finishes the batch.

export const batches = `
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
`
