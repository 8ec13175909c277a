// The migrations in order. They create and alter tables; functions are in the folder beside this one. A released
// migration is never renamed or changed.
import { jobQueue } from './0102-job-queue.ts'
import { unquoteIdempotencyKeys } from './0103-unquote-idempotency-keys.ts'
import { backupRuns } from './0106-backups.ts'
import { batchUploads } from './0107-batch-uploads.ts'
import { fairQueue } from './0109-fair-queue.ts'
import { fairDeliveries } from './0110-fair-deliveries.ts'
import { exactLedger } from './0111-exact-ledger.ts'
import { calendarMonths } from './0112-calendar-months.ts'
import { namesOfTheCode } from './0114-names.ts'
import { accountTables } from './baseline/account-tables.ts'
import { jobTables, storedBytes } from './baseline/job-tables.ts'
import { ledgerTables } from './baseline/ledger-tables.ts'
import { logTables } from './baseline/log-tables.ts'
import { providerTables } from './baseline/provider-tables.ts'
import { webhookTables } from './baseline/webhook-tables.ts'

/** Databases made by the 32 migrations before the baseline have the same schema. */
const baseline = [
  accountTables,
  ledgerTables,
  logTables,
  jobTables,
  webhookTables,
  storedBytes,
  providerTables,
].join('')

/** Drops the functions that only servers of the unreleased version 0.1.0 called. */
const dropUnusedFunctions = `
drop function if exists quarry_settle(integer[], uuid[], boolean[], boolean);
drop function if exists quarry_reserve(integer[], uuid[], integer[], boolean);
delete from functions where signature in
  ('quarry_settle(integer[], uuid[], boolean[], boolean)', 'quarry_reserve(integer[], uuid[], integer[], boolean)');
`

/** The place of a watch event among the ids of the log, for event streams; null for older events. */
const watchEventNumbers = `
alter table watch_events add log_number bigint;
create index watch_events_of_account on watch_events (account_id, log_number) where log_number is not null;
create index watch_events_in_log on watch_events (log_number) where log_number is not null;
`

/**
 * Finds the rows of a request. Ids of version 7 are in the order of time, so that inserts append to the index; the times
 * in them are not used, because the clock of a server may be wrong.
 */
const callsByRequest = 'create index calls_of_request on calls (request_id);'

/** Names and SQL texts. */
export type Migrations = Readonly<Record<string, string>>

export const migrations: Migrations = {
  '0100-baseline': baseline,
  '0101-drop-unused-functions': dropUnusedFunctions,
  '0102-job-queue': jobQueue,
  '0103-unquote-idempotency-keys': unquoteIdempotencyKeys,
  '0104-provider-rests': 'alter table provider_turns add rest_until timestamptz;',
  '0105-job-fields': 'alter table jobs add fields text;',
  '0106-backups': backupRuns,
  '0107-batch-uploads': batchUploads,
  '0108-watch-event-numbers': watchEventNumbers,
  '0109-fair-queue': fairQueue,
  '0110-fair-deliveries': fairDeliveries,
  '0111-exact-ledger': exactLedger,
  '0112-calendar-months': calendarMonths,
  '0113-calls-by-request': callsByRequest,
  '0114-names': namesOfTheCode,
}
