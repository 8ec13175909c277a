// Wires every part of the server; main and the tests build it the same way.

import { randomUUID } from 'node:crypto'
import { type Clock, systemClock } from '@quarry/kit/clock'
import type { Source } from '@quarry/kit/source'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createAccounts } from './access/accounts.ts'
import { changesPerMinute, createChangeLimit } from './access/change-limit.ts'
import { createConsoleAccess } from './access/console-access.ts'
import { createKeys } from './access/keys.ts'
import { createOwnKeys } from './access/own-keys.ts'
import { createRefusalLimit } from './access/refusal-limit.ts'
import { createWatchKeys } from './access/watch-keys.ts'
import { createAnswerBound } from './calls/bound-answers.ts'
import { createHandleCall } from './calls/handle-call.ts'
import { createHandleFree } from './calls/handle-free.ts'
import { createIdempotency } from './calls/idempotency.ts'
import type { Config } from './config.ts'
import { reportSettings } from './config-report.ts'
import { createBackgroundAudit } from './credits/background-audit.ts'
import { createCredits } from './credits/credits.ts'
import type { Database } from './db/connect.ts'
import { createWriteTrial } from './db/try-write.ts'
import { createEvents } from './events/events.ts'
import { createAdminGate, createTokenCheck } from './http/admin-access.ts'
import { addConsoleRoutes } from './http/console-routes.ts'
import { createCors } from './http/cors.ts'
import { createServer } from './http/create-server.ts'
import { addDocsRoutes } from './http/docs-routes.ts'
import { readListeningAddress } from './http/listening-address.ts'
import { addMcpRoute } from './http/mcp-route.ts'
import { createMetrics } from './http/metrics.ts'
import { prepareReferences } from './http/prepare-references.ts'
import { createReadiness } from './http/readiness.ts'
import { serveRoutes } from './http/serve-routes.ts'
import { version } from './lib/version.ts'
import { createRoutes } from './routes/index.ts'
import type { Route } from './routes/route.ts'
import { createOwnWebhooks } from './webhooks/own-webhooks.ts'
import { createDeliveries } from './webhooks/read-deliveries.ts'
import { createRotateWebhookSecret } from './webhooks/webhook-secrets.ts'
import { wireBackground } from './wire-background.ts'
import { wireLookups } from './wire-lookups.ts'

export type AppOptions = {
  config: Config
  database: Database
  sources: readonly Source[]
  adminToken: string
  log: Logger
  clock?: Clock
  /** What `fault-slow` of the sandbox waits for; 3 s by default. */
  sandboxSlow?: () => Promise<void>
  /** No other server uses this database: holds left by the one before are released at once. */
  alone?: boolean
  /** How long a crashed worker's jobs wait for another. */
  jobLeaseSeconds?: number
  /** How often a server looks for runs of watches. */
  watchPollMs?: number
  /** When the test of a webhook receiver that gives no answer is reported; 11 s by default. */
  silentAfterMs?: number
  /** Streams of events at most; 200 unless said otherwise. */
  maxStreams?: number
}

export type App = {
  server: FastifyInstance
  routes: readonly Route[]
  /** Says at /readyz that it is about to stop, and serves on. */
  drain: () => void
  close: () => Promise<void>
}

