// Routes without a key: health, the API reference and measured status.
import type { FastifyInstance } from 'fastify'
import { docsScript, docsStyle } from './docs-assets.ts'
import { docsPage } from './docs-page.ts'
import type { Readiness } from './readiness.ts'

export type OpenParts = {
  openApi: () => Record<string, unknown>
  status: () => unknown
  notReady: Readiness
}

// Everything the page needs comes from this server; the policy makes browsers hold us to it.
const policy = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

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
  server.get('/docs', async (_request, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(docsPage(openApi())),
  )
  server.get('/docs/style.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(docsStyle),
  )
  server.get('/docs/try.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(docsScript),
  )
}
