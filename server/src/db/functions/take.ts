// Takes the credits of a batch of calls: adds them to the usage of the key's quotas, and moves them within the
// account's funds.
import { databaseFunction } from './database-function.ts'

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
