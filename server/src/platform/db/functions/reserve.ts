// Decides which calls of a batch get a hold. The decision is made in the database, under the row lock of each account,
// because several servers spend the same credits. It checks quotas first, then open invoices, then credits. A run is a number of consecutive calls with the same
// account, key and price; a busy key sends hundreds in one batch, and one division computes how many of them fit.
//
// The first `reserved` calls of a run fit; `outcome` says why the next one did not, and is null if all fit.
// `subscription` and `bonus` are what the account had before the run; its calls use the subscription first. The runs
// must be sorted by account, then key: all servers lock accounts in ascending order, so they cannot deadlock. With
// p_charge the credits are charged at once instead of held.
import { databaseFunction } from './database-function.ts'

export const reserveFunction = databaseFunction(
  'quarry_reserve(integer[], uuid[], integer[], integer[], boolean)',
  2,
)`
create or replace function quarry_reserve(p_accounts integer[], p_keys uuid[], p_credits integer[], p_counts integer[],
  p_charge boolean)
returns table (run integer, reserved integer, outcome text, retry_after integer, subscription bigint,
  bonus bigint, period integer, at timestamptz)
language plpgsql as $$
declare
  v_size constant integer := coalesce(array_length(p_accounts, 1), 0);
  v_account integer; v_invoices boolean; v_period_end timestamptz;
  v_subscription bigint; v_bonus bigint; v_all_subscription bigint; v_all_bonus bigint;
  v_key uuid; v_taken bigint; v_credits integer; v_spent bigint; v_next bigint;
  v_total bigint; v_monthly bigint; v_weekly bigint; v_daily bigint;
begin
  run := 1;
  while run <= v_size loop
    if p_accounts[run] <= v_account then raise exception 'runs are not sorted by account'; end if;
    v_account := p_accounts[run];
    select a.open_invoices, a.period_end, a.period, a.subscription_available, a.bonus_available
      into strict v_invoices, v_period_end, period, v_subscription, v_bonus
      from accounts a where a.id = v_account for update;
    at := quarry_now();
    if v_period_end <= at then
      perform quarry_renew(v_account, at);
      select a.period, a.subscription_available into strict period, v_subscription
        from accounts a where a.id = v_account;
    end if;
    v_all_subscription := v_subscription; v_all_bonus := v_bonus;
    while run <= v_size and p_accounts[run] = v_account loop
      v_key := p_keys[run]; v_taken := 0;
      select r.total, r.monthly, r.weekly, r.daily into v_total, v_monthly, v_weekly, v_daily
        from quarry_quota_left(v_account, v_key, at) r;
      while run <= v_size and p_accounts[run] = v_account and p_keys[run] = v_key loop
        v_credits := p_credits[run];
        subscription := v_subscription; bonus := v_bonus;
        -- A window without a quota is null, which least() passes over.
        reserved := case when v_invoices then 0 else greatest(0, least(p_counts[run],
          (v_total - v_taken) / v_credits, (v_monthly - v_taken) / v_credits, (v_weekly - v_taken) / v_credits,
          (v_daily - v_taken) / v_credits, (v_subscription + v_bonus) / v_credits)) end;
        v_spent := reserved::bigint * v_credits;
        v_taken := v_taken + v_spent;
        v_subscription := greatest(subscription - v_spent, 0);
        v_bonus := bonus - (v_spent - (subscription - v_subscription));
        outcome := null; retry_after := null;
        if reserved < p_counts[run] then
          v_next := v_taken + v_credits;
          outcome := case
            when v_next > v_total then 'total'
            when v_next > v_monthly then 'monthly'
            when v_next > v_weekly then 'weekly'
            when v_next > v_daily then 'daily'
            when v_invoices then 'open_invoices'
            else 'credits_exhausted' end;
          retry_after := case outcome
            when 'monthly' then quarry_quota_wait(v_key, 3600, interval '720 hours', at, v_next - v_monthly)
            when 'weekly' then quarry_quota_wait(v_key, 3600, interval '168 hours', at, v_next - v_weekly)
            when 'daily' then quarry_quota_wait(v_key, 60, interval '24 hours', at, v_next - v_daily) end;
        end if;
        return next;
        run := run + 1;
      end loop;
      if v_taken > 0 then perform quarry_take_quota(v_key, v_taken, at); end if;
    end loop;
    if v_all_subscription + v_all_bonus > v_subscription + v_bonus then
      perform quarry_take_credits(v_account, v_all_subscription - v_subscription, v_all_bonus - v_bonus, p_charge);
    end if;
  end loop;
end $$;
`

