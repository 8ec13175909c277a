// The bodies that are not records: errors, and the headers of a raw page.
import type { Refusal } from '../errors.ts'
import { type Answer, jsonType } from './call-request.ts'

/** What `soft_fail` sends with status 200 (spec 7, rule 3). */
export const notFoundBody = '{"error":"Not Found"}'

/** A stranger's HTML on our origin: no script, no form, no origin of its own. */
export const rawPageHeaders: Record<string, string> = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
}

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
