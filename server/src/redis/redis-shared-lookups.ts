// Lookups under way on any server: the first one says so in Redis, fetches, and leaves the record there for those who
// came meanwhile. Who waits too long, or for one that died, goes on alone, and so does everyone while Redis is lost.
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '@quarry/kit/clock'
import { alone, type Boarding, type Flights, type Landed } from '../lookups/shared-lookups.ts'
import type { SharedStore } from './connect-redis.ts'
import { maxSharedBytes, readEntry, writeEntry } from './record-entry.ts'

/** What a server that died keeps others from beginning anew. */
const announcedMs = 2_000
/** Longer than anybody waits. */
const landedMs = 5_000
const pollMs = 40

/** Only its own announcement is taken back: it may have run out, and be another's by now. */
const endScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`

export function createSharedFlights(store: SharedStore, clock: Clock): Flights {
  type Seen = { landed: Buffer | null; flying: Buffer | null }
  const look = (name: string, flight: string): Promise<Seen | null> =>
    store.ask(async (redis) => {
      const [landed = null, flying = null] = await redis.mgetBuffer(landedAs(flight), name)
      return { landed, flying }
    })

  async function waitFor(name: string, waitMs: number): Promise<Landed | null> {
    const endMs = performance.now() + waitMs
    const flight = await store.ask((redis) => redis.get(name))
    if (!flight) return null
    while (performance.now() < endMs) {
      await delay(pollMs)
      const seen = await look(name, flight)
      if (seen?.landed) return readEntry(seen.landed)
      if (seen?.flying?.toString() !== flight) return null
    }
    return null
  }

  const ownFlight = (name: string, flight: string, keepSeconds: number | null): Boarding => ({
    land(found) {
      const ms = keepSeconds === null ? landedMs : Math.min(landedMs, keepSeconds * 1000)
      const isShared = found !== null && found.body.length <= maxSharedBytes && ms > 0
      // Nobody waits for it, and both arrive together.
      void store.ask((redis) => {
        const both = redis.multi()
        if (isShared)
          both.set(
            landedAs(flight),
            writeEntry({ at: clock().getTime(), from: found.from }, found.body),
            'PX',
            ms,
          )
        return both.eval(endScript, 1, name, flight).exec()
      })
    },
  })

  return {
    async board(key, waitMs, keepSeconds) {
      const name = `quarry:flight:${createHash('sha256').update(key).digest('base64url')}`
      const flight = randomUUID()
      const taken = await store.ask(async (redis) => ({
        isFirst: (await redis.set(name, flight, 'PX', announcedMs, 'NX')) !== null,
      }))
      if (taken === null) return alone
      if (taken.isFirst) return ownFlight(name, flight, keepSeconds)
      const landed = await waitFor(name, waitMs)
      return landed ? { landed } : alone
    },
  }
}

const landedAs = (flight: string) => `quarry:landed:${flight}`
