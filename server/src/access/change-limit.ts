// How often something free may be written: settings of an account (keys and webhooks), and sign-ins. Each costs no
// credits and leaves a row, so it must not come as often as a call.
import { Refusal } from '../errors.ts'
import { createRateLimiter } from './rate-limit.ts'

/** Counts a change; throws 429 where there were too many in the last minute. */
export type ChangeLimit = (subject: number | string) => Promise<void>

/** Of an account: keys and webhook secrets together. */
export const changesPerMinute = 60

export function createChangeLimit(perMinute: number): ChangeLimit {
  const limiter = createRateLimiter()
  return async (subject) => {
    const verdict = await limiter.take(subject, { perSecond: null, perMinute })
    if (!verdict.allowed) throw new Refusal('rate_limited', undefined, verdict.retryAfterSeconds)
  }
}
