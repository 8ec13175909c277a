// The one clock of money, quotas and expiry. A test sets `quarry.now`; otherwise it is the server's clock.
import { databaseFunction } from './database-function.ts'

export const nowFunction = databaseFunction('quarry_now()', 1)`
create or replace function quarry_now() returns timestamptz language sql volatile parallel safe as $$
  select coalesce(nullif(current_setting('quarry.now', true), '')::timestamptz, clock_timestamp())
$$;
`
