// Ends holds: deletes each once, and in the same statement charges a part of its credits, subscription first, and
// returns the rest. Credits of an ended period, or above a subscription that was lowered meanwhile, expire instead.
//
// The delete decides: a hold that no longer exists yields no row. Accounts are locked first and in ascending order. The
// sweeper passes p_expired_only, because a lease may be renewed between its query and the lock.
//
// A plan that was made while there were few holds would read all of them, also when a batch has added 100,000. The holds
// are therefore not joined, and the table is not scanned.
import { databaseFunction } from './database-function.ts'

/** An amount that exceeds its hold must roll back the whole statement. */
export const refuseAmountFunction = databaseFunction('quarry_refuse_amount(uuid, integer)', 1)`
create or replace function quarry_refuse_amount(p_hold uuid, p_credits integer) returns integer
language plpgsql as $$
begin
  raise exception 'hold % cannot be settled with % credits', p_hold, p_credits using errcode = 'check_violation';
end $$;
`

export const settleFunction = databaseFunction('quarry_settle(integer[], uuid[], integer[], boolean)', 5)`
create or replace function quarry_settle(p_accounts integer[], p_holds uuid[], p_credits integer[], p_expired_only boolean)
returns table (n bigint, id uuid, account_id integer, key_id uuid, endpoint text, subscription integer,
  bonus integer, created timestamptz, at timestamptz, remaining bigint)
language plpgsql set enable_seqscan = off as $$
#variable_conflict use_column
declare v_now timestamptz;
begin
  perform 1 from accounts a where a.id = any(p_accounts) order by a.id for update;
  v_now := quarry_now();
  perform quarry_renew(a.id, v_now) from accounts a where a.id = any(p_accounts) and a.period_end <= v_now;
  return query
    with deleted as (
      delete from holds h where h.id = any(p_holds) and h.account_id = any(p_accounts)
        and (not p_expired_only or h.lease_until < v_now)
      returning h.*, array_position(p_holds, h.id)::bigint as n
    ), ended as (
      select d.*, case when p_credits[d.n] between 0 and d.subscription + d.bonus then p_credits[d.n]
        else quarry_refuse_amount(d.id, p_credits[d.n]) end as charge
      from deleted d
    ), split as (
      select e.*, e.period = a.period as current, least(e.charge, e.subscription) as from_subscription,
        e.charge - least(e.charge, e.subscription) as from_bonus, e.subscription + e.bonus - e.charge as returned
      from ended e join accounts a on a.id = e.account_id
    ), sums as (
      select k.account_id, sum(k.subscription) as subscription, sum(k.bonus) as bonus,
        sum(k.from_subscription) as subscription_charged,
        coalesce(sum(k.from_subscription) filter (where k.current), 0) as period_subscription_charged,
        coalesce(sum(k.subscription - k.from_subscription) filter (where k.current), 0) as subscription_released,
        coalesce(sum(k.subscription - k.from_subscription) filter (where not k.current), 0) as subscription_expired,
        sum(k.from_bonus) as bonus_charged,
        coalesce(sum(k.from_bonus) filter (where k.current), 0) as period_bonus_charged
      from split k group by k.account_id
    ), released as (
      select s.*, a.period,
        least(s.subscription_released, greatest(a.period_granted - a.subscription_total, 0)) as above_total
      from sums s join accounts a on a.id = s.account_id
    ), moved as (
      update accounts a set
        subscription_held = a.subscription_held - s.subscription,
        subscription_charged = a.subscription_charged + s.subscription_charged,
        subscription_available = a.subscription_available + s.subscription_released - s.above_total,
        subscription_expired = a.subscription_expired + s.subscription_expired + s.above_total,
        period_granted = a.period_granted - s.above_total,
        period_subscription_charged = a.period_subscription_charged + s.period_subscription_charged,
        bonus_held = a.bonus_held - s.bonus,
        bonus_charged = a.bonus_charged + s.bonus_charged,
        bonus_available = a.bonus_available + s.bonus - s.bonus_charged,
        period_bonus_charged = a.period_bonus_charged + s.period_bonus_charged
      from released s where a.id = s.account_id
      returning a.id, a.subscription_available + a.bonus_available as remaining
    ), entered as (
      insert into ledger (at, account_id, fund, entry, credits, period, request_id)
      select v_now, k.account_id, f.fund, f.entry, f.credits, k.period, k.id
      from split k cross join lateral (values
        ('subscription'::fund, 'charge'::entry, k.from_subscription),
        ('subscription'::fund, 'expire'::entry,
          case when k.current then 0 else k.subscription - k.from_subscription end),
        ('bonus'::fund, 'charge'::entry, k.from_bonus)
      ) as f(fund, entry, credits)
      where f.credits > 0
      union all
      select v_now, s.account_id, 'subscription', 'expire', s.above_total, s.period, null
      from released s where s.above_total > 0
    ), unmetered as (
      update key_meters m set credits = m.credits - r.credits
      from (select k.key_id, sum(k.returned) as credits from split k where k.returned > 0 group by k.key_id) r
      where m.key_id = r.key_id
    ), returned as (
      select k.key_id, g.seconds, date_bin(g.seconds * interval '1 second', k.created, timestamptz 'epoch') as start,
        sum(k.returned) as credits
      from split k cross join (values (60), (3600)) as g(seconds)
      where k.returned > 0 group by 1, 2, 3
    ), unbucketed as (
      update quota_buckets b set credits = b.credits - r.credits from returned r
      where b.key_id = r.key_id and b.grain_seconds = r.seconds and b.start = r.start
      returning b.key_id, b.grain_seconds, b.start
    ), unbucketed_before as (
      update quota_buckets b set credits = b.credits - r.credits
      from (
        select r.key_id, sum(r.credits) as credits from returned r
        where r.seconds = 3600 and (r.key_id, r.seconds, r.start) not in (
          select u.key_id, u.grain_seconds, u.start from unbucketed u)
        group by r.key_id
      ) r
      where b.key_id = r.key_id and b.grain_seconds = 0
    )
    select k.n, k.id, k.account_id, k.key_id, k.endpoint, k.from_subscription, k.from_bonus,
      k.created, v_now, m.remaining
    from split k join moved m on m.id = k.account_id;
end $$;
`
