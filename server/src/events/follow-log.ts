// Reads the log on for everyone who follows it, round by round: keys first, so that nothing is sent on one that is no
// longer good; then how far the log is complete; then what is new for each reader who can take it.

import type { WatchKeys } from '../access/watch-keys.ts'
import type { Queryable } from '../db/statement.ts'
import type { EventIds } from './event-ids.ts'
import { createHorizon, readHorizon } from './horizon.ts'
import { type EventPage, readEvents } from './read-events.ts'
import { countRows, type Span } from './read-log.ts'
import {
  beat,
  deliver,
  type EventText,
  feedOf,
  type Reader,
  spanOf,
  takeBlockedMs,
  textOf,
} from './reader.ts'

export type FollowOptions = {
  pool: Queryable
  watchKeys: WatchKeys
  /** Those whose answers have begun are read for. */
  readers: ReadonlySet<Reader>
  /** Ends a stream; `isSlow`: without waiting for what he has not taken. */
  end: (reader: Reader, isSlow?: boolean) => void
}

export type FollowLog = {
  /** Answers how long to wait before the next one. */
  round: (ids: EventIds) => Promise<number>
  beatAll: (ids: EventIds) => void
}

const pollMs = 250
/** While a number waits for its writers, and at least between two looks at the log. */
const soonMs = 50
/** Between two pages: who has much to read must not have all of the event loop. */
const nextMs = 10
const keysMs = 200
const lagMs = 1_000
const maxBehind = 1_000

export function createFollowLog({ pool, watchKeys, readers, end }: FollowOptions): FollowLog {
  const horizon = createHorizon()
  const isDue = { look: createDue(soonMs), keys: createDue(keysMs), lag: createDue(lagMs) }
  let seconds = 0

  const begun = () => [...readers].filter(({ sink }) => sink !== null)
  const isHungry = (reader: Reader) => reader.blockedAtMs === null && spanOf(reader).after < horizon.settled()

  async function endRevoked(): Promise<void> {
    const held = begun().flatMap((reader) => (reader.holder ? [{ reader, holder: reader.holder }] : []))
    // Who has just come may have been let in on what was remembered of his key.
    const isNew = held.some(({ reader }) => !reader.wasChecked)
    if (held.length === 0 || !(isDue.keys() || isNew)) return
    const good = await watchKeys(held.map(({ holder }) => holder))
    for (const [n, { reader }] of held.entries()) {
      reader.wasChecked = true
      if (!good[n]) end(reader)
    }
  }

  async function lookAhead(): Promise<void> {
    if (!isDue.look()) return
    const reading = await readHorizon(pool)
    horizon.see(reading, performance.now())
    seconds = reading.seconds
  }

  async function readOn(ids: EventIds): Promise<void> {
    const groups = groupOf(begun().filter(isHungry))
    if (groups.length === 0) return
    const pages = await readEvents(
      pool,
      groups.map(({ span }) => span),
      horizon.settled(),
    )
    for (const [n, { span, members }] of groups.entries()) {
      const { events, reached } = pages[n] as EventPage
      const feed = feedOf(span)
      const texts = events.map(
        ({ place, kind, keyId, view }): EventText => ({
          place,
          keyId,
          text: textOf(ids.write(feed, place), kind, view),
        }),
      )
      for (const reader of members) if (readers.has(reader)) deliver(reader, texts, reached)
    }
  }

  /** Who is too far behind, and not for our slowness but for his own, twice in a row, does not keep up. */
  async function endSlow(): Promise<void> {
    if (!isDue.lag()) return
    const nowMs = performance.now()
    const settled = horizon.settled()
    const isCatchingUp = ({ place, catchUpTo, catchUpUntilMs }: Reader) =>
      place.number < catchUpTo && nowMs < catchUpUntilMs
    const late = begun().filter(
      (reader) =>
        takeBlockedMs(reader) > lagMs / 2 && spanOf(reader).after < settled && !isCatchingUp(reader),
    )
    const counts = late.length === 0 ? [] : await countRows(pool, late.map(spanOf), settled, maxBehind + 1)
    for (const reader of readers) {
      const isSlow = (counts[late.indexOf(reader)] ?? 0) > maxBehind
      if (isSlow && reader.wasSlow) end(reader, true)
      reader.wasSlow = isSlow
    }
  }

  return {
    async round(ids) {
      await endRevoked()
      await lookAhead()
      await readOn(ids)
      await endSlow()
      if (begun().some(isHungry)) return nextMs
      return horizon.isWaiting() ? soonMs : pollMs
    },
    beatAll(ids) {
      for (const reader of begun()) beat(reader, ids, horizon.settled(), seconds)
    },
  }
}

/** True once, and again after so many milliseconds. */
function createDue(ms: number): () => boolean {
  let atMs = Number.NEGATIVE_INFINITY
  return () => {
    const nowMs = performance.now()
    if (nowMs - atMs < ms) return false
    atMs = nowMs
    return true
  }
}

/** Readers of the same events at the same place are read for once. */
function groupOf(readers: readonly Reader[]): { span: Span; members: Reader[] }[] {
  const groups = new Map<string, { span: Span; members: Reader[] }>()
  for (const reader of readers) {
    const span = spanOf(reader)
    const name = `${span.accountId} ${span.after}`
    const group = groups.get(name) ?? { span, members: [] }
    group.members.push(reader)
    groups.set(name, group)
  }
  return [...groups.values()]
}
