// Ending holds for their whole price or nothing, as servers of version 0.1.0 do: nothing here calls it any more, but
// one of them may share the database during an upgrade. The next release drops it.
import type { DatabaseFunction } from './database-function.ts'

export const settleWholeFunction: DatabaseFunction = {
  signature: 'quarry_settle(integer[], uuid[], boolean[], boolean)',
  version: 1,
  text: `
create or replace function quarry_settle(p_accounts integer[], p_holds uuid[], p_charge boolean[], p_expired_only boolean)
returns table (n bigint, id uuid, account_id integer, key_id uuid, endpoint text, subscription integer,
  bonus integer, created timestamptz, at timestamptz, remaining bigint)
language plpgsql as $$
#variable_conflict use_column
declare v_now timestamptz;
begin
  perform 1 from accounts a where a.id = any(p_accounts) order by a.id for update;
  v_now := quarry_now();
  perform quarry_renew(a.id, v_now) from accounts a where a.id = any(p_accounts) and a.period_end <= v_now;
  return query
    with ended as (
      delete from holds h using unnest(p_holds, p_charge) with ordinality as i(id, charge, n)
      where h.id = i.id and h.account_id = any(p_accounts)
        and (not p_expired_only or h.lease_until < v_now)
      returning h.*, i.charge, i.n
    ), known as (
      select e.*, e.period = a.period as current from ended e join accounts a on a.id = e.account_id
    ), sums as (
      select k.account_id, sum(k.subscription) as subscription, sum(k.bonus) as bonus,
        coalesce(sum(k.subscription) filter (where k.charge), 0) as subscription_charged,
        coalesce(sum(k.subscription) filter (where k.charge and k.current), 0) as period_subscription_charged,
        coalesce(sum(k.subscription) filter (where not k.charge and k.current), 0) as subscription_released,
        coalesce(sum(k.subscription) filter (where not k.charge and not k.current), 0) as subscription_expired,
        coalesce(sum(k.bonus) filter (where k.charge), 0) as bonus_charged,
        coalesce(sum(k.bonus) filter (where k.charge and k.current), 0) as period_bonus_charged
      from known k group by k.account_id
    ), moved as (
      update accounts a set
        subscription_held = a.subscription_held - s.subscription,
        subscription_charged = a.subscription_charged + s.subscription_charged,
        subscription_available = a.subscription_available + s.subscription_released,
        subscription_expired = a.subscription_expired + s.subscription_expired,
        period_subscription_charged = a.period_subscription_charged + s.period_subscription_charged,
        bonus_held = a.bonus_held - s.bonus,
        bonus_charged = a.bonus_charged + s.bonus_charged,
        bonus_available = a.bonus_available + s.bonus - s.bonus_charged,
        period_bonus_charged = a.period_bonus_charged + s.period_bonus_charged
      from sums s where a.id = s.account_id
      returning a.id, a.subscription_available + a.bonus_available as remaining
    ), entered as (
      insert into ledger (at, account_id, fund, entry, credits, period, request_id)
      select v_now, k.account_id, f.fund, f.entry, f.credits, k.period, k.id
      from known k cross join lateral (values
        ('subscription'::fund, case when k.charge then 'charge'::entry else 'expire'::entry end,
          case when k.charge or not k.current then k.subscription else 0 end),
        ('bonus'::fund, 'charge'::entry, case when k.charge then k.bonus else 0 end)
      ) as f(fund, entry, credits)
      where f.credits > 0
    ), unmetered as (
      update key_meters m set credits = m.credits - r.credits
      from (select k.key_id, sum(k.subscription + k.bonus) as credits from known k
        where not k.charge group by k.key_id) r
      where m.key_id = r.key_id
    ), unbucketed as (
      update quota_buckets b set credits = b.credits - r.credits
      from (
        select k.key_id, g.seconds, date_bin(g.seconds * interval '1 second', k.created, timestamptz 'epoch') as start,
          sum(k.subscription + k.bonus) as credits
        from known k cross join (values (60), (3600)) as g(seconds)
        where not k.charge group by 1, 2, 3
      ) r
      where b.key_id = r.key_id and b.grain_seconds = r.seconds and b.start = r.start
    )
    select k.n, k.id, k.account_id, k.key_id, k.endpoint,
      case when k.charge then k.subscription else 0 end, case when k.charge then k.bonus else 0 end,
      k.created, v_now, m.remaining
    from known k join moved m on m.id = k.account_id;
end $$;
`,
}
