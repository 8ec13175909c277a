// How many refused answers an account may draw in a minute. Refusals are free and so is trying, which would let a
// key without credits keep the server busy for nothing.
import { createSlidingLogs, forget, minuteMs, type SlidingLog, waitMs } from './sliding-log.ts'

export type RefusalLimit = {
  /** Seconds until the account is served again; 0 where it is now. */
  waitSeconds: (accountId: number) => number
  /** Counts a refused answer that is about to be sent, and returns 0; or the seconds to wait where it is one too many. */
  count: (accountId: number) => number
}

/** `perMinute` of null is no limit; `now` is in milliseconds and never goes back. */
export function createRefusalLimit(
  perMinute: number | null,
  now: () => number = () => performance.now(),
): RefusalLimit {
  if (perMinute === null) return { waitSeconds: () => 0, count: () => 0 }
  const logs = createSlidingLogs()

  const computeWait = (log: SlidingLog, time: number): number => {
    forget(log, time - minuteMs)
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
