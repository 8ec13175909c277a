// The SDK and the command line as packages from this server. They are on no registry, so `npm install` takes these
// addresses. The bytes are read once and held.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../errors.ts'
import { matchesTag } from './docs-delivery.ts'

/** `install` is the command that takes the address. */
export type Download = { path: string; title: string; install: string; bytes: Buffer; sha256: string }

const packages = [
  { name: 'sdk.tgz', title: 'SDK for TypeScript and JavaScript', install: 'npm install' },
  { name: 'cli.tgz', title: 'Command line', install: 'npm install -g' },
]

/** Without a build there are none, and the server does everything else. */
export function readDownloads(): Download[] {
  return packages.flatMap(({ name, title, install }) => {
    const file = fileURLToPath(new URL(`../../downloads/${name}`, import.meta.url))
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
      // Compressed already: it is sent as it is, whatever coding the client accepts.
      reply.header('etag', tag).header('cache-control', 'no-cache')
      if (matchesTag(tag, request.headers['if-none-match'])) return reply.code(304).send()
      return reply.type('application/gzip').send(download.bytes)
    },
  })
}
