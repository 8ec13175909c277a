// Grants credits to an account, and takes bonus credits back. A changed subscription is compared with what the
// current period was granted, less what expired: a larger one grants the difference at once, a smaller one expires what
// is left above it. What is already used stays granted, so lowering and raising a subscription grants nothing twice. Held
// credits expire on release.
import { databaseFunction } from './database-function.ts'

export const grantBonusFunction = databaseFunction('quarry_grant_bonus(integer, bigint, text)', 1)`
create or replace function quarry_grant_bonus(p_account integer, p_credits bigint, p_reason text)
returns void language plpgsql as $$
declare v_period integer;
begin
  update accounts set bonus_granted = bonus_granted + p_credits, bonus_available = bonus_available + p_credits
    where id = p_account returning period into strict v_period;
  insert into ledger (at, account_id, fund, entry, credits, period, reason)
    values (quarry_now(), p_account, 'bonus', 'grant', p_credits, v_period, p_reason);
end $$;
`

/** Returns what was available; less than `p_credits` means that nothing was taken. */
export const correctBonusFunction = databaseFunction('quarry_correct_bonus(integer, bigint, text)', 1)`
create or replace function quarry_correct_bonus(p_account integer, p_credits bigint, p_reason text)
returns bigint language plpgsql as $$
declare v_period integer; v_available bigint;
begin
  select period, bonus_available into strict v_period, v_available from accounts where id = p_account for update;
  if v_available >= p_credits then
    update accounts set bonus_corrected = bonus_corrected + p_credits, bonus_available = bonus_available - p_credits
      where id = p_account;
    insert into ledger (at, account_id, fund, entry, credits, period, reason)
      values (quarry_now(), p_account, 'bonus', 'correct', p_credits, v_period, p_reason);
  end if;
  return v_available;
end $$;
`

export const setSubscriptionFunction = databaseFunction(
  'quarry_set_subscription(integer, bigint, integer)',
  3,
)`
create or replace function quarry_set_subscription(p_account integer, p_total bigint, p_days integer)
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
  v_ends := p_total = 0 and a.subscription_total > 0;
  if a.subscription_total = 0 and p_total > 0 then
    a.period := a.period + 1;
    a.period_start := v_now;
    a.period_end := v_now + p_days * interval '24 hours';
    a.period_granted := 0;
    a.period_subscription_charged := 0;
    a.period_bonus_charged := 0;
    v_more := p_total;
    v_less := 0;
  else
    v_more := greatest(p_total - a.period_granted, 0);
    v_less := least(greatest(a.period_granted - p_total, 0), a.subscription_available);
    if p_total = 0 then v_less := a.subscription_available; end if;
  end if;
  insert into ledger (at, account_id, fund, entry, credits, period)
    select v_now, a.id, 'subscription', e.entry, e.credits, a.period
    from (values ('grant'::entry, v_more), ('expire'::entry, v_less)) as e(entry, credits)
    where e.credits > 0;
  update accounts set
    subscription_total = p_total, period_days = p_days,
    period = case when v_ends then a.period + 1 else a.period end,
    period_start = case when v_ends then quarry_month(v_now) else a.period_start end,
    period_end = case when v_ends then quarry_next_month(v_now) else a.period_end end,
    period_granted = case when p_total = 0 then 0 else a.period_granted + v_more - v_less end,
    period_subscription_charged = case when v_ends then 0 else a.period_subscription_charged end,
    period_bonus_charged = case when v_ends then 0 else a.period_bonus_charged end,
    subscription_granted = subscription_granted + v_more,
    subscription_expired = subscription_expired + v_less,
    subscription_available = subscription_available + v_more - v_less
  where id = p_account;
end $$;
`
