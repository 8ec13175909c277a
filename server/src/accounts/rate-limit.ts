// Per-second and per-minute rate limits of an account, over a sliding log of its admitted requests, and the RateLimit
// header fields.
import type { MaybePromise } from '../platform/lib/promises.ts'
import type { Limits } from './caller.ts'

export type RatePolicy = ReturnType<typeof buildPolicy>

export type RateVerdict =
  | { allowed: true; policies: RatePolicy[] }
  | { allowed: false; retryAfterSeconds: number; policies: RatePolicy[] }

export type RateLimiter = {
  /** Counts a request and admits it, or refuses it without counting. */
  take: (accountId: number, limits: Limits) => MaybePromise<RateVerdict>
}

/**
 * Counts in memory. It can also count requests admitted by other servers, and list the requests it has counted. `now`
 * is a monotonic clock in milliseconds.
 */
export function createRateLimiter(now: () => number = () => performance.now()) {
  const logs = createSlidingLogs()
  /** The owner's log, without entries older than the longest window. */
  function openLog(owner: LogOwner, { perMinute }: Limits, time: number): SlidingLog {
    const log = logs.open(owner, time)
    dropUntil(log, time - (perMinute === null ? 1000 : minuteMs))
    return log
  }
  return {
    /** Counts a request that was admitted elsewhere at `time`. */
    note(owner: LogOwner, limits: Limits, time: number) {
      insert(openLog(owner, limits, now()), time)
    },
    /** The admission times that still count, oldest first. */
    admitted(owner: LogOwner, limits: Limits) {
      const { times, first } = openLog(owner, limits, now())
      return times.slice(first)
    },
    /** The newest admission time that still counts. */
    lastAdmitted(owner: LogOwner, limits: Limits) {
      const { times, first } = openLog(owner, limits, now())
      return first < times.length ? times.at(-1) : undefined
    },
    /** `pending` requests are being decided elsewhere. Each may be admitted, so each lowers the limit by one. */
    take(owner: LogOwner, limits: Limits, pending = 0): RateVerdict {
      const { perSecond, perMinute } = limits
      if (perSecond === null && perMinute === null) return unlimited
      const time = now()
      const log = openLog(owner, limits, time)
      const wait = Math.max(
        perSecond === null ? 0 : waitMs(log, perSecond - pending, 1000, time),
        perMinute === null ? 0 : waitMs(log, perMinute - pending, minuteMs, time),
      )
      if (wait <= 0) log.times.push(time)
      const policies: RatePolicy[] = []
      if (perSecond !== null) policies.push(buildPolicy(log, 'second', perSecond, 1, time))
      if (perMinute !== null) policies.push(buildPolicy(log, 'minute', perMinute, 60, time))
      if (wait <= 0) return { allowed: true, policies }
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)), policies }
    },
  }
}

const unlimited: RateVerdict = { allowed: true, policies: [] }

function buildPolicy(
  log: SlidingLog,
  name: 'second' | 'minute',
  limit: number,
  windowSeconds: number,
  time: number,
) {
  const { times } = log
  const windowMs = windowSeconds * 1000
  const start = firstAfter(log, time - windowMs)
  const used = times.length - start
  const oldest = times[start] ?? time
  return {
    name,
    limit,
    windowSeconds,
    remaining: Math.max(0, limit - used),
    resetSeconds: used === 0 ? 0 : Math.max(1, Math.ceil((oldest + windowMs - time) / 1000)),
  }
}

function firstAfter({ times, first }: SlidingLog, until: number): number {
  // For the longest window all remaining entries count: older ones have just been dropped.
  if (first === times.length || (times[first] as number) > until) return first
  let low = first
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] as number) <= until) low = middle + 1
    else high = middle
  }
  return low
}

/** Adds the two header fields of draft-ietf-httpapi-ratelimit-headers, or none without limits. */
export function addRateLimitHeaders(headers: Record<string, string>, policies: readonly RatePolicy[]) {
  let rules = ''
  let states = ''
  for (const { name, limit, windowSeconds, remaining, resetSeconds } of policies) {
    const comma = rules === '' ? '' : ', '
    rules += `${comma}"${name}";q=${limit};w=${windowSeconds}`
    states += `${comma}"${name}";r=${remaining};t=${resetSeconds}`
  }
  if (rules === '') return headers
  headers['ratelimit-policy'] = rules
  headers.ratelimit = states
  return headers
}

/**
 * The request times of the last minute that count against a limit. A log instead of a counter or token bucket, because
 * only a log guarantees that no sliding window exceeds the limit (at 10/s the others admit up to 19).
 */
export type SlidingLog = { times: number[]; first: number }

/** An account id, or the name of something else with a limit. */
type LogOwner = number | string

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
function insert({ times, first }: SlidingLog, time: number): void {
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
