// The reader of a stream: its position, and whether it keeps up. Events are not buffered for a slow connection; the log
// is read again from its position later.
import type { Holder } from '../../accounts/watch-keys.ts'
import type { Sink } from '../../platform/route-data.ts'
import { type EventIds, isAfter, type LogPosition, wholePart } from './event-ids.ts'
import type { FeedSpan } from './read-log.ts'

export type Follower = {
  /** Null for the operator, who sees all accounts. */
  accountId: number | null
  /** The only key whose events are sent; null for all keys of the account. */
  keyId: string | null
  /** The key or session that must stay valid; null for an operator with the token. */
  holder: Holder | null
}

export type Reader = Follower & {
  place: LogPosition
  /** Null before the response headers were sent. */
  sink: Sink | null
  /** Since when the connection accepts no more data; null while it does. */
  blockedAtMs: number | null
  /** How long the connection accepted no data, in total since this was last read. */
  blockedMs: number
  /** The reader may be behind up to this number and until this time, while it catches up. */
  catchUpTo: number
  catchUpUntilMs: number
  /** Was too slow at the last check. */
  wasSlow: boolean
  /** Whether its key was checked since it connected. */
  wasChecked: boolean
}

/** Where to continue reading: at the same number again if some of its events were not sent yet. */
export const toSpan = ({ accountId, place }: Reader): FeedSpan => ({
  accountId,
  after: place.part === wholePart ? place.number : place.number - 1,
})

export type EventText = { place: LogPosition; keyId: string; text: string }

export const toEventText = (id: string, kind: string, view: unknown): string =>
  `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(view)}\n\n`

/** Sends the events of a page that the reader may see, and moves its position. */
export function deliver(reader: Reader, events: readonly EventText[], reached: number): void {
  const ownEvents = events.filter(
    ({ place, keyId }) => isAfter(place, reader.place) && (reader.keyId === null || keyId === reader.keyId),
  )
  reader.place = { number: reached, part: wholePart, seconds: reader.place.seconds }
  if (ownEvents.length > 0) sendText(reader, ownEvents.map(({ text }) => text).join(''))
}

export function sendText(reader: Reader, text: string): void {
  if (reader.sink?.write(text) === false) reader.blockedAtMs ??= performance.now()
}

export function unblock(reader: Reader): void {
  reader.blockedMs = readBlockedMs(reader)
  reader.blockedAtMs = null
}

/** How long the reader was blocked since the last call. */
export function takeBlockedMs(reader: Reader): number {
  const ms = readBlockedMs(reader)
  reader.blockedMs = 0
  if (reader.blockedAtMs !== null) reader.blockedAtMs = performance.now()
  return ms
}

const readBlockedMs = ({ blockedAtMs, blockedMs }: Reader): number =>
  blockedMs + (blockedAtMs === null ? 0 : performance.now() - blockedAtMs)

/**
 * A comment that keeps the connection open. A reader that has received everything also gets the id of its position, so
 * that a stream without events for a long time resumes without a gap.
 */
export function sendHeartbeat(reader: Reader, ids: EventIds, complete: number, seconds: number): void {
  if (reader.blockedAtMs !== null) return
  const { part, number } = reader.place
  const isUpToDate = part === wholePart && number >= complete
  sendText(
    reader,
    isUpToDate ? `:\nid: ${ids.write(reader.accountId, { number, part, seconds })}\n\n` : ':\n\n',
  )
}
