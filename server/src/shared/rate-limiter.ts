// Rate limits that hold over all servers together: the log of admitted requests is kept in Redis and decided about
// there, in one round trip, by its one clock. While Redis is lost each server goes on with its share.
import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Limits } from '../access/caller.ts'
import {
  createRateLimiter,
  type RateLimiter,
  type RatePolicy,
  type RateVerdict,
} from '../access/rate-limit.ts'
import type { SharedStore } from './redis.ts'

/**
 * Times are in microseconds. A log, as in one server: only it keeps every rolling window within the limit. A clock
 * that was set back does not bring back what has left the windows.
 */
const takeScript = `
local key, second, minute = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000000 + tonumber(clock[2])
local newest = redis.call('ZRANGE', key, -1, -1, 'WITHSCORES')[2]
if newest and tonumber(newest) > now then now = tonumber(newest) end
local longest = minute >= 0 and 60000000 or 1000000
redis.call('ZREMRANGEBYSCORE', key, '-inf', now - longest)
local wait = 0
local told = {}
local function look(limit, window)
  if limit < 0 then return end
  local used = redis.call('ZCOUNT', key, '(' .. string.format('%.0f', now - window), '+inf')
  if used >= limit then
    local nth = redis.call('ZRANGE', key, -limit, -limit, 'WITHSCORES')[2]
    local left = limit == 0 and window or tonumber(nth) + window - now
    if left > wait then wait = left end
  end
  local first = redis.call('ZRANGEBYSCORE', key, '(' .. string.format('%.0f', now - window), '+inf', 'WITHSCORES', 'LIMIT', 0, 1)[2]
  told[#told + 1] = used
  told[#told + 1] = first and tonumber(first) + window - now or 0
end
look(second, 1000000)
look(minute, 60000000)
if wait <= 0 then
  local member = string.format('%.0f', now)
  local turn = 0
  while redis.call('ZADD', key, 'NX', now, member .. '-' .. turn) == 0 do turn = turn + 1 end
  redis.call('PEXPIRE', key, longest / 1000 + 1000)
end
return {wait, unpack(told)}
`

/** How long it has to wait; then for each limit how many its window holds, and when the first of them leaves it. */
type Told = [waitMicros: number, ...windows: number[]]

const takeSha = createHash('sha1').update(takeScript).digest('hex')

async function runTake(redis: Redis, key: string, { perSecond, perMinute }: Limits): Promise<Told> {
  const limits = [perSecond ?? -1, perMinute ?? -1]
  try {
    return (await redis.evalsha(takeSha, 1, key, ...limits)) as Told
  } catch (error) {
    // A Redis that has just started, or was wiped, has to be told once.
    if (!String(error).includes('NOSCRIPT')) throw error
    return (await redis.eval(takeScript, 1, key, ...limits)) as Told
  }
}

/** Logs of different names count apart. */
export function createSharedRateLimiter(store: SharedStore, name: string, now?: () => number): RateLimiter {
  // What this server admitted, so that its share counts from before Redis was lost, not from nothing.
  const own = createRateLimiter(now)
  return {
    async take(accountId, limits) {
      if (limits.perSecond === null && limits.perMinute === null) return { allowed: true, policies: [] }
      const told = await store.ask((redis) => runTake(redis, `quarry:${name}:${accountId}`, limits))
      if (told === null) return own.take(accountId, shareOf(limits, store.servers()))
      const verdict = verdictOf(limits, told)
      if (verdict.allowed) own.note(accountId, limits)
      return verdict
    },
  }
}

/** Decision: at least one, since a share of nothing would lock an account out for as long as Redis is lost. */
function shareOf({ perSecond, perMinute }: Limits, servers: number): Limits {
  const share = (limit: number | null) => (limit === null ? null : Math.max(1, Math.floor(limit / servers)))
  return { perSecond: share(perSecond), perMinute: share(perMinute) }
}

function verdictOf({ perSecond, perMinute }: Limits, [waitMicros, ...windows]: Told): RateVerdict {
  const allowed = waitMicros <= 0
  const policies: RatePolicy[] = []
  const tell = (policy: Pick<RatePolicy, 'name' | 'windowSeconds'>, limit: number | null) => {
    if (limit === null) return
    const [used = 0, resetMicros = 0] = windows.splice(0, 2)
    const isEmpty = used === 0 && !allowed
    policies.push({
      ...policy,
      limit,
      remaining: Math.max(0, limit - used - (allowed ? 1 : 0)),
      resetSeconds: isEmpty
        ? 0
        : used === 0
          ? policy.windowSeconds
          : Math.max(1, Math.ceil(resetMicros / 1e6)),
    })
  }
  tell({ name: 'second', windowSeconds: 1 }, perSecond)
  tell({ name: 'minute', windowSeconds: 60 }, perMinute)
  if (allowed) return { allowed, policies }
  return { allowed, retryAfterSeconds: Math.max(1, Math.ceil(waitMicros / 1e6)), policies }
}
