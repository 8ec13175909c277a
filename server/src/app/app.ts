// Builds the server from its parts, for the start command and for tests.
import type { FastifyInstance } from 'fastify'
import { createConsoleAccess } from '../accounts/console-access.ts'
import { createAnswerBound } from '../calls/bound-answers.ts'
import { createIdempotency } from '../calls/idempotency.ts'
import { createReadiness } from '../http/readiness.ts'
import type { Route } from '../http/routes/create-routes.ts'
import { createTokenCheck } from '../http/server/admin-access.ts'
import { deriveConnectionLimits } from '../http/server/connections.ts'
import { createServer } from '../http/server/create-server.ts'
import { createBackgroundAudit } from '../ledger/background-audit.ts'
import { createWriteTrial } from '../platform/db/try-write.ts'
import { runEvery } from '../platform/lib/run-every.ts'
import { serveHttp } from './wire-http.ts'
import { type AppOptions, startParts } from './wire-parts.ts'

export type App = {
  server: FastifyInstance
  routes: readonly Route[]
  /** Reports not ready at /readyz while calls are still served. */
  drain: () => void
  close: () => Promise<void>
}

export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, adminToken, log, descriptors = Number.POSITIVE_INFINITY } = options
  const { pool } = database
  const { defaultPerSecond, databaseConnections, readConnections } = config.limits
  const parts = await startParts(options)
  const { alone, clock, nowMs, monitor, onError, traces, credits, lookups, background, events } = parts
  const bound = createAnswerBound({ pool, maxBytes: config.limits.idempotentBytesPerAccount, onError })
  const idempotency = createIdempotency({ pool, bound })
  await idempotency.sweep({ everyone: alone })
  const ledgerAudit = createBackgroundAudit({ pool: database.readPool, clock, nowMs, onError })
  const checkToken = createTokenCheck({ token: adminToken, log })
  const access = createConsoleAccess({ database, adminToken, checkToken, defaultPerSecond })
  const stopSweeps = [idempotency, access.sessions].map(({ sweep }) =>
    runEvery(60_000, () => sweep(), onError),
  )
  const { tryWrite, close: closeTrial } = createWriteTrial(database)
  const server = createServer({
    log,
    trustedProxies: config.trustedProxies,
    isKnownKey: access.keyring.isKnown,
    connectionLimits: deriveConnectionLimits(descriptors, databaseConnections + readConnections),
  })
  if (traces) (await import('./traces/trace-requests.ts')).traceRequests(server, traces.tracer)
  let isStopping = false
  const notReady = createReadiness({ tryDatabase: tryWrite, isStopping: () => isStopping })
  const routes = serveHttp(options, parts, { server, access, checkToken, idempotency, ledgerAudit, notReady })
  return {
    server,
    routes,
    drain() {
      isStopping = true
    },
    /** Requests in flight finish first; then their dependencies close, in reverse order of creation. */
    async close() {
      const sweepsEnded = Promise.all(stopSweeps.map((stop) => stop()))
      background.stopWaiting()
      await events.close()
      await ledgerAudit.close()
      await server.close()
      await sweepsEnded
      await parts.clockSkew.close()
      await closeTrial()
      await bound.close()
      await background.stop()
      await lookups.close()
      await background.close()
      await credits.close()
      await traces?.close()
      await monitor.close()
    },
  }
}
