// Serves every source's pretend site over one Unix socket: the whole fetch path runs against it, and no network is
// touched. Plain node:http, because a pretend site needs a host, a path and a body, and nothing a framework adds.
import { chmod, mkdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { SandboxSite, SiteResponse } from '../contract.ts'
import type { Clock } from '../lib/clock.ts'
import { faultIn, playFault, withoutSlow } from './faults.ts'

export type ServedSite = { name: string; hosts: readonly string[]; site: SandboxSite }

export type SandboxOptions = {
  sites: readonly ServedSite[]
  socketPath: string
  clock: Clock
  /** How long `fault-slow` waits. */
  slowMs?: number
}

const bodyBytesMax = 1024 * 1024
/** Below this a real site does not bother to compress. */
const compressFromBytes = 1024
const connectionsMax = 4096
const gzipped = promisify(gzip)

/** Listens on the socket until closed. Nothing of the world is made before the first request. */
export async function startSandbox(options: SandboxOptions): Promise<{ close: () => Promise<void> }> {
  const { socketPath, slowMs = 3000 } = options
  const sites = new Map(
    options.sites.flatMap(({ hosts, site }) => hosts.map((host) => [host.toLowerCase(), site])),
  )
  const waits = makeWaits()

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const host = request.headers.host?.toLowerCase().replace(/:\d+$/, '') ?? ''
    const site = sites.get(host)
    if (!site) return sendPlain(response, 421, 'No such site')
    if (request.method !== 'GET' && request.method !== 'POST')
      return sendPlain(response, 405, 'Method not allowed')
    if (request.url === '/robots.txt') return sendPlain(response, 200, 'User-agent: *\nAllow: /\n')
    const body = await readBody(request)
    if (body === null) return sendPlain(response, 413, 'Payload too large')
    // Joined, not resolved: a path of `//elsewhere/` stays a path of this host.
    let address = `https://${host}${request.url?.startsWith('/') ? request.url : '/'}`
    let json: unknown = body === '' ? null : JSON.parse(body)
    const fault = faultIn(address, json)
    const acceptEncoding = String(request.headers['accept-encoding'] ?? '')
    if (fault === 'slow') {
      await waits.wait(slowMs)
      address = withoutSlow(address)
      json = JSON.parse(withoutSlow(JSON.stringify(json)))
    } else if (fault) {
      return playFault(fault, response, acceptEncoding)
    }
    const answer = site({ method: request.method, url: new URL(address), json, now: options.clock() })
    return sendAnswer(response, answer, acceptEncoding)
  }

  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
    response.on('error', () => response.destroy())
    handle(request, response).catch((thrown: unknown) => {
      // A pretend site that breaks is a site that answers 500; a body that is no JSON is the client's fault.
      if (response.headersSent) response.destroy()
      else sendPlain(response, thrown instanceof SyntaxError ? 400 : 500, 'The site failed')
    })
  })
  server.maxConnections = connectionsMax
  server.on('clientError', (_, socket) => socket.destroy())

  await mkdir(dirname(socketPath), { recursive: true, mode: 0o700 })
  await rm(socketPath, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ path: socketPath }, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
  await chmod(socketPath, 0o600)

  return {
    close: () =>
      new Promise((resolve) => {
        waits.cancel()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Waits that end when the sandbox closes and that keep no process alive. */
function makeWaits() {
  const pending = new Map<NodeJS.Timeout, () => void>()
  return {
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(() => {
          pending.delete(timer)
          resolve()
        }, ms).unref()
        pending.set(timer, resolve)
      }),
    cancel() {
      for (const [timer, resolve] of pending) {
        clearTimeout(timer)
        resolve()
      }
      pending.clear()
    },
  }
}

/** The body as text, or null when it is larger than any client of these sites sends. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > bodyBytesMax) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const sendPlain = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
}

async function sendAnswer(
  response: ServerResponse,
  answer: SiteResponse,
  acceptEncoding: string,
): Promise<void> {
  const { status = 200, contentType = 'text/html; charset=utf-8', headers = {} } = answer
  const plain = Buffer.from(answer.body, 'utf8')
  // The cheapest level: the sandbox shares its processor with the server under test.
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
