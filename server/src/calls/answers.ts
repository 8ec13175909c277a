// Answers as content apart from the facts of one call: what may be stored and sent again, and what errors look like.
import type { Refusal } from '../errors.ts'
import type { Bill } from './bill.ts'
import { type Answer, jsonType } from './call-request.ts'
import type { StoredAnswer } from './idempotency.ts'
import type { Lookup } from './look-up.ts'

/** What `soft_fail` sends with status 200 (spec 7, rule 3). */
export const notFoundBody = '{"error":"Not Found"}'

/** A stranger's HTML on our origin: no script, no form, no origin of its own. */
const rawPageHeaders: Record<string, string> = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
}

export function storedAnswer(due: Bill, lookup: Exclude<Lookup, { kind: 'failed' }>): StoredAnswer {
  const { sentStatus: status, recordedStatus } = due
  if (lookup.kind === 'found')
    return { status, recordedStatus, contentType: lookup.contentType, reason: null, body: lookup.body }
  return { status, recordedStatus, contentType: jsonType, reason: 'not_found', body: notFoundBody }
}

/** The answer to a call that became a job (spec 3). */
export const acceptedAnswer = (jobId: string): StoredAnswer => ({
  status: 202,
  recordedStatus: 202,
  contentType: jsonType,
  reason: null,
  body: JSON.stringify({ job_id: jobId, status: 'queued', url: `/jobs/${jobId}` }),
})

export const contentHeaders = ({
  contentType,
  reason,
}: Pick<StoredAnswer, 'contentType' | 'reason'>): Record<string, string> => ({
  'content-type': contentType,
  ...(contentType === jsonType ? {} : rawPageHeaders),
  ...(reason === null ? {} : { 'x-error-reason': reason }),
})

export function refusalAnswer(refusal: Refusal, headers: Record<string, string>): Answer {
  return {
    status: refusal.status,
    headers: {
      ...headers,
      'content-type': jsonType,
      'x-error-reason': refusal.reason,
      ...(refusal.retryAfterSeconds === undefined
        ? {}
        : { 'retry-after': String(refusal.retryAfterSeconds) }),
    },
    body: JSON.stringify({ error: refusal.message }),
  }
}
