// The one clock of money, quotas and expiry. A test sets `quarry.now`; otherwise it is the server's clock.
import type { DatabaseFunction } from './database-function.ts'

export const nowFunction: DatabaseFunction = {
  signature: 'quarry_now()',
  version: 1,
  text: `
create or replace function quarry_now() returns timestamptz language sql volatile parallel safe as $$
  select coalesce(nullif(current_setting('quarry.now', true), '')::timestamptz, clock_timestamp())
$$;
`,
}
