// Serves the console page at `/` and at the path of each view, its files, and the status page, which needs neither
// scripts nor a build. The files are listed at startup; without a build the server runs without the console.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../platform/errors.ts'
import { contentPolicy, createFileLoader, createPreparer, sendPrepared } from './prepared-body.ts'
import { type StatusDocument, statusHtml } from './status-html.ts'

const folder = fileURLToPath(new URL('../../../../console/dist', import.meta.url))
const assets = join(folder, 'assets')
const pageHeaders = {
  'content-security-policy': contentPolicy,
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
const withoutBuild = 'The console is not built. Run `npm run build`.\n'

export function addConsoleRoutes(server: FastifyInstance, statusPage: () => Promise<string>): void {
  // Only listed files are read, so no name can escape the folder.
  const names = new Set(existsSync(assets) ? readdirSync(assets) : [])
  const loadFile = createFileLoader()

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.headers(pageHeaders)
    if (names.size === 0) return reply.code(404).type('text/plain; charset=utf-8').send(withoutBuild)
    return sendPrepared(request, reply, await loadFile(join(folder, 'index.html')))
  }

  server.get('/', sendPage)
  // An address that people are likely to try.
  for (const path of ['/console', '/console/'])
    server.get(path, (_request, reply) => reply.redirect('/', 302))
  server.get('/console/:view', sendPage)
  server.get('/console/assets/:name', async (request, reply) => {
    const { name } = request.params as { name: string }
    if (!names.has(name)) throw new Refusal('unknown_route')
    const file = await loadFile(join(assets, name))
    // The name changes with the content.
    return sendPrepared(request, reply, file, 'public, max-age=31536000, immutable')
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
