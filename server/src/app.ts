// Wires every part of the server; main and the tests build it the same way.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createAccounts } from './access/accounts.ts'
import { changesPerMinute, createChangeLimit } from './access/change-limit.ts'
import { createKeyring } from './access/keyring.ts'
import { createKeys } from './access/keys.ts'
import { createOwnKeys } from './access/own-keys.ts'
import { createRateLimiter } from './access/rate-limit.ts'
import { createRefusalLimit } from './access/refusal-limit.ts'
import { createBatches } from './batches/batches.ts'
import { createDiagnosis } from './calls/diagnosis.ts'
import { createHandleCall } from './calls/handle-call.ts'
import { createHandleFree } from './calls/handle-free.ts'
import { createHealth } from './calls/health.ts'
import { createIdempotency } from './calls/idempotency.ts'
import { createLookUp } from './calls/look-up.ts'
import type { Offer } from './calls/offer.ts'
import { createRecordCache } from './calls/record-cache.ts'
import { createRunEndpoint } from './calls/run-endpoint.ts'
import type { Config } from './config.ts'
import { siteAt } from './contract/site.ts'
import type { Source } from './contract/source.ts'
import { createCredits } from './credits/credits.ts'
import type { Database } from './db/connect.ts'
import { createWriteTrial } from './db/try-write.ts'
import { createAdminGate } from './http/admin-access.ts'
import { createCors } from './http/cors.ts'
import { createServer } from './http/create-server.ts'
import { addDocsRoutes } from './http/docs-routes.ts'
import { createMetrics } from './http/metrics.ts'
import { adminOpenApi, createReference } from './http/openapi.ts'
import { createReadiness } from './http/readiness.ts'
import { serveRoutes } from './http/serve-routes.ts'
import { createJobs } from './jobs/jobs.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import { version } from './lib/version.ts'
import { routesOf } from './routes/index.ts'
import type { Route } from './routes/route.ts'
import { serveSources } from './sandbox/serve-sources.ts'
import { createDeliver } from './upstream/deliver.ts'
import { createUpstream, type SourceAccess, type Upstream } from './upstream/upstream.ts'
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
}

export type App = { server: FastifyInstance; routes: readonly Route[]; close: () => Promise<void> }

