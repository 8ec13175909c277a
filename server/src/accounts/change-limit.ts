// Limits free writes: changes of keys and webhooks, and sign-ins. They cost no credits but write rows, so they need a
// lower rate limit than calls.
import { Refusal } from '../platform/errors.ts'
import { createRateLimiter } from './rate-limit.ts'

/** Counts a change; throws 429 if there were too many in the last minute. */
export type ChangeLimit = (subject: number | string) => Promise<void>

/** Per account, keys and webhook secrets together. */
export const changesPerMinute = 60

export function createChangeLimit(perMinute: number): ChangeLimit {
  const limiter = createRateLimiter()
  return async (subject) => {
    const verdict = await limiter.take(subject, { perSecond: null, perMinute })
    if (!verdict.allowed) throw new Refusal('rate_limited', undefined, verdict.retryAfterSeconds)
  }
}
