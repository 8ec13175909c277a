// Creates the HTTP server: limits for hostile connections, one error format, and no body parsing before a route reads
// the body. Routes are added by serve-routes.ts and by the files of the other folders.
import { Server as NetServer } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { Refusal, toLogged, toRefusal } from '../../platform/errors.ts'
import { uuidV7 } from '../../platform/lib/uuid.ts'
import { createClientErrorHandler, findBadRequest, maxParsedHeaders } from './bad-requests.ts'
import {
  type ConnectionLimits,
  type Connections,
  createUnknownConnections,
  deriveConnectionLimits,
  trackConnections,
} from './connections.ts'
import { sendRefusal } from './error-responses.ts'
import { createFairStart } from './fair-start.ts'
import { findClient, readRequestKey } from './read-request.ts'
import { createResponseQueue, type ResponseQueue, type ResponseQueueLimits } from './response-queue.ts'

const maxHeaderBytes = 16 * 1024
const headersTimeoutMs = 10_000
const requestTimeoutMs = 20_000
const defaultIdleTimeoutMs = 65_000

export type ServerOptions = {
  log: Logger
  trustedProxies: readonly string[]
  /** How long a connection may stay open without a request; 65 s by default. */
  idleTimeoutMs?: number
  /** Requests whose key is known to be valid are scheduled per key, all others per address. */
  isKnownKey?: (secret: string) => boolean
  queueLimits?: Partial<ResponseQueueLimits>
  connectionLimits?: ConnectionLimits
}

export function createServer(options: ServerOptions): FastifyInstance {
  const connections = trackConnections(options.idleTimeoutMs ?? defaultIdleTimeoutMs)
  const responses = createResponseQueue(options.queueLimits)
  const guard = { connections, responses }
  const server = createFastify(options, guard)
  const findMethods = collectMethods(server)
  server.server.on('connection', connections.open)
  server.server.headersTimeout = headersTimeoutMs
  server.server.maxHeadersCount = maxParsedHeaders

  // The body stays a stream: it is read only after the checks of key, permission and rate limit.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  addHooks(server, guard, options)
  // Not in a framework hook: those run before the last connection has closed.
  server.server.once('close', connections.close)
  server.server.once('close', responses.close)
  server.setNotFoundHandler((request, reply) => {
    const methods = findMethods(request.url.split('?', 1)[0] ?? '')
    const isWrongMethod = methods.length > 0 && !methods.includes(request.method)
    if (isWrongMethod) reply.header('allow', methods.join(', '))
    sendRefusal(reply, new Refusal(isWrongMethod ? 'method_not_allowed' : 'unknown_route'), request.id)
  })
  server.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error)
    if (refusal.reason === 'internal')
      options.log.error({ ...toLogged(error), requestId: request.id }, 'request failed')
    sendRefusal(reply, refusal, request.id)
  })
  return server
}

type Guard = { connections: Connections; responses: ResponseQueue }

const createFastify = (options: ServerOptions, guard: Guard): FastifyInstance =>
  fastify({
    logger: false,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    genReqId: uuidV7,
    requestIdHeader: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: options.idleTimeoutMs ?? defaultIdleTimeoutMs,
    http: {
      maxHeaderSize: maxHeaderBytes,
      connectionsCheckingInterval: 1000,
      // Node would answer a missing Host itself and then run pipelined requests; bad-requests.ts refuses both.
      requireHostHeader: false,
    },
    // Query strings are parsed strictly, by lookups/read-query.ts.
    routerOptions: { querystringParser: () => ({}), maxParamLength: 200 },
    clientErrorHandler: createClientErrorHandler(guard.connections),
    frameworkErrors: (_error, request, reply) => {
      if (isAdmitted(guard, request, reply as FastifyReply))
        guard.responses.run(request.raw.socket, () =>
          sendRefusal(reply as FastifyReply, new Refusal('unknown_route'), request.id),
        )
    },
  })

