// Trigger functions: the ledger is append-only, and a replaced key or webhook secret gets its grace period, whichever
// server replaced it.
import { databaseFunction } from './database-function.ts'

export const refuseChangeFunction = databaseFunction('refuse_change()', 1)`
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
`

export const keepKeyGraceFunction = databaseFunction('quarry_keep_key_grace()', 1)`
create or replace function quarry_keep_key_grace() returns trigger language plpgsql as $$
begin
  delete from key_graces where key_id = new.id and until <= quarry_now();
  insert into key_graces (hash, key_id, until)
  select old.hash, new.id, new.previous_until where new.previous_until > quarry_now();
  return null;
end $$;
`

export const keepWebhookGraceFunction = databaseFunction('quarry_keep_webhook_grace()', 1)`
create or replace function quarry_keep_webhook_grace() returns trigger language plpgsql as $$
begin
  delete from webhook_graces where account_id = new.account_id and until <= quarry_now();
  insert into webhook_graces (account_id, secret, until)
  select new.account_id, old.secret, new.previous_until where new.previous_until > quarry_now();
  return null;
end $$;
`

export const dateWebhookSecretFunction = databaseFunction('quarry_date_webhook_secret()', 2)`
create or replace function quarry_date_webhook_secret() returns trigger language plpgsql as $$
begin
  new.created := quarry_now();
  return new;
end $$;
`
