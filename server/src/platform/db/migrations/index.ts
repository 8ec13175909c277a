// All migrations, in order. They create and alter tables; functions are in the folder beside this one. A released migration
// is never renamed or changed.
import { laterMigrations } from './after-0-2.ts'
import { accountTables, ledgerTables, logTables } from './baseline/account-tables.ts'
import { jobTables, providerTables, storedBytes, webhookTables } from './baseline/job-tables.ts'
import { version02Migrations } from './version-0-2.ts'

const baseline = [
  accountTables,
  ledgerTables,
  logTables,
  jobTables,
  webhookTables,
  storedBytes,
  providerTables,
].join('')

/** Names and SQL texts. */
export type Migrations = Readonly<Record<string, string>>

export const migrations: Migrations = {
  '0100-baseline': baseline,
  ...version02Migrations,
  ...laterMigrations,
}
