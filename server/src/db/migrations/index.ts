// The migrations in order, listed by hand so that a build needs no folder to scan. A name is its number and
// what it does; one that has been released is never changed, only followed by another.
import type { Migration } from 'kysely'
import * as accountsAndKeys from './0001-accounts-and-keys.ts'
import * as ledgerAndHolds from './0002-ledger-and-holds.ts'
import * as callLog from './0003-call-log.ts'
import * as reserve from './0004-reserve.ts'
import * as settle from './0005-settle.ts'
import * as jobs from './0006-jobs.ts'

export type Migrations = Readonly<Record<string, Migration>>

export const migrations: Migrations = {
  '0001-accounts-and-keys': accountsAndKeys,
  '0002-ledger-and-holds': ledgerAndHolds,
  '0003-call-log': callLog,
  '0004-reserve': reserve,
  '0005-settle': settle,
  '0006-jobs': jobs,
}
