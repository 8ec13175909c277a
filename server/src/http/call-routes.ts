// Metered routes: each endpoint under its path and under the `/api` twin (spec, conventions).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, CallRequest } from '../calls/call-request.ts'
import type { HandleCall } from '../calls/handle-call.ts'
import type { Offer } from '../calls/offer.ts'
import type { Method } from '../contract.ts'
import { isClosing } from './create-server.ts'
import { readBody } from './read-body.ts'
import { headerValues } from './request-guard.ts'

export const prefixes = ['', '/api'] as const

export function addCallRoutes(
  server: FastifyInstance,
  offers: readonly Offer[],
  handleCall: HandleCall,
): void {
  for (const offer of offers) {
    const { method, alsoMethod, path } = offer.endpoint
    for (const prefix of prefixes)
      server.route({
        method: alsoMethod ? [method, alsoMethod] : [method],
        url: prefix + path,
        handler: async (request, reply) => answer(reply, await handleCall(offer, toCallRequest(request))),
      })
  }
}

/** What the life of a call needs to know of a request. */
export function toCallRequest(request: FastifyRequest): CallRequest {
  const query = request.url.indexOf('?')
  return {
    id: request.id,
    method: request.method as Method,
    rawQuery: query === -1 ? '' : request.url.slice(query + 1),
    keyHeaders: headerValues(request.raw, 'x-api-key'),
    idempotencyKeys: headerValues(request.raw, 'idempotency-key'),
    contentType: request.headers['content-type'],
    address: request.ip,
    readBody: () => readBody(request.raw),
    hasClientGone: () => request.raw.socket.destroyed,
  }
}

/** Writes the answer as it is: nothing is left to serialise, and the way through the framework costs more than this. */
export function answer(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  reply.hijack()
  headers['x-content-type-options'] = 'nosniff'
  headers['content-length'] = String(Buffer.byteLength(body))
  if (isClosing(reply)) headers.connection = 'close'
  reply.raw.writeHead(status, headers)
  reply.raw.end(body)
  return reply
}
