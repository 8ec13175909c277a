// Serves the SDK, the command line and the source kit as npm packages, because they are not published to a registry.
// The files are read once and stay in memory.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../platform/errors.ts'
import { code, escapeHtml, table } from '../docs/docs-html.ts'
import { matchesTag } from './prepared-body.ts'

/** `install` is the command to run with the address of the package. */
export type Download = { path: string; title: string; install: string; bytes: Buffer; sha256: string }

const packages = [
  { name: 'sdk.tgz', title: 'SDK for TypeScript and JavaScript', install: 'npm install' },
  { name: 'cli.tgz', title: 'Command line', install: 'npm install -g' },
  { name: 'kit.tgz', title: 'Source kit for plugins', install: 'npm install' },
]

/** Empty without a build. */
export function readDownloads(): Download[] {
  return packages.flatMap(({ name, title, install }) => {
    const file = fileURLToPath(new URL(`../../../downloads/${name}`, import.meta.url))
    if (!existsSync(file)) return []
    const bytes = readFileSync(file)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return [{ path: `/downloads/${name}`, title, install, bytes, sha256 }]
  })
}

export function addDownloadRoutes(server: FastifyInstance, downloads: readonly Download[]): void {
  server.route({
    method: ['GET', 'HEAD'],
    url: '/downloads/:name',
    handler: (request, reply) => {
      const { name } = request.params as { name: string }
      const download = downloads.find(({ path }) => path === `/downloads/${name}`)
      if (!download) throw new Refusal('unknown_route')
      const tag = `"${download.sha256}"`
      // Already compressed, so `accept-encoding` does not matter.
      reply.header('etag', tag).header('cache-control', 'no-cache')
      if (matchesTag(tag, request.headers['if-none-match'])) return reply.code(304).send()
      return reply.type('application/gzip').send(download.bytes)
    },
  })
}

/**
 * The Downloads section of the reference page; empty without packages. `address` is the public address of the server:
 * package managers need an absolute URL.
 */
export function downloadsHtml(downloads: readonly Download[], address: string): string {
  if (downloads.length === 0) return ''
  const rows = downloads.map(({ path, title, install, sha256 }) => [
    `<a href="${path}">${escapeHtml(title)}</a>`,
    code(`${install} ${address}${path}`),
    code(sha256),
  ])
  return `<section class="introduction" id="downloads" aria-labelledby="downloads-title">
<h2 id="downloads-title">Downloads</h2>
<p>Packages that match the version of this server. They are not published to a registry: install them by these addresses, not by name.</p>
${table(['Package', 'Install', 'SHA-256'], rows)}
</section>`
}
