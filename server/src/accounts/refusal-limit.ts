// Limits refused answers per account and minute. Refusals are free, so a key without credits could otherwise keep the
// server busy at no cost. Above the limit a refusal becomes 429.
import { Refusal } from '../platform/errors.ts'
import type { Caller } from './caller.ts'
import { createSlidingLogs, dropUntil, minuteMs, type SlidingLog, waitMs } from './sliding-log.ts'

export type RefusalLimit = ReturnType<typeof createRefusalLimit>

/** `perMinute` null means no limit; `now` is a monotonic clock in milliseconds. */
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
    /** Counts a refused answer and returns 0, or the seconds to wait if it exceeds the limit. */
    count(accountId: number): number {
      const time = now()
      const log = logs.open(accountId, time)
      const wait = computeWait(log, time)
      if (wait === 0) log.times.push(time)
      return wait
    },
  }
}

const counted = new Set([400, 402, 413, 422])

/** The refusal to send: the same, or 429. */
export function countRefusal(limit: RefusalLimit, caller: Caller | null, refusal: Refusal): Refusal {
  if (caller === null || !counted.has(refusal.status)) return refusal
  const wait = limit.count(caller.accountId)
  return wait === 0 ? refusal : new Refusal('rate_limited', undefined, wait)
}
