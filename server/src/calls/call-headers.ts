// The headers of a metered answer, in one place so that every path of a call has them all.
import { type RateVerdict, rateLimitHeaders } from '../access/rate-limit.ts'

export type CallFacts = {
  requestId: string
  creditsUsed: number
  creditsRemaining: number | null
  sourceStatus: string | null
  ageSeconds: number | null
  rate: RateVerdict | undefined
}

export function callHeaders(facts: CallFacts): Record<string, string> {
  const { requestId, creditsUsed, creditsRemaining, sourceStatus, ageSeconds, rate } = facts
  return {
    'x-request-id': requestId,
    'x-credits-used': String(creditsUsed),
    ...(creditsRemaining === null ? {} : { 'x-credits-remaining': String(creditsRemaining) }),
    ...(sourceStatus === null ? {} : { 'x-source-status': sourceStatus }),
    ...(ageSeconds === null ? {} : { age: String(ageSeconds) }),
    ...(rate ? rateLimitHeaders(rate.policies) : {}),
  }
}
