// The request times of the last minute that count against an account's limits. A log instead of a counter or token
// bucket, because only a log guarantees that no sliding window exceeds the limit (at 10/s the others admit up to 19).

export type SlidingLog = { times: number[]; first: number }

/** An account id, or the name of something else with a limit. */
export type LogOwner = number | string

export const minuteMs = 60_000
const maxAccountsBeforeSweep = 1_000

export function createSlidingLogs() {
  const logs = new Map<LogOwner, SlidingLog>()
  let sweepAt = maxAccountsBeforeSweep

  // Drops the logs of idle accounts, so that memory is bounded by the requests of the last minute.
  function sweep(time: number): void {
    for (const [id, log] of logs) if ((log.times.at(-1) ?? 0) <= time - minuteMs) logs.delete(id)
    sweepAt = Math.max(maxAccountsBeforeSweep, logs.size * 2)
  }

  return {
    find: (owner: LogOwner) => logs.get(owner),
    /** The owner's log, created if it does not exist. */
    open(owner: LogOwner, time: number): SlidingLog {
      const existing = logs.get(owner)
      if (existing) return existing
      if (logs.size >= sweepAt) sweep(time)
      const log = { times: [], first: 0 }
      logs.set(owner, log)
      return log
    },
  }
}

/** Drops times up to `until`. The array is cut only now and then, so that the cost per request stays constant. */
export function dropUntil(log: SlidingLog, until: number): void {
  while (log.first < log.times.length && (log.times[log.first] as number) <= until) log.first += 1
  if (log.first > 1024 && log.first * 2 > log.times.length) {
    log.times = log.times.slice(log.first)
    log.first = 0
  }
}

/** Inserts a time, which may be slightly older than the newest. */
export function insert({ times, first }: SlidingLog, time: number): void {
  let index = times.length
  while (index > first && (times[index - 1] as number) > time) index -= 1
  times.splice(index, 0, time)
}

/** Milliseconds until one more request fits: until the limit-th newest time has left the window. */
export function waitMs({ times, first }: SlidingLog, limit: number, windowMs: number, time: number): number {
  if (limit <= 0) return windowMs
  const index = times.length - limit
  if (index < first) return 0
  return (times[index] as number) + windowMs - time
}
