// Routes without a key: health, the API reference and measured status.
import type { FastifyInstance } from 'fastify'
import { addDocsRoutes } from './docs-routes.ts'
import type { Readiness } from './readiness.ts'

export type OpenParts = {
  openApi: () => Record<string, unknown>
  status: () => unknown
  notReady: Readiness
}

export function addOpenRoutes(server: FastifyInstance, { openApi, status, notReady }: OpenParts): void {
  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', async (_request, reply) => {
    const missing = await notReady()
    if (missing !== null) reply.code(503)
    return missing === null ? { status: 'ready' } : { status: 'not ready', missing }
  })
  for (const prefix of ['', '/api']) {
    server.get(`${prefix}/openapi.json`, async () => openApi())
    server.get(`${prefix}/status.json`, async () => status())
  }
  addDocsRoutes(server, openApi)
}
