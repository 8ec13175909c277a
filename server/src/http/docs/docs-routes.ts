// Serves the reference page, its files and the packages. The page is rendered again only after the document changed.
import { readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { loopSlices, noAccount } from '../../platform/lib/slices.ts'
import { addDownloadRoutes, downloadsHtml, readDownloads } from '../pages/download-routes.ts'
import {
  contentPolicy,
  createFileLoader,
  createPreparer,
  sendPrepared,
  staticTypes,
} from '../pages/prepared-body.ts'
import { renderDocsPage } from './docs-page.ts'

const assets = fileURLToPath(new URL('docs-assets', import.meta.url))

/** Style sheets, scripts and icon of the reference page and the status page; the build copies their folder. */
export const listDocsAssets = (): string[] =>
  readdirSync(assets).filter((name) => extname(name) in staticTypes)

export function addDocsRoutes(server: FastifyInstance, openApi: () => Promise<Record<string, unknown>>) {
  const downloads = readDownloads()
  addDownloadRoutes(server, downloads)
  const preparePage = createPreparer('text/html; charset=utf-8', (document: Record<string, unknown>) => {
    const [{ url }] = document.servers as [{ url: string }]
    // The policy lets the page call only its own origin, which may differ from the public address.
    const page = { ...document, servers: [{ url: '/' }] }
    return renderDocsPage(page, downloadsHtml(downloads, url), loopSlices.pacer(noAccount))
  })
  server.get('/docs', async (request, reply) => {
    reply.header('content-security-policy', contentPolicy).header('referrer-policy', 'no-referrer')
    return sendPrepared(request, reply, await preparePage(await openApi()))
  })
  const loadFile = createFileLoader()
  for (const name of listDocsAssets())
    server.get(`/docs/${name}`, async (request, reply) =>
      sendPrepared(request, reply, await loadFile(join(assets, name))),
    )
}
