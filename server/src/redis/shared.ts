// What servers have in common through Redis where one is given, and each for itself where none is: limits of requests,
// records found before, and lookups under way. Money never goes through it.
import type { Clock } from '@quarry/kit/clock'
import { createRateLimiter, type RateLimiter } from '../access/rate-limit.ts'
import type { Config } from '../config.ts'
import { createRecordCache, type RecordCache } from '../lookups/record-cache.ts'
import { noSharedLookups, type SharedLookups } from '../lookups/shared-lookups.ts'
import { connectRedis } from './connect-redis.ts'
import { createSharedRateLimiter } from './redis-rate-limiter.ts'
import { createRedisRecordCache } from './redis-record-cache.ts'
import { createRedisSharedLookups } from './redis-shared-lookups.ts'

export type Shared = {
  /** Limits of different names count apart. */
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

export async function createShared({ config, serverId, clock, onLost, onBack }: Options): Promise<Shared> {
  const own = createRecordCache({ maxBytes: config.limits.cacheBytes, clock })
  if (config.redisUrl === null)
    return {
      rateLimiter: () => createRateLimiter(),
      cache: own,
      lookups: noSharedLookups,
      close: async () => {},
    }
  const store = await connectRedis({ url: config.redisUrl, serverId, onLost, onBack })
  return {
    rateLimiter: (name) => createSharedRateLimiter(store, name),
    cache: createRedisRecordCache(own, store, clock),
    lookups: createRedisSharedLookups(store, clock),
    close: store.close,
  }
}
