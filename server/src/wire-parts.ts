// Starts everything that does not need HTTP: credits, lookups, jobs, watches, webhooks and events.
import { randomUUID } from 'node:crypto'
import { type Clock, systemClock } from '@quarry/kit/clock'
import type { Logger } from 'pino'
import { createWatchKeys } from './access/watch-keys.ts'
import type { UploadLimits } from './batches/uploads.ts'
import type { Config } from './config/config.ts'
import { createCredits } from './credits/credits.ts'
import type { Database, DatabaseTarget } from './db/connect.ts'
import { createEvents } from './events/events.ts'
import { createMetrics } from './http/metrics.ts'
import { version } from './lib/version.ts'
import type { LoadedSource } from './lookups/configured-endpoint.ts'
import { wireBackground } from './wire-background.ts'
import { wireLookups } from './wire-lookups.ts'

export type AppOptions = {
  config: Config
  database: Database
  /** For the sessions of scheduled backups. */
  target?: DatabaseTarget
  sources: readonly LoadedSource[]
  adminToken: string
  log: Logger
  clock?: Clock
  /** The delay of `fault-slow` in the sandbox; 3 s by default. */
  sandboxSlow?: () => Promise<void>
  /** No other server uses this database, so holds of the previous server are released at once. */
  alone?: boolean
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
  /** Maximum number of event streams; 200 by default. */
  maxStreams?: number
}

export async function startParts(options: AppOptions) {
  const { config, database, sources, log, clock = systemClock, alone = false, maxStreams = 200 } = options
  const { defaultPerSecond, logRetentionMonths: logMonths } = config.limits
  const onError = (error: unknown) => log.error({ err: error }, 'background work failed')
  const onFailure = (failure: unknown, requestId: string, path: string) =>
    log.warn({ err: failure, requestId, path }, 'call failed')
  const metrics = createMetrics({
    upstream: () => lookups.upstream.stats(),
    backlog: () => background.jobs.backlog(),
    streams: () => events.count(),
    archive: () => lookups.archive.stats(),
    drift: () => lookups.drift.stats(),
    backups: () => background.backups.status(),
  })
  const onLost = (spans: number, why: string) =>
    log.warn({ spans, why }, 'traces could not be delivered; check the collector')
  const traces =
    config.traces &&
    (await import('./traces/traces.ts')).createTraces({ settings: config.traces, version, onLost })
  const serverId = randomUUID()
  const credits = createCredits({ database, owner: serverId, clock, logMonths, defaultPerSecond, onError })
  await credits.maintain()
  await credits.sweepOrphans({ everyone: alone })
  credits.start()
  const lookups = await wireLookups({
    config,
    database,
    sources,
    log,
    clock,
    ...(options.sandboxSlow && { sandboxSlow: options.sandboxSlow }),
    serverId,
    alone,
    traces,
    tally: metrics,
    onDrift: (change) => background.alert(change),
    onError,
  })
  const { endpoints, findRecord, health, missingFieldsLimit } = lookups
  const background = await wireBackground({
    config,
    database,
    endpoints,
    findRecord,
    health,
    startLimiter: lookups.rateLimiter('starts'),
    missingFieldsLimit,
    log,
    alone,
    jobLeaseSeconds: options.jobLeaseSeconds,
    watchPollMs: options.watchPollMs,
    uploadLimits: options.uploadLimits,
    silentAfterMs: options.silentAfterMs,
    target: options.target,
    backupPollMs: options.backupPollMs,
    onCall: metrics.onCall,
    onFailure,
    onError,
  })
  const watchKeys = createWatchKeys({ pool: database.pool, defaultPerSecond })
  const events = createEvents({ reads: database.reads, watchKeys, maxStreams, onError })
  return { alone, clock, onError, onFailure, metrics, traces, credits, lookups, background, events }
}

export type Parts = Awaited<ReturnType<typeof startParts>>
