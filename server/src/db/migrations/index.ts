// The migrations in order, listed by hand so that a build needs no folder to scan. A name is its number and
// what it does; one that has been released is never changed, only followed by another.
import type { Migration } from 'kysely'
import { accountsAndKeysMigration } from './0001-accounts-and-keys.ts'
import { ledgerAndHoldsMigration } from './0002-ledger-and-holds.ts'
import { callLogMigration } from './0003-call-log.ts'
import { reserveMigration } from './0004-reserve.ts'
import { settleMigration } from './0005-settle.ts'
import { jobsMigration } from './0006-jobs.ts'
import { idempotencyMigration } from './0007-idempotency.ts'
import { batchesMigration } from './0008-batches.ts'
import { webhooksMigration } from './0009-webhooks.ts'
import { reserveRunsMigration } from './0010-reserve-runs.ts'
import { storedBytesMigration } from './0013-stored-bytes.ts'
import { redeliveryAndHoldsMigration } from './0014-redelivery-and-holds.ts'

export type Migrations = Readonly<Record<string, Migration>>

export const migrations: Migrations = {
  '0001-accounts-and-keys': accountsAndKeysMigration,
  '0002-ledger-and-holds': ledgerAndHoldsMigration,
  '0003-call-log': callLogMigration,
  '0004-reserve': reserveMigration,
  '0005-settle': settleMigration,
  '0006-jobs': jobsMigration,
  '0007-idempotency': idempotencyMigration,
  '0008-batches': batchesMigration,
  '0009-webhooks': webhooksMigration,
  '0010-reserve-runs': reserveRunsMigration,
  '0013-stored-bytes': storedBytesMigration,
  '0014-redelivery-and-holds': redeliveryAndHoldsMigration,
}
