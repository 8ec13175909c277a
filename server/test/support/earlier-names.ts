// Databases with the names from before migration 0114, which renamed tables, columns and functions.
import type { Pool } from 'pg'
import type { Database } from '../../src/platform/db/connect.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { migrations } from '../../src/platform/db/migrations/index.ts'

export const renamingMigration = '0114-names'

/** The functions that servers called under their earlier names. */
const earlierFunctions = `
create function quarry_book_turns(text, integer[], integer, integer, integer, integer, integer) returns void
  language sql as '';
create function quarry_quota_room(integer, uuid, timestamptz) returns void language sql as '';
insert into functions values
  ('quarry_book_turns(text, integer[], integer, integer, integer, integer, integer)', 3),
  ('quarry_quota_room(integer, uuid, timestamptz)', 1);
`

/** Applies the migrations before the one that renames to an empty database. */
export async function createEarlierSchema(database: Database): Promise<void> {
  const earlier = Object.entries(migrations).filter(([name]) => name < renamingMigration)
  await migrate(database, { migrations: Object.fromEntries(earlier) })
  await database.pool.query(earlierFunctions)
}

/** Takes the renaming back on a migrated database. */
export const returnToEarlierNames = (pool: Pool) =>
  pool.query(`
    alter table provider_bookings rename to provider_turns;
    alter table provider_turns rename constraint provider_bookings_pkey to provider_turns_pkey;
    alter table provider_turns rename times to turns;
    alter table provider_turns rename paused_until to rest_until;
    alter table provider_hours rename bookings to turns;
    alter table final_responses rename to provider_answers;
    alter table provider_answers rename constraint final_responses_pkey to provider_answers_pkey;
    alter table calls rename fields_total to fields_asked;
    alter table rollups rename fields_total to fields_asked;
    alter table rollups_hourly rename fields_total to fields_asked;
    alter table rollups_pending rename fields_total to fields_asked;
    alter table accounts rename rate_limit_set to rate_limit_given;
    alter table webhook_secrets rename created to made;
    drop function quarry_book_slots(text, integer[], integer, integer, integer, integer, integer);
    drop function quarry_quota_left(integer, uuid, timestamptz);
    delete from functions where signature like 'quarry_book_slots%' or signature like 'quarry_quota_left%';
    ${earlierFunctions}`)

const accountId = 7
const keyId = '00000000-0000-4000-8000-000000000007'
const requestId = '00000000-0000-4000-8000-000000000008'
const hour = '2031-05-01 10:00:00+00'
const until = '2031-05-01 10:30:00+00'

/** A row in every table with an earlier name. */
export const insertEarlierRows = (pool: Pool) =>
  pool.query(`
    insert into accounts (id, slug, name, rate_limit_given) overriding system value
      values (${accountId}, 'old', 'Old', false);
    insert into webhook_secrets (account_id, secret, made) values (${accountId}, 'whsec_old', '${hour}');
    insert into provider_turns (provider, turns, rest_until) values ('acme', array['${hour}'::timestamptz], '${until}');
    insert into provider_hours (provider, hour, turns) values ('acme', '${hour}', 42);
    insert into provider_answers (provider, key, address, content_type, body, bytes)
      values ('acme', 'key', 'https://acme.example/', 'text/html', 'body', 4);
    insert into calls (at, request_id, account_id, key_id, endpoint, recorded_status, subscription_credits, bonus_credits,
      ms, fields_filled, fields_asked)
      values ('${hour}', '${requestId}', ${accountId}, '${keyId}', '/v2/company', 200, 0, 0, 5, 31, 43);
    insert into rollups (account_id, day, endpoint, key_id, status, ms_at_most, calls, credits, fields_filled,
      fields_asked) values (${accountId}, '2031-05-01', '/v2/company', '${keyId}', 200, 10, 1, 0, 31, 43);
    insert into rollups_hourly (account_id, hour, endpoint, key_id, provider, status, ms_at_most, calls, credits,
      fields_filled, fields_asked)
      values (${accountId}, '${hour}', '/v2/company', '${keyId}', 'acme', 200, 10, 1, 0, 31, 43);
    insert into rollups_pending (hour, account_id, ms_at_most, calls, credits, fields_filled, fields_asked, key_id, status,
      endpoint, provider, form)
      values ('${hour}', ${accountId}, 10, 1, 0, 31, 43, '${keyId}', 200, '/v2/company', 'acme', '')`)

const renamedColumns = {
  accounts: 'rate_limit_set',
  webhook_secrets: 'created',
  provider_bookings: 'times, paused_until',
  provider_hours: 'bookings',
  calls: 'fields_total',
  rollups: 'fields_total',
  rollups_hourly: 'fields_total',
  rollups_pending: 'fields_total',
}

/** What the rows of `insertEarlierRows` are after the migration. */
export const renamedRows = {
  accounts: [{ rate_limit_set: false }],
  webhook_secrets: [{ created: new Date(hour) }],
  provider_bookings: [{ times: [new Date(hour)], paused_until: new Date(until) }],
  provider_hours: [{ bookings: 42 }],
  calls: [{ fields_total: 43 }],
  rollups: [{ fields_total: 43 }],
  rollups_hourly: [{ fields_total: 43 }],
  rollups_pending: [{ fields_total: 43 }],
}

export async function readRenamedRows(pool: Pool): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const [table, columns] of Object.entries(renamedColumns))
    found[table] = (await pool.query(`select ${columns} from ${table}`)).rows
  return found
}
