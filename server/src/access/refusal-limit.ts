// Limits refused answers per account and minute. Refusals are free, so a key without credits could otherwise keep the
// server busy at no cost.
import { createSlidingLogs, dropUntil, minuteMs, type SlidingLog, waitMs } from './sliding-log.ts'

export type RefusalLimit = {
  /** Seconds until the account is served again; 0 if it is served now. */
  waitSeconds: (accountId: number) => number
  /** Counts a refused answer and returns 0, or the seconds to wait if it exceeds the limit. */
  count: (accountId: number) => number
}

/** `perMinute` null means no limit; `now` is a monotonic clock in milliseconds. */
export function createRefusalLimit(
  perMinute: number | null,
  now: () => number = () => performance.now(),
): RefusalLimit {
  if (perMinute === null) return { waitSeconds: () => 0, count: () => 0 }
  const logs = createSlidingLogs()

  const computeWait = (log: SlidingLog, time: number): number => {
    dropUntil(log, time - minuteMs)
    const wait = waitMs(log, perMinute, minuteMs, time)
    return wait <= 0 ? 0 : Math.max(1, Math.ceil(wait / 1000))
  }

  return {
    waitSeconds(accountId) {
      const log = logs.find(accountId)
      return log ? computeWait(log, now()) : 0
    },
    count(accountId) {
      const time = now()
      const log = logs.open(accountId, time)
      const wait = computeWait(log, time)
      if (wait === 0) log.times.push(time)
      return wait
    },
  }
}