// Adds the credits of a batch of calls to the usage of the key's quotas, and moves them within the account's funds.
export const takeQuotaFunction = databaseFunction('quarry_take_quota(uuid, bigint, timestamptz)', 1)`
create or replace function quarry_take_quota(p_key uuid, p_credits bigint, p_now timestamptz)
returns void language plpgsql as $$
begin
  insert into key_meters as m (key_id, credits) values (p_key, p_credits)
    on conflict (key_id) do update set credits = m.credits + excluded.credits;
  insert into quota_buckets as b (key_id, grain_seconds, start, credits) values
    (p_key, 60, date_bin(interval '1 minute', p_now, timestamptz 'epoch'), p_credits),
    (p_key, 3600, date_bin(interval '1 hour', p_now, timestamptz 'epoch'), p_credits)
    on conflict (key_id, grain_seconds, start) do update set credits = b.credits + excluded.credits;
end $$;
`

export const takeCreditsFunction = databaseFunction(
  'quarry_take_credits(integer, bigint, bigint, boolean)',
  1,
)`
create or replace function quarry_take_credits(p_account integer, p_subscription bigint, p_bonus bigint, p_charge boolean)
returns void language plpgsql as $$
declare
  v_charge constant integer := p_charge::integer;
  v_hold constant integer := 1 - v_charge;
begin
  update accounts set
    subscription_available = subscription_available - p_subscription,
    subscription_held = subscription_held + v_hold * p_subscription,
    subscription_charged = subscription_charged + v_charge * p_subscription,
    period_subscription_charged = period_subscription_charged + v_charge * p_subscription,
    bonus_available = bonus_available - p_bonus,
    bonus_held = bonus_held + v_hold * p_bonus,
    bonus_charged = bonus_charged + v_charge * p_bonus,
    period_bonus_charged = period_bonus_charged + v_charge * p_bonus
  where id = p_account;
end $$;
`

// What is left of a key's quotas. Every bucket that overlaps a window counts, so that no rolling window exceeds its quota.
// A window without a quota has null left. The wait is the time until enough credits have left the window, at most its
// length, even if they never will.
export const quotaUsedFunction = databaseFunction(
  'quarry_quota_used(uuid, integer, interval, timestamptz)',
  1,
)`
create or replace function quarry_quota_used(p_key uuid, p_grain integer, p_window interval, p_now timestamptz)
returns bigint language plpgsql as $$
begin
  return (select coalesce(sum(b.credits), 0) from quota_buckets b
    where b.key_id = p_key and b.grain_seconds = p_grain
      and b.start > p_now - p_window - p_grain * interval '1 second');
end $$;
`

export const quotaLeftFunction = databaseFunction('quarry_quota_left(integer, uuid, timestamptz)', 1)`
create or replace function quarry_quota_left(p_account integer, p_key uuid, p_now timestamptz,
  out total bigint, out monthly bigint, out weekly bigint, out daily bigint)
language plpgsql as $$
begin
  select k.quota_total, k.quota_monthly, k.quota_weekly, k.quota_daily
    into strict total, monthly, weekly, daily
    from keys k where k.id = p_key and k.account_id = p_account;
  if total is not null then
    total := total - coalesce((select m.credits from key_meters m where m.key_id = p_key), 0);
  end if;
  if monthly is not null then
    monthly := monthly - quarry_quota_used(p_key, 3600, interval '720 hours', p_now);
  end if;
  if weekly is not null then
    weekly := weekly - quarry_quota_used(p_key, 3600, interval '168 hours', p_now);
  end if;
  if daily is not null then
    daily := daily - quarry_quota_used(p_key, 60, interval '24 hours', p_now);
  end if;
end $$;
`

export const quotaWaitFunction = databaseFunction(
  'quarry_quota_wait(uuid, integer, interval, timestamptz, bigint)',
  2,
)`
create or replace function quarry_quota_wait(p_key uuid, p_grain integer, p_window interval, p_now timestamptz, p_need bigint)
returns integer language plpgsql as $$
declare v_free timestamptz;
begin
  select b.start + p_grain * interval '1 second' + p_window into v_free
    from (select c.start, sum(c.credits) over (order by c.start) as leaving from quota_buckets c
      where c.key_id = p_key and c.grain_seconds = p_grain
        and c.start > p_now - p_window - p_grain * interval '1 second') b
    where b.leaving >= p_need order by b.start limit 1;
  return greatest(1, ceil(extract(epoch from least(v_free - p_now, p_window))));
end $$;
`
