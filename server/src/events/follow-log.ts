// Reads the log for all readers, round by round: first it checks their keys, so that nothing is sent for a revoked one;
// then how far the log is complete; then it sends the new events to each reader that accepts data.

import type { WatchKeys } from '../access/watch-keys.ts'
import type { Queryable } from '../db/statement.ts'
import { type EventIds, toFeed } from './event-ids.ts'
import { createWatermark, readWatermark } from './log-watermark.ts'
import { type EventPage, readEvents } from './read-events.ts'
import { countRows, type Span } from './read-log.ts'
import {
  deliver,
  type EventText,
  type Reader,
  sendHeartbeat,
  takeBlockedMs,
  toEventText,
  toSpan,
} from './reader.ts'

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

export function createFollowLog({ pool, watchKeys, readers, end }: FollowOptions) {
  const watermark = createWatermark()
  const isDue = { watermark: createDue(soonMs), keys: createDue(keysMs), lag: createDue(lagMs) }
  let seconds = 0

  const listStarted = () => [...readers].filter(({ sink }) => sink !== null)
  const canReceive = (reader: Reader) =>
    reader.blockedAtMs === null && toSpan(reader).after < watermark.read()

  async function endRevoked(): Promise<void> {
    const held = listStarted().flatMap((reader) => (reader.holder ? [{ reader, holder: reader.holder }] : []))
    // A new reader may have been admitted with a cached key.
    const isNew = held.some(({ reader }) => !reader.wasChecked)
    if (held.length === 0 || !(isDue.keys() || isNew)) return
    const isValid = await watchKeys(held.map(({ holder }) => holder))
    for (const [n, { reader }] of held.entries()) {
      reader.wasChecked = true
      if (!isValid[n]) end(reader)
    }
  }

  async function updateWatermark(): Promise<void> {
    if (!isDue.watermark()) return
    const reading = await readWatermark(pool)
    watermark.update(reading, performance.now())
    seconds = reading.seconds
  }

  async function sendNew(ids: EventIds): Promise<void> {
    const groups = groupReaders(listStarted().filter(canReceive))
    if (groups.length === 0) return
    const pages = await readEvents(
      pool,
      groups.map(({ span }) => span),
      watermark.read(),
    )
    for (const [n, { span, members }] of groups.entries()) {
      const { events, reached } = pages[n] as EventPage
      const feed = toFeed(span.accountId)
      const texts = events.map(
        ({ place, kind, keyId, view }): EventText => ({
          place,
          keyId,
          text: toEventText(ids.write(feed, place), kind, view),
        }),
      )
      for (const reader of members) if (readers.has(reader)) deliver(reader, texts, reached)
    }
  }

  /** Ends readers that are too far behind twice in a row because their own connection is slow. */
  async function endSlow(): Promise<void> {
    if (!isDue.lag()) return
    const nowMs = performance.now()
    const complete = watermark.read()
    const isCatchingUp = ({ place, catchUpTo, catchUpUntilMs }: Reader) =>
      place.number < catchUpTo && nowMs < catchUpUntilMs
    const late = listStarted().filter(
      (reader) =>
        takeBlockedMs(reader) > lagMs / 2 && toSpan(reader).after < complete && !isCatchingUp(reader),
    )
    const counts = late.length === 0 ? [] : await countRows(pool, late.map(toSpan), complete, maxBehind + 1)
    for (const reader of readers) {
      const isSlow = (counts[late.indexOf(reader)] ?? 0) > maxBehind
      if (isSlow && reader.wasSlow) end(reader, true)
      reader.wasSlow = isSlow
    }
  }

  return {
    /** Returns how long to wait before the next round. */
    async round(ids: EventIds): Promise<number> {
      await endRevoked()
      await updateWatermark()
      await sendNew(ids)
      await endSlow()
      if (listStarted().some(canReceive)) return nextMs
      return watermark.isWaiting() ? soonMs : pollMs
    },
    sendHeartbeats(ids: EventIds): void {
      for (const reader of listStarted()) sendHeartbeat(reader, ids, watermark.read(), seconds)
    },
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
function groupReaders(readers: readonly Reader[]): { span: Span; members: Reader[] }[] {
  const groups = new Map<string, { span: Span; members: Reader[] }>()
  for (const reader of readers) {
    const span = toSpan(reader)
    const name = `${span.accountId} ${span.after}`
    const group = groups.get(name) ?? { span, members: [] }
    group.members.push(reader)
    groups.set(name, group)
  }
  return [...groups.values()]
}
