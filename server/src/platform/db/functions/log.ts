// The request log and the ledger by time: monthly partitions of the log, and the id at which a time begins.
import { databaseFunction } from './database-function.ts'

// The partitions of the log. A month whose rows are already in the default partition stays there: it cannot be moved
// while servers write. Creating and dropping need a lock that waits for open reads and that blocks logging meanwhile, so
// the lock timeout is short, and the next round tries again.
export const makeMonthsFunction = databaseFunction('quarry_make_months(integer)', 2)`
create or replace function quarry_make_months(p_ahead integer) returns void language plpgsql
set lock_timeout = '200ms' as $$
declare
  v_month timestamp;
  v_first timestamptz;
  v_next timestamptz;
begin
  perform pg_advisory_xact_lock(hashtext('quarry months'));
  for v_month in
    select generate_series(date_trunc('month', quarry_now() at time zone 'UTC'),
      date_trunc('month', quarry_now() at time zone 'UTC') + p_ahead * interval '1 month', interval '1 month')
  loop
    v_first := v_month at time zone 'UTC';
    v_next := (v_month + interval '1 month') at time zone 'UTC';
    if to_regclass('calls_' || to_char(v_month, 'YYYY_MM')) is null
      and not exists (select 1 from calls_default d where d.at >= v_first and d.at < v_next) then
      execute format('create table %I partition of calls for values from (%L) to (%L)',
        'calls_' || to_char(v_month, 'YYYY_MM'), v_first, v_next);
    end if;
  end loop;
end $$;
`

export const dropMonthsFunction = databaseFunction('quarry_drop_months(integer)', 1)`
create or replace function quarry_drop_months(p_kept integer) returns void language plpgsql as $$
declare
  v_oldest constant timestamp :=
    date_trunc('month', quarry_now() at time zone 'UTC') - p_kept * interval '1 month';
  v_table text;
begin
  perform pg_advisory_xact_lock(hashtext('quarry months'));
  perform set_config('lock_timeout', '2s', true);
  for v_table in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'calls'::regclass and c.relname ~ '^calls_[0-9]{4}_[0-9]{2}$'
      and c.relname < 'calls_' || to_char(v_oldest, 'YYYY_MM')
  loop
    execute format('drop table %I', v_table);
  end loop;
  delete from calls_default where at < v_oldest at time zone 'UTC';
end $$;
`

// Binary search for a time among ids that grow with time: returns the id from which rows are of `p_at` or later. So the
// log and the ledger need no index by time. Rows of concurrent transactions may be out of order, so callers add a minute
// and compare times themselves. Rows of an account are compared by pairs of account and id: with an equal account the
// planner may walk the ids of all accounts.
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
