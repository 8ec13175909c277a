// Starts everything that does not need HTTP: credits, lookups, jobs, watches, webhooks and events.
import { randomUUID } from 'node:crypto'
import { type Clock, systemClock } from '@quarry/kit/clock'
import type { Logger } from 'pino'
import { createWatchKeys } from '../accounts/watch-keys.ts'
import { createEvents } from '../calls/events/events.ts'
import { createMetrics } from '../http/metrics/metrics.ts'
import { createCredits } from '../ledger/credits.ts'
import { createClockSkew } from '../platform/db/clock-skew.ts'
import { type DatabaseMonitor, monitorDatabase } from '../platform/db/monitor.ts'
import { toLogged } from '../platform/errors.ts'
import { version } from '../platform/lib/version.ts'
import { type BackgroundSettings, wireBackground } from './wire-background.ts'
import { type LookupSettings, wireLookups } from './wire-lookups.ts'

export type AppOptions = LookupSettings &
  BackgroundSettings & {
    adminToken: string
    /** For dates. */
    clock?: Clock
    /** For durations: milliseconds that never step back. */
    nowMs?: () => number
    /** No other server uses this database, so holds of the previous server are released at once. */
    alone?: boolean
    /** Maximum number of event streams; 200 by default. */
    maxStreams?: number
    /** How many files and connections the process may have open; no limit by default. */
    descriptors?: number
    /** How often the clocks of the server and the database are compared. */
    clockSkewPollMs?: number
  }

export async function startParts(options: AppOptions) {
  const { config, database, log, alone = false, maxStreams = 200 } = options
  const { clock = systemClock, nowMs = () => performance.now() } = options
  const { defaultPerSecond, logRetentionMonths: logMonths } = config.limits
  const monitor = monitorDatabase(database, {
    onLost: (error) =>
      log.error({ error: String(error) }, 'Database lost; calls that need it are 500 until it is back'),
    onBack: () => log.info('Database is back'),
  })
  const onError = (error: unknown) => void logBackgroundError(log, monitor, error)
  const onFailure = (failure: unknown, requestId: string, path: string) =>
    // While the database is lost, every call fails.
    log[monitor.isUp() ? 'warn' : 'debug']({ ...toLogged(failure), requestId, path }, 'call failed')
  const clockSkew = await createClockSkew({
    pool: database.pool,
    clock,
    pollMs: options.clockSkewPollMs,
    onChange: (isLarge, skewSeconds) => reportClockSkew(log, isLarge, skewSeconds),
    onError,
  })
  const metrics = createMetrics({
    clockSkewSeconds: clockSkew.seconds,
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
  const credits = createCredits({ database, owner: serverId, nowMs, logMonths, defaultPerSecond, onError })
  await credits.maintain()
  await credits.sweepOrphans({ everyone: alone })
  credits.start()
  const lookups = await wireLookups({
    ...options,
    clock,
    nowMs,
    serverId,
    alone,
    traces,
    tally: metrics,
    onDrift: (change) => background.alert(change),
    onError,
  })
  const background = await wireBackground({
    ...options,
    ...lookups,
    // Decision: job starts have their own rate limit, so that a backlog never makes requests of the account fail with
    // 429.
    startLimiter: lookups.rateLimiter('starts'),
    alone,
    onCall: metrics.onCall,
    onFailure,
    onError,
  })
  const watchKeys = createWatchKeys({ pool: database.pool, defaultPerSecond })
  const events = createEvents({ reads: database.reads, watchKeys, maxStreams, onError })
  return {
    alone,
    clock,
    nowMs,
    monitor,
    onError,
    onFailure,
    clockSkew,
    metrics,
    traces,
    credits,
    lookups,
    background,
    events,
  }
}

function reportClockSkew(log: Logger, isLarge: boolean, skewSeconds: number): void {
  if (isLarge)
    log.warn(
      { skewSeconds },
      'the clocks of this server and of the database differ; the times in request ids are wrong; synchronise both with NTP',
    )
  else log.info({ skewSeconds }, 'the clocks of this server and of the database agree again')
}

/** Confirms first, because work may fail before the monitor notices that the database is lost. */
async function logBackgroundError(log: Logger, monitor: DatabaseMonitor, error: unknown): Promise<void> {
  if (await monitor.confirm()) log.error({ err: error }, 'background work failed')
  else log.debug({ error: String(error) }, 'background work failed; the database is lost')
}

export type Parts = Awaited<ReturnType<typeof startParts>>
