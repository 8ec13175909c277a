// Ending holds for their whole price or nothing, as servers of version 0.1.0 do: nothing here calls it any more, but
// one of them may share the database during an upgrade. The next release drops it.
import type { DatabaseFunction } from './database-function.ts'

export const settleWholeFunction: DatabaseFunction = {
  signature: 'quarry_settle(integer[], uuid[], boolean[], boolean)',
  version: 2,
  text: `
create or replace function quarry_settle(p_accounts integer[], p_holds uuid[], p_charge boolean[], p_expired_only boolean)
returns table (n bigint, id uuid, account_id integer, key_id uuid, endpoint text, subscription integer,
  bonus integer, created timestamptz, at timestamptz, remaining bigint)
language plpgsql as $$
begin
  return query select * from quarry_settle(p_accounts, p_holds, array(
    select case when i.charge then coalesce(h.subscription + h.bonus, 0) else 0 end
    from unnest(p_holds, p_charge) with ordinality as i(id, charge, n) left join holds h on h.id = i.id
    order by i.n), p_expired_only);
end $$;
`,
}