export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, sources, adminToken, log, clock = systemClock, alone = false } = options
  const { maxStreams = 200 } = options
  const { defaultPerSecond, refusedPerMinute } = config.limits
  const onError = (error: unknown) => log.error({ err: error }, 'background work failed')
  const onFailure = (failure: unknown, requestId: string, path: string) =>
    log.warn({ err: failure, requestId, path }, 'call failed')
  const metrics = createMetrics({
    upstream: () => lookups.upstream.stats(),
    backlog: () => background.jobs.backlog(),
    streams: () => events.count(),
    archive: () => lookups.archive.stats(),
    drift: () => lookups.drift.stats(),
  })
  const traces =
    config.traces &&
    (await import('./traces/traces.ts')).createTraces({
      settings: config.traces,
      version,
      onLost: (spans, why) => log.warn({ spans, why }, 'traces could not be delivered'),
    })
  const serverId = randomUUID()
  const credits = createCredits({
    database,
    owner: serverId,
    clock,
    logMonths: config.limits.logRetentionMonths,
    defaultPerSecond,
    onError,
  })
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
  const { endpoints, findRecord, health, drift, statusPage, missingFieldsLimit } = lookups
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
    silentAfterMs: options.silentAfterMs,
    onCall: metrics.onCall,
    onFailure,
    onError,
  })
  const { jobs, batches, watches, testDelivery } = background
  const { idempotentBytesPerAccount: maxBytes } = config.limits
  const bound = createAnswerBound({ pool: database.pool, maxBytes, onError })
  const idempotency = createIdempotency({ pool: database.pool, bound })
  await idempotency.sweep({ everyone: alone })
  const events = createEvents({
    reads: database.reads,
    watchKeys: createWatchKeys({ pool: database.pool, defaultPerSecond }),
    maxStreams,
    onError,
  })
  const books = createBackgroundAudit({ pool: database.readPool, clock, onError })
  const checkToken = createTokenCheck({ token: adminToken, log })
  const access = createConsoleAccess({ database, adminToken, checkToken, defaultPerSecond })
  const sweeper = setInterval(() => {
    idempotency.sweep().catch(onError)
    access.sessions.sweep().catch(onError)
  }, 60_000).unref()
  const parts = {
    ...access,
    refusalLimit: createRefusalLimit(refusedPerMinute),
    rateLimiter: lookups.rateLimiter('requests'),
    credits: traces?.credits(credits) ?? credits,
    findRecord,
    health,
    enqueue: jobs.enqueue,
    idempotency,
    missingFieldsLimit,
    pool: database.pool,
    onFailure,
    onCall: metrics.onCall,
  }
  const server = createServer({
    log,
    trustedProxies: config.trustedProxies,
    isKnownKey: access.keyring.isKnown,
  })
  if (traces) (await import('./http/trace-requests.ts')).traceRequests(server, traces.tracer)
  const limitChanges = createChangeLimit(changesPerMinute)
  const { tryWrite, close: closeTrial } = createWriteTrial(database)
  let isStopping = false
  const routes = createRoutes(endpoints)
  const address = () => config.publicUrl ?? readListeningAddress(server)
  const { reference, ...references } = prepareReferences(routes, {
    version,
    address,
    getStatus: health.getStatus,
  })
  const served = {
    gate: createAdminGate({ check: checkToken, isOperator: access.isOperator }),
    handleCall: createHandleCall(parts),
    handleFree: createHandleFree(parts),
    cors: config.corsOrigins.length > 0 ? createCors(config.corsOrigins, routes) : null,
    parts: {
      endpoints,
      credits,
      jobs,
      batches,
      watches,
      idempotency,
      deliveries: createDeliveries(database),
      accounts: createAccounts({ pool: database.pool, defaultPerSecond }),
      keys: createKeys(database),
      signIn: access.signIn,
      isPublicHttps: config.publicUrl?.startsWith('https:') ?? false,
      ownKeys: createOwnKeys({ ...database, limitChanges }),
      reads: database.reads,
      defaultPerSecond,
      rotateWebhookSecret: createRotateWebhookSecret(database),
      ownWebhooks: createOwnWebhooks({ ...database, limitChanges, testDelivery }),
      health,
      drift,
      diagnosis: lookups.diagnosis,
      diagnosticPages: lookups.diagnosticPages,
      books,
      events,
      statusPage,
      clock,
      notReady: createReadiness({ tryDatabase: tryWrite, isStopping: () => isStopping }),
      metrics: metrics.text,
      settings: () => reportSettings(config),
      ...references,
    },
  }
  // A worker answers only for its own health.
  const isWorker = config.role === 'worker'
  serveRoutes(server, isWorker ? routes.filter(({ onWorkers }) => onWorkers) : routes, served)
  if (!isWorker)
    addMcpRoute(server, {
      ...served,
      routes,
      gates: parts,
      pool: database.pool,
      origins: config.corsOrigins,
      address,
    })
  addDocsRoutes(server, reference)
  if (!isWorker) addConsoleRoutes(server, statusPage)

  return {
    server,
    routes,
    drain() {
      isStopping = true
    },
    /** Requests in flight finish first; then everything they needed is put away, in the reverse order. */
    async close() {
      clearInterval(sweeper)
      background.stopWaiting()
      await events.close()
      await books.close()
      await server.close()
      await closeTrial()
      await bound.close()
      await background.stop()
      await lookups.close()
      await background.close()
      await credits.close()
      await traces?.close()
    },
  }
}
