// The HTTP server itself: limits against hostile connections, one error body for everything, and no parsing of
// bodies before a route asks for it. Routes are registered by the files beside this one.
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { Logger } from 'pino'
import { Refusal, toRefusal } from '../errors.ts'
import { badRequest, parsedHeadersMax } from './request-guard.ts'

const maxHeaderBytes = 16 * 1024
const headersTimeoutMs = 10_000
const requestTimeoutMs = 20_000

export type ServerOptions = { log: Logger; trustedProxies: readonly string[] }

export function createServer({ log, trustedProxies }: ServerOptions): FastifyInstance {
  const server = fastify({
    logger: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: 65_000,
    http: { maxHeaderSize: maxHeaderBytes, connectionsCheckingInterval: 1000 },
    // Query strings are read by calls/read-query, which refuses what this parser would guess.
    routerOptions: { querystringParser: () => ({}), maxParamLength: 200 },
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, request, reply) => {
      send(reply as FastifyReply, new Refusal('unknown_route'), request.id)
    },
  })
  server.server.headersTimeout = headersTimeoutMs
  server.server.maxHeadersCount = parsedHeadersMax

  // The body stays a stream: it is read only after key, permission and rate limit.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

  // Hooks of every request call back instead of promising: a promise costs more than they do.
  server.addHook('onRequest', (request, reply, done) => {
    const problem = badRequest(request.raw)
    if (!problem) return done()
    reply.header('connection', 'close')
    reply
      .code(problem.status)
      .type(jsonType)
      .send(JSON.stringify({ error: problem.problem }))
  })
  // A connection whose last answer is still being made when the server closes must not stay open for the next one.
  server.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header('x-content-type-options', 'nosniff')
    if (isClosing(reply)) reply.header('connection', 'close')
    done()
  })
  server.setNotFoundHandler((request, reply) => send(reply, new Refusal('unknown_route'), request.id))
  server.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error)
    if (refusal.reason === 'internal') log.error({ err: error, requestId: request.id }, 'request failed')
    send(reply, refusal, request.id)
  })
  return server
}

const jsonType = 'application/json; charset=utf-8'

export const isClosing = (reply: FastifyReply): boolean => !reply.server.server.listening

function send(reply: FastifyReply, refusal: Refusal, requestId: string): void {
  reply
    .code(refusal.status)
    .header('x-request-id', requestId)
    .header('x-error-reason', refusal.reason)
    .type(jsonType)
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds))
  reply.send(JSON.stringify({ error: refusal.message }))
}

// Errors before there is a request: unreadable or oversized headers, and connections that are too slow.
const clientErrors: Record<string, [number, string, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'Request Timeout'],
}

function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, phrase, message] = clientErrors[error.code ?? ''] ?? [400, 'Bad Request', 'Bad Request']
  const body = JSON.stringify({ error: message })
  socket.end(
    `HTTP/1.1 ${status} ${phrase}\r\ncontent-type: ${jsonType}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  )
}
