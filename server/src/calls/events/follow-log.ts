// Reads the log for all readers, round by round: first it checks their keys, so that nothing is sent for a revoked one;
// then how far the log is complete; then it sends the new events to each reader that accepts data.

import type { WatchKeys } from '../../accounts/watch-keys.ts'
import type { Queryable } from '../../platform/db/statement.ts'
import type { EventIds } from './event-ids.ts'
import { createWatermark, readWatermark } from './log-watermark.ts'
import { type EventPage, readEvents } from './read-events.ts'
import { countRows, type FeedSpan } from './read-log.ts'
import {
  deliver,
  type EventText,
  type Reader,
  sendHeartbeat,
  takeBlockedMs,
  toEventText,
  toSpan,
} from './stream-reader.ts'

export type FollowOptions = {
  pool: Queryable
  watchKeys: WatchKeys
  /** Only readers whose response has started are served. */
  readers: ReadonlySet<Reader>
  /** Ends a stream; with `isSlow`, without waiting for unsent data. */
  end: (reader: Reader, isSlow?: boolean) => void
}

const pollMs = 250
/** While a number waits for its writers, and the minimum between two reads of the watermark. */
const soonMs = 50
/** Between two pages: a reader that is far behind must not occupy the event loop. */
const nextMs = 10
const keysMs = 200
const lagMs = 1_000
const maxBehind = 1_000

type LogState = ReturnType<typeof createState>

const createState = (options: FollowOptions) => ({
  ...options,
  watermark: createWatermark(),
  isDue: { watermark: createDue(soonMs), keys: createDue(keysMs), lag: createDue(lagMs) },
  seconds: 0,
})

export function createFollowLog(options: FollowOptions) {
  const state = createState(options)
  return {
    /** Returns how long to wait before the next round. */
    round: (ids: EventIds): Promise<number> => runRound(state, ids),
    sendHeartbeats(ids: EventIds): void {
      for (const reader of listStarted(state))
        sendHeartbeat(reader, ids, state.watermark.read(), state.seconds)
    },
  }
}

async function runRound(state: LogState, ids: EventIds): Promise<number> {
  await endRevoked(state)
  await updateWatermark(state)
  await sendNew(state, ids)
  await endSlow(state)
  if (listReceivers(state).length > 0) return nextMs
  return state.watermark.isWaiting() ? soonMs : pollMs
}

const listStarted = ({ readers }: LogState) => [...readers].filter(({ sink }) => sink !== null)

const listReceivers = (state: LogState) =>
  listStarted(state).filter(
    (reader) => reader.blockedAtMs === null && toSpan(reader).after < state.watermark.read(),
  )

async function endRevoked(state: LogState): Promise<void> {
  const keyReaders = listStarted(state).flatMap((reader) =>
    reader.holder ? [{ reader, holder: reader.holder }] : [],
  )
  // A new reader may have been admitted with a cached key.
  const isNew = keyReaders.some(({ reader }) => !reader.wasChecked)
  if (keyReaders.length === 0 || !(state.isDue.keys() || isNew)) return
  const isValid = await state.watchKeys(keyReaders.map(({ holder }) => holder))
  for (const [n, { reader }] of keyReaders.entries()) {
    reader.wasChecked = true
    if (!isValid[n]) state.end(reader)
  }
}

async function updateWatermark(state: LogState): Promise<void> {
  if (!state.isDue.watermark()) return
  const reading = await readWatermark(state.pool)
  state.watermark.update(reading, performance.now())
  state.seconds = reading.seconds
}

async function sendNew(state: LogState, ids: EventIds): Promise<void> {
  const groups = groupReaders(listReceivers(state))
  if (groups.length === 0) return
  const spans = groups.map(({ span }) => span)
  const pages = await readEvents(state.pool, spans, state.watermark.read())
  for (const [n, { span, members }] of groups.entries()) {
    const { events, reached } = pages[n] as EventPage
    const texts = events.map(
      ({ place, kind, keyId, view }): EventText => ({
        place,
        keyId,
        text: toEventText(ids.write(span.accountId, place), kind, view),
      }),
    )
    for (const reader of members) if (state.readers.has(reader)) deliver(reader, texts, reached)
  }
}

/** Ends readers that are too far behind twice in a row because their own connection is slow. */
async function endSlow(state: LogState): Promise<void> {
  if (!state.isDue.lag()) return
  const nowMs = performance.now()
  const complete = state.watermark.read()
  const isCatchingUp = ({ place, catchUpTo, catchUpUntilMs }: Reader) =>
    place.number < catchUpTo && nowMs < catchUpUntilMs
  const late = listStarted(state).filter(
    (reader) => takeBlockedMs(reader) > lagMs / 2 && toSpan(reader).after < complete && !isCatchingUp(reader),
  )
  const counts =
    late.length === 0 ? [] : await countRows(state.pool, late.map(toSpan), complete, maxBehind + 1)
  for (const reader of state.readers) {
    const isSlow = (counts[late.indexOf(reader)] ?? 0) > maxBehind
    if (isSlow && reader.wasSlow) state.end(reader, true)
    reader.wasSlow = isSlow
  }
}

/** True at most once per interval. */
function createDue(ms: number): () => boolean {
  let atMs = Number.NEGATIVE_INFINITY
  return () => {
    const nowMs = performance.now()
    if (nowMs - atMs < ms) return false
    atMs = nowMs
    return true
  }
}

/** Readers of one feed at one position share a read. */
function groupReaders(readers: readonly Reader[]): { span: FeedSpan; members: Reader[] }[] {
  const groups = new Map<string, { span: FeedSpan; members: Reader[] }>()
  for (const reader of readers) {
    const span = toSpan(reader)
    const name = `${span.accountId} ${span.after}`
    const group = groups.get(name) ?? { span, members: [] }
    group.members.push(reader)
    groups.set(name, group)
  }
  return [...groups.values()]
}
