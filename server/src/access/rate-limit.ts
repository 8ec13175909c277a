// Per-second and per-minute limits of an account, as a sliding log of admitted requests: in no rolling window
// are there ever more than the limit, which counters and buckets cannot promise (at 10/s they let 19 through).
import type { Ready } from '../lib/ready.ts'
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
  take: (accountId: number, limits: Limits) => Ready<RateVerdict>
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
    take(accountId, { perSecond, perMinute }) {
      if (perSecond === null && perMinute === null) return unlimited
      const time = now()
      if (logs.size >= sweepAt) sweep(time)
      const log = logs.get(accountId) ?? { times: [], first: 0 }
      logs.set(accountId, log)
      forget(log, time - (perMinute === null ? 1000 : 60_000))
      const wait = Math.max(
        perSecond === null ? 0 : waitMs(log, perSecond, 1000, time),
        perMinute === null ? 0 : waitMs(log, perMinute, 60_000, time),
      )
      if (wait <= 0) log.times.push(time)
      const policies: RatePolicy[] = []
      if (perSecond !== null) policies.push(policyOf(log, 'second', perSecond, 1, time))
      if (perMinute !== null) policies.push(policyOf(log, 'minute', perMinute, 60, time))
      if (wait <= 0) return { allowed: true, policies }
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)), policies }
    },
  }
}

const unlimited: RateVerdict = { allowed: true, policies: [] }

/** Drops what no window can see; the array is cut only now and then, so that a request costs the same each time. */
function forget(log: Log, until: number): void {
  while (log.first < log.times.length && (log.times[log.first] as number) <= until) log.first += 1
  if (log.first > 1024 && log.first * 2 > log.times.length) {
    log.times = log.times.slice(log.first)
    log.first = 0
  }
}

/** How long until one more fits: until the limit-th newest request has left the window. */
function waitMs({ times, first }: Log, limit: number, windowMs: number, time: number): number {
  const index = times.length - limit
  if (index < first) return 0
  return (times[index] as number) + windowMs - time
}

function policyOf(
  log: Log,
  name: RatePolicy['name'],
  limit: number,
  windowSeconds: number,
  time: number,
): RatePolicy {
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

function firstAfter({ times, first }: Log, until: number): number {
  // In the longest window all that is left is within: the rest has just been forgotten.
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

/** Adds the two header fields of draft-ietf-httpapi-ratelimit-headers; none where nothing is limited. */
export function addRateLimitHeaders(
  headers: Record<string, string>,
  policies: readonly RatePolicy[],
): Record<string, string> {
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
