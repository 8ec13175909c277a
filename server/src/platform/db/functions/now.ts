// The one clock of money, quotas and expiry. A test sets `quarry.now`; otherwise it is the server's clock.
import { databaseFunction } from './database-function.ts'

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
