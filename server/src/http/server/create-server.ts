// Creates the HTTP server: limits for hostile connections, one error format, and no body parsing before a route reads
// the body. The other files of this folder add the routes.
import { Server as NetServer } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { keyChallenge, tokenChallenge } from '../../calls/answers.ts'
import { Refusal, toLogged, toRefusal } from '../../platform/errors.ts'
import { uuidV7 } from '../../platform/lib/uuid.ts'
import { collectMethods } from './allowed-methods.ts'
import { createAnswerClientError } from './bad-requests.ts'
import {
  type ConnectionLimits,
  createUnknownConnections,
  deriveConnectionLimits,
} from './connection-limits.ts'
import { type Connections, trackConnections } from './connections.ts'
import { extendVary, writeError } from './error-responses.ts'
import { createFairStart } from './fair-start.ts'
import { findClient, readRequestKey } from './find-client.ts'
import { findBadRequest, maxParsedHeaders } from './request-guard.ts'
import { type AnswerLimits, type AnswerQueue, createAnswerQueue } from './response-queue.ts'

const maxHeaderBytes = 16 * 1024
const headersTimeoutMs = 10_000
const requestTimeoutMs = 20_000
const defaultIdleTimeoutMs = 65_000

export type ServerOptions = {
  log: Logger
  trustedProxies: readonly string[]
  /** How long a connection may stay open without a request; 65 s by default. */
  idleTimeoutMs?: number
  /** Requests with a valid key are scheduled per key, all others per address. */
  isKnownKey?: (secret: string) => boolean
  answerLimits?: Partial<AnswerLimits>
  connectionLimits?: ConnectionLimits
}

export function createServer(options: ServerOptions): FastifyInstance {
  const connections = trackConnections(options.idleTimeoutMs ?? defaultIdleTimeoutMs)
  const answers = createAnswerQueue(options.answerLimits)
  const guard = { connections, answers }
  const server = createFastify(options, guard)
  const findMethods = collectMethods(server)
  server.server.on('connection', connections.open)
  server.server.headersTimeout = headersTimeoutMs
  server.server.maxHeadersCount = maxParsedHeaders

  // The body stays a stream: it is read only after key, permission and rate limit.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  addHooks(server, guard, options)
  // Not in a framework hook: those run before the last connection has closed.
  server.server.once('close', connections.close)
  server.server.once('close', answers.close)
  server.setNotFoundHandler((request, reply) => {
    const methods = findMethods(request.url.split('?', 1)[0] ?? '')
    const isWrongMethod = methods.length > 0 && !methods.includes(request.method)
    if (isWrongMethod) reply.header('allow', methods.join(', '))
    send(reply, new Refusal(isWrongMethod ? 'method_not_allowed' : 'unknown_route'), request.id)
  })
  server.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error)
    if (refusal.reason === 'internal')
      options.log.error({ ...toLogged(error), requestId: request.id }, 'request failed')
    send(reply, refusal, request.id)
  })
  return server
}

type Guard = { connections: Connections; answers: AnswerQueue }

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
      // Node would answer a missing Host itself and then run pipelined requests; request-guard.ts refuses both.
      requireHostHeader: false,
    },
    // calls/read-query parses query strings strictly.
    routerOptions: { querystringParser: () => ({}), maxParamLength: 200 },
    clientErrorHandler: createAnswerClientError(guard.connections),
    frameworkErrors: (_error, request, reply) => {
      if (isAdmitted(guard, request, reply as FastifyReply))
        guard.answers.run(request.raw.socket, () =>
          send(reply as FastifyReply, new Refusal('unknown_route'), request.id),
        )
    },
  })

function addHooks(server: FastifyInstance, guard: Guard, options: ServerOptions): void {
  const { isKnownKey } = options
  const startFairly = createFairStart()
  const noteCaller = limitConnections(server, guard.connections, options)
  server.addHook('preClose', (done) => {
    guard.connections.closeIdle()
    // Not the `close` of the HTTP server, which at once closes connections whose next request is on its way.
    NetServer.prototype.close.call(server.server, () => done())
  })
  // Callbacks, not promises: these hooks run on every request, and a promise costs more than the hook.
  server.addHook('onRequest', (request, reply, done) => {
    noteCaller(request, reply)
    if (isAdmitted(guard, request, reply))
      guard.answers.run(request.raw.socket, () =>
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

/** Bounds all connections, and those without a valid key. Returns what recognises a key, to be run for each request. */
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

/** On every answer. An address may hold a key, so no page may send it on as a referrer. */
export const safeHeaders = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }

/** False if the request was answered here, or follows a refused request on its connection and gets no answer. */
function isAdmitted({ connections, answers }: Guard, { raw }: FastifyRequest, reply: FastifyReply): boolean {
  answers.track(raw.socket, reply.raw)
  if (!connections.begin(raw.socket, reply.raw)) {
    reply.hijack()
    return false
  }
  const refusal = findBadRequest(raw)
  if (!refusal) return true
  connections.refuse(raw.socket)
  reply.header('connection', 'close')
  send(reply, refusal, reply.request.id)
  return false
}

export const isClosing = (reply: FastifyReply): boolean => !reply.server.server.listening

function send(reply: FastifyReply, refusal: Refusal, requestId: string): void {
  const { reason, status, message, parameter } = refusal
  const { accept } = reply.request.headers
  const { type, body } = writeError(accept, { reason, status, message, parameter, requestId })
  reply
    .code(status)
    .header('x-request-id', requestId)
    .header('x-error-reason', reason)
    .header('vary', extendVary('accept', reply.raw.getHeader('vary'), reply.getHeader('vary')))
    .type(type)
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds))
  if (refusal.status === 401) reply.header('www-authenticate', findChallenge(reply))
  // A buffer, because Fastify adds a charset to the type of a text.
  reply.send(Buffer.from(body))
}

const takesToken = /^\/(?:mcp|admin|metrics)(?:\/|$)/

const findChallenge = ({ request }: FastifyReply): string =>
  takesToken.test(request.routeOptions.url ?? '') ? tokenChallenge : keyChallenge

/** The address the server listens on, as a browser on the same host reaches it; empty before it listens. */
export function readListeningAddress({ server }: FastifyInstance): string {
  const bound = server.address()
  if (bound === null || typeof bound === 'string') return ''
  const host = { '::': '[::1]', '0.0.0.0': '127.0.0.1' }[bound.address]
  return `http://${host ?? (bound.family === 'IPv6' ? `[${bound.address}]` : bound.address)}:${bound.port}`
}
