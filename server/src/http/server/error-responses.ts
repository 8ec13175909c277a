// Error responses. The body is `{"error"}`, or problem details (RFC 9457) for callers that accept
// `application/problem+json`.
import type { FastifyReply } from 'fastify'
import type { CallResponse } from '../../calls/call-request.ts'
import { keyChallenge, tokenChallenge } from '../../calls/responses.ts'
import { isReason, type Refusal, toTitle } from '../../platform/errors.ts'
import { jsonType, readWeights } from '../../platform/lib/headers.ts'

export const problemType = 'application/problem+json'

type ErrorFacts = Pick<Refusal, 'reason' | 'status' | 'message'> & {
  parameter?: string | undefined
  requestId?: string | undefined
}

/** Sends the response to a request that no route handles, or whose handler threw. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal, requestId: string): void {
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

/** Converts the response of a call; null if it is not an error of the error table. */
export function negotiateError(accept: string | undefined, response: CallResponse) {
  const reason = response.headers['x-error-reason'] ?? ''
  if (response.status < 400 || !isReason(reason) || !acceptsProblem(accept)) return null
  const { error: message } = JSON.parse(response.body.toString()) as { error: string }
  const { status, headers, parameter } = response
  return writeError(accept, { reason, status, message, parameter, requestId: headers['x-request-id'] })
}

export function writeError(accept: string | undefined, error: ErrorFacts) {
  const { reason, status, message, parameter, requestId } = error
  if (!acceptsProblem(accept)) return { type: jsonType, body: JSON.stringify({ error: message }) }
  const problem = {
    type: toProblemUri(reason),
    title: toTitle(reason),
    status,
    detail: message,
    reason,
    // Some messages are about `the body` or `the query` as a whole, which is not a parameter.
    ...(parameter === undefined || parameter.includes(' ') ? {} : { parameter }),
    ...(requestId === undefined ? {} : { request_id: requestId }),
  }
  return { type: problemType, body: JSON.stringify(problem) }
}

/** Decision: a path of this server, so that it is the same on every server and leads to the reference. */
export const toProblemUri = (reason: string): string => `/docs#error-${reason}`

/** Whether the type itself is listed with a weight above 0; wildcards do not count. */
const acceptsProblem = (accept: string | undefined): boolean =>
  accept !== undefined && /problem\+json/i.test(accept) && (readWeights(accept).get(problemType) ?? 0) > 0

/** Adds a header name to the values of `vary` that are already set. */
export function extendVary(name: string, ...values: readonly unknown[]): string {
  const names = values.flatMap((value) => (typeof value === 'string' ? value.split(/, */) : []))
  return [...new Set([...names, name])].join(', ')
}
