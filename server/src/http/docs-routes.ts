// The reference page, its files and the packages that it offers, over HTTP. The page is written again only when the
// document has changed.
import type { FastifyInstance } from 'fastify'
import { loopTurns } from '../lib/turns.ts'
import { readDocsAssets } from './docs-assets.ts'
import { createPreparer, prepare, sendPrepared } from './docs-delivery.ts'
import { downloadsHtml } from './docs-downloads.ts'
import { renderDocsPage } from './docs-page.ts'
import { addDownloadRoutes, readDownloads } from './download-routes.ts'

// Everything the page needs comes from this server; the policy makes browsers hold us to it.
const policy = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** The page belongs to no account. */
const operator = 0

export function addDocsRoutes(server: FastifyInstance, openApi: () => Record<string, unknown>): void {
  const downloads = readDownloads()
  addDownloadRoutes(server, downloads)
  const preparePage = createPreparer('text/html; charset=utf-8', (document: Record<string, unknown>) => {
    const [{ url }] = document.servers as [{ url: string }]
    // The page may call the server it came from alone, whatever its public name is.
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
