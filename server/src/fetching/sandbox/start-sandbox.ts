// Serves the sandbox sites of all sources over one Unix socket: the whole fetch path runs against it without a network.
// Plain node:http is enough: a site needs a host, a path and a body.
import { once } from 'node:events'
import { chmod, lstat, mkdir, mkdtemp, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Clock } from '@quarry/kit/clock'
import { isUrl } from '@quarry/kit/is-url'
import type { SandboxSite, SiteResponse } from '@quarry/kit/source'
import { faults, findFault, removeSlow } from './faults.ts'

type ServedSite = { hosts: readonly string[]; site: SandboxSite }

export type SandboxOptions = {
  sites: readonly ServedSite[]
  /** At most 107 bytes; its folder is created when missing. */
  socketPath: string
  clock: Clock
  /** The delay of a `fault-slow` response; 3 s by default. */
  slow?: () => Promise<void>
}

/** Real sites do not compress smaller pages. */
const minCompressedBytes = 1024
const maxConnections = 4096
const slowMs = 3000
const gzipped = promisify(gzip)

export async function startSandbox(options: SandboxOptions): Promise<{ close: () => Promise<void> }> {
  const sites = new Map(
    options.sites.flatMap(({ hosts, site }) => hosts.map((host) => [host.toLowerCase(), site])),
  )
  const { clock, slow = waitSlowly } = options

  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
    response.on('error', () => response.destroy())
    respond(request, response, { sites, clock, slow }).catch(() => {
      // The response of a sandbox site that throws.
      if (response.headersSent) response.destroy()
      else sendPlain(response, 500, 'The site failed')
    })
  })
  server.maxConnections = maxConnections
  server.on('clientError', (_, socket) => socket.destroy())
  await listenOnSocket(server, options.socketPath)

  return {
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      await rm(options.socketPath, { force: true })
    },
  }
}

/** The kernel's limit for a socket's path, which it truncates silently. */
const maxPathBytes = 107
/** Temporary name in the same folder, not longer than the socket's name. */
const temporaryName = '~'

/**
 * Binds the server to a Unix socket that only its owner can use, and replaces the socket of a server that died. The
 * socket gets its name only when the server listens, so a socket that refuses connections is dead.
 */
async function listenOnSocket(server: Server, socketPath: string): Promise<void> {
  if (Buffer.byteLength(socketPath) > maxPathBytes)
    throw new Error(`the socket's path is longer than ${maxPathBytes} bytes: ${socketPath}`)
  await mkdir(dirname(socketPath), { recursive: true, mode: 0o700 })
  const existing = await lstat(socketPath).catch(() => null)
  if (existing && !existing.isSocket())
    throw new Error(`there is a file that is not a socket at ${socketPath}`)
  const path = join(dirname(socketPath), temporaryName)
  await rm(path, { force: true })
  server.listen({ path })
  await once(server, 'listening')
  await chmod(path, 0o600)
  await rename(path, socketPath)
}

type ResponseDeps = {
  sites: ReadonlyMap<string, SandboxSite>
  clock: Clock
  slow: (response: ServerResponse) => Promise<void>
}

/** Never resolves if the connection closes first; does not keep the process alive. */
const waitSlowly = (response: ServerResponse) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, slowMs).unref()
    response.once('close', () => clearTimeout(timer))
  })

async function respond(request: IncomingMessage, response: ServerResponse, deps: ResponseDeps) {
  const { sites, clock, slow } = deps
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
  const fault = findFault(address, json)
  if (fault && fault !== 'slow') return faults[fault](response, acceptEncoding)
  if (fault === 'slow') {
    await slow(response)
    address = removeSlow(address)
    if (json !== undefined) json = JSON.parse(removeSlow(JSON.stringify(json)))
  }
  return sendPage(response, site({ method, url: new URL(address), json, now: clock() }), acceptEncoding)
}

const maxBodyBytes = 1024 * 1024

/** The address on the sandbox site's host and the JSON body, or the status that refuses the request. */
async function readRequest(request: IncomingMessage, host: string) {
  // Joined, not resolved: a path like `//other.example/` stays on this host.
  const address = `https://${host}${request.url ?? '/'}`
  if (!request.url?.startsWith('/') || !isUrl(address)) return 400
  const body = await readBody(request)
  if (body === null) return 413
  if (body === '') return { address, json: undefined }
  try {
    return { address, json: JSON.parse(body) as unknown }
  } catch {
    return 400
  }
}

/** The body as text; null above the bound. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let bytes = 0
  // A body above the bound is read to its end, so that its sender gets the status.
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes <= maxBodyBytes) parts.push(part)
  }
  return bytes <= maxBodyBytes ? Buffer.concat(parts).toString('utf8') : null
}

function sendPlain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
}

async function sendPage(response: ServerResponse, page: SiteResponse, acceptEncoding: string) {
  const { status = 200, contentType = 'text/html; charset=utf-8', headers = {} } = page
  const plain = Buffer.from(page.body, 'utf8')
  // Decision: the fastest level, because the sandbox shares the processor with its server.
  const compress = plain.length >= minCompressedBytes && /\bgzip\b/.test(acceptEncoding)
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

const folderPrefix = 'quarry-sandbox-'
const socketName = 's'
/** A start creates the socket within this time. */
const unfinishedAgeMs = 60_000
const connectTimeoutMs = 1000

/**
 * A private folder for the sandbox's socket, in the temporary folder because a socket's path must be short. Also removes
 * the folders of servers that were killed.
 */
export async function createSocketFolder(within = tmpdir()) {
  await sweepDead(within)
  const folder = await mkdtemp(join(within, folderPrefix))
  return { socketPath: join(folder, socketName), remove: () => removeFolder(folder).catch(() => {}) }
}

async function sweepDead(within: string): Promise<void> {
  const names = await readdir(within).catch(() => [])
  for (const name of names)
    if (/^quarry-sandbox-[A-Za-z0-9]{6}$/.test(name)) {
      const folder = join(within, name)
      // Errors are ignored: the server starts anyway.
      if (await isDead(folder).catch(() => false)) await removeFolder(folder).catch(() => {})
    }
}

/** Whether no server listens: `listenOnSocket` gives the socket its name only when one does. */
async function isDead(folder: string): Promise<boolean> {
  const info = await lstat(folder)
  // Other users share the temporary folder; their folders are left alone.
  if (!info.isDirectory() || info.uid !== process.geteuid?.()) return false
  const socket = await lstat(join(folder, socketName)).catch(() => null)
  if (socket === null) return Date.now() - info.mtimeMs > unfinishedAgeMs
  return socket.isSocket() && (await refusesConnections(join(folder, socketName)))
}

function refusesConnections(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    const finish = (isRefused: boolean) => {
      socket.destroy()
      resolve(isRefused)
    }
    socket.setTimeout(connectTimeoutMs, () => finish(false))
    socket.on('connect', () => finish(false))
    socket.on('error', (error: NodeJS.ErrnoException) => finish(error.code === 'ECONNREFUSED'))
  })
}

/** File by file, not recursively: another user may have put a link there. */
async function removeFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await unlink(join(folder, name))
  await rmdir(folder)
}
