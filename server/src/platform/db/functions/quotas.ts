// What is left of a key's quotas. Every bucket that overlaps a window counts, so that no rolling window exceeds its quota.
// A window without a quota has null left. The wait is the time until enough credits have left the window, at most its
// length, even if they never will.
import { databaseFunction } from './database-function.ts'

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