function addHooks(server: FastifyInstance, guard: Guard, options: ServerOptions): void {
  const { isKnownKey } = options
  const startFairly = createFairStart()
  const checkKey = limitConnections(server, guard.connections, options)
  server.addHook('preClose', (done) => {
    guard.connections.closeIdle()
    // Not the `close` of the HTTP server, which at once closes connections whose next request is on its way.
    NetServer.prototype.close.call(server.server, () => done())
  })
  // Callbacks, not promises: these hooks run on every request, and a promise costs more than the hook.
  server.addHook('onRequest', (request, reply, done) => {
    checkKey(request, reply)
    if (isAdmitted(guard, request, reply))
      guard.responses.run(request.raw.socket, () =>
        startFairly(findClient(request, isKnownKey), reply.raw, done),
      )
  })
  // While the server is closing, a connection must not wait for another request.
  server.addHook('onSend', (_request, reply, _payload, done) => {
    reply.headers(safeHeaders)
    if (isClosing(reply)) reply.header('connection', 'close')
    done()
  })
}

const dropLogIntervalMs = 60_000

/** Bounds all connections and those without a valid key. Returns a function that looks for a key in each request. */
function limitConnections(server: FastifyInstance, { isIdle }: Connections, options: ServerOptions) {
  const { connectionLimits = deriveConnectionLimits(Number.POSITIVE_INFINITY, 0), isKnownKey, log } = options
  const { max } = connectionLimits
  server.server.maxConnections = max
  let loggedAtMs = Number.NEGATIVE_INFINITY
  server.server.on('drop', () => {
    if (performance.now() - loggedAtMs < dropLogIntervalMs) return
    loggedAtMs = performance.now()
    log.warn({ max }, 'Too many connections; closing new ones. Raise the limit of open files (ulimit -n)')
  })
  const unknown = createUnknownConnections(connectionLimits, isIdle)
  server.server.on('connection', unknown.open)
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { socket } = request.raw
    if (!unknown.has(socket)) return
    const key = readRequestKey(request.raw)
    const hasKnownKey = () => key !== null && isKnownKey?.(key) === true
    // A trusted proxy sends the requests of many callers, and bounds their connections itself.
    if (request.ip !== socket.remoteAddress || hasKnownKey()) unknown.remove(socket)
    else if (key !== null)
      // By then the key has been looked up.
      reply.raw.once('finish', () => {
        if (hasKnownKey()) unknown.remove(socket)
      })
  }
}

/** Headers of every response. An address may hold a key, so no page may send it on as a referrer. */
export const safeHeaders = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }

/** False if the request was refused here, or follows a refused request on its connection and gets no response. */
function isAdmitted(
  { connections, responses }: Guard,
  { raw }: FastifyRequest,
  reply: FastifyReply,
): boolean {
  responses.track(raw.socket, reply.raw)
  if (!connections.begin(raw.socket, reply.raw)) {
    reply.hijack()
    return false
  }
  const refusal = findBadRequest(raw)
  if (!refusal) return true
  connections.refuse(raw.socket)
  reply.header('connection', 'close')
  sendRefusal(reply, refusal, reply.request.id)
  return false
}

export const isClosing = (reply: FastifyReply): boolean => !reply.server.server.listening

/** Options of a route that only responds with 405: its methods are not listed as allowed. */
export const refusingRoute = { config: { refusesMethod: true } as object }

/**
 * Collects routes as they are added, for the `Allow` header of a 405. Returns a function that lists the methods of a
 * path; empty for an unknown path.
 */
function collectMethods(server: FastifyInstance): (path: string) => string[] {
  const byUrl = new Map<string, { segments: string[]; methods: Set<string> }>()
  server.addHook('onRoute', ({ url, method, config }) => {
    if (config && 'refusesMethod' in config) return
    const entry = byUrl.get(url) ?? { segments: url.split('/'), methods: new Set<string>() }
    byUrl.set(url, entry)
    for (const one of [method].flat()) entry.methods.add(one)
  })
  return (path) => {
    const exact = byUrl.get(path)
    if (exact) return [...exact.methods]
    const segments = path.split('/')
    return [...byUrl.values()].flatMap((route) =>
      matches(route.segments, segments) ? [...route.methods] : [],
    )
  }
}

const matches = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))

/** The address the server listens on, as a browser on the same host reaches it; empty before it listens. */
export function readListeningAddress({ server }: FastifyInstance): string {
  const bound = server.address()
  if (bound === null || typeof bound === 'string') return ''
  const host = { '::': '[::1]', '0.0.0.0': '127.0.0.1' }[bound.address]
  return `http://${host ?? (bound.family === 'IPv6' ? `[${bound.address}]` : bound.address)}:${bound.port}`
}
