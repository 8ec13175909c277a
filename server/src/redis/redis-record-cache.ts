// Records found earlier by any server: this server's own first, then those in Redis. Nothing fails where Redis does:
// a record that cannot be had there is found anew.
import { createHash } from 'node:crypto'
import type { Clock } from '@quarry/kit/clock'
import type { RecordCache } from '../lookups/record-cache.ts'
import type { SharedStore } from './connect-redis.ts'
import { maxSharedBytes, readEntry, writeEntry } from './record-entry.ts'

/** The oldest record that a caller may ask for. */
const keptMs = 86_400_000

export function createRedisRecordCache(own: RecordCache, store: SharedStore, clock: Clock): RecordCache {
  const keyOf = (key: string) => `quarry:record:${createHash('sha256').update(key).digest('base64url')}`

  async function fromOthers(key: string, maxAgeSeconds: number) {
    const kept = await store.ask((redis) => redis.getBuffer(keyOf(key)))
    const read = kept && readEntry(kept)
    if (!read) return undefined
    const { body, at, from } = read
    const ageSeconds = Math.max(0, Math.floor((clock().getTime() - at) / 1000))
    return ageSeconds <= maxAgeSeconds ? { body, ageSeconds, from } : undefined
  }

  return {
    get(key, maxAgeSeconds) {
      const mine = own.get(key, maxAgeSeconds)
      return mine ?? (maxAgeSeconds > 0 && store.isUp() ? fromOthers(key, maxAgeSeconds) : undefined)
    },
    set(key, body, from, keepSeconds = null) {
      own.set(key, body, from, keepSeconds)
      if (body.length > maxSharedBytes) return
      const entry = writeEntry({ at: clock().getTime(), from }, body)
      const ms = keepSeconds === null ? keptMs : Math.min(keptMs, keepSeconds * 1000)
      // Nobody waits for it.
      if (ms > 0) void store.ask((redis) => redis.set(keyOf(key), entry, 'PX', ms))
    },
  }
}
