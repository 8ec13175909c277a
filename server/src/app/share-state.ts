// State that servers share through Redis, or have each for itself without one: rate limits, cached records and running
// lookups. Money never goes through Redis.
import type { Clock } from '@quarry/kit/clock'
import { createRateLimiter, type RateLimiter } from '../accounts/rate-limit.ts'
import { createRedisRateLimiter } from '../accounts/redis-rate-limiter.ts'
import { createRecordCache } from '../lookups/cache/record-cache.ts'
import { createRedisRecordCache } from '../lookups/cache/redis-record-cache.ts'
import { createRedisSharedLookups } from '../lookups/cache/redis-shared-lookups.ts'
import { noSharedLookups } from '../lookups/cache/shared-lookups.ts'
import type { Config } from '../platform/config/config.ts'
import { connectRedis } from '../platform/connect-redis.ts'

type Options = {
  config: Pick<Config, 'redisUrl' | 'limits'>
  serverId: string
  clock: Clock
  nowMs: () => number
  onLost: (error: unknown) => void
  onBack: () => void
}

export async function createSharedState({ config, clock, nowMs, ...options }: Options) {
  const local = createRecordCache({ maxBytes: config.limits.cacheBytes, nowMs })
  const connection =
    config.redisUrl === null ? null : await connectRedis({ url: config.redisUrl, ...options })
  return {
    /** Limits with different names count separately. */
    rateLimiter: (name: string): RateLimiter =>
      connection ? createRedisRateLimiter(connection, name) : createRateLimiter(),
    cache: connection ? createRedisRecordCache(local, connection, clock) : local,
    lookups: connection ? createRedisSharedLookups(connection, clock) : noSharedLookups,
    close: async () => connection?.close(),
  }
}
