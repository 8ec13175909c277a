// Rate limits over all servers: the log of admitted requests is in Redis, which decides in one round trip by its own
// clock. While Redis is unavailable each server admits its share of a limit. Every server also keeps a log of what it
// admitted itself, and restores in Redis what Redis has lost.
import { createHash, randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { RedisConnection } from '../platform/connect-redis.ts'
import { createDeduplicator } from '../platform/lib/promises.ts'
import type { Limits } from './caller.ts'
import { createRateLimiter, type RateLimiter, type RateVerdict } from './rate-limit.ts'

/** The first value of a reply if Redis lacks the newest entry of this server. */
const isForgotten = -1

/**
 * Times are in microseconds of Redis' clock. Only a log keeps every rolling window within the limit. Entries from the
 * future come from a clock that was set back and are removed, so that no account is locked out; each server restores
 * its own by their age.
 */
const takeScript = `
local key, second, minute, member, last = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], ARGV[4]
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000000 + tonumber(clock[2])
local longest = minute >= 0 and 60000000 or 1000000
redis.call('ZREMRANGEBYSCORE', key, '-inf', now - longest)
redis.call('ZREMRANGEBYSCORE', key, '(' .. string.format('%.0f', now), '+inf')
if last ~= '' and not redis.call('ZSCORE', key, last) then return {${isForgotten}} end
local wait = 0
local windows = {}
local function look(limit, window)
  if limit < 0 then return end
  local used = redis.call('ZCOUNT', key, '(' .. string.format('%.0f', now - window), '+inf')
  if used >= limit then
    local nth = redis.call('ZRANGE', key, -limit, -limit, 'WITHSCORES')[2]
    local left = limit == 0 and window or tonumber(nth) + window - now
    if left > wait then wait = left end
  end
  local first = redis.call('ZRANGEBYSCORE', key, '(' .. string.format('%.0f', now - window), '+inf', 'WITHSCORES', 'LIMIT', 0, 1)[2]
  windows[#windows + 1] = used
  windows[#windows + 1] = first and tonumber(first) + window - now or 0
end
look(second, 1000000)
look(minute, 60000000)
if wait <= 0 then
  redis.call('ZADD', key, 'NX', now, member)
  redis.call('PEXPIRE', key, longest / 1000 + 1000)
end
return {wait, unpack(windows)}
`

/** Adds missing entries by their age. */
const restoreScript = `
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000000 + tonumber(clock[2])
for index = 1, #ARGV, 2 do
  redis.call('ZADD', KEYS[1], 'NX', now - tonumber(ARGV[index + 1]), ARGV[index])
end
redis.call('PEXPIRE', KEYS[1], 61000)
return 1
`

const ticksPerMs = 64_000
/** Entries per command, so that no command takes long. */
const maxRestored = 500
/** A Redis that keeps losing entries counts as unavailable. */
const maxAttempts = 3

/** The wait, then for each limit the number of requests in its window and when the first of them leaves it. */
type Decision = [waitMicros: number, ...windows: number[]]

const takeSha = createHash('sha1').update(takeScript).digest('hex')

async function runTake(redis: Redis, key: string, args: (string | number)[]): Promise<Decision> {
  try {
    return (await redis.evalsha(takeSha, 1, key, ...args)) as Decision
  } catch (error) {
    // Redis has restarted or was wiped and does not have the script.
    if (!String(error).includes('NOSCRIPT')) throw error
    return (await redis.eval(takeScript, 1, key, ...args)) as Decision
  }
}

/** Logs with different names count separately. */
export function createRedisRateLimiter(connection: RedisConnection, name: string): RateLimiter {
  const limiter = createLimiter(connection, name)
  const { local, pending, nowMs } = limiter
  return {
    async take(accountId, limits) {
      if (limits.perSecond === null && limits.perMinute === null) return { allowed: true, policies: [] }
      const timeMs = nowMs()
      let decision: Decision | null
      addPending(pending, accountId, 1)
      try {
        decision = await askRedis(limiter, accountId, limits, timeMs)
      } finally {
        // No await between this and the count below, so that no other request is decided in between.
        addPending(pending, accountId, -1)
      }
      if (decision === null)
        return local.take(accountId, divideLimits(limits, connection.servers()), pending.get(accountId) ?? 0)
      const verdict = toVerdict(limits, decision)
      if (verdict.allowed) local.note(accountId, limits, timeMs)
      return verdict
    },
  }
}

type Limiter = ReturnType<typeof createLimiter>

function createLimiter(connection: RedisConnection, name: string) {
  const nowMs = createUniqueClock()
  return {
    connection,
    name,
    nowMs,
    /** Every request that this server admitted, with or without Redis. */
    local: createRateLimiter(nowMs),
    /** Requests that wait for Redis' decision, by account. */
    pending: new Map<number, number>(),
    restoreOnce: createDeduplicator<true | null>(),
    instance: randomBytes(6).toString('base64url'),
  }
}

const toMember = ({ instance }: Limiter, timeMs: number) => `${instance}:${Math.round(timeMs * ticksPerMs)}`
const toKey = ({ name }: Limiter, accountId: number) => `quarry:${name}:${accountId}`

/** Null if Redis cannot decide. */
async function askRedis(limiter: Limiter, accountId: number, limits: Limits, timeMs: number) {
  const { connection, local, restoreOnce } = limiter
  const key = toKey(limiter, accountId)
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const lastMs = local.lastAdmitted(accountId, limits)
    const args = [
      limits.perSecond ?? -1,
      limits.perMinute ?? -1,
      toMember(limiter, timeMs),
      lastMs === undefined ? '' : toMember(limiter, lastMs),
    ]
    const decision = await connection.run((redis) => runTake(redis, key, args))
    if (decision === null || decision[0] !== isForgotten) return decision
    if ((await restoreOnce(key, () => restore(limiter, accountId, limits))) === null) return null
  }
  return null
}

