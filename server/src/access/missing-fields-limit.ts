// Limits how many lookups of an account may end without a required field in a minute. Such a lookup is free and costs an
// upstream request, so an account with one credit could otherwise search without end.
import { LRUCache } from 'lru-cache'
import type { RateLimiter } from './rate-limit.ts'

export type MissingFieldsLimit = {
  /** Seconds until the account may require fields again; 0 where it may now. */
  waitSeconds: (accountId: number) => number
  /** Counts a lookup that lacked a field, and returns 0; or the seconds to wait where it is one too many. */
  count: (accountId: number) => Promise<number>
}

const maxAccounts = 10_000

/**
 * `perMinute` of null is no limit. The limiter may be shared by several servers: each of them learns that the limit is
 * reached from the next lookup that it counts.
 */
export function createMissingFieldsLimit(
  limiter: RateLimiter,
  perMinute: number | null,
  now: () => number = () => performance.now(),
): MissingFieldsLimit {
  const fullUntilMs = new LRUCache<number, number>({ max: maxAccounts })
  return {
    waitSeconds: (accountId) => Math.max(0, Math.ceil(((fullUntilMs.get(accountId) ?? 0) - now()) / 1000)),
    async count(accountId) {
      if (perMinute === null) return 0
      const verdict = await limiter.take(accountId, { perSecond: null, perMinute })
      const [policy] = verdict.policies
      if (!verdict.allowed) fullUntilMs.set(accountId, now() + verdict.retryAfterSeconds * 1000)
      else if (policy?.remaining === 0) fullUntilMs.set(accountId, now() + policy.resetSeconds * 1000)
      return verdict.allowed ? 0 : verdict.retryAfterSeconds
    },
  }
}
