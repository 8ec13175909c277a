// The trigger function that makes the ledger append-only.
import { databaseFunction } from './database-function.ts'

export const refuseChangeFunction = databaseFunction('refuse_change()', 1)`
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
`
