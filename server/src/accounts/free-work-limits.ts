// Limits per minute on what costs no credits: refused calls, lookups that end without a required field, and changes of
// settings. Without them, an account without credits could keep the server busy at no cost.
import { LRUCache } from 'lru-cache'
import { Refusal } from '../platform/errors.ts'
import type { Caller } from './caller.ts'
import {
  createRateLimiter,
  createSlidingLogs,
  dropUntil,
  minuteMs,
  type RateLimiter,
  type SlidingLog,
  waitMs,
} from './rate-limit.ts'

export type RefusalLimit = ReturnType<typeof createRefusalLimit>

/**
 * Limits refusals per account: above the limit a refusal becomes 429. `perMinute` null means no limit; `now` is a
 * monotonic clock in milliseconds.
 */
export function createRefusalLimit(perMinute: number | null, now: () => number = () => performance.now()) {
  if (perMinute === null) return { waitSeconds: () => 0, count: () => 0 }
  const logs = createSlidingLogs()

  const computeWait = (log: SlidingLog, time: number): number => {
    dropUntil(log, time - minuteMs)
    const wait = waitMs(log, perMinute, minuteMs, time)
    return wait <= 0 ? 0 : Math.max(1, Math.ceil(wait / 1000))
  }

  return {
    /** Seconds until the account is served again; 0 if it is served now. */
    waitSeconds(accountId: number): number {
      const log = logs.find(accountId)
      return log ? computeWait(log, now()) : 0
    },
    /** Counts a refusal and returns 0, or the seconds to wait if it exceeds the limit. */
    count(accountId: number): number {
      const time = now()
      const log = logs.open(accountId, time)
      const wait = computeWait(log, time)
      if (wait === 0) log.times.push(time)
      return wait
    },
  }
}

const countedStatuses = new Set([400, 402, 413, 422])

/** The refusal to send: the same, or 429. */
export function countRefusal(limit: RefusalLimit, caller: Caller | null, refusal: Refusal): Refusal {
  if (caller === null || !countedStatuses.has(refusal.status)) return refusal
  const wait = limit.count(caller.accountId)
  return wait === 0 ? refusal : new Refusal('rate_limited', undefined, wait)
}

export type MissingFieldsLimit = ReturnType<typeof createMissingFieldsLimit>

const maxAccounts = 10_000

/**
 * Limits lookups that end without a required field. Such a lookup is free but costs an upstream request, so an account
 * with one credit could otherwise search without limit. `perMinute` null means no limit. Several servers may share the
 * limiter: each notices that the limit is reached with the next lookup it counts.
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

/** Counts a change; throws 429 if there were too many in the last minute. */
export type ChangeLimit = (subject: number | string) => Promise<void>

/** Per account, keys and webhook secrets together. */
export const changesPerMinute = 60

/**
 * Limits free writes: changes of keys and webhooks, and sign-ins. They write rows, so their limit is below that of
 * calls.
 */
export function createChangeLimit(perMinute: number): ChangeLimit {
  const limiter = createRateLimiter()
  return async (subject) => {
    const verdict = await limiter.take(subject, { perSecond: null, perMinute })
    if (!verdict.allowed) throw new Refusal('rate_limited', undefined, verdict.retryAfterSeconds)
  }
}
