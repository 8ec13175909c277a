// Binary search for a time among ids that grow with time: finds the id from which rows are of `p_at` or later. So the
// log and the ledger need no index by time. Rows of concurrent transactions may be out of order, so callers add a
// minute and compare times themselves. Rows of an account are compared by pairs of account and id: with an equal
// account the planner may walk the ids of all accounts.
import { databaseFunction } from './database-function.ts'

export const callNearFunction = databaseFunction('quarry_call_near(integer, timestamptz)', 1)`
create or replace function quarry_call_near(p_account integer, p_at timestamptz) returns bigint
language plpgsql stable set enable_seqscan = off as $$
declare
  v_low bigint;
  v_high bigint;
  v_middle bigint;
  v_id bigint;
  v_at timestamptz;
begin
  if p_account is null then
    select c.id into v_low from calls c order by c.id limit 1;
    select c.id + 1 into v_high from calls c order by c.id desc limit 1;
  else
    select c.id into v_low from calls c
      where c.account_id between p_account and p_account order by c.account_id, c.id limit 1;
    select c.id + 1 into v_high from calls c
      where c.account_id between p_account and p_account order by c.account_id desc, c.id desc limit 1;
  end if;
  while v_low < v_high loop
    v_middle := (v_low + v_high) / 2;
    if p_account is null then
      select c.id, c.at into v_id, v_at from calls c where c.id >= v_middle order by c.id limit 1;
    else
      select c.id, c.at into v_id, v_at from calls c
        where (c.account_id, c.id) >= (p_account, v_middle) and c.account_id <= p_account
        order by c.account_id, c.id limit 1;
    end if;
    if v_at < p_at then v_low := v_id + 1; else v_high := v_middle; end if;
  end loop;
  return coalesce(v_low, 0);
end $$;
`

export const ledgerNearFunction = databaseFunction('quarry_ledger_near(timestamptz)', 1)`
create or replace function quarry_ledger_near(p_at timestamptz) returns bigint
language plpgsql stable set enable_seqscan = off as $$
declare
  v_low bigint;
  v_high bigint;
  v_middle bigint;
  v_id bigint;
  v_at timestamptz;
begin
  select min(l.id), max(l.id) + 1 into v_low, v_high from ledger l;
  while v_low < v_high loop
    v_middle := (v_low + v_high) / 2;
    select l.id, l.at into v_id, v_at from ledger l where l.id >= v_middle order by l.id limit 1;
    if v_at < p_at then v_low := v_id + 1; else v_high := v_middle; end if;
  end loop;
  return coalesce(v_low, 0);
end $$;
`
