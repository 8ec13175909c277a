// Where a stream begins: now, behind the last event that its reader has seen, or, where that is too long ago, as far
// back as streams reach.
import { type Queryable, statement } from '../db/statement.ts'
import { type EventIds, type Place, wholePart } from './event-ids.ts'
import { readHorizon } from './horizon.ts'
import { feedOf } from './reader.ts'

export type Beginning = {
  place: Place
  /** The last number that was given out. */
  newest: number
  isResumed: boolean
  /** What cannot be told any more; `from` is null where the given id is none of ours. */
  gap: { from: string | null; to: string } | null
}

const reachSeconds = 600

const nearStatement = statement('select quarry_call_near($1::integer, to_timestamp($2::float8)) as first')

export async function findPlace(
  pool: Queryable,
  ids: EventIds,
  accountId: number | null,
  lastId: string,
): Promise<Beginning> {
  const { number: newest, seconds } = await readHorizon(pool)
  const now = { number: newest, part: wholePart, seconds }
  if (lastId === '') return { place: now, newest, isResumed: false, gap: null }
  const given = ids.read(feedOf({ accountId }), lastId)
  const oldest = seconds - reachSeconds
  // A database that was set back has given out less than it once had.
  if (given && given.seconds >= oldest)
    return { place: given.number > newest ? now : given, newest, isResumed: true, gap: null }
  const { rows } = await pool.query<{ first: number }>({ ...nearStatement, values: [accountId, oldest] })
  // Of now: who is cut off right behind the gap has not to be told of another.
  const place = { number: Math.max((rows[0]?.first ?? 0) - 1, 0), part: wholePart, seconds }
  // Decision: an id that is none of ours is like one that is too old. A reader that was handed it can only repeat it.
  const gap = { from: given ? momentOf(given.seconds) : null, to: momentOf(oldest) }
  return { place, newest, isResumed: true, gap }
}

const momentOf = (seconds: number) => new Date(seconds * 1000).toISOString()
