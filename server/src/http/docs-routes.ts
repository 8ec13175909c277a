// Serves the reference page, its files and the packages. The page is rendered again only after the document changed.
import type { FastifyInstance } from 'fastify'
import { loopTurns } from '../lib/turns.ts'
import { readDocsAssets } from './docs-assets.ts'
import { createPreparer, prepare, sendPrepared } from './docs-delivery.ts'
import { renderDocsPage } from './docs-page.ts'
import { addDownloadRoutes, downloadsHtml, readDownloads } from './download-routes.ts'

// The page loads everything from this server; the policy makes browsers enforce that.
const policy = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Rendering the page is not work of any account; no account has this id. */
const operator = 0

export function addDocsRoutes(server: FastifyInstance, openApi: () => Record<string, unknown>): void {
  const downloads = readDownloads()
  addDownloadRoutes(server, downloads)
  const preparePage = createPreparer('text/html; charset=utf-8', (document: Record<string, unknown>) => {
    const [{ url }] = document.servers as [{ url: string }]
    // The policy lets the page call only its own origin, which may differ from the public address.
    const page = { ...document, servers: [{ url: '/' }] }
    return renderDocsPage(page, downloadsHtml(downloads, url), loopTurns.pacer(operator))
  })
  server.get('/docs', async (request, reply) => {
    reply.header('content-security-policy', policy).header('referrer-policy', 'no-referrer')
    return sendPrepared(request, reply, await preparePage(openApi()))
  })
  for (const { name, type, content } of readDocsAssets()) {
    let prepared: ReturnType<typeof prepare> | undefined
    server.get(`/docs/${name}`, async (request, reply) => {
      prepared ??= prepare(type, content)
      return sendPrepared(request, reply, await prepared)
    })
  }
}