export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, sources, adminToken, log, clock = systemClock, alone = false } = options
  const { defaultPerSecond, refusedPerMinute } = config.limits
  const sandbox = await serveSources(
    sources.filter((source) => usesSandbox(source, config)),
    clock,
  )
  const metrics = createMetrics({ upstream: () => upstream.stats(), backlog: () => jobs.backlog() })
  const upstream = createUpstream({
    clock,
    userAgent: `Quarry/${version}`,
    limits: { tryMs: config.limits.upstreamTryMs, callMs: config.limits.upstreamTotalMs },
    onFetch: metrics.onFetch,
  })
  const onError = (error: unknown) => log.error({ err: error }, 'background work failed')
  const credits = createCredits({
    database,
    owner: randomUUID(),
    clock,
    logMonths: config.limits.logRetentionMonths,
    defaultPerSecond,
    onError,
  })
  await credits.maintain()
  await credits.sweepOrphans({ everyone: alone })
  credits.start()

  const health = createHealth(clock, config.pinnedStatus)
  const { run, close: closeReaders } = createRunEndpoint(metrics.onRead)
  const cache = createRecordCache({ maxBytes: config.limits.cacheBytes, clock })
  const diagnosis = createDiagnosis(join(config.dataDir, 'diagnosis'), onError)
  const offers = makeOffers(sources, config, upstream, sandbox.socketPath)
  const lookUp = createLookUp({
    cache,
    run,
    diagnosis,
    onCache: metrics.onCache,
    onList: metrics.onList,
  })
  const onFailure = (failure: unknown, requestId: string, path: string) =>
    log.warn({ err: failure, requestId, path }, 'call failed')
  const deliver = createDeliver({
    ...config.webhooks,
    userAgent: `Quarry/${version}`,
    onUnreachable: (detail) => log.info({ detail }, 'a webhook receiver was not reached'),
  })
  const works = config.role !== 'api'
  const webhooks = createWebhooks({ pool: database.pool, deliver, onError })
  const jobs = createJobs({
    database,
    offers,
    lookUp,
    health,
    // Decision: starts of jobs have their own count, so that a backlog never makes an account's requests 429.
    startLimiter: createRateLimiter(),
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
  const batches = createBatches({ ...database, ...jobs.parts, offers, checkWebhook: webhooks.check })
  const idempotency = createIdempotency(database)
  await idempotency.sweep({ everyone: alone })
  const sweeper = setInterval(() => idempotency.sweep().catch(onError), 60_000).unref()
  const parts = {
    keyring: createKeyring({ database, defaultPerSecond }),
    refusalLimit: createRefusalLimit(refusedPerMinute),
    rateLimiter: createRateLimiter(),
    credits,
    lookUp,
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
  const routes = routesOf(offers)
  const reference = createReference(routes, { version, statusOf: health.statusOf })
  // A worker answers only for its own health.
  serveRoutes(server, config.role === 'worker' ? routes.filter(({ onWorkers }) => onWorkers) : routes, {
    gate: createAdminGate({ token: adminToken, log }),
    handleCall: createHandleCall(parts),
    handleFree: createHandleFree(parts),
    cors: config.corsOrigins.length > 0 ? createCors(config.corsOrigins, routes) : null,
    parts: {
      offers,
      credits,
      jobs,
      batches,
      idempotency,
      deliveries: createDeliveries(database),
      accounts: createAccounts({ pool: database.pool, defaultPerSecond }),
      keys: createKeys(database),
      ownKeys: createOwnKeys({ ...database, limitChanges }),
      reads: database.reads,
      defaultPerSecond,
      rotateWebhookSecret: createRotateWebhookSecret(database),
      ownWebhooks: createOwnWebhooks({ ...database, limitChanges, testDelivery }),
      health,
      clock,
      notReady: createReadiness({ tryDatabase: tryWrite }),
      metrics: metrics.text,
      openApi: reference,
      adminOpenApi: () => adminOpenApi(routes, { version }),
    },
  })
  addDocsRoutes(server, reference)

  return {
    server,
    routes,
    /** Requests in flight finish first; then everything they needed is put away, in the reverse order. */
    async close() {
      clearInterval(sweeper)
      jobs.stopWaiting()
      testDelivery.stopWaiting()
      await server.close()
      await closeTrial()
      await jobs.close()
      await webhooks.close()
      await deliver.close()
      await closeReaders()
      await upstream.close()
      await sandbox.close()
      await credits.close()
    },
  }
}

const usesSandbox = (source: Source, config: Config) => config.sources[source.name]?.site === undefined

function makeOffers(
  sources: readonly Source[],
  config: Config,
  upstream: Upstream,
  socketPath: string | null,
): Offer[] {
  return sources.flatMap((source) => {
    const settings = config.sources[source.name] ?? {}
    const site = siteAt(settings.site ?? source.site, source.domains)
    const sandboxSocket = usesSandbox(source, config) ? socketPath : null
    const access: SourceAccess = {
      name: source.name,
      hosts: site.hosts,
      sandboxSocket,
      allowPrivate: settings.allow_private ?? false,
      concurrency: settings.concurrency ?? 8,
      robots: settings.robots ?? true,
      proxy: settings.proxy ?? null,
      headers: settings.headers ?? {},
    }
    return source.endpoints.map((endpoint) => ({
      source,
      endpoint,
      price: config.prices[endpoint.path] ?? endpoint.credits,
      site,
      open: () => upstream.open(access),
      openForJob: () => upstream.open(access, { patientMs: config.limits.jobTotalMs }),
      isProvoked: (input: unknown) => sandboxSocket !== null && JSON.stringify(input).includes('fault-'),
    }))
  })
}
