// Streams of events: how many there may be, how each begins and ends, and the one loop that reads for all of them. It
// runs only while there is a stream; a stream holds no connection to the database.

import type { WatchKeys } from '../access/watch-keys.ts'
import type { Reads } from '../db/account-turns.ts'
import { statement } from '../db/statement.ts'
import { Refusal } from '../errors.ts'
import type { Stream } from '../route-data.ts'
import { createEventIds, type EventIds } from './event-ids.ts'
import { type Beginning, findPlace } from './find-place.ts'
import { createFollowLog } from './follow-log.ts'
import { type Follower, feedOf, type Reader, textOf, unblock, write } from './reader.ts'

export type Events = {
  /** A stream for the follower, behind the event of this id; throws Refusal rate_limited where there are too many. */
  open: (follower: Follower, lastId: string) => Promise<Stream>
  /** How many are open. */
  count: () => number
  /** Ends them all. */
  close: () => Promise<void>
}

export type EventsOptions = {
  reads: Reads
  watchKeys: WatchKeys
  /** Of this server. */
  maxStreams: number
  beatMs?: number
  onError: (error: unknown) => void
}

const maxOfAccount = 5
const retryAfterSeconds = 5
const retryMs = 1_000
/** How long a browser waits before it opens a stream again. */
const reopenMs = 2_000
/** Whoever was away may be behind for so long. */
const catchUpMs = 60_000

const secretStatement = statement('select secret from event_secret')

export function createEvents(options: EventsOptions): Events {
  const { reads, watchKeys, maxStreams, beatMs = 15_000, onError } = options
  const pool = reads('operator')
  const readers = new Set<Reader>()
  const { round, beatAll } = createFollowLog({ pool, watchKeys, readers, end })
  let known: EventIds | undefined
  let following: Promise<void> | undefined
  let wake = () => {}
  let isClosed = false

  async function idsOf(): Promise<EventIds> {
    if (known) return known
    const { rows } = await pool.query<{ secret: string }>(secretStatement)
    known = createEventIds(rows[0]?.secret ?? '')
    return known
  }

  function end(reader: Reader, isSlow = false): void {
    if (!readers.delete(reader)) return
    if (isSlow) reader.sink?.cut()
    else reader.sink?.end()
  }

  async function follow(ids: EventIds): Promise<void> {
    const beats = setInterval(() => beatAll(ids), beatMs).unref()
    while (readers.size > 0) {
      const pauseMs = await round(ids).catch((error: unknown) => {
        onError(error)
        return retryMs
      })
      if (readers.size > 0) await pause(pauseMs)
    }
    clearInterval(beats)
    following = undefined
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  function admit(follower: Follower): Reader {
    const ofAccount = [...readers].filter(({ accountId }) => accountId === follower.accountId).length
    const isFull = follower.accountId !== null && ofAccount >= maxOfAccount
    if (isClosed || isFull || readers.size >= maxStreams)
      throw new Refusal('rate_limited', undefined, retryAfterSeconds)
    const place = { number: 0, part: 0, seconds: 0 }
    const untried = { blockedAtMs: null, blockedMs: 0, wasSlow: false, wasChecked: false }
    const reader: Reader = { ...follower, ...untried, place, sink: null, catchUpTo: 0, catchUpUntilMs: 0 }
    readers.add(reader)
    return reader
  }

  function begin(reader: Reader, ids: EventIds, { place, newest, isResumed, gap }: Beginning): Stream {
    reader.place = place
    reader.catchUpTo = isResumed ? newest : 0
    reader.catchUpUntilMs = performance.now() + catchUpMs
    return (sink) => {
      reader.sink = sink
      if (readers.has(reader)) {
        // The id comes first: whoever is cut off before his first event goes on from here.
        const id = ids.write(feedOf(reader), place)
        write(reader, `retry: ${reopenMs}\n${gap ? `\n${textOf(id, 'gap', gap)}` : `id: ${id}\n\n`}`)
        wake()
        following ??= follow(ids)
      } else sink.end()
      return {
        drained() {
          unblock(reader)
          wake()
        },
        closed() {
          readers.delete(reader)
          if (readers.size === 0) wake()
        },
      }
    }
  }

  return {
    async open(follower, lastId) {
      const reader = admit(follower)
      try {
        const ids = await idsOf()
        const { accountId } = follower
        return begin(reader, ids, await findPlace(reads(accountId ?? 'operator'), ids, accountId, lastId))
      } catch (error) {
        readers.delete(reader)
        throw error
      }
    },
    count: () => readers.size,
    async close() {
      isClosed = true
      for (const reader of readers) end(reader)
      wake()
      await following
    },
  }
}
