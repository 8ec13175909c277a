// Compresses static bodies (API reference, console, status page) once for all clients, and answers 304 to a client that
// already has the current version.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readWeights } from '../../platform/lib/headers.ts'
import type { ContentCoding, PreparedBody } from '../../platform/route-data.ts'

export const staticTypes = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Pages load everything from this server and contain nothing inline; browsers enforce that. */
export const contentPolicy = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Nearly as small as the highest quality, in a tenth of the time. */
const brotliQuality = 9

async function prepare(type: string, content: Buffer): Promise<PreparedBody> {
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    promisify(gzip)(content, { level: 9 }),
  ])
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22)
  return { type, hash, bodies: { br, gzip: gzipped, identity: content } }
}

/** Returns a function that reads and compresses a file on first use. The caller decides which paths are safe. */
export function createFileLoader(): (path: string) => Promise<PreparedBody> {
  const prepared = new Map<string, Promise<PreparedBody>>()
  return (path) => {
    const type = staticTypes[extname(path) as keyof typeof staticTypes] ?? staticTypes['.js']
    const body = prepared.get(path) ?? prepare(type, readFileSync(path))
    prepared.set(path, body)
    return body
  }
}

/** Returns a function that rebuilds the body only if its source differs from the last one. */
export function createPreparer<Source>(
  type: string,
  write: (source: Source) => string | Promise<string>,
): (source: Source) => Promise<PreparedBody> {
  let last: { source: Source; prepared: Promise<PreparedBody> } | undefined
  const prepareFrom = async (source: Source) => prepare(type, Buffer.from(await write(source)))
  return (source) => {
    if (last?.source === source) return last.prepared
    const prepared = prepareFrom(source)
    last = { source, prepared }
    prepared.catch(() => {
      last = undefined
    })
    return prepared
  }
}

export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, hash, bodies }: PreparedBody,
  cacheControl = 'no-cache',
): FastifyReply {
  const coding = chooseCoding(request.headers['accept-encoding'] ?? '')
  // Each encoding has its own bytes and so needs its own tag.
  const tag = `"${hash}-${coding}"`
  reply.header('etag', tag).header('cache-control', cacheControl).header('vary', 'accept-encoding')
  if (matchesTag(tag, request.headers['if-none-match'])) return reply.code(304).send()
  if (coding !== 'identity') reply.header('content-encoding', coding)
  return reply.type(type).send(bodies[coding])
}

function chooseCoding(accepted: string): ContentCoding {
  const weights = readWeights(accepted)
  const readWeight = (coding: ContentCoding) => weights.get(coding) ?? weights.get('*') ?? 0
  const best = readWeight('br') >= readWeight('gzip') ? 'br' : 'gzip'
  return readWeight(best) > 0 ? best : 'identity'
}

/** RFC 9110, 13.1.2: compared weakly, since some proxies weaken a tag. */
export const matchesTag = (tag: string, header: string | undefined): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((part) => part.trim().replace(/^W\//, '') === tag))
