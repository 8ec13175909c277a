// Event streams: their limits, their start and end, and the one loop that reads the log for all of them. It runs only
// while there is a stream; a stream holds no connection to the database.

import type { WatchKeys } from '../access/watch-keys.ts'
import type { Reads } from '../db/account-turns.ts'
import { statement } from '../db/statement.ts'
import { Refusal } from '../errors.ts'
import type { Stream } from '../route-data.ts'
import { createEventIds, type EventIds, toFeed } from './event-ids.ts'
import { findStart, type StreamStart } from './find-start.ts'
import { createFollowLog } from './follow-log.ts'
import { type Follower, type Reader, toEventText, unblock, write } from './reader.ts'

export type Events = ReturnType<typeof createEvents>

export type EventsOptions = {
  reads: Reads
  watchKeys: WatchKeys
  /** On this server. */
  maxStreams: number
  heartbeatMs?: number
  onError: (error: unknown) => void
}

const maxPerAccount = 5
const retryAfterSeconds = 5
const retryMs = 1_000
/** How long a browser waits before it opens a stream again. */
const reopenMs = 2_000
/** How long a reader that reconnects may be behind. */
const catchUpMs = 60_000

const secretStatement = statement('select secret from event_secret')

export function createEvents(options: EventsOptions) {
  const { reads, watchKeys, maxStreams, heartbeatMs = 15_000, onError } = options
  const pool = reads('operator')
  const readers = new Set<Reader>()
  const { round, sendHeartbeats } = createFollowLog({ pool, watchKeys, readers, end })
  let eventIds: EventIds | undefined
  let following: Promise<void> | undefined
  let wake = () => {}
  let isClosed = false

  async function readEventIds(): Promise<EventIds> {
    if (eventIds) return eventIds
    const { rows } = await pool.query<{ secret: string }>(secretStatement)
    eventIds = createEventIds(rows[0]?.secret ?? '')
    return eventIds
  }

  function end(reader: Reader, isSlow = false): void {
    if (!readers.delete(reader)) return
    if (isSlow) reader.sink?.cut()
    else reader.sink?.end()
  }

  async function follow(ids: EventIds): Promise<void> {
    const heartbeats = setInterval(() => sendHeartbeats(ids), heartbeatMs).unref()
    while (readers.size > 0) {
      const pauseMs = await round(ids).catch((error: unknown) => {
        onError(error)
        return retryMs
      })
      if (readers.size > 0) await pause(pauseMs)
    }
    clearInterval(heartbeats)
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
    const openStreams = [...readers].filter(({ accountId }) => accountId === follower.accountId).length
    const isFull = follower.accountId !== null && openStreams >= maxPerAccount
    if (isClosed || isFull || readers.size >= maxStreams)
      throw new Refusal('rate_limited', undefined, retryAfterSeconds)
    const place = { number: 0, part: 0, seconds: 0 }
    const unchecked = { blockedAtMs: null, blockedMs: 0, wasSlow: false, wasChecked: false }
    const reader: Reader = { ...follower, ...unchecked, place, sink: null, catchUpTo: 0, catchUpUntilMs: 0 }
    readers.add(reader)
    return reader
  }

  function begin(reader: Reader, ids: EventIds, { place, newest, isResumed, gap }: StreamStart): Stream {
    reader.place = place
    reader.catchUpTo = isResumed ? newest : 0
    reader.catchUpUntilMs = performance.now() + catchUpMs
    return (sink) => {
      reader.sink = sink
      if (readers.has(reader)) {
        // The id comes first: a reader that loses its connection before the first event resumes here.
        const id = ids.write(toFeed(reader.accountId), place)
        write(reader, `retry: ${reopenMs}\n${gap ? `\n${toEventText(id, 'gap', gap)}` : `id: ${id}\n\n`}`)
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
    /** A stream after the event with this id; throws Refusal rate_limited where there are too many streams. */
    async open(follower: Follower, lastId: string): Promise<Stream> {
      const reader = admit(follower)
      try {
        const ids = await readEventIds()
        const { accountId } = follower
        return begin(reader, ids, await findStart(reads(accountId ?? 'operator'), ids, accountId, lastId))
      } catch (error) {
        readers.delete(reader)
        throw error
      }
    },
    count: () => readers.size,
    async close(): Promise<void> {
      isClosed = true
      for (const reader of readers) end(reader)
      wake()
      await following
    },
  }
}
