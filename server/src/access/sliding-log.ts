// The moments of the last minute that count against an account's limits. A log, and no counter or bucket, because
// only it can promise that no rolling window ever holds more than the limit (at 10/s the others let 19 through).

export type SlidingLog = { times: number[]; first: number }

/** Whose log it is: the id of an account, or the name of something else that is limited. */
export type LogOwner = number | string

export type SlidingLogs = {
  find: (owner: LogOwner) => SlidingLog | undefined
  /** The owner's log, a new one where it has none. */
  open: (owner: LogOwner, time: number) => SlidingLog
}

export const minuteMs = 60_000
const maxAccountsBeforeSweep = 1_000

export function createSlidingLogs(): SlidingLogs {
  const logs = new Map<LogOwner, SlidingLog>()
  let sweepAt = maxAccountsBeforeSweep

  // Memory is bounded by what was counted in the last minute: idle accounts are dropped whole.
  function sweep(time: number): void {
    for (const [id, log] of logs) if ((log.times.at(-1) ?? 0) <= time - minuteMs) logs.delete(id)
    sweepAt = Math.max(maxAccountsBeforeSweep, logs.size * 2)
  }

  return {
    find: (owner) => logs.get(owner),
    open(owner, time) {
      const known = logs.get(owner)
      if (known) return known
      if (logs.size >= sweepAt) sweep(time)
      const log = { times: [], first: 0 }
      logs.set(owner, log)
      return log
    },
  }
}

/** Drops what no window can see; the array is cut only now and then, so that a request costs the same each time. */
export function forget(log: SlidingLog, until: number): void {
  while (log.first < log.times.length && (log.times[log.first] as number) <= until) log.first += 1
  if (log.first > 1024 && log.first * 2 > log.times.length) {
    log.times = log.times.slice(log.first)
    log.first = 0
  }
}

/** Adds a moment, which may be somewhat older than the newest. */
export function insert({ times, first }: SlidingLog, time: number): void {
  let index = times.length
  while (index > first && (times[index - 1] as number) > time) index -= 1
  times.splice(index, 0, time)
}

/** How long until one more fits: until the limit-th newest moment has left the window. */
export function waitMs({ times, first }: SlidingLog, limit: number, windowMs: number, time: number): number {
  if (limit <= 0) return windowMs
  const index = times.length - limit
  if (index < first) return 0
  return (times[index] as number) + windowMs - time
}
