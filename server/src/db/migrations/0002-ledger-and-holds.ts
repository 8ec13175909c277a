// The record of money: an append-only ledger of grants, charges and expiries, and the holds that are open.
// Balances on the account are derived from these and are kept in the same transaction.
import { type Migration, sql } from 'kysely'

export const ledgerAndHoldsMigration: Migration = {
  async up(database) {
    await sql.raw(ledger).execute(database)
    await sql.raw(holds).execute(database)
    await sql.raw(renewal).execute(database)
    await sql.raw(grants).execute(database)
  },
}

const ledger = `
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

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger append_only before update or delete on ledger
  for each row execute function refuse_change();
create trigger never_emptied before truncate on ledger
  for each statement execute function refuse_change();
`

/** A hold is named after its request. One without a lease belongs to a job and lives as long as the job. */
const holds = `
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

/**
 * Starts the period that `p_now` lies in, where the account's has ended. Periods are half-open. Idle periods
 * in between are skipped: granting and expiring them would write rows that change nothing.
 */
const renewal = `
create function quarry_renew(p_account integer, p_now timestamptz) returns void language plpgsql as $$
declare
  a accounts%rowtype;
  v_length interval;
  v_start timestamptz;
begin
  select * into strict a from accounts where id = p_account for update;
  if a.period_end is null or a.period_end > p_now then return; end if;
  v_length := a.period_days * interval '24 hours';
  v_start := a.period_end
    + floor(extract(epoch from p_now - a.period_end) / extract(epoch from v_length))::integer * v_length;
  insert into ledger (at, account_id, fund, entry, credits, period)
    select p_now, a.id, 'subscription', 'expire', a.subscription_available, a.period
    where a.subscription_available > 0;
  insert into ledger (at, account_id, fund, entry, credits, period)
    values (p_now, a.id, 'subscription', 'grant', a.subscription_total, a.period + 1);
  update accounts set
    period = a.period + 1, period_start = v_start, period_end = v_start + v_length,
    period_granted = a.subscription_total, period_subscription_charged = 0, period_bonus_charged = 0,
    subscription_expired = subscription_expired + a.subscription_available,
    subscription_granted = subscription_granted + a.subscription_total,
    subscription_available = a.subscription_total
  where id = a.id;
end $$;
`

/**
 * How credits get into an account. A larger subscription is granted at once for the running period, a smaller
 * one expires what is left above it; held credits are never touched, they expire when they are released.
 */
const grants = `
create function quarry_grant_bonus(p_account integer, p_credits bigint, p_reason text)
returns void language plpgsql as $$
declare v_period integer;
begin
  update accounts set bonus_granted = bonus_granted + p_credits, bonus_available = bonus_available + p_credits
    where id = p_account returning period into strict v_period;
  insert into ledger (at, account_id, fund, entry, credits, period, reason)
    values (quarry_now(), p_account, 'bonus', 'grant', p_credits, v_period, p_reason);
end $$;

create function quarry_set_subscription(p_account integer, p_total bigint, p_days integer)
returns void language plpgsql as $$
declare
  a accounts%rowtype;
  v_now timestamptz;
  v_more bigint;
  v_less bigint;
  v_ends boolean;
begin
  perform 1 from accounts where id = p_account for update;
  v_now := quarry_now();
  perform quarry_renew(p_account, v_now);
  select * into strict a from accounts where id = p_account;
  if a.subscription_total = 0 and p_total > 0 then
    update accounts set period = period + 1, period_start = v_now,
      period_end = v_now + p_days * interval '24 hours',
      period_granted = 0, period_subscription_charged = 0, period_bonus_charged = 0,
      subscription_total = p_total where id = p_account returning * into a;
    v_more := p_total;
    v_less := 0;
  else
    v_more := greatest(p_total - a.subscription_total, 0);
    v_less := least(greatest(a.subscription_total - p_total, 0), a.subscription_available);
    if p_total = 0 then v_less := a.subscription_available; end if;
  end if;
  v_ends := p_total = 0 and a.subscription_total > 0;
  insert into ledger (at, account_id, fund, entry, credits, period)
    select v_now, a.id, 'subscription', e.entry, e.credits, a.period
    from (values ('grant'::entry, v_more), ('expire'::entry, v_less)) as e(entry, credits)
    where e.credits > 0;
  update accounts set
    subscription_total = p_total, period_days = p_days,
    period = case when v_ends then period + 1 else period end,
    period_start = case when p_total = 0 then null else period_start end,
    period_end = case when p_total = 0 then null else period_end end,
    period_granted = case when p_total = 0 then 0 else period_granted + v_more - v_less end,
    period_subscription_charged = case when v_ends then 0 else period_subscription_charged end,
    period_bonus_charged = case when v_ends then 0 else period_bonus_charged end,
    subscription_granted = subscription_granted + v_more,
    subscription_expired = subscription_expired + v_less,
    subscription_available = subscription_available + v_more - v_less
  where id = p_account;
end $$;
`
