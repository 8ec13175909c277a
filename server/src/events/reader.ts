// One who follows events: how far he has come, and whether he keeps up. Nothing is kept for him that his connection
// has not taken: who reads slowly is read for later, from where he is.
import type { Holder } from '../access/watch-keys.ts'
import type { Sink } from '../route-data.ts'
import { type EventIds, isBehind, type Place, wholePart } from './event-ids.ts'
import type { Span } from './read-log.ts'

export type Follower = {
  /** Null: the operator, who sees all accounts. */
  accountId: number | null
  /** The only key whose events are seen; null for all of the account. */
  keyId: string | null
  /** Whose key or session must stay good; null for the operator who came by his token. */
  holder: Holder | null
}

export type Reader = Follower & {
  place: Place
  /** Null before the head of the answer was sent. */
  sink: Sink | null
  /** Since when his connection takes nothing more; null while it does. */
  blockedAtMs: number | null
  /** How long that was in all, since it was last looked at. */
  blockedMs: number
  /** Up to this number, and until then, he makes up for what he missed, and may be behind. */
  catchUpTo: number
  catchUpUntilMs: number
  /** Was too slow when that was last looked at. */
  wasSlow: boolean
  /** Whether his key was looked at since he came. */
  wasChecked: boolean
}

/** No account has this number. */
const everybody = 0

export const feedOf = ({ accountId }: Pick<Follower, 'accountId'>): number => accountId ?? everybody

/** Where to read on for him: at his number, where some of its events may be missing yet. */
export const spanOf = ({ accountId, place }: Reader): Span => ({
  accountId,
  after: place.part === wholePart ? place.number : place.number - 1,
})

export type EventText = { place: Place; keyId: string; text: string }

export const textOf = (id: string, kind: string, view: unknown): string =>
  `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(view)}\n\n`

/** Sends what is his of a page, and notes how far it goes. */
export function deliver(reader: Reader, events: readonly EventText[], reached: number): void {
  const own = events.filter(
    ({ place, keyId }) => isBehind(place, reader.place) && (reader.keyId === null || keyId === reader.keyId),
  )
  reader.place = { number: reached, part: wholePart, seconds: reader.place.seconds }
  if (own.length > 0) write(reader, own.map(({ text }) => text).join(''))
}

export function write(reader: Reader, text: string): void {
  if (reader.sink?.write(text) === false) reader.blockedAtMs ??= performance.now()
}

export function unblock(reader: Reader): void {
  reader.blockedMs = blockedMsOf(reader)
  reader.blockedAtMs = null
}

/** How long he was blocked since he was last asked for it. */
export function takeBlockedMs(reader: Reader): number {
  const ms = blockedMsOf(reader)
  reader.blockedMs = 0
  if (reader.blockedAtMs !== null) reader.blockedAtMs = performance.now()
  return ms
}

const blockedMsOf = ({ blockedAtMs, blockedMs }: Reader): number =>
  blockedMs + (blockedAtMs === null ? 0 : performance.now() - blockedAtMs)

/**
 * A comment, and for whoever has seen everything up to `settled` the id of that place: so a stream on which nothing
 * happened for long is taken up without a gap, too.
 */
export function beat(reader: Reader, ids: EventIds, settled: number, seconds: number): void {
  if (reader.blockedAtMs !== null) return
  const { part, number } = reader.place
  const isThere = part === wholePart && number >= settled
  write(reader, isThere ? `:\nid: ${ids.write(feedOf(reader), { number, part, seconds })}\n\n` : ':\n\n')
}
