// Opens the module of the wire: all routes, the API reference, agent tools and the console, on one server.
import type { FastifyInstance } from 'fastify'
import type { Accounts } from '../accounts/accounts.ts'
import type { Calls } from '../calls/calls.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Lookups } from '../lookups/lookups.ts'
import type { Operate } from '../operate/operate.ts'
import { reportSettings } from '../platform/config/report.ts'
import { createWriteTrial } from '../platform/db/monitor.ts'
import { version } from '../platform/lib/version.ts'
import type { Platform } from '../platform/platform.ts'
import { addDocsRoutes } from './docs/docs-routes.ts'
import { addMcpRoute } from './mcp/mcp-route.ts'
import { prepareReferences } from './openapi/prepare-references.ts'
import { addConsoleRoutes } from './pages/console-routes.ts'
import { createRoutes, type Route, type RouteDeps } from './routes/create-routes.ts'
import { prepareDiscovery } from './routes/discovery.ts'
import { createReadiness, type Readiness } from './routes/status.ts'
import { createAdminGate } from './server/admin-access.ts'
import { deriveConnectionLimits } from './server/connections.ts'
import { createCors } from './server/cors.ts'
import { createServer, readListeningAddress } from './server/create-server.ts'
import { serveRoutes } from './server/serve-routes.ts'

export type HttpDeps = {
  platform: Platform
  ledger: Ledger
  lookups: Lookups
  accounts: Accounts
  operate: Operate
  calls: Calls
}

export type Http = Awaited<ReturnType<typeof createHttp>>

export async function createHttp(deps: HttpDeps) {
  const { platform, accounts } = deps
  const { config, database, tracer } = platform
  const { databaseConnections, readConnections } = config.limits
  const server = createServer({
    log: platform.log,
    trustedProxies: config.trustedProxies,
    isKnownKey: accounts.keyring.isKnown,
    connectionLimits: deriveConnectionLimits(platform.descriptors, databaseConnections + readConnections),
  })
  if (tracer) (await import('./trace-requests.ts')).traceRequests(server, tracer)
  let isStopping = false
  const trial = createWriteTrial(database)
  const notReady = createReadiness({ tryDatabase: trial.tryWrite, isStopping: () => isStopping })
  return {
    server,
    routes: addRoutes(server, deps, notReady),
    /** Reports not ready at /readyz while requests are still served. */
    drain(): void {
      isStopping = true
    },
    /** Resolves when the requests in flight have ended. */
    async close(): Promise<void> {
      await server.close()
      await trial.close()
    },
  }
}

/** A worker serves only its own health. */
function addRoutes(server: FastifyInstance, deps: HttpDeps, notReady: Readiness): Route[] {
  const { platform, lookups, accounts, calls } = deps
  const { config, database, clock } = platform
  const { handleCall, handleFree, gates } = calls
  const routes = createRoutes(lookups.endpoints)
  const address = () => config.publicUrl ?? readListeningAddress(server)
  const references = prepareReferences(routes, { version, address, getStatus: lookups.health.getStatus })
  const discovery = prepareDiscovery(routes, { address, contact: config.contact, clock })
  const serving = {
    gate: createAdminGate({ check: accounts.checkToken, isOperator: accounts.isOperator }),
    handleCall,
    handleFree,
    cors: config.corsOrigins.length > 0 ? createCors(config.corsOrigins, routes) : null,
    deps: {
      ...listRouteDeps(deps),
      notReady,
      discovery,
      openApi: references.openApi,
      adminOpenApi: references.adminOpenApi,
    },
  }
  const isWorker = config.role === 'worker'
  serveRoutes(server, isWorker ? routes.filter(({ onWorkers }) => onWorkers) : routes, serving)
  addDocsRoutes(server, references.reference)
  if (isWorker) return routes
  const { pool } = database
  addMcpRoute(server, { ...serving, routes, gates, pool, origins: config.corsOrigins, address })
  addConsoleRoutes(server, lookups.statusPage)
  return routes
}

type OwnDeps = 'openApi' | 'adminOpenApi' | 'discovery' | 'notReady'

function listRouteDeps({
  platform,
  ledger,
  lookups,
  accounts,
  operate,
  calls,
}: HttpDeps): Omit<RouteDeps, OwnDeps> {
  const { config, database, clock, metrics } = platform
  return {
    readUsage: ledger.readUsage,
    requestLog: ledger.requestLog,
    ledgerAudit: ledger.audit,
    endpoints: lookups.endpoints,
    health: lookups.health,
    drift: lookups.drift,
    statusPage: lookups.statusPage,
    diagnosis: lookups.diagnosis,
    diagnosticPages: lookups.diagnosticPages,
    accounts: accounts.store,
    keys: accounts.keys,
    ownKeys: accounts.ownKeys,
    signIn: accounts.signIn,
    idempotency: calls.idempotency,
    jobs: calls.jobs,
    batches: calls.batches,
    uploads: calls.uploads,
    watches: calls.watches,
    events: calls.events,
    testDelivery: calls.testDelivery,
    deliveries: calls.deliveries,
    ownWebhooks: calls.ownWebhooks,
    rotateWebhookSecret: calls.rotateWebhookSecret,
    backupStatus: operate.backups.status,
    pool: database.pool,
    reads: database.reads,
    defaultPerSecond: config.limits.defaultPerSecond,
    dataDir: config.dataDir,
    isPublicHttps: config.publicUrl?.startsWith('https:') ?? false,
    clock,
    metrics: metrics.text,
    settings: () => reportSettings(config),
  }
}
