// Builds responses: the headers that every call has, content that may be stored and sent again, and the bodies of errors.
import { addRateLimitHeaders, type RateVerdict } from '../accounts/rate-limit.ts'
import { addProvenanceHeaders, type LookupResult, type Provenance } from '../lookups/lookup-result.ts'
import { htmlType } from '../lookups/reading/finish-reading.ts'
import { isResultGone, type Refusal } from '../platform/errors.ts'
import { jsonType } from '../platform/lib/headers.ts'
import type { Bill } from './bill.ts'
import type { CallResponse } from './call-request.ts'
import type { StoredResponse } from './idempotency.ts'

export type ResponseFacts = {
  creditsUsed?: number
  creditsRemaining?: number | null
  ageSeconds?: number | null
  /** Null if no provider was called. */
  from?: Provenance | null
}

/** The headers of every metered response. */
export function buildHeaders(
  requestId: string,
  rate: RateVerdict | null = null,
  sourceStatus: string | null = null,
  { creditsUsed = 0, creditsRemaining = null, ageSeconds = null, from = null }: ResponseFacts = {},
): Record<string, string> {
  const headers: Record<string, string> = {
    'x-request-id': requestId,
    'x-credits-used': String(creditsUsed),
  }
  if (creditsRemaining !== null) headers['x-credits-remaining'] = String(creditsRemaining)
  if (sourceStatus !== null) headers['x-source-status'] = sourceStatus
  if (ageSeconds !== null) headers.age = String(ageSeconds)
  if (from !== null) addProvenanceHeaders(headers, from)
  return rate ? addRateLimitHeaders(headers, rate.policies) : headers
}

/** For every response to a lookup: no cache may store it, and it depends on these request headers. */
export function addPrivateHeaders(headers: Record<string, string>): Record<string, string> {
  headers['cache-control'] = 'private, no-store'
  headers.vary = 'accept, authorization, x-api-key'
  return headers
}

/** HTML of a third party on our origin: no scripts, no forms, an opaque origin. */
const rawPageHeaders: Record<string, string> = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
}

export function addContentHeaders(
  headers: Record<string, string>,
  { contentType, reason }: Omit<Content, 'body'>,
): Record<string, string> {
  headers['content-type'] = contentType
  if (contentType === htmlType) Object.assign(headers, rawPageHeaders)
  if (reason !== null) headers['x-error-reason'] = reason
  return headers
}

type Content = Pick<StoredResponse, 'contentType' | 'reason'> & { body: string | Buffer }

/** What `soft_fail` sends with status 200 (api-rules 7.3). */
export const notFoundBody = '{"error":"Not Found"}'

const notFoundContent: Content = { contentType: jsonType, reason: 'not_found', body: notFoundBody }

/** A record, or that there is none. */
type StorableResult = Extract<LookupResult, { kind: 'found' | 'not_found' }>

export const toContent = (result: StorableResult): Content =>
  result.kind === 'found'
    ? { contentType: result.contentType, reason: null, body: result.body }
    : notFoundContent

export function toStoredResponse(callBill: Bill, result: StorableResult): StoredResponse {
  const { contentType, reason, body } = toContent(result)
  const { sentStatus: status, recordedStatus, credits } = callBill
  return { status, recordedStatus, contentType, reason, body: body.toString(), from: result.from, credits }
}

/** A free response without a record, such as that of a new batch. */
export const buildStoredJson = (status: number, body: object): StoredResponse => ({
  status,
  recordedStatus: status,
  contentType: jsonType,
  reason: null,
  body: JSON.stringify(body),
  from: null,
  credits: 0,
})

/** The 202 of a call that became a job (api-rules 3). */
export const buildStoredAcceptance = (jobId: string): StoredResponse =>
  buildStoredJson(202, { job_id: jobId, status: 'queued', url: `/jobs/${jobId}` })

/**
 * Decision: delivering a result is not storing it. Whatever the licence says, a result is retained for a quarter of an
 * hour; otherwise no job could call an API whose responses may not be stored.
 */
const minRetentionSeconds = 900

/**
 * How long a result is retained for its own caller if a licence limits storage: as the result of a job, and for a
 * retry with an Idempotency-Key. Null: as long as results are retained by default.
 */
export const toRetentionSeconds = (limit: number | null): number | null =>
  limit === null ? null : Math.max(limit, minRetentionSeconds)

/** `WWW-Authenticate` of a 401, for an API key and for a bearer token. */
export const keyChallenge = 'ApiKey realm="quarry"'
export const tokenChallenge = 'Bearer realm="quarry"'

export function buildRefusalResponse(refusal: Refusal, headers: Record<string, string>): CallResponse {
  addContentHeaders(headers, { contentType: jsonType, reason: refusal.reason })
  if (refusal.retryAfterSeconds !== undefined) headers['retry-after'] = String(refusal.retryAfterSeconds)
  if (refusal.status === 401) headers['www-authenticate'] = keyChallenge
  if (isResultGone(refusal)) headers['x-credits-original'] = String(refusal.creditsOriginal)
  const { status, message, parameter } = refusal
  return { status, headers, body: JSON.stringify({ error: message }), ...(parameter && { parameter }) }
}
