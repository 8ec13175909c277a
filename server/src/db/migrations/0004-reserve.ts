// The decision about a batch of holds, in the database, because it arbitrates between servers: under each
// account's row lock, in order, quota before invoices before credits.
import { type Migration, sql } from 'kysely'

export const reserveMigration: Migration = {
  async up(database) {
    await sql.raw(quotas).execute(database)
    await sql.raw(take).execute(database)
    await sql.raw(reserve).execute(database)
  },
}

/**
 * Every bucket that is not wholly past counts, so that no rolling window is ever over its quota. The room left
 * is null where a window has no quota; the wait is the time until enough credits have left the window, or its
 * whole length where they never will.
 */
const quotas = `
create function quarry_quota_used(p_key uuid, p_grain integer, p_window interval, p_now timestamptz)
returns bigint language plpgsql as $$
begin
  return (select coalesce(sum(b.credits), 0) from quota_buckets b
    where b.key_id = p_key and b.grain_seconds = p_grain
      and b.start > p_now - p_window - p_grain * interval '1 second');
end $$;

create function quarry_quota_room(p_account integer, p_key uuid, p_now timestamptz,
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

create function quarry_quota_wait(p_key uuid, p_grain integer, p_window interval, p_now timestamptz, p_need bigint)
returns integer language plpgsql as $$
declare v_free timestamptz;
begin
  select b.start + p_grain * interval '1 second' + p_window into v_free
    from (select c.start, sum(c.credits) over (order by c.start) as leaving from quota_buckets c
      where c.key_id = p_key and c.grain_seconds = p_grain
        and c.start > p_now - p_window - p_grain * interval '1 second') b
    where b.leaving >= p_need order by b.start limit 1;
  return greatest(1, ceil(extract(epoch from coalesce(v_free - p_now, p_window))));
end $$;
`

/** Writes what the batch took: from the key's meters, and from the account's funds. */
const take = `
create function quarry_take_quota(p_key uuid, p_credits bigint, p_now timestamptz)
returns void language plpgsql as $$
begin
  insert into key_meters as m (key_id, credits) values (p_key, p_credits)
    on conflict (key_id) do update set credits = m.credits + excluded.credits;
  insert into quota_buckets as b (key_id, grain_seconds, start, credits) values
    (p_key, 60, date_bin(interval '1 minute', p_now, timestamptz 'epoch'), p_credits),
    (p_key, 3600, date_bin(interval '1 hour', p_now, timestamptz 'epoch'), p_credits)
    on conflict (key_id, grain_seconds, start) do update set credits = b.credits + excluded.credits;
end $$;

create function quarry_take_credits(p_account integer, p_subscription bigint, p_bonus bigint, p_charge boolean)
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

/**
 * Takes the credits of each item out of the available ones, subscription first, or says why not. The items
 * must be sorted by account, then key: everyone locks accounts in ascending order, so no two servers can wait
 * for each other. With p_charge the credits are charged at once instead of held.
 */
const reserve = `
create function quarry_reserve(p_accounts integer[], p_keys uuid[], p_credits integer[], p_charge boolean)
returns table (n integer, outcome text, subscription integer, bonus integer, period integer,
  retry_after integer, at timestamptz, remaining bigint)
language plpgsql as $$
declare
  v_size constant integer := coalesce(array_length(p_accounts, 1), 0);
  v_account integer; v_invoices boolean; v_period_end timestamptz;
  v_subscription bigint; v_bonus bigint; v_from_subscription bigint; v_from_bonus bigint;
  v_key uuid; v_taken bigint; v_credits integer;
  v_total bigint; v_monthly bigint; v_weekly bigint; v_daily bigint;
  v_waited text; v_wait integer;
begin
  n := 1;
  while n <= v_size loop
    if p_accounts[n] <= v_account then raise exception 'items are not sorted by account'; end if;
    v_account := p_accounts[n];
    select a.open_invoices, a.period_end, a.period, a.subscription_available, a.bonus_available
      into strict v_invoices, v_period_end, period, v_subscription, v_bonus
      from accounts a where a.id = v_account for update;
    at := quarry_now();
    if v_period_end <= at then
      perform quarry_renew(v_account, at);
      select a.period, a.subscription_available into strict period, v_subscription
        from accounts a where a.id = v_account;
    end if;
    v_from_subscription := 0; v_from_bonus := 0;
    while n <= v_size and p_accounts[n] = v_account loop
      v_key := p_keys[n]; v_taken := 0; v_waited := '';
      select r.total, r.monthly, r.weekly, r.daily into v_total, v_monthly, v_weekly, v_daily
        from quarry_quota_room(v_account, v_key, at) r;
      while n <= v_size and p_accounts[n] = v_account and p_keys[n] = v_key loop
        v_credits := p_credits[n];
        outcome := case
          when v_taken + v_credits > v_total then 'total'
          when v_taken + v_credits > v_monthly then 'monthly'
          when v_taken + v_credits > v_weekly then 'weekly'
          when v_taken + v_credits > v_daily then 'daily'
          when v_invoices then 'open_invoices'
          when v_subscription + v_bonus < v_credits then 'credits_exhausted'
          else 'reserved' end;
        if outcome = 'reserved' then
          subscription := least(v_subscription, v_credits); bonus := v_credits - subscription;
          v_subscription := v_subscription - subscription; v_bonus := v_bonus - bonus;
          v_from_subscription := v_from_subscription + subscription; v_from_bonus := v_from_bonus + bonus;
          v_taken := v_taken + v_credits;
        else
          subscription := 0; bonus := 0;
        end if;
        retry_after := null;
        if outcome in ('monthly', 'weekly', 'daily') then
          -- A flood of refusals asks for the same wait again and again: the buckets are read once.
          if v_waited <> outcome || v_credits then
            v_wait := case outcome
              when 'monthly' then quarry_quota_wait(v_key, 3600, interval '720 hours', at, v_taken + v_credits - v_monthly)
              when 'weekly' then quarry_quota_wait(v_key, 3600, interval '168 hours', at, v_taken + v_credits - v_weekly)
              else quarry_quota_wait(v_key, 60, interval '24 hours', at, v_taken + v_credits - v_daily) end;
            v_waited := outcome || v_credits;
          end if;
          retry_after := v_wait;
        end if;
        remaining := v_subscription + v_bonus;
        return next;
        n := n + 1;
      end loop;
      if v_taken > 0 then perform quarry_take_quota(v_key, v_taken, at); end if;
    end loop;
    if v_from_subscription + v_from_bonus > 0 then
      perform quarry_take_credits(v_account, v_from_subscription, v_from_bonus, p_charge);
    end if;
  end loop;
end $$;
`
