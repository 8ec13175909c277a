// Opens the module of what the operator runs: scheduled backups. Commands are loaded one by one.
import type { Fetching } from '../fetching/fetching.ts'
import type { Platform } from '../platform/platform.ts'
import { addBackupMetrics } from './backup/backup-metrics.ts'
import { type BackupAlarm, createScheduledBackups } from './backup/scheduled-backups.ts'

export type OperateDeps = { platform: Platform; fetching: Fetching }

export type Operate = ReturnType<typeof createOperate>

export function createOperate({ platform, fetching }: OperateDeps) {
  const { config, database, target, log, tuning, onError } = platform
  const backups = createScheduledBackups({
    pool: database.pool,
    target: target ?? { url: '' },
    settings: target && config.backups,
    works: config.role !== 'api',
    pollMs: tuning.backupPollMs,
    onSaved: (name, bytes) => log.info({ name, bytes }, 'backup saved'),
    onFailed: (error) => log.error({ error }, 'backup failed; the next attempt is within ten minutes'),
    onAlarm(alarm) {
      reportAlarm(platform, alarm)
      fetching.alerts.send(toBackupAlert(alarm))
    },
    onError,
  })
  addBackupMetrics(platform.metrics, backups.status)
  return { backups, start: () => backups.start(), close: () => backups.close() }
}

function reportAlarm({ log }: Platform, { kind, lastSuccess, error }: BackupAlarm): void {
  if (kind === 'overdue')
    log.error(
      { lastSuccess, error },
      'the last good backup is older than twice the interval; check backups.to',
    )
  else log.info('backups succeed again')
}

const toBackupAlert = ({ kind, lastSuccess, error }: BackupAlarm) => ({
  subject: 'backup',
  type: `backup.${kind}`,
  last_success: lastSuccess?.toISOString() ?? null,
  error,
})
