// Wires every part of the server; main and the tests build it the same way.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createAccounts } from './access/accounts.ts'
import { changesPerMinute, createChangeLimit } from './access/change-limit.ts'
import { createConsoleAccess } from './access/console-access.ts'
import { createKeys } from './access/keys.ts'
import { createOwnKeys } from './access/own-keys.ts'
import { createRefusalLimit } from './access/refusal-limit.ts'
import type { Sessions } from './access/sessions.ts'
import { createWatchKeys } from './access/watch-keys.ts'
import { createArchive } from './archive/archive.ts'
import { createBatches } from './batches/batches.ts'
import { createAnswerBound } from './calls/bound-answers.ts'
import { configureEndpoints } from './calls/configure-endpoints.ts'
import { createDiagnosis } from './calls/diagnosis.ts'
import { createFindRecord } from './calls/find-record.ts'
import { createFindThrough } from './calls/find-through.ts'
import { createHandleCall } from './calls/handle-call.ts'
import { createHandleFree } from './calls/handle-free.ts'
import { createHealth } from './calls/health.ts'
import { createIdempotency } from './calls/idempotency.ts'
import { createKeptAnswers } from './calls/kept-answers.ts'
import { createOfferToArchive } from './calls/offer-to-archive.ts'
import { createProviderTurns } from './calls/provider-turns.ts'
import { serveSandbox } from './calls/serve-sandbox.ts'
import { createStatusPage } from './calls/status-page.ts'
import { createWatchDrift } from './calls/watch-drift.ts'
import type { Config } from './config.ts'
import { reportSettings } from './config-report.ts'
import type { Source } from './contract/source.ts'
import { createCredits } from './credits/credits.ts'
import type { Database } from './db/connect.ts'
import { createWriteTrial } from './db/try-write.ts'
import { createDrift } from './drift/drift.ts'
import { shaperOf } from './drift/shape.ts'
import { createEvents } from './events/events.ts'
import { createAdminGate, createTokenCheck } from './http/admin-access.ts'
import { addConsoleRoutes } from './http/console-routes.ts'
import { createCors } from './http/cors.ts'
import { createServer } from './http/create-server.ts'
import { addDocsRoutes } from './http/docs-routes.ts'
import { listeningAt } from './http/listening-address.ts'
import { addMcpRoute } from './http/mcp-route.ts'
import { createMetrics } from './http/metrics.ts'
import { adminOpenApi, createReference } from './http/openapi.ts'
import { createReadiness } from './http/readiness.ts'
import { serveRoutes } from './http/serve-routes.ts'
import { createJobs } from './jobs/jobs.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import { version } from './lib/version.ts'
import { createStatusHistory } from './log/status-history.ts'
import { routesOf } from './routes/index.ts'
import type { Route } from './routes/route.ts'
import { asksForFault, isFaultWord } from './sandbox/fault-words.ts'
import { createShared } from './shared/shared.ts'
import { createDeliver } from './upstream/deliver.ts'
import { createUpstream } from './upstream/upstream.ts'
import { createRunWatches } from './watches/run-watches.ts'
import { createWatches } from './watches/watches.ts'
import { createAlerts } from './webhooks/alerts.ts'
import { createOwnWebhooks } from './webhooks/own-webhooks.ts'
import { createDeliveries } from './webhooks/read-deliveries.ts'
import { createTestDelivery } from './webhooks/test-delivery.ts'
import { createRotateWebhookSecret } from './webhooks/webhook-secrets.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

export type AppOptions = {
  config: Config
  database: Database
  sources: readonly Source[]
  adminToken: string
  log: Logger
  clock?: Clock
  /** No other server uses this database: holds left by the one before are released at once. */
  alone?: boolean
  /** How long a crashed worker's jobs wait for another. */
  jobLeaseSeconds?: number
  /** How often a server looks for runs of watches. */
  watchPollMs?: number
  /** Streams of events at most; 200 unless said otherwise. */
  maxStreams?: number
}

export type App = {
  server: FastifyInstance
  routes: readonly Route[]
  /** Says at /readyz that it is about to stop, and serves on. */
  drain: () => void
  sessions: Sessions
  close: () => Promise<void>
}

