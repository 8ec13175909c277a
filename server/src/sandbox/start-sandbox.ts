// Serves every source's pretend site over one Unix socket: the whole fetch path runs against it, and no network is
// touched. Plain node:http, because a pretend site needs a host, a path and a body, and nothing a framework adds.
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Clock } from '@quarry/kit/clock'
import type { SandboxSite, SiteResponse } from '@quarry/kit/source'
import { faultIn, playFault, withoutSlow } from './faults.ts'
import { listenOnSocket } from './listen-on-socket.ts'
import { readRequest } from './read-request.ts'
import { makeWaits } from './waits.ts'

type ServedSite = { hosts: readonly string[]; site: SandboxSite }

export type SandboxOptions = {
  sites: readonly ServedSite[]
  /** At most 107 bytes long; its folder is made when missing. */
  socketPath: string
  clock: Clock
  /** What a `fault-slow` answer waits for; 3 s by default. */
  slow?: () => Promise<void>
}

/** Below this a real site does not bother to compress. */
const compressFromBytes = 1024
const connectionsMax = 4096
const slowMs = 3000
const gzipped = promisify(gzip)

/** Listens on the socket until closed. Nothing of the world is made before the first request. */
export async function startSandbox(options: SandboxOptions): Promise<{ close: () => Promise<void> }> {
  const sites = new Map(
    options.sites.flatMap(({ hosts, site }) => hosts.map((host) => [host.toLowerCase(), site])),
  )
  const waits = makeWaits()
  const slow = options.slow ?? (() => waits.wait(slowMs))

  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
    response.on('error', () => response.destroy())
    answer(request, response, { sites, clock: options.clock, slow }).catch(() => {
      // A pretend site that breaks is a site that answers 500, and nothing more.
      if (response.headersSent) response.destroy()
      else sendPlain(response, 500, 'The site failed')
    })
  })
  server.maxConnections = connectionsMax
  server.on('clientError', (_, socket) => socket.destroy())
  await listenOnSocket(server, options.socketPath)

  return {
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
        waits.endAll()
      })
      await rm(options.socketPath, { force: true })
    },
  }
}

type Surroundings = { sites: ReadonlyMap<string, SandboxSite>; clock: Clock; slow: () => Promise<void> }

/** One request from host to page: the site it is for, the fault it asks for, the site's own answer. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { sites, clock, slow }: Surroundings,
): Promise<void> {
  const { method } = request
  const host = request.headers.host?.toLowerCase().replace(/:\d+$/, '') ?? ''
  const site = sites.get(host)
  if (!site) return sendPlain(response, 421, 'No such site')
  if (method !== 'GET' && method !== 'POST') return sendPlain(response, 405, 'Method not allowed')
  if (request.url === '/robots.txt') return sendPlain(response, 200, 'User-agent: *\nAllow: /\n')

  const read = await readRequest(request, host)
  if (typeof read === 'number') return sendPlain(response, read, 'Not understood')
  let { address, json } = read

  const acceptEncoding = String(request.headers['accept-encoding'] ?? '')
  const fault = faultIn(address, json)
  if (fault && fault !== 'slow') return playFault(fault, response, acceptEncoding)
  if (fault === 'slow') {
    await slow()
    address = withoutSlow(address)
    if (json !== undefined) json = JSON.parse(withoutSlow(JSON.stringify(json)))
  }
  return sendAnswer(response, site({ method, url: new URL(address), json, now: clock() }), acceptEncoding)
}

function sendPlain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
}

async function sendAnswer(
  response: ServerResponse,
  page: SiteResponse,
  acceptEncoding: string,
): Promise<void> {
  const { status = 200, contentType = 'text/html; charset=utf-8', headers = {} } = page
  const plain = Buffer.from(page.body, 'utf8')
  // Decision: the cheapest level, because the sandbox shares its processor with the server it serves.
  const compress = plain.length >= compressFromBytes && /\bgzip\b/.test(acceptEncoding)
  const body = compress ? await gzipped(plain, { level: 1 }) : plain
  response
    .writeHead(status, {
      'content-type': contentType,
      ...(compress ? { 'content-encoding': 'gzip', vary: 'accept-encoding' } : {}),
      'content-length': body.length,
      ...headers,
    })
    .end(body)
}
