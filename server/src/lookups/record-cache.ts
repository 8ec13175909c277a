// Records found earlier, for callers who accept one of a certain age (`max_age`). In memory and bounded in entries
// and bytes; it may answer late, so that a cache shared between servers can take its place.
import { type Clock, systemClock } from '@quarry/kit/clock'
import { LRUCache } from 'lru-cache'
import type { MaybePromise } from '../lib/maybe-promise.ts'
import type { Provenance } from './provenance.ts'

export type CachedRecord = { body: Buffer; ageSeconds: number; from: Provenance }

export type RecordCache = {
  /** The record as it is sent, if it is not older than `maxAgeSeconds`; with 0 nothing is. */
  get: (key: string, maxAgeSeconds: number) => MaybePromise<CachedRecord | undefined>
  /** Removes it by itself after `keepSeconds`, where a licence sets such a bound. */
  set: (key: string, body: Buffer, from: Provenance, keepSeconds?: number | null) => MaybePromise<void>
}

type Entry = { body: Buffer; from: Provenance; fetchedAt: number }

// What an entry costs beside its bytes: map slots, links, the objects, and where it comes from.
const overheadBytes = 800

export function createRecordCache(options: {
  maxBytes: number
  maxEntries?: number
  clock?: Clock
}): RecordCache {
  const { maxBytes, maxEntries = 100_000, clock = systemClock } = options
  const entries = new LRUCache<string, Entry>({
    max: maxEntries,
    maxSize: maxBytes,
    ttlAutopurge: true,
    perf: { now: () => clock().getTime() },
    // Two bytes a character is what a key takes at worst.
    sizeCalculation: ({ body }, key) => body.length + 2 * key.length + overheadBytes,
  })

  return {
    get(key, maxAgeSeconds) {
      const entry = entries.get(key)
      if (!entry) return undefined
      // A clock set back must not make an old record look younger than new.
      const ageSeconds = Math.max(0, Math.floor((clock().getTime() - entry.fetchedAt) / 1_000))
      const { body, from } = entry
      return maxAgeSeconds > 0 && ageSeconds <= maxAgeSeconds ? { body, ageSeconds, from } : undefined
    },
    set(key, body, from, keepSeconds = null) {
      const entry = { body: ownCopy(body), from, fetchedAt: clock().getTime() }
      entries.set(key, entry, keepSeconds === null ? {} : { ttl: Math.max(1, keepSeconds * 1_000) })
    },
  }
}

/** A small Buffer is a view of a shared block and would keep all of that alive: it gets a copy of its own. */
function ownCopy(body: Buffer): Buffer {
  if (body.length === body.buffer.byteLength) return body
  const own = Buffer.allocUnsafeSlow(body.length)
  body.copy(own)
  return own
}
