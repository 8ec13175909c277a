// Per-second and per-minute limits of an account, as a sliding log of admitted requests: in no rolling window
// are there ever more than the limit, which counters and buckets cannot promise (at 10/s they let 19 through).
import type { Limits } from './caller.ts'

export type RatePolicy = {
  name: 'second' | 'minute'
  limit: number
  windowSeconds: number
  remaining: number
  resetSeconds: number
}

export type RateVerdict =
  | { allowed: true; policies: RatePolicy[] }
  | { allowed: false; retryAfterSeconds: number; policies: RatePolicy[] }

export type RateLimiter = {
  /** Counts a request and admits it, or refuses it without counting. */
  take: (accountId: number, limits: Limits) => Promise<RateVerdict>
}

type Log = { times: number[]; first: number }

const maxAccountsBeforeSweep = 1_000

/** `now` is in milliseconds and never goes back. */
export function createRateLimiter(now: () => number = () => performance.now()): RateLimiter {
  const logs = new Map<number, Log>()
  let sweepAt = maxAccountsBeforeSweep

  // Memory is bounded by what was admitted in the last minute: idle accounts are dropped whole.
  function sweep(time: number): void {
    for (const [id, log] of logs) if ((log.times.at(-1) ?? 0) <= time - 60_000) logs.delete(id)
    sweepAt = Math.max(maxAccountsBeforeSweep, logs.size * 2)
  }

  return {
    async take(accountId, limits) {
      const windows = windowsOf(limits)
      if (windows.length === 0) return { allowed: true, policies: [] }
      const time = now()
      if (logs.size >= sweepAt) sweep(time)
      const log = logs.get(accountId) ?? { times: [], first: 0 }
      logs.set(accountId, log)
      forget(log, time - Math.max(...windows.map((window) => window.windowSeconds)) * 1000)
      const waits = windows.map((window) => waitMs(log, window, time))
      const wait = Math.max(...waits)
      if (wait <= 0) log.times.push(time)
      const policies = windows.map((window, i) => policyOf(log, window, time, i === windows.length - 1))
      if (wait <= 0) return { allowed: true, policies }
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)), policies }
    },
  }
}

type Window = Pick<RatePolicy, 'name' | 'limit' | 'windowSeconds'>

function windowsOf({ perSecond, perMinute }: Limits): Window[] {
  const windows: Window[] = []
  if (perSecond !== null) windows.push({ name: 'second', limit: perSecond, windowSeconds: 1 })
  if (perMinute !== null) windows.push({ name: 'minute', limit: perMinute, windowSeconds: 60 })
  return windows
}

/** Drops what no window can see; the array is cut only now and then, so that a request costs the same each time. */
function forget(log: Log, until: number): void {
  while (log.first < log.times.length && (log.times[log.first] as number) <= until) log.first += 1
  if (log.first > 1024 && log.first * 2 > log.times.length) {
    log.times = log.times.slice(log.first)
    log.first = 0
  }
}

/** How long until one more fits: until the limit-th newest request has left the window. */
function waitMs({ times, first }: Log, { limit, windowSeconds }: Window, time: number): number {
  const index = times.length - limit
  if (index < first) return 0
  return (times[index] as number) + windowSeconds * 1000 - time
}

function policyOf(log: Log, window: Window, time: number, isLongest: boolean): RatePolicy {
  const { times } = log
  // What is older than the longest window has just been forgotten, so there is nothing to search for in it.
  const start = isLongest ? log.first : firstAfter(log, time - window.windowSeconds * 1000)
  const used = times.length - start
  const oldest = times[start] ?? time
  return {
    ...window,
    remaining: Math.max(0, window.limit - used),
    resetSeconds:
      used === 0 ? 0 : Math.max(1, Math.ceil((oldest + window.windowSeconds * 1000 - time) / 1000)),
  }
}

function firstAfter({ times, first }: Log, until: number): number {
  let low = first
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] as number) <= until) low = middle + 1
    else high = middle
  }
  return low
}

/** The two header fields of draft-ietf-httpapi-ratelimit-headers; none where nothing is limited. */
export function rateLimitHeaders(policies: readonly RatePolicy[]): Record<string, string> {
  if (policies.length === 0) return {}
  const each = (write: (policy: RatePolicy) => string) => policies.map(write).join(', ')
  return {
    'ratelimit-policy': each(({ name, limit, windowSeconds }) => `"${name}";q=${limit};w=${windowSeconds}`),
    ratelimit: each(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`),
  }
}
