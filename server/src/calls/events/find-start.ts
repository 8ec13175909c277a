// Where a stream starts: now, after the last event that its reader received, or, where that is too old, as far back as
// streams reach.
import { type Queryable, statement } from '../../platform/db/statement.ts'
import { type EventIds, wholePart } from './event-ids.ts'
import { readWatermark } from './log-watermark.ts'

export type StreamStart = Awaited<ReturnType<typeof findStart>>

const reachSeconds = 600

const nearStatement = statement('select quarry_call_near($1::integer, to_timestamp($2::float8)) as first')

/** `newest` is the last assigned number; between the times of `gap` events are no longer available. */
export async function findStart(pool: Queryable, ids: EventIds, accountId: number | null, lastId: string) {
  const { number: newest, seconds } = await readWatermark(pool)
  const now = { number: newest, part: wholePart, seconds }
  if (lastId === '') return { place: now, newest, isResumed: false, gap: null }
  const last = ids.read(accountId, lastId)
  const oldest = seconds - reachSeconds
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
