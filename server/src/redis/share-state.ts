// State that servers share through Redis, or have each for itself without one: rate limits, cached records and running
// lookups. Money never goes through Redis.
import type { Clock } from '@quarry/kit/clock'
import { createRateLimiter, type RateLimiter } from '../access/rate-limit.ts'
import type { Config } from '../config/config.ts'
import { createRecordCache, type RecordCache } from '../lookups/record-cache.ts'
import { noSharedLookups, type SharedLookups } from '../lookups/shared-lookups.ts'
import { connectRedis } from './connect-redis.ts'
import { createRedisRateLimiter } from './redis-rate-limiter.ts'
import { createRedisRecordCache } from './redis-record-cache.ts'
import { createRedisSharedLookups } from './redis-shared-lookups.ts'

export type SharedState = {
  /** Limits with different names count separately. */
  rateLimiter: (name: string) => RateLimiter
  cache: RecordCache
  lookups: SharedLookups
  close: () => Promise<void>
}

type Options = {
  config: Pick<Config, 'redisUrl' | 'limits'>
  serverId: string
  clock: Clock
  onLost: (error: unknown) => void
  onBack: () => void
}

export async function createSharedState(options: Options): Promise<SharedState> {
  const { config, serverId, clock, onLost, onBack } = options
  const cache = createRecordCache({ maxBytes: config.limits.cacheBytes, clock })
  if (config.redisUrl === null)
    return { rateLimiter: () => createRateLimiter(), cache, lookups: noSharedLookups, close: async () => {} }
  const connection = await connectRedis({ url: config.redisUrl, serverId, onLost, onBack })
  return {
    rateLimiter: (name) => createRedisRateLimiter(connection, name),
    cache: createRedisRecordCache(cache, connection, clock),
    lookups: createRedisSharedLookups(connection, clock),
    close: connection.close,
  }
}
