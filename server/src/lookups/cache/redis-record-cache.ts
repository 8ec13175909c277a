// Cache of records that any server found: first this server's own, then Redis. A failing Redis is a cache miss.
import { createHash } from 'node:crypto'
import type { Clock } from '@quarry/kit/clock'
import type { RedisConnection } from '../../platform/connect-redis.ts'
import type { RecordCache } from './record-cache.ts'
import { maxSharedBytes, readEntry, writeEntry } from './record-entry.ts'

/** The highest `max_age` that callers get from Redis. */
const maxAgeMs = 86_400_000

export function createRedisRecordCache(
  local: RecordCache,
  connection: RedisConnection,
  clock: Clock,
): RecordCache {
  async function getShared(key: string, maxAgeSeconds: number) {
    const bytes = await connection.run((redis) => redis.getBuffer(toRedisKey(key)))
    const entry = bytes && readEntry(bytes)
    if (!entry) return undefined
    const { body, at, from } = entry
    // Another server wrote the date, or the clock was set back since: a date in the future says nothing about the age.
    const ageSeconds = Math.floor((clock().getTime() - at) / 1000)
    return ageSeconds >= 0 && ageSeconds <= maxAgeSeconds ? { body, ageSeconds, from } : undefined
  }

  return {
    get: (key, maxAgeSeconds) =>
      local.get(key, maxAgeSeconds) ??
      (maxAgeSeconds > 0 && connection.isUp() ? getShared(key, maxAgeSeconds) : undefined),
    set(key, body, from, retentionSeconds = null) {
      local.set(key, body, from, retentionSeconds)
      if (body.length > maxSharedBytes) return
      const entry = writeEntry({ at: clock().getTime(), from }, body)
      const ms = retentionSeconds === null ? maxAgeMs : Math.min(maxAgeMs, retentionSeconds * 1000)
      // Not awaited: no call waits for it.
      if (ms > 0) void connection.run((redis) => redis.set(toRedisKey(key), entry, 'PX', ms))
    },
  }
}

const toRedisKey = (key: string) => `quarry:record:${createHash('sha256').update(key).digest('base64url')}`
