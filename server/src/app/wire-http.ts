// Connects the started parts with HTTP: all routes, the API reference, agent tools and the console.
import type { FastifyInstance } from 'fastify'
import { createAccounts } from '../accounts/accounts.ts'
import { changesPerMinute, createChangeLimit } from '../accounts/change-limit.ts'
import type { ConsoleAccess } from '../accounts/console-access.ts'
import { createKeys } from '../accounts/keys.ts'
import { createOwnKeys } from '../accounts/own-keys.ts'
import { createRefusalLimit } from '../accounts/refusal-limit.ts'
import { createHandleCall } from '../calls/handle-call.ts'
import { createHandleFree } from '../calls/handle-free.ts'
import { createDeliveries } from '../calls/webhooks/read-deliveries.ts'
import { createOwnWebhooks, createRotateWebhookSecret } from '../calls/webhooks/webhook-secrets.ts'
import { addDocsRoutes } from '../http/docs/docs-routes.ts'
import { addMcpRoute } from '../http/mcp/mcp-route.ts'
import { prepareReferences } from '../http/openapi/prepare-references.ts'
import { addConsoleRoutes } from '../http/pages/console-routes.ts'
import { prepareDiscovery } from '../http/pages/prepare-discovery.ts'
import { createRoutes, type Route, type RouteDeps } from '../http/routes/create-routes.ts'
import { createAdminGate, type TokenCheck } from '../http/server/admin-access.ts'
import { createCors } from '../http/server/cors.ts'
import { readListeningAddress } from '../http/server/create-server.ts'
import { serveRoutes } from '../http/server/serve-routes.ts'
import { reportSettings } from '../platform/config/report.ts'
import { version } from '../platform/lib/version.ts'
import type { AppOptions, Parts } from './wire-parts.ts'

export type HttpDeps = Pick<RouteDeps, 'idempotency' | 'ledgerAudit' | 'notReady'> & {
  server: FastifyInstance
  access: ConsoleAccess
  checkToken: TokenCheck
}

/** Adds all routes to the server. A worker serves only its own health. */
export function serveHttp(options: AppOptions, parts: Parts, http: HttpDeps): Route[] {
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
    deps: {
      ...createRouteDeps(options, parts, http),
      ...references,
      discovery: prepareDiscovery(routes, { address, contact: config.contact, clock: parts.clock }),
    },
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
  { access, idempotency, ledgerAudit, notReady }: HttpDeps,
): Omit<RouteDeps, 'openApi' | 'adminOpenApi' | 'discovery'> {
  const { defaultPerSecond } = config.limits
  const limitChanges = createChangeLimit(changesPerMinute)
  return {
    ...lookups,
    ...background,
    credits,
    pool: database.pool,
    idempotency,
    deliveries: createDeliveries(database),
    accounts: createAccounts({ pool: database.pool, defaultPerSecond }),
    keys: createKeys(database),
    signIn: access.signIn,
    isPublicHttps: config.publicUrl?.startsWith('https:') ?? false,
    ownKeys: createOwnKeys({ ...database, limitChanges }),
    reads: database.reads,
    defaultPerSecond,
    backupStatus: background.backups.status,
    dataDir: config.dataDir,
    rotateWebhookSecret: createRotateWebhookSecret(database),
    ownWebhooks: createOwnWebhooks({ ...database, limitChanges }),
    ledgerAudit,
    events,
    clock,
    notReady,
    metrics: metrics.text,
    settings: () => reportSettings(config),
  }
}
