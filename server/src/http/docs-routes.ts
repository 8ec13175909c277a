// The reference page and its files over HTTP. The page is written again only when the document has changed.
import type { FastifyInstance } from 'fastify'
import { readDocsAssets } from './docs-assets.ts'
import { type Prepared, prepare, sendPrepared } from './docs-delivery.ts'
import { docsPage } from './docs-page.ts'

// Everything the page needs comes from this server; the policy makes browsers hold us to it.
const policy = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

export function addDocsRoutes(server: FastifyInstance, openApi: () => Record<string, unknown>): void {
  let last: { document: string; page: Promise<Prepared> } | undefined
  const currentPage = () => {
    // The page may call the server it came from alone, whatever its public name is.
    const described = { ...openApi(), servers: [{ url: '/' }] }
    const document = JSON.stringify(described)
    if (last?.document !== document)
      last = { document, page: prepare('text/html; charset=utf-8', Buffer.from(docsPage(described))) }
    return last.page
  }
  server.get('/docs', async (request, reply) => {
    reply.header('content-security-policy', policy).header('referrer-policy', 'no-referrer')
    return sendPrepared(request, reply, await currentPage())
  })
  for (const { name, type, content } of readDocsAssets()) {
    let prepared: Promise<Prepared> | undefined
    server.get(`/docs/${name}`, async (request, reply) => {
      prepared ??= prepare(type, content)
      return sendPrepared(request, reply, await prepared)
    })
  }
}
