// Creates and drops the log's monthly partitions. A month whose rows are already in the default partition stays there:
// it cannot be moved while servers write. Both need a lock that waits for open reads and that blocks logging meanwhile,
// so the lock timeout is short, and the next round tries again.
import { databaseFunction } from './database-function.ts'

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
