// Records found earlier, for callers who accept one of a certain age (`max_age`). In memory and bounded in entries
// and bytes; asynchronous, so that a cache shared between servers can take its place.
import { LRUCache } from 'lru-cache'
import { type Clock, systemClock } from '../lib/clock.ts'

export type CachedRecord = { text: string; ageSeconds: number }

export type RecordCache = {
  /** The record's JSON text, if it is not older than `maxAgeSeconds`; with 0 nothing is. */
  get: (key: string, maxAgeSeconds: number) => Promise<CachedRecord | undefined>
  set: (key: string, text: string) => Promise<void>
}

type Entry = { text: string; fetchedAt: number }

// What an entry costs beside its text: map slots, links and the object.
const overheadBytes = 200

export function createRecordCache(options: {
  maxBytes: number
  maxEntries?: number
  clock?: Clock
}): RecordCache {
  const { maxBytes, maxEntries = 100_000, clock = systemClock } = options
  const entries = new LRUCache<string, Entry>({
    max: maxEntries,
    maxSize: maxBytes,
    // Two bytes a character is what text takes at worst.
    sizeCalculation: ({ text }, key) => 2 * (text.length + key.length) + overheadBytes,
  })

  return {
    async get(key, maxAgeSeconds) {
      const entry = entries.get(key)
      if (!entry) return undefined
      // A clock set back must not make an old record look younger than new.
      const ageSeconds = Math.max(0, Math.floor((clock().getTime() - entry.fetchedAt) / 1_000))
      return maxAgeSeconds > 0 && ageSeconds <= maxAgeSeconds ? { text: entry.text, ageSeconds } : undefined
    },
    async set(key, text) {
      entries.set(key, { text, fetchedAt: clock().getTime() })
    },
  }
}
