// The service as a whole, for the operator: totals, calls over time, the settings in force and the last audit of the
// ledger.
import {
  anything,
  boolean,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
} from '@quarry/kit/schema'
import type { BackgroundAudit } from '../../ledger/audit.ts'
import { outcomeCounts } from '../../ledger/log/counters.ts'
import { maxActivityDays, readActivity, readOverview } from '../../ledger/log/overview.ts'
import type { BackupStatus } from '../../operate/backup/scheduled-backups.ts'
import type { Setting } from '../../platform/config/report.ts'
import type { Reads } from '../../platform/db/account-slots.ts'
import { readStorage } from '../../platform/db/monitor.ts'
import { moment, namedObject } from '../../platform/lib/schemas.ts'
import { route } from './route.ts'

export type OverviewDeps = {
  reads: Reads
  /** Null without scheduled backups. */
  backupStatus: () => Promise<BackupStatus | null>
  dataDir: string
}

const shared = { access: 'admin', tag: 'accounts' } as const

const backup = object(
  {
    every_seconds: integer(86_400),
    last_success: nullable(moment()),
    bytes: nullable(integer(1_200_000)),
    seconds: nullable(number(2.5)),
    failures: integer(0, 'Failed attempts since the last good backup.'),
    error: nullable(text('/backup cannot be written (ENOSPC)')),
    overdue: boolean(false, 'Whether the last good backup is older than twice the interval.'),
  },
  'The scheduled backups; null if none are configured.',
)

const overview = route({
  ...shared,
  name: 'overview',
  path: '/admin/overview',
  summary: 'Read an overview of all accounts',
  reply: {
    description: 'Totals, and the calls of the last 24 hours',
    schema: namedObject('Overview', {
      accounts: object({ total: integer(12), active: integer(11) }),
      active_keys: integer(20),
      last_24_hours: object({ calls: integer(1200), credits: integer(1500), ...outcomeCounts }),
      open_jobs: object({ queued: integer(0), running: integer(0) }),
      pending_deliveries: integer(0),
      storage: object({
        database_bytes: integer(48_000_000),
        disk_bytes: nullable(integer(100_000_000_000, 'Of the disk of the data folder.')),
        disk_free_bytes: nullable(integer(60_000_000_000)),
        tables: list(
          object({ name: text('calls'), bytes: integer(12_000_000) }),
          'The ten largest tables, with their indexes.',
        ),
      }),
      backup: nullable(backup),
    }),
  },
  async respond(_input, { reads, backupStatus, dataDir }: OverviewDeps) {
    const pool = reads('operator')
    const storage = await readStorage(pool, dataDir)
    return { ...(await readOverview(pool)), storage, backup: await backupStatus() }
  },
})

const counts = { calls: integer(120), credits: integer(150), answered: integer(100), no_match: integer(10) }
const allCounts = { ...counts, refused: integer(6), failed: integer(4) }

const activity = route({
  ...shared,
  name: 'activity',
  path: '/admin/activity',
  summary: 'Read calls over time and the busiest accounts',
  description: 'Counted in whole hours for up to two days, else in whole days (UTC).',
  params: object({
    days: optional(
      integer(1, { minimum: 1, maximum: maxActivityDays, description: 'How many days back; by default 1.' }),
    ),
  }),
  reply: {
    description: 'The steps, oldest first, and up to ten accounts with the most calls',
    schema: namedObject('Activity', {
      from: moment(),
      step_seconds: integer(3600),
      steps: list(
        object({
          at: moment(),
          ...allCounts,
          p50_ms: nullable(integer(42)),
          p95_ms: nullable(integer(180)),
        }),
      ),
      accounts: list(object({ account: text('acme'), name: text('Acme'), ...allCounts })),
    }),
  },
  example: { params: { days: 1 } },
  respond: ({ params: { days = 1 } }, { reads }: OverviewDeps) => readActivity(reads('operator'), days),
})

export const overviewRoutes = [overview, activity]

export type SettingDeps = {
  settings: () => Setting[]
  ledgerAudit: Pick<BackgroundAudit, 'look'>
}

const audit = route({
  name: 'last_audit',
  path: '/admin/audit',
  access: 'admin',
  tag: 'status',
  summary: 'Read the last audit of the ledger',
  description:
    'The result of `quarry audit`, as last run by the server that answers. A request starts a new audit if the last one is older than a minute and older than 100 times its duration.',
  reply: {
    description: 'The last audit',
    schema: namedObject('LedgerAudit', {
      at: nullable(moment()),
      ms: nullable(integer(420)),
      balanced: nullable(boolean(true, 'Null before the first audit, or if it could not finish.')),
      differences: list(text('the ledger and the balance differ: …')),
      running: boolean(false),
    }),
  },
  respond: (_input, { ledgerAudit }: SettingDeps) => ledgerAudit.look(),
})

const setting = object({
  name: text('limits.cache_mb'),
  value: anything('The value in force; `(hidden)` for a secret.'),
  from: oneOf(['environment', 'file', 'default']),
})

const settings = route({
  name: 'settings',
  path: '/admin/settings',
  access: 'admin',
  tag: 'status',
  summary: 'List the settings in force and their origin',
  description: 'Of the server that answers. Secrets are named, never shown.',
  reply: { description: 'The settings', schema: namedObject('Settings', { settings: list(setting) }) },
  respond: (_input, deps: SettingDeps) => ({ settings: deps.settings() }),
})

export const settingRoutes = [audit, settings]
