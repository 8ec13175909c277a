// Idempotency keys: who is working on one, or what was answered under it. The primary key arbitrates between
// callers, on one server or many.
//
// Without a status the request is still running: it is alive as long as the hold that is named after it.

export const idempotency = `
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
  primary key (account_id, key),
  check ((status is null) = (body is null))
);

create index idempotency_keys_expiring on idempotency_keys (expires);
`
