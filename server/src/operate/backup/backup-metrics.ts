// Metrics of scheduled backups. Without them, or without the database, they are missing.
import type { Metrics } from '../../platform/metrics.ts'
import type { BackupStatus } from './scheduled-backups.ts'

export function addBackupMetrics(
  { gauge, beforeScrape }: Metrics,
  read: () => Promise<BackupStatus | null>,
): void {
  const lastSuccess = gauge('backup_last_success_timestamp_seconds', 'Time of the last good scheduled backup')
  const size = gauge('backup_size_bytes', 'Size of the last good scheduled backup')
  const duration = gauge('backup_duration_seconds', 'Duration of the last good scheduled backup')
  const failures = gauge('backup_failures', 'Failed scheduled backups since the last good one')
  const overdue = gauge('backup_overdue', '1 if the last good backup is older than twice the interval')
  beforeScrape(async () => {
    const status = await read().catch(() => null)
    for (const one of [lastSuccess, size, duration, failures, overdue]) one.remove()
    if (status === null) return
    overdue.set(status.overdue ? 1 : 0)
    failures.set(status.failures)
    if (status.last_success !== null) lastSuccess.set(Date.parse(status.last_success) / 1000)
    if (status.bytes !== null) size.set(status.bytes)
    if (status.seconds !== null) duration.set(status.seconds)
  })
}
