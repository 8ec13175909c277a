// Serves the console page at `/` and at the path of each view, its files, and the status page, which needs neither
// scripts nor a build.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'
import { readConsoleFiles } from './console-files.ts'
import { createPreparer, sendPrepared } from './docs-delivery.ts'
import { type StatusDocument, statusHtml } from './status-html.ts'

// The pages load everything from this server and contain nothing inline; the policy makes browsers enforce that.
const policy = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
const pageHeaders = {
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
const withoutBuild = 'The console is not built. Run `npm run build`.\n'

export function addConsoleRoutes(server: FastifyInstance, statusPage: () => Promise<string>): void {
  const files = readConsoleFiles()

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.headers(pageHeaders)
    const page = files.page()
    if (page === null) return reply.code(404).type('text/plain; charset=utf-8').send(withoutBuild)
    return sendPrepared(request, reply, await page)
  }

  server.get('/', sendPage)
  // An address that people are likely to try.
  for (const path of ['/console', '/console/'])
    server.get(path, (_request, reply) => reply.redirect('/', 302))
  server.get('/console/:view', sendPage)
  server.get('/console/assets/:name', async (request, reply) => {
    const asset = files.asset((request.params as { name: string }).name)
    if (asset === null) throw new Refusal('unknown_route')
    // The name changes with the content.
    return sendPrepared(request, reply, await asset, 'public, max-age=31536000, immutable')
  })

  const prepareStatus = createPreparer('text/html; charset=utf-8', (document: string) =>
    statusHtml(JSON.parse(document) as StatusDocument),
  )
  server.get('/status', async (request, reply) => {
    const page = await prepareStatus(await statusPage())
    reply.headers(pageHeaders)
    return sendPrepared(request, reply, page)
  })
}
