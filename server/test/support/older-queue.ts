// Returns a database to the state before migration 0102: the queue in the pg-boss schema, as older servers used it.
import { readFileSync } from 'node:fs'
import type { Pool } from 'pg'
import { returnToEarlierNames } from './earlier-names.ts'
import { nameReplacedMigrations } from './replaced-migrations.ts'

const schema = readFileSync(new URL('./pgboss-schema.sql', import.meta.url), 'utf8')

/** Running jobs become active in the queue. */
export async function returnToOlderQueue(pool: Pool): Promise<void> {
  await returnToEarlierNames(pool)
  await pool.query(schema)
  for (const name of ['lookups-first', 'lookups'])
    await pool.query(`select pgboss.create_queue($1, '{"policy":"standard","retryLimit":20}')`, [name])
  await pool.query(`
    insert into pgboss.job (id, name, priority, state, start_after, started_on, expire_in, retry_limit, policy)
    select id, 'lookups', 0, case state when 'running' then 'active'::pgboss.job_state else 'created' end, now(),
      case state when 'running' then now() end, '15 seconds', 20, 'standard'
    from jobs where state in ('queued', 'running');

    drop index jobs_queue, jobs_leases, calls_of_request;
    alter table jobs drop lease_until;
    -- What later migrations added.
    alter table jobs drop fields;
    alter table provider_turns drop rest_until;
    drop table backup_runs;
    drop table batch_lines, batch_uploads;
    alter table batches drop skipped, drop skipped_lines;
    alter table watch_events drop log_number;
    alter table webhook_secrets drop failures;
    drop index webhook_deliveries_due;
    create index webhook_deliveries_due on webhook_deliveries (next_at) where state = 'pending';
    alter table accounts alter period_start drop not null, alter period_start drop default,
      alter period_end drop not null, alter period_end drop default;
    update accounts set period_start = null, period_end = null where subscription_total = 0;
    alter table accounts add constraint period_or_none check ((period_start is null) = (subscription_total = 0)
      and (period_end is null) = (subscription_total = 0));
    alter table accounts drop constraint period_granted_covers, drop constraint bonus_adds_up, drop bonus_corrected,
      add constraint bonus_adds_up check (bonus_granted = bonus_available + bonus_held + bonus_charged);
    alter table ledger drop constraint entry_of_fund;
    delete from quota_buckets where grain_seconds = 0;
    alter table quota_buckets drop constraint quota_buckets_grain_seconds_check,
      add constraint quota_buckets_grain_seconds_check check (grain_seconds in (60, 3600));
    drop function quarry_list_queued(integer, integer, integer);
    drop function quarry_lock_queued(integer[], text[], text[], integer[], integer[]);
    create function quarry_index_queue(p_queue text) returns void language sql as '';
    create function quarry_take_queued(p_queue text, p_count integer) returns setof uuid language sql as 'select null::uuid';
    create function quarry_remove_queued(p_queues text[], p_ids uuid[]) returns void language sql as '';
    delete from functions where signature like 'quarry_list_queued%' or signature like 'quarry_lock_queued%';
    insert into functions values ('quarry_index_queue(text)', 1), ('quarry_take_queued(text, integer)', 1),
      ('quarry_remove_queued(text[], uuid[])', 1)`)
  await nameReplacedMigrations(pool)
}