export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, sources, adminToken, log, clock = systemClock, alone = false } = options
  const { maxStreams = 200 } = options
  const { defaultPerSecond, refusedPerMinute } = config.limits
  const sandbox = await serveSandbox(sources, config, clock)
  const turns = createProviderTurns(database)
  const metrics = createMetrics({
    upstream: () => upstream.stats(),
    backlog: () => jobs.backlog(),
    streams: () => events.count(),
    archive: () => archive.stats(),
    drift: () => drift.stats(),
  })
  const upstream = createUpstream({
    clock,
    userAgent: `Quarry/${version}`,
    limits: { tryMs: config.limits.upstreamTryMs, callMs: config.limits.upstreamTotalMs },
    onFetch: metrics.onFetch,
    asksForFault,
    takeTurn: turns.takeTurn,
  })
  const onError = (error: unknown) => log.error({ err: error }, 'background work failed')
  const owner = randomUUID()
  const credits = createCredits({
    database,
    owner,
    clock,
    logMonths: config.limits.logRetentionMonths,
    defaultPerSecond,
    onError,
  })
  await credits.maintain()
  await credits.sweepOrphans({ everyone: alone })
  credits.start()

  const history = createStatusHistory({ pool: database.pool, clock, onError })
  history.start()
  const drift = createDrift({
    pool: database.pool,
    clock,
    shapers: new Map(
      sources.flatMap(({ endpoints: own }) =>
        own.map(({ path, record }) => [path as string, shaperOf(record)]),
      ),
    ),
    onChange(change) {
      const { kind, path, alarm } = change
      if (kind === 'begun') log.warn({ path, alarm }, 'what a site sends has changed')
      else log.info({ path, alarm }, 'what a site sends is as before, or has been so for a week')
      alerts.send(change)
    },
    onError,
    alone,
  })
  await drift.start()
  const health = createHealth(clock, config.pinnedStatus, history.observe, (path, provider) =>
    drift.alarmsOf(path).some((alarm) => provider === undefined || alarm.provider === provider),
  )
  const { findThrough, close: closeReaders } = createFindThrough(metrics.onRead)
  const kept = createKeptAnswers({ pool: database.pool, onError })
  const archive = createArchive({
    ...config.archive,
    folder: join(config.dataDir, 'archive'),
    onOff: (why) => log.error({ why }, 'the archive of pages is switched off until the next start'),
  })
  const shared = await createShared({
    config,
    serverId: owner,
    clock,
    onLost: (error) =>
      log.warn({ err: error }, "Redis is lost: limits and records are this server's own until it is back"),
    onBack: () => log.info('Redis is there: limits and records are shared'),
  })
  const diagnosis = createDiagnosis(join(config.dataDir, 'diagnosis'), onError)
  const endpoints = configureEndpoints({
    sources,
    config,
    upstream,
    sandbox: { socketPath: sandbox.socketPath, isFaultWord, asksForFault },
  })
  const offerToArchive = createOfferToArchive(archive, config.archive.days, clock)
  const watchDrift = createWatchDrift(drift)
  const findRecord = createFindRecord({
    cache: shared.cache,
    kept,
    findThrough,
    diagnosis,
    onCache: metrics.onCache,
    onList: metrics.onList,
    onFound(found) {
      offerToArchive(found)
      watchDrift(found)
    },
    onAnswer(path, provider, { accountId }, { kind }, ms) {
      metrics.onAnswer(path, provider, kind)
      health.observeProvider(path, provider, Number(accountId), kind !== 'failed', ms)
    },
  })
  const onFailure = (failure: unknown, requestId: string, path: string) =>
    log.warn({ err: failure, requestId, path }, 'call failed')
  const deliver = createDeliver({
    ...config.webhooks,
    userAgent: `Quarry/${version}`,
    onUnreachable: (detail) => log.info({ detail }, 'a webhook receiver was not reached'),
  })
  const alerts = createAlerts({
    deliver,
    receiver: config.alerts,
    onLost: (detail) => log.error({ detail }, 'an alert could not be delivered'),
  })
  const works = config.role !== 'api'
  const webhooks = createWebhooks({ pool: database.pool, deliver, onError })
  const jobs = createJobs({
    database,
    endpoints,
    findRecord,
    health,
    // Decision: starts of jobs have their own count, so that a backlog never makes an account's requests 429.
    startLimiter: shared.rateLimiter('starts'),
    defaultPerSecond,
    resultHours: config.limits.jobResultHours,
    maxStoredBytes: config.limits.storedBytesPerAccount,
    works,
    alone,
    checkWebhook: webhooks.check,
    onWork: () => works && webhooks.wake(),
    ...(options.jobLeaseSeconds === undefined ? {} : { leaseSeconds: options.jobLeaseSeconds }),
    onEnd: ({ job, recordedStatus, credits: spent, ms }) =>
      metrics.onCall(job.endpoint, recordedStatus, spent, ms),
    onFailure,
    onError,
  })
  await jobs.start()
  if (works) webhooks.start()
  const batches = createBatches({ ...database, ...jobs.parts, endpoints, checkWebhook: webhooks.check })
  const watches = createWatches({
    ...database,
    storage: jobs.parts.storage,
    maxPerAccount: config.limits.watchesPerAccount,
    checkWebhook: webhooks.check,
  })
  const runWatches = createRunWatches({
    ...jobs.parts,
    pool: database.pool,
    endpoints,
    ...(options.watchPollMs === undefined ? {} : { pollMs: options.watchPollMs }),
    onError,
  })
  if (works) runWatches.start()
  const { idempotentBytesPerAccount: maxBytes } = config.limits
  const bound = createAnswerBound({ pool: database.pool, maxBytes, onError })
  const idempotency = createIdempotency({ pool: database.pool, bound })
  await idempotency.sweep({ everyone: alone })
  const sweeper = setInterval(() => idempotency.sweep().catch(onError), 60_000).unref()
  const events = createEvents({
    reads: database.reads,
    watchKeys: createWatchKeys({ pool: database.pool, defaultPerSecond }),
    maxStreams,
    onError,
  })
  const checkToken = createTokenCheck({ token: adminToken, log })
  const access = createConsoleAccess({ database, adminToken, checkToken, defaultPerSecond })
  const parts = {
    ...access,
    refusalLimit: createRefusalLimit(refusedPerMinute),
    rateLimiter: shared.rateLimiter('requests'),
    credits,
    findRecord,
    health,
    enqueue: jobs.enqueue,
    idempotency,
    pool: database.pool,
    onFailure,
    onCall: metrics.onCall,
  }
  const server = createServer({ log, trustedProxies: config.trustedProxies })
  const limitChanges = createChangeLimit(changesPerMinute)
  const testDelivery = createTestDelivery({ reads: database.reads, deliver })
  const { tryWrite, close: closeTrial } = createWriteTrial(database)
  let isStopping = false
  const routes = routesOf(endpoints)
  const address = () => config.publicUrl ?? listeningAt(server)
  const reference = createReference(routes, { version, address, statusOf: health.statusOf })
  const statusPage = createStatusPage({
    endpoints: endpoints.map(({ endpoint }) => endpoint),
    health,
    history,
    drift,
    clock,
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
      diagnosis,
      events,
      statusPage,
      clock,
      notReady: createReadiness({ tryDatabase: tryWrite, isStopping: () => isStopping }),
      metrics: metrics.text,
      settings: () => reportSettings(config),
      openApi: reference,
      adminOpenApi: () => adminOpenApi(routes, { version, address }),
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
    sessions: access.sessions,
    /** Requests in flight finish first; then everything they needed is put away, in the reverse order. */
    async close() {
      clearInterval(sweeper)
      jobs.stopWaiting()
      await events.close()
      testDelivery.stopWaiting()
      await server.close()
      await closeTrial()
      await bound.close()
      await runWatches.close()
      await jobs.close()
      await webhooks.close()
      await drift.close()
      await alerts.close()
      await deliver.close()
      await closeReaders()
      await archive.close()
      await upstream.close()
      await kept.close()
      await turns.close()
      await shared.close()
      await sandbox.close()
      await history.close()
      await credits.close()
    },
  }
}
