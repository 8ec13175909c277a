// The clock of money, quotas and expiry, and the periods of accounts.
import { databaseFunction } from './database-function.ts'

/** A test sets `quarry.now`; otherwise it is the clock of the database. */
export const nowFunction = databaseFunction('quarry_now()', 1)`
create or replace function quarry_now() returns timestamptz language sql volatile parallel safe as $$
  select coalesce(nullif(current_setting('quarry.now', true), '')::timestamptz, clock_timestamp())
$$;
`

// The calendar month in UTC is the period of an account without a subscription.
export const monthFunction = databaseFunction('quarry_month(timestamptz)', 1)`
create or replace function quarry_month(p_at timestamptz) returns timestamptz language sql stable parallel safe as $$
  select date_trunc('month', p_at at time zone 'UTC') at time zone 'UTC'
$$;
`

export const nextMonthFunction = databaseFunction('quarry_next_month(timestamptz)', 1)`
create or replace function quarry_next_month(p_at timestamptz) returns timestamptz
language sql stable parallel safe as $$
  select (date_trunc('month', p_at at time zone 'UTC') + interval '1 month') at time zone 'UTC'
$$;
`

/**
 * Starts the period that contains `p_now` if the account's has ended. Periods are half-open. Idle periods in between are
 * skipped: granting and expiring them would write rows that change nothing. Without a subscription the period is the
 * calendar month.
 */
export const renewFunction = databaseFunction('quarry_renew(integer, timestamptz)', 2)`
create or replace function quarry_renew(p_account integer, p_now timestamptz) returns void language plpgsql as $$
declare
  a accounts%rowtype;
  v_length interval;
  v_start timestamptz;
begin
  select * into strict a from accounts where id = p_account for update;
  if a.period_end > p_now then return; end if;
  if a.subscription_total = 0 then
    update accounts set
      period = a.period + 1, period_start = quarry_month(p_now), period_end = quarry_next_month(p_now),
      period_subscription_charged = 0, period_bonus_charged = 0
    where id = a.id;
    return;
  end if;
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
