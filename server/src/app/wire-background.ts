// Wires the background work: jobs, batches, watches and their webhooks.

import type { Logger } from 'pino'
import { createBatches } from '../calls/batches/batches.ts'
import { createUploads, type UploadLimits } from '../calls/batches/uploads.ts'
import type { CallDeps } from '../calls/call.ts'
import { createJobs, type JobsOptions } from '../calls/jobs/jobs.ts'
import type { RunJobDeps } from '../calls/jobs/run-job.ts'
import { createRunWatches } from '../calls/watches/run-watches.ts'
import { createWatches } from '../calls/watches/watches.ts'
import { createAlerts, toBackupAlert, toDriftAlert } from '../calls/webhooks/alerts.ts'
import { createTestDelivery } from '../calls/webhooks/test-delivery.ts'
import { createWebhooks } from '../calls/webhooks/webhooks.ts'
import { createDeliver } from '../fetching/deliver.ts'
import type { DriftChange } from '../lookups/drift/drift.ts'
import { type BackupAlarm, createScheduledBackups } from '../operate/backup/scheduled-backups.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database, DatabaseTarget } from '../platform/db/connect.ts'
import { version } from '../platform/lib/version.ts'

/** What the start of a server chooses. */
export type BackgroundSettings = {
  config: Config
  database: Database
  log: Logger
  /** For the sessions of scheduled backups; without it there are none. */
  target?: DatabaseTarget
  /** How long the jobs of a crashed worker wait before another takes them. */
  jobLeaseSeconds?: number
  /** How often the server looks for due watches. */
  watchPollMs?: number
  /** How often the server looks whether a backup is due. */
  backupPollMs?: number
  /** Bounds of uploaded files that differ from the usual ones. */
  uploadLimits?: Partial<UploadLimits>
  /** When a webhook test without an answer is reported; 11 s by default. */
  silentAfterMs?: number
}

export type BackgroundOptions = BackgroundSettings &
  RunJobDeps &
  Pick<JobsOptions, 'startLimiter' | 'alone' | 'onError'> &
  Pick<CallDeps, 'onCall'>

export async function wireBackground(options: BackgroundOptions) {
  const { config, database, endpoints, log, alone, onError } = options
  const works = config.role !== 'api'
  const deliver = createDeliver({
    ...config.webhooks,
    userAgent: `Quarry/${version}`,
    onUnreachable: (detail) =>
      log.info({ detail }, 'webhook receiver not reached; the message will be sent again'),
  })
  const alerts = createAlerts({
    deliver,
    receiver: config.alerts,
    onLost: (detail) => log.error({ detail }, 'alert not delivered; see the status page and the metrics'),
  })
  const webhooks = createWebhooks({ pool: database.pool, deliver, onError })
  const jobs = createJobs({
    ...options,
    defaultPerSecond: config.limits.defaultPerSecond,
    resultHours: config.limits.jobResultHours,
    maxStoredBytes: config.limits.storedBytesPerAccount,
    works,
    checkWebhook: webhooks.check,
    onWork: () => works && webhooks.wake(),
    leaseSeconds: options.jobLeaseSeconds,
    onEnd: ({ job, recordedStatus, credits, ms }) =>
      options.onCall(job.endpoint, recordedStatus, credits, ms),
  })
  await jobs.start()
  if (works) webhooks.start()
  const batches = createBatches({ ...database, ...jobs.deps, endpoints, checkWebhook: webhooks.check })
  const uploads = createUploads({
    ...database,
    storage: jobs.deps.storage,
    checkWebhook: webhooks.check,
    resultHours: config.limits.jobResultHours,
    works,
    alone,
    limits: options.uploadLimits,
    onError,
  })
  await uploads.start()
  const watches = createWatches({
    ...database,
    storage: jobs.deps.storage,
    maxPerAccount: config.limits.watchesPerAccount,
    checkWebhook: webhooks.check,
  })
  const runWatches = createRunWatches({
    ...jobs.deps,
    pool: database.pool,
    endpoints,
    pollMs: options.watchPollMs,
    onError,
  })
  if (works) runWatches.start()
  const backups = createScheduledBackups({
    pool: database.pool,
    target: options.target ?? { url: '' },
    settings: options.target ? config.backups : null,
    works,
    ...(options.backupPollMs !== undefined && { pollMs: options.backupPollMs }),
    onSaved: (name, bytes) => log.info({ name, bytes }, 'backup saved'),
    onFailed: (error) => log.error({ error }, 'backup failed; the next attempt is within ten minutes'),
    onAlarm: (alarm) => reportBackupAlarm(log, alarm, (alert) => alerts.send(toBackupAlert(alert))),
    onError,
  })
  backups.start()
  const testDelivery = createTestDelivery({
    reads: database.reads,
    deliver,
    silentAfterMs: options.silentAfterMs,
  })
  return {
    jobs,
    batches,
    uploads,
    watches,
    testDelivery,
    backups,
    alert: (change: DriftChange) => alerts.send(toDriftAlert(change)),
    /** Answers the requests that wait for an end. */
    stopWaiting() {
      jobs.stopWaiting()
      uploads.stopReading()
      batches.stopFiles()
      testDelivery.stopWaiting()
    },
    /** Ends running work or hands it back; this still needs lookups. */
    async stop() {
      await backups.close()
      await runWatches.close()
      await uploads.close()
      await jobs.close()
      await webhooks.close()
    },
    /** Sends the last messages. */
    async close() {
      await alerts.close()
      await deliver.close()
    },
  }
}

function reportBackupAlarm(log: Logger, alarm: BackupAlarm, send: (alarm: BackupAlarm) => void): void {
  if (alarm.kind === 'overdue')
    log.error(
      { lastSuccess: alarm.lastSuccess, error: alarm.error },
      'the last good backup is older than twice the interval; check backups.to',
    )
  else log.info('backups succeed again')
  send(alarm)
}
