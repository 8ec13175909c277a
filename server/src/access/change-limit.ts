// How often an account may change its own settings: keys and webhooks. A change costs no credits and leaves a row in
// the admin log for good, so it must not come as often as a call.
import { Refusal } from '../errors.ts'
import { createRateLimiter } from './rate-limit.ts'

/** Counts a change; throws 429 where there were too many in the last minute. */
export type ChangeLimit = (accountId: number) => Promise<void>

export function createChangeLimit(perMinute = 60): ChangeLimit {
  const limiter = createRateLimiter()
  return async (accountId) => {
    const verdict = await limiter.take(accountId, { perSecond: null, perMinute })
    if (!verdict.allowed) throw new Refusal('rate_limited', undefined, verdict.retryAfterSeconds)
  }
}
