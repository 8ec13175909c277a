// Limits how many lookups per minute may end without a required field. Such a lookup is free but costs an upstream
// request, so an account with one credit could otherwise search without limit.
import { LRUCache } from 'lru-cache'
import type { RateLimiter } from './rate-limit.ts'

export type MissingFieldsLimit = ReturnType<typeof createMissingFieldsLimit>

const maxAccounts = 10_000

/**
 * `perMinute` null means no limit. Several servers may share the limiter: each notices that the limit is reached with
 * the next lookup it counts.
 */
export function createMissingFieldsLimit(
  limiter: RateLimiter,
  perMinute: number | null,
  now: () => number = () => performance.now(),
) {
  const fullUntilMs = new LRUCache<number, number>({ max: maxAccounts })
  return {
    /** Seconds until the account may require fields again; 0 if it may now. */
    waitSeconds: (accountId: number) =>
      Math.max(0, Math.ceil(((fullUntilMs.get(accountId) ?? 0) - now()) / 1000)),
    /** Counts a lookup that lacked a field and returns 0, or the seconds to wait if it exceeds the limit. */
    async count(accountId: number) {
      if (perMinute === null) return 0
      const verdict = await limiter.take(accountId, { perSecond: null, perMinute })
      const [policy] = verdict.policies
      if (!verdict.allowed) fullUntilMs.set(accountId, now() + verdict.retryAfterSeconds * 1000)
      else if (policy?.remaining === 0) fullUntilMs.set(accountId, now() + policy.resetSeconds * 1000)
      return verdict.allowed ? 0 : verdict.retryAfterSeconds
    },
  }
}
