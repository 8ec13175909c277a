// State that servers share through Redis, or have each for itself without one: rate limits, cached records and running
// lookups. Money never goes through Redis.
import type { Clock } from '@quarry/kit/clock'
import { createRateLimiter, type RateLimiter } from '../access/rate-limit.ts'
import type { Config } from '../config/config.ts'
import { createRecordCache } from '../lookups/record-cache.ts'
import { noSharedLookups } from '../lookups/shared-lookups.ts'
import { connectRedis } from './connect-redis.ts'
import { createRedisRateLimiter } from './redis-rate-limiter.ts'
import { createRedisRecordCache } from './redis-record-cache.ts'
import { createRedisSharedLookups } from './redis-shared-lookups.ts'

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
