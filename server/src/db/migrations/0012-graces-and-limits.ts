// Every replaced secret keeps its own grace, and an account knows whether its rate limit was ever given. A server of
// an earlier version may go on using the database: it knows neither the tables nor the column, and needs neither.
// Accounts made before, or by a server that does not know the column, stay as unlimited as they were.
// `keys.previous_hash` has room for one secret only. It is written as before, for servers that read nothing else; the
// trigger keeps what it says, whichever server wrote it.

export const gracesAndLimits = `
alter table accounts add rate_limit_given boolean not null default true;

create table key_graces (
  hash bytea primary key,
  key_id uuid not null references keys,
  until timestamptz not null
);

create index key_graces_of_key on key_graces (key_id);

insert into key_graces (hash, key_id, until)
select previous_hash, id, previous_until from keys
where previous_hash is not null and previous_until > quarry_now();

create trigger keep_key_grace after update of hash on keys
for each row when (old.hash is distinct from new.hash) execute function quarry_keep_key_grace();

create table webhook_graces (
  account_id integer not null references accounts,
  secret text not null,
  until timestamptz not null,
  primary key (account_id, secret)
);

insert into webhook_graces (account_id, secret, until)
select account_id, previous, previous_until from webhook_secrets
where previous is not null and previous_until > quarry_now();

create trigger keep_webhook_grace after update of secret on webhook_secrets
for each row when (old.secret is distinct from new.secret) execute function quarry_keep_webhook_grace();
`
