// Every table as of the first baseline. Databases made by the 32 migrations before it have the same schema.
import { accountTables } from './baseline/account-tables.ts'
import { jobTables, storedBytes } from './baseline/job-tables.ts'
import { ledgerTables } from './baseline/ledger-tables.ts'
import { logTables } from './baseline/log-tables.ts'
import { providerTables } from './baseline/provider-tables.ts'
import { webhookTables } from './baseline/webhook-tables.ts'

export const baseline = [
  accountTables,
  ledgerTables,
  logTables,
  jobTables,
  webhookTables,
  storedBytes,
  providerTables,
].join('')
