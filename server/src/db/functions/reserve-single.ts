// The decision about single calls, as servers of version 0.1.0 ask for it: nothing here calls it any more, but one of
// them may share the database during an upgrade. The next release drops it.
import type { DatabaseFunction } from './database-function.ts'

export const reserveSingleFunction: DatabaseFunction = {
  signature: 'quarry_reserve(integer[], uuid[], integer[], boolean)',
  version: 1,
  text: `
create or replace function quarry_reserve(p_accounts integer[], p_keys uuid[], p_credits integer[], p_charge boolean)
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
`,
}
