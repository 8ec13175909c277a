// Event streams: their limits, their start and end, and the one loop that reads the log for all of them. It runs only
// while there is a stream; a stream holds no connection to the database.
import type { WatchKeys } from '../../accounts/watch-keys.ts'
import type { Reads } from '../../platform/db/account-slots.ts'
import { type Queryable, statement } from '../../platform/db/statement.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Stream } from '../../platform/route-data.ts'
import { createEventIds, type EventIds, wholePart } from './event-ids.ts'
import { createFollowLog } from './follow-log.ts'
import { readWatermark } from './log-watermark.ts'
import { type Follower, type Reader, sendText, toEventText, unblock } from './stream-reader.ts'

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

type EventsState = ReturnType<typeof createState>

function createState(options: EventsOptions) {
  const readers = new Set<Reader>()
  const pool = options.reads('operator')
  const end = (reader: Reader, isSlow?: boolean) => endStream(readers, reader, isSlow)
  return {
    ...options,
    readers,
    log: createFollowLog({ pool, watchKeys: options.watchKeys, readers, end }),
    ids: undefined as EventIds | undefined,
    following: undefined as Promise<void> | undefined,
    /** Ends the pause between two rounds. */
    wake: () => {},
    isClosed: false,
  }
}

export function createEvents(options: EventsOptions) {
  const state = createState(options)
  const { readers } = state
  return {
    /** A stream after the event with this id; throws Refusal rate_limited if there are too many streams. */
    open: (follower: Follower, lastId: string): Promise<Stream> => openStream(state, follower, lastId),
    count: () => readers.size,
    async close(): Promise<void> {
      state.isClosed = true
      for (const reader of readers) endStream(readers, reader)
      state.wake()
      await state.following
    },
  }
}

async function openStream(state: EventsState, follower: Follower, lastId: string): Promise<Stream> {
  const reader = admit(state, follower)
  try {
    const ids = await readEventIds(state)
    const { accountId } = follower
    const start = await findStart(state.reads(accountId ?? 'operator'), ids, accountId, lastId)
    return begin(state, reader, ids, start)
  } catch (error) {
    state.readers.delete(reader)
    throw error
  }
}

function admit({ readers, isClosed, maxStreams }: EventsState, follower: Follower): Reader {
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

async function readEventIds(state: EventsState): Promise<EventIds> {
  if (state.ids) return state.ids
  const { rows } = await state.reads('operator').query<{ secret: string }>(secretStatement)
  state.ids = createEventIds(rows[0]?.secret ?? '')
  return state.ids
}

function begin(state: EventsState, reader: Reader, ids: EventIds, start: StreamStart): Stream {
  const { readers } = state
  const { place, newest, isResumed, gap } = start
  reader.place = place
  reader.catchUpTo = isResumed ? newest : 0
  reader.catchUpUntilMs = performance.now() + catchUpMs
  return (sink) => {
    reader.sink = sink
    if (readers.has(reader)) {
      // The id comes first: a reader that loses its connection before the first event resumes here.
      const id = ids.write(reader.accountId, place)
      sendText(reader, `retry: ${reopenMs}\n${gap ? `\n${toEventText(id, 'gap', gap)}` : `id: ${id}\n\n`}`)
      state.wake()
      state.following ??= follow(state, ids)
    } else sink.end()
    return {
      drained() {
        unblock(reader)
        state.wake()
      },
      closed() {
        readers.delete(reader)
        if (readers.size === 0) state.wake()
      },
    }
  }
}

function endStream(readers: Set<Reader>, reader: Reader, isSlow = false): void {
  if (!readers.delete(reader)) return
  if (isSlow) reader.sink?.cut()
  else reader.sink?.end()
}

async function follow(state: EventsState, ids: EventIds): Promise<void> {
  const { readers, log, heartbeatMs = 15_000 } = state
  const heartbeats = setInterval(() => log.sendHeartbeats(ids), heartbeatMs).unref()
  while (readers.size > 0) {
    const pauseMs = await log.round(ids).catch((error: unknown) => {
      state.onError(error)
      return retryMs
    })
    if (readers.size > 0) await pause(state, pauseMs)
  }
  clearInterval(heartbeats)
  state.following = undefined
}

const pause = (state: EventsState, ms: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    state.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })

/** Where a stream starts: now, or after the last event that its reader received, but not further back than `maxAgeSeconds`. */
type StreamStart = Awaited<ReturnType<typeof findStart>>

const maxAgeSeconds = 600

const nearStatement = statement('select quarry_call_near($1::integer, to_timestamp($2::float8)) as first')

/** `newest` is the last assigned number; between the times of `gap` events are no longer available. */
export async function findStart(pool: Queryable, ids: EventIds, accountId: number | null, lastId: string) {
  const { number: newest, seconds } = await readWatermark(pool)
  const now = { number: newest, part: wholePart, seconds }
  if (lastId === '') return { place: now, newest, isResumed: false, gap: null }
  const last = ids.read(accountId, lastId)
  const oldest = seconds - maxAgeSeconds
  // A database that was restored from a backup has assigned fewer numbers than before.
  if (last && last.seconds >= oldest)
    return { place: last.number > newest ? now : last, newest, isResumed: true, gap: null }
  const { rows } = await pool.query<{ first: number }>({ ...nearStatement, values: [accountId, oldest] })
  // With the current time: a reader that reconnects right after the gap gets no second one.
  const place = { number: Math.max((rows[0]?.first ?? 0) - 1, 0), part: wholePart, seconds }
  // Decision: an unknown id is treated like one that is too old, because its reader can only repeat it.
  const gap = { from: last ? toTime(last.seconds) : null, to: toTime(oldest) }
  return { place, newest, isResumed: true, gap }
}

const toTime = (seconds: number) => new Date(seconds * 1000).toISOString()
