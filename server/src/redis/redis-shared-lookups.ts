// Shares lookups in flight between servers: the first server announces its lookup in Redis, fetches, and publishes the
// record there for the others. A server that waits too long, or whose Redis or peer is gone, fetches for itself.
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '@quarry/kit/clock'
import { alone, type JoinedLookup, type SharedLookups, type SharedResult } from '../lookups/shared-lookups.ts'
import type { SharedStore } from './connect-redis.ts'
import { maxSharedBytes, readEntry, writeEntry } from './record-entry.ts'

/** How long the announcement of a crashed server blocks others. */
const announcedMs = 2_000
/** Longer than any server waits. */
const resultMs = 5_000
const pollMs = 40

/** Deletes only its own announcement: that may have expired and been replaced by another server's. */
const endScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`

export function createRedisSharedLookups(store: SharedStore, clock: Clock): SharedLookups {
  type Seen = { published: Buffer | null; running: Buffer | null }
  const look = (name: string, lookupId: string): Promise<Seen | null> =>
    store.ask(async (redis) => {
      const [published = null, running = null] = await redis.mgetBuffer(resultKey(lookupId), name)
      return { published, running }
    })

  async function waitFor(name: string, waitMs: number): Promise<SharedResult | null> {
    const endMs = performance.now() + waitMs
    const lookupId = await store.ask((redis) => redis.get(name))
    if (!lookupId) return null
    while (performance.now() < endMs) {
      await delay(pollMs)
      const seen = await look(name, lookupId)
      if (seen?.published) return readEntry(seen.published)
      if (seen?.running?.toString() !== lookupId) return null
    }
    return null
  }

  const ownLookup = (name: string, lookupId: string, keepSeconds: number | null): JoinedLookup => ({
    publish(found) {
      const ms = keepSeconds === null ? resultMs : Math.min(resultMs, keepSeconds * 1000)
      const isShared = found !== null && found.body.length <= maxSharedBytes && ms > 0
      // Not awaited; both commands arrive together.
      void store.ask((redis) => {
        const both = redis.multi()
        if (isShared)
          both.set(
            resultKey(lookupId),
            writeEntry({ at: clock().getTime(), from: found.from }, found.body),
            'PX',
            ms,
          )
        return both.eval(endScript, 1, name, lookupId).exec()
      })
    },
  })

  return {
    async join(key, waitMs, keepSeconds) {
      const name = `quarry:flight:${createHash('sha256').update(key).digest('base64url')}`
      const lookupId = randomUUID()
      const taken = await store.ask(async (redis) => ({
        isFirst: (await redis.set(name, lookupId, 'PX', announcedMs, 'NX')) !== null,
      }))
      if (taken === null) return alone
      if (taken.isFirst) return ownLookup(name, lookupId, keepSeconds)
      const shared = await waitFor(name, waitMs)
      return shared ? { shared } : alone
    },
  }
}

const resultKey = (lookupId: string) => `quarry:landed:${lookupId}`
