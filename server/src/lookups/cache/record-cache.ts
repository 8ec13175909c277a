// Cache of records for callers who accept one of a certain age (`max_age`). In memory, bounded in entries and bytes.
import { LRUCache } from 'lru-cache'
import type { MaybePromise } from '../../platform/lib/maybe-promise.ts'
import type { Provenance } from '../provenance.ts'

export type CachedRecord = { body: Buffer; ageSeconds: number; from: Provenance }

export type RecordCache = {
  /** The record, unless it is older than `maxAgeSeconds`; 0 never returns one. A shared cache returns a promise. */
  get: (key: string, maxAgeSeconds: number) => MaybePromise<CachedRecord | undefined>
  /** `retentionSeconds`: how long a licence allows to store it. */
  set: (key: string, body: Buffer, from: Provenance, retentionSeconds?: number | null) => MaybePromise<void>
}

type Entry = { body: Buffer; from: Provenance; fetchedAt: number }

/** Memory of an entry besides its bytes: map slots, links, objects and provenance. */
const overheadBytes = 800

export function createRecordCache(options: {
  maxBytes: number
  maxEntries?: number
  nowMs?: () => number
}): RecordCache {
  const { maxBytes, maxEntries = 100_000, nowMs = () => performance.now() } = options
  const entries = new LRUCache<string, Entry>({
    max: maxEntries,
    maxSize: maxBytes,
    ttlAutopurge: true,
    perf: { now: nowMs },
    // A key takes up to two bytes per character.
    sizeCalculation: ({ body }, key) => body.length + 2 * key.length + overheadBytes,
  })

  return {
    get(key, maxAgeSeconds) {
      const entry = entries.get(key)
      if (!entry) return undefined
      const ageSeconds = Math.floor((nowMs() - entry.fetchedAt) / 1_000)
      const { body, from } = entry
      return maxAgeSeconds > 0 && ageSeconds <= maxAgeSeconds ? { body, ageSeconds, from } : undefined
    },
    set(key, body, from, retentionSeconds = null) {
      const entry = { body: copyIfShared(body), from, fetchedAt: nowMs() }
      const ttl = retentionSeconds === null ? {} : { ttl: Math.max(1, retentionSeconds * 1_000) }
      entries.set(key, entry, ttl)
    },
  }
}

/** A small Buffer is a view of a shared block and would keep the whole block in memory. */
const copyIfShared = (body: Buffer): Buffer =>
  body.length === body.buffer.byteLength ? body : Buffer.from(new Uint8Array(body).buffer)
