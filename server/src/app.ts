// Builds the server from its parts, for the start command and for tests.
import { randomUUID } from 'node:crypto'
import { type Clock, systemClock } from '@quarry/kit/clock'
import type { Source } from '@quarry/kit/source'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createAccounts } from './access/accounts.ts'
import { changesPerMinute, createChangeLimit } from './access/change-limit.ts'
import { type ConsoleAccess, createConsoleAccess } from './access/console-access.ts'
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
import { createAdminGate, createTokenCheck, type TokenCheck } from './http/admin-access.ts'
import { addConsoleRoutes } from './http/console-routes.ts'
import { createCors } from './http/cors.ts'
import { createServer, readListeningAddress } from './http/create-server.ts'
import { addDocsRoutes } from './http/docs-routes.ts'
import { addMcpRoute } from './http/mcp-route.ts'
import { createMetrics } from './http/metrics.ts'
import { prepareReferences } from './http/prepare-references.ts'
import { createReadiness } from './http/readiness.ts'
import { serveRoutes } from './http/serve-routes.ts'
import { version } from './lib/version.ts'
import { createRoutes, type Route, type RouteDeps } from './routes/index.ts'
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
  /** The delay of `fault-slow` in the sandbox; 3 s by default. */
  sandboxSlow?: () => Promise<void>
  /** No other server uses this database, so holds of the previous server are released at once. */
  alone?: boolean
  /** How long the jobs of a crashed worker wait before another takes them. */
  jobLeaseSeconds?: number
  /** How often the server looks for due watches. */
  watchPollMs?: number
  /** When a webhook test without an answer is reported; 11 s by default. */
  silentAfterMs?: number
  /** Maximum number of event streams; 200 by default. */
  maxStreams?: number
}

export type App = {
  server: FastifyInstance
  routes: readonly Route[]
  /** Reports not ready at /readyz while calls are still served. */
  drain: () => void
  close: () => Promise<void>
}

export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, adminToken, log } = options
  const { pool } = database
  const { defaultPerSecond, idempotentBytesPerAccount: maxBytes } = config.limits
  const parts = await startParts(options)
  const { alone, clock, onError, traces, credits, lookups, background, events } = parts
  const bound = createAnswerBound({ pool, maxBytes, onError })
  const idempotency = createIdempotency({ pool, bound })
  await idempotency.sweep({ everyone: alone })
  const books = createBackgroundAudit({ pool: database.readPool, clock, onError })
  const checkToken = createTokenCheck({ token: adminToken, log })
  const access = createConsoleAccess({ database, adminToken, checkToken, defaultPerSecond })
  const sweeper = setInterval(() => {
    idempotency.sweep().catch(onError)
    access.sessions.sweep().catch(onError)
  }, 60_000).unref()
  const { tryWrite, close: closeTrial } = createWriteTrial(database)
  const server = createServer({
    log,
    trustedProxies: config.trustedProxies,
    isKnownKey: access.keyring.isKnown,
  })
  if (traces) (await import('./http/trace-requests.ts')).traceRequests(server, traces.tracer)
  let isStopping = false
  const notReady = createReadiness({ tryDatabase: tryWrite, isStopping: () => isStopping })
  const routes = serveHttp(options, parts, { server, access, checkToken, idempotency, books, notReady })
  return {
    server,
    routes,
    drain() {
      isStopping = true
    },
    /** Requests in flight finish first; then their dependencies close, in reverse order of creation. */
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

/** Starts everything that does not need HTTP: credits, lookups, jobs and events. */
async function startParts(options: AppOptions) {
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
    silentAfterMs: options.silentAfterMs,
    onCall: metrics.onCall,
    onFailure,
    onError,
  })
  const watchKeys = createWatchKeys({ pool: database.pool, defaultPerSecond })
  const events = createEvents({ reads: database.reads, watchKeys, maxStreams, onError })
  return { alone, clock, onError, onFailure, metrics, traces, credits, lookups, background, events }
}

type Parts = Awaited<ReturnType<typeof startParts>>

type HttpParts = Pick<RouteDeps, 'idempotency' | 'books' | 'notReady'> & {
  server: FastifyInstance
  access: ConsoleAccess
  checkToken: TokenCheck
}

/** Adds all routes to the server. A worker serves only its own health. */
function serveHttp(options: AppOptions, parts: Parts, http: HttpParts): Route[] {
  const { config, database } = options
  const { traces, credits, lookups, background, metrics, onFailure } = parts
  const { server, access, checkToken, idempotency } = http
  const { endpoints, health, findRecord, missingFieldsLimit } = lookups
  const gates = {
    ...access,
    refusalLimit: createRefusalLimit(config.limits.refusedPerMinute),
    rateLimiter: lookups.rateLimiter('requests'),
    credits: traces?.credits(credits) ?? credits,
    findRecord,
    health,
    enqueue: background.jobs.enqueue,
    idempotency,
    missingFieldsLimit,
    pool: database.pool,
    onFailure,
    onCall: metrics.onCall,
  }
  const routes = createRoutes(endpoints)
  const address = () => config.publicUrl ?? readListeningAddress(server)
  const { reference, ...references } = prepareReferences(routes, {
    version,
    address,
    getStatus: health.getStatus,
  })
  const serving = {
    gate: createAdminGate({ check: checkToken, isOperator: access.isOperator }),
    handleCall: createHandleCall(gates),
    handleFree: createHandleFree(gates),
    cors: config.corsOrigins.length > 0 ? createCors(config.corsOrigins, routes) : null,
    deps: { ...createRouteDeps(options, parts, http), ...references },
  }
  const isWorker = config.role === 'worker'
  serveRoutes(server, isWorker ? routes.filter(({ onWorkers }) => onWorkers) : routes, serving)
  addDocsRoutes(server, reference)
  if (isWorker) return routes
  const { pool } = database
  addMcpRoute(server, { ...serving, routes, gates, pool, origins: config.corsOrigins, address })
  addConsoleRoutes(server, lookups.statusPage)
  return routes
}

function createRouteDeps(
  { config, database }: AppOptions,
  { clock, credits, lookups, background, events, metrics }: Parts,
  { access, idempotency, books, notReady }: HttpParts,
): Omit<RouteDeps, 'openApi' | 'adminOpenApi'> {
  const { defaultPerSecond } = config.limits
  const { jobs, batches, watches, testDelivery } = background
  const { endpoints, health, drift, diagnosis, diagnosticPages, statusPage } = lookups
  const limitChanges = createChangeLimit(changesPerMinute)
  return {
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
    diagnosis,
    diagnosticPages,
    books,
    events,
    statusPage,
    clock,
    notReady,
    metrics: metrics.text,
    settings: () => reportSettings(config),
  }
}
