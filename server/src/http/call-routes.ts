// Metered routes: each endpoint under its path and under the `/api` twin (spec, conventions).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, CallRequest } from '../calls/call-request.ts'
import type { HandleCall } from '../calls/handle-call.ts'
import type { Offer } from '../calls/offer.ts'
import type { Method } from '../contract/endpoint.ts'
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
        // Without `async`: this is the way of every call, and a promise more is a cost more.
        handler: (request, reply) => {
          handleCall(offer, toCallRequest(request))
            .then((given) => answer(reply, given))
            .catch((error) => reply.send(error))
        },
      })
  }
}

/** What the life of a call needs to know of a request. */
export function toCallRequest({ id, method, url, raw, ip }: FastifyRequest): CallRequest {
  const query = url.indexOf('?')
  return {
    id,
    method: method as Method,
    rawQuery: query === -1 ? '' : url.slice(query + 1),
    keyHeaders: headerValues(raw, 'x-api-key'),
    idempotencyKeys: headerValues(raw, 'idempotency-key'),
    contentType: raw.headers['content-type'],
    address: ip,
    readBody: (owner) => readBody(raw, owner),
    hasClientGone: () => raw.socket.destroyed,
  }
}

/** Writes the answer as it is: nothing is left to serialise, and the way through the framework costs more than this. */
export function answer(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  headers['x-content-type-options'] = 'nosniff'
  headers['content-length'] = String(Buffer.byteLength(body))
  if (isClosing(reply)) headers.connection = 'close'
  reply.raw.writeHead(status, headers)
  reply.hijack()
  reply.raw.end(body)
  return reply
}
