// What every module stands on: configuration, database, Redis, clocks, the log, metrics and traces.
import { randomUUID } from 'node:crypto'
import { type Clock, systemClock } from '@quarry/kit/clock'
import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import { connectRedis } from './connect-redis.ts'
import type { Database, DatabaseTarget } from './db/connect.ts'
import { createClockSkew } from './db/database-clock.ts'
import { type DatabaseMonitor, monitorDatabase } from './db/monitor.ts'
import { version } from './lib/version.ts'
import { createMetrics } from './metrics.ts'
import { defaultTuning, type Tuning } from './tuning.ts'

/** What the start of a server, or a test, chooses. */
export type PlatformOptions = {
  config: Config
  database: Database
  /** For the sessions of scheduled backups; without it there are none. */
  target?: DatabaseTarget
  log: Logger
  /** For dates. */
  clock?: Clock
  /** For durations: milliseconds that never step back. */
  nowMs?: () => number
  /** No other server uses this database, so what the previous server held is released at once. */
  alone?: boolean
  /** How many files and connections the process may have open; no limit by default. */
  descriptors?: number
  tuning?: Partial<Tuning>
}

export type Platform = Awaited<ReturnType<typeof createPlatform>>

export async function createPlatform(options: PlatformOptions) {
  const { config, database, log, clock = systemClock, nowMs = () => performance.now() } = options
  const tuning = { ...defaultTuning, ...options.tuning }
  const serverId = randomUUID()
  const monitor = monitorDatabase(database, {
    onLost: (error) =>
      log.error({ error: String(error) }, 'Database lost; calls that need it are 500 until it is back'),
    onBack: () => log.info('Database is back'),
  })
  /** Reports errors of background work, which is tried again in its next round. */
  const onError = (error: unknown) => void logBackgroundError(log, monitor, error)
  const clockSkew = await createClockSkew({
    pool: database.pool,
    clock,
    pollMs: tuning.clockSkewPollMs,
    onChange: (isLarge, skewSeconds) => reportClockSkew(log, isLarge, skewSeconds),
    onError,
  })
  const metrics = createMetrics()
  metrics.addProcessMetrics()
  const skewHelp = 'Clock of this server minus clock of the database'
  metrics.gauge('clock_skew_seconds', skewHelp, [], clockSkew.seconds)
  const traces = config.traces && (await startTraces(config.traces, log))
  const redis = config.redisUrl === null ? null : await startRedis(config.redisUrl, serverId, log)
  return {
    config,
    database,
    target: options.target ?? null,
    log,
    clock,
    nowMs,
    alone: options.alone ?? false,
    descriptors: options.descriptors ?? Number.POSITIVE_INFINITY,
    tuning,
    /** Unique among the servers that share a database. */
    serverId,
    isDatabaseUp: monitor.isUp,
    metrics,
    /** Null if tracing is off. */
    tracer: traces?.tracer ?? null,
    /** Null if none is configured. */
    redis,
    onError,
    async close(): Promise<void> {
      await clockSkew.close()
      await redis?.close()
      await traces?.close()
      await monitor.close()
    },
  }
}

async function startTraces(settings: NonNullable<Config['traces']>, log: Logger) {
  const { createTraces } = await import('./traces/traces.ts')
  const onLost = (spans: number, why: string) =>
    log.warn({ spans, why }, 'traces could not be delivered; check the collector')
  return createTraces({ settings, version, onLost })
}

const startRedis = (url: string, serverId: string, log: Logger) =>
  connectRedis({
    url,
    serverId,
    onLost: (error) => log.warn({ err: error }, 'Redis unavailable; using local limits and cache'),
    onBack: () => log.info('Redis connected; limits and cache are shared'),
  })

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
