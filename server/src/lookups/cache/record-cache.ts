// Cache of records for callers who accept one of a certain age (`max_age`): each server has one in memory, bounded in
// entries and bytes. With Redis, servers also share their records.
import { createHash } from 'node:crypto'
import type { Clock } from '@quarry/kit/clock'
import { LRUCache } from 'lru-cache'
import type { RedisConnection } from '../../platform/connect-redis.ts'
import type { MaybePromise } from '../../platform/lib/promises.ts'
import { tryOrNull } from '../../platform/lib/run.ts'
import type { Provenance } from '../lookup-result.ts'

export type CachedRecord = { body: Buffer; ageSeconds: number; from: Provenance }

export type RecordCache = {
  /** The record, unless it is older than `maxAgeSeconds`; 0 never returns one. A shared cache returns a promise. */
  get: (key: string, maxAgeSeconds: number) => MaybePromise<CachedRecord | undefined>
  /** `retentionSeconds`: how long a licence allows to store it; null for no limit. */
  set: (key: string, body: Buffer, from: Provenance, retentionSeconds?: number | null) => MaybePromise<void>
}

type CacheEntry = { body: Buffer; from: Provenance; fetchedAt: number }

/** Memory of an entry besides its bytes: map slots, links, objects and provenance. */
const overheadBytes = 800

/** The cache of one server. */
export function createRecordCache(options: {
  maxBytes: number
  maxEntries?: number
  nowMs?: () => number
}): RecordCache {
  const { maxBytes, maxEntries = 100_000, nowMs = () => performance.now() } = options
  const entries = new LRUCache<string, CacheEntry>({
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

/** The highest `max_age` that callers get from Redis. */
const maxRedisAgeMs = 86_400_000

/** The cache of all servers: looks in `local` first, then in Redis. If Redis fails, that is a cache miss. */
export function createRedisRecordCache(
  local: RecordCache,
  connection: RedisConnection,
  clock: Clock,
): RecordCache {
  async function getFromRedis(key: string, maxAgeSeconds: number) {
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
      (maxAgeSeconds > 0 && connection.isUp() ? getFromRedis(key, maxAgeSeconds) : undefined),
    set(key, body, from, retentionSeconds = null) {
      local.set(key, body, from, retentionSeconds)
      if (body.length > maxSharedBytes) return
      const entry = writeEntry({ at: clock().getTime(), from }, body)
      const ms = retentionSeconds === null ? maxRedisAgeMs : Math.min(maxRedisAgeMs, retentionSeconds * 1000)
      // Not awaited: no call waits for it.
      if (ms > 0) void connection.run((redis) => redis.set(toRedisKey(key), entry, 'PX', ms))
    },
  }
}

const toRedisKey = (key: string) => `quarry:record:${createHash('sha256').update(key).digest('base64url')}`

/** Larger records are not shared: they would delay other commands on the one connection. */
export const maxSharedBytes = 1024 * 1024

type EntryHead = { at: number; from: Provenance }

/** A record as stored in Redis: its provenance as JSON, then its bytes. */
export function writeEntry(head: EntryHead, body: Buffer): Buffer {
  const json = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.length)
  return Buffer.concat([length, json, body])
}

/** Null for an entry that another version wrote in another format. */
export const readEntry = (entry: Buffer) =>
  tryOrNull(() => {
    const end = 4 + entry.readUInt32BE(0)
    const { at, from } = JSON.parse(entry.toString('utf8', 4, end)) as EntryHead
    const isEntry = typeof at === 'number' && typeof from?.provider === 'string'
    return isEntry ? { at, from, body: entry.subarray(end) } : null
  })
