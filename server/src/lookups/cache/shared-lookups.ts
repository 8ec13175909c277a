// Deduplicates equal lookups between servers: the first server announces its lookup in Redis, fetches, and publishes the
// record there for the others. This only saves work: a server that waits too long, or loses Redis or the other server,
// fetches for itself.
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '@quarry/kit/clock'
import type { RedisConnection } from '../../platform/connect-redis.ts'
import { jsonType } from '../../platform/lib/headers.ts'
import type { MaybePromise } from '../../platform/lib/promises.ts'
import type { LookupResult } from '../lookup-result.ts'
import { maxSharedBytes, readEntry, writeEntry } from './record-cache.ts'

/** A record as it is published. */
export type SharedResult = Pick<
  Extract<LookupResult, { kind: 'found' }>,
  'kind' | 'body' | 'contentType' | 'from'
>

/**
 * `shared`: the result of another server. `publish`: to be called with the result of this server, or with null if it
 * has none.
 */
export type JoinedLookup = { shared: SharedResult } | { publish: (result: SharedResult | null) => void }

export type SharedLookups = {
  /** Waits for a server that runs the same lookup, for a small part of the time budget `timeMs`. */
  join: (key: string, timeMs: number, retentionSeconds: number | null) => MaybePromise<JoinedLookup>
}

export const notShared: JoinedLookup = { publish: () => {} }

/** For a server without Redis. */
export const noSharedLookups: SharedLookups = { join: () => notShared }

/** How long the announcement of a crashed server blocks others. */
const announcedMs = 2_000
/** Longer than any server waits. */
const resultMs = 5_000
const pollMs = 40
/** A server waits at most this long or 20 % of the time budget, whichever is smaller. */
const maxWaitMs = 1_500

/** Deletes only its own announcement: that may have expired and been replaced by another server's. */
const endScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`

export const createRedisSharedLookups = (connection: RedisConnection, clock: Clock): SharedLookups => ({
  async join(key, timeMs, retentionSeconds) {
    const name = `quarry:lookup:${createHash('sha256').update(key).digest('base64url')}`
    const lookupId = randomUUID()
    const announced = await connection.run(async (redis) => ({
      isFirst: (await redis.set(name, lookupId, 'PX', announcedMs, 'NX')) !== null,
    }))
    if (announced === null) return notShared
    if (!announced.isFirst) {
      const shared = await waitForResult(connection, name, Math.min(maxWaitMs, timeMs / 5))
      return shared ? { shared } : notShared
    }
    return {
      publish(result) {
        const ms = retentionSeconds === null ? resultMs : Math.min(resultMs, retentionSeconds * 1000)
        const entry =
          result !== null && result.body.length <= maxSharedBytes && ms > 0
            ? writeEntry({ at: clock().getTime(), from: result.from }, result.body)
            : null
        // Not awaited; both commands arrive together.
        void connection.run((redis) => {
          const commands = redis.multi()
          if (entry) commands.set(toResultKey(lookupId), entry, 'PX', ms)
          return commands.eval(endScript, 1, name, lookupId).exec()
        })
      },
    }
  },
})

async function waitForResult(
  connection: RedisConnection,
  name: string,
  waitMs: number,
): Promise<SharedResult | null> {
  const endMs = performance.now() + waitMs
  const lookupId = await connection.run((redis) => redis.get(name))
  if (!lookupId) return null
  const readState = (): Promise<(Buffer | null)[] | null> =>
    connection.run((redis) => redis.mgetBuffer(toResultKey(lookupId), name))
  while (performance.now() < endMs) {
    await delay(pollMs)
    const [published, running] = (await readState()) ?? []
    const entry = published && readEntry(published)
    if (entry) return { kind: 'found', body: entry.body, contentType: jsonType, from: entry.from }
    if (published || running?.toString() !== lookupId) return null
  }
  return null
}

const toResultKey = (lookupId: string) => `quarry:lookup-result:${lookupId}`
