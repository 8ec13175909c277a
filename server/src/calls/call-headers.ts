// The headers of a metered answer, in one place so that every path of a call has them all.
import { addRateLimitHeaders, type RateVerdict } from '../access/rate-limit.ts'
import { addProvenanceHeaders, type Provenance } from '../lookups/provenance.ts'

export type CallFacts = {
  requestId: string
  creditsUsed: number
  creditsRemaining: number | null
  sourceStatus: string | null
  ageSeconds: number | null
  rate: RateVerdict | null
  /** Null where nobody was asked. */
  from: Provenance | null
}

export function callHeaders(facts: CallFacts): Record<string, string> {
  const { requestId, creditsUsed, creditsRemaining, sourceStatus, ageSeconds, rate, from } = facts
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