/** Oldest first: `take` looks for the newest entry, which is present only when all are. */
async function restore(limiter: Limiter, accountId: number, limits: Limits): Promise<true | null> {
  const key = toKey(limiter, accountId)
  const times = limiter.local.admitted(accountId, limits)
  for (let start = 0; start < times.length; start += maxRestored) {
    const entries = times
      .slice(start, start + maxRestored)
      .flatMap((timeMs) => [toMember(limiter, timeMs), Math.round((limiter.nowMs() - timeMs) * 1000)])
    const restored = await limiter.connection.run((redis) => redis.eval(restoreScript, 1, key, ...entries))
    if (restored === null) return null
  }
  return true
}

function addPending(pending: Map<number, number>, accountId: number, change: 1 | -1): void {
  const count = (pending.get(accountId) ?? 0) + change
  if (count === 0) pending.delete(accountId)
  else pending.set(accountId, count)
}

/**
 * Milliseconds, in whole ticks; each time is returned once, so that it can name a request. A tick is shorter than the
 * time between two readings: otherwise the clock would run ahead and shorten the windows. Ticks stay exact for years.
 */
function createUniqueClock(): () => number {
  let lastTick = 0
  return () => {
    lastTick = Math.max(lastTick + 1, Math.floor(performance.now() * ticksPerMs))
    return lastTick / ticksPerMs
  }
}

/** Decision: at least one, so that no account is locked out while Redis is unavailable. */
function divideLimits({ perSecond, perMinute }: Limits, servers: number): Limits {
  const share = (limit: number | null) => (limit === null ? null : Math.max(1, Math.floor(limit / servers)))
  return { perSecond: share(perSecond), perMinute: share(perMinute) }
}

function toVerdict({ perSecond, perMinute }: Limits, [waitMicros, ...windows]: Decision): RateVerdict {
  const allowed = waitMicros <= 0
  const limits = [
    { name: 'second', windowSeconds: 1, limit: perSecond },
    { name: 'minute', windowSeconds: 60, limit: perMinute },
  ] as const
  const policies = limits.flatMap(({ limit, ...policy }) => {
    if (limit === null) return []
    const [used = 0, resetMicros = 0] = windows.splice(0, 2)
    const remaining = Math.max(0, limit - used - (allowed ? 1 : 0))
    const emptySeconds = allowed ? policy.windowSeconds : 0
    const resetSeconds = used === 0 ? emptySeconds : Math.max(1, Math.ceil(resetMicros / 1e6))
    return [{ ...policy, limit, remaining, resetSeconds }]
  })
  if (allowed) return { allowed, policies }
  return { allowed, retryAfterSeconds: Math.max(1, Math.ceil(waitMicros / 1e6)), policies }
}
