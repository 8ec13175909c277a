// The trigger function that makes the ledger append-only.
import type { DatabaseFunction } from './database-function.ts'

export const refuseChangeFunction: DatabaseFunction = {
  signature: 'refuse_change()',
  version: 1,
  text: `
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
`,
}
