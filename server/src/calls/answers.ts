// Builds the content of answers, which may be stored and sent again, and the bodies of errors.

import type { LookupResult } from '../lookups/lookup-result.ts'
import { htmlType } from '../lookups/reading/finish-reading.ts'
import { isResultGone, type Refusal } from '../platform/errors.ts'
import { jsonType } from '../platform/lib/json-type.ts'
import type { Bill } from './bill.ts'
import type { Answer } from './call-request.ts'
import type { StoredAnswer } from './idempotency.ts'

/** What `soft_fail` sends with status 200 (api-rules 7.3). */
export const notFoundBody = '{"error":"Not Found"}'

/** HTML of a third party on our origin: no scripts, no forms, an opaque origin. */
const rawPageHeaders: Record<string, string> = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
}

type Content = Pick<StoredAnswer, 'contentType' | 'reason'> & { body: string | Buffer }

const notFoundContent: Content = { contentType: jsonType, reason: 'not_found', body: notFoundBody }

type Answered = Extract<LookupResult, { kind: 'found' | 'not_found' }>

export const toContent = (result: Answered): Content =>
  result.kind === 'found'
    ? { contentType: result.contentType, reason: null, body: result.body }
    : notFoundContent

export function toStoredAnswer(due: Bill, result: Answered): StoredAnswer {
  const { contentType, reason, body } = toContent(result)
  const { sentStatus: status, recordedStatus, credits } = due
  return { status, recordedStatus, contentType, reason, body: body.toString(), from: result.from, credits }
}

/** A free answer without a record, such as that of a new batch. */
export const buildStoredAnswer = (status: number, body: object): StoredAnswer => ({
  status,
  recordedStatus: status,
  contentType: jsonType,
  reason: null,
  body: JSON.stringify(body),
  from: null,
  credits: 0,
})

/** The answer to a call that became a job (api-rules 3). */
export const toAcceptedAnswer = (jobId: string): StoredAnswer =>
  buildStoredAnswer(202, { job_id: jobId, status: 'queued', url: `/jobs/${jobId}` })

export function addContentHeaders(
  headers: Record<string, string>,
  { contentType, reason }: Omit<Content, 'body'>,
): Record<string, string> {
  headers['content-type'] = contentType
  if (contentType === htmlType) Object.assign(headers, rawPageHeaders)
  if (reason !== null) headers['x-error-reason'] = reason
  return headers
}

/** `WWW-Authenticate` of a 401, for an API key and for a bearer token. */
export const keyChallenge = 'ApiKey realm="quarry"'
export const tokenChallenge = 'Bearer realm="quarry"'

export function buildRefusalAnswer(refusal: Refusal, headers: Record<string, string>): Answer {
  addContentHeaders(headers, { contentType: jsonType, reason: refusal.reason })
  if (refusal.retryAfterSeconds !== undefined) headers['retry-after'] = String(refusal.retryAfterSeconds)
  if (refusal.status === 401) headers['www-authenticate'] = keyChallenge
  if (isResultGone(refusal)) headers['x-credits-original'] = String(refusal.creditsOriginal)
  const { status, message, parameter } = refusal
  return { status, headers, body: JSON.stringify({ error: message }), ...(parameter && { parameter }) }
}
