// Error bodies. The default is `{"error"}`; callers that accept `application/problem+json` get problem details (RFC
// 9457).
import type { Answer } from '../../calls/call-request.ts'
import { isReason, type Refusal, toTitle } from '../../platform/errors.ts'
import { readWeights } from '../../platform/lib/accept.ts'
import { jsonType } from '../../platform/lib/json-type.ts'

export const problemType = 'application/problem+json'

export type ErrorFacts = Pick<Refusal, 'reason' | 'status' | 'message'> & {
  parameter?: string | undefined
  requestId?: string | undefined
}

/** Decision: a path of this server, so that it is the same on every server and leads to the reference. */
export const toProblemUri = (reason: string): string => `/docs#error-${reason}`

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

/** Converts a finished answer; null if it is not an error of the error table. */
export function negotiateError(accept: string | undefined, answer: Answer) {
  const reason = answer.headers['x-error-reason'] ?? ''
  if (answer.status < 400 || !isReason(reason) || !acceptsProblem(accept)) return null
  const { error: message } = JSON.parse(answer.body.toString()) as { error: string }
  const { status, headers, parameter } = answer
  return writeError(accept, { reason, status, message, parameter, requestId: headers['x-request-id'] })
}

/** Whether the type itself is listed with a weight above 0; wildcards do not count. */
const acceptsProblem = (accept: string | undefined): boolean =>
  accept !== undefined && /problem\+json/i.test(accept) && (readWeights(accept).get(problemType) ?? 0) > 0

/** Adds a header name to the values of `vary` that are already set. */
export function extendVary(name: string, ...values: readonly unknown[]): string {
  const names = values.flatMap((value) => (typeof value === 'string' ? value.split(/, */) : []))
  return [...new Set([...names, name])].join(', ')
}
