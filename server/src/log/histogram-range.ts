// The steps of a histogram: of which range they are, how long each is, and where the first begins.

import { invalidParameter } from '@quarry/kit/errors'
import { type Queryable, statement } from '../db/statement.ts'
import { countersByHour } from './counters.ts'
import { endOf } from './list-calls.ts'
import { dayMs, readTime } from './read-time.ts'

/** Moments; the first step begins at `start`, at or before `from`. */
export type Range = {
  from: number
  past: number
  start: number
  stepSeconds: number
  /** Whether it has no part of a day, but for those in which the log begins and now is. */
  isOfDays: boolean
}

export type RangeAsked = {
  /** Null is all of them. */
  accountId: number | null
  from: string | undefined
  to: string | undefined
  keyId: string | null
}

const maxSteps = 60
const maxDays = 366
export const hourSeconds = 3600
export const daySeconds = dayMs / 1000
const minutes = [1, 5, 15, 30].map((count) => count * 60)
const hours = [1, 3, 6, 12].map((count) => count * hourSeconds)
const days = [1, 2, 7].map((count) => count * daySeconds)
const stepsSeconds = [1, 5, 15, 30, ...minutes, ...hours, ...days]

// What has been counted at all begins there; the key is the one that asks, where it sees its own calls only.
const ownBeginStatement = statement(`
select quarry_now() as now, (select min(r.hour) from ${countersByHour} r
  where r.account_id = $1 and ($2::uuid is null or r.key_id = $2)) as first`)

// Of all accounts the log tells it, whose ids are in order; counters are not, across accounts.
const beginStatement = statement(`
select quarry_now() as now, (select c.at from calls c order by c.id limit 1) as first`)

export async function rangeOf(pool: Queryable, { accountId, from, to, keyId }: RangeAsked): Promise<Range> {
  const { rows } = await pool.query<{ now: Date; first: Date | null }>(
    accountId === null ? beginStatement : { ...ownBeginStatement, values: [accountId, keyId] },
  )
  const now = rows[0]?.now.getTime() ?? Date.now()
  const [begin, end] = [
    from === undefined ? null : readTime('from', from).time,
    to === undefined ? null : endOf(to).getTime(),
  ]
  if (begin !== null && end !== null && end < begin) throw invalidParameter('from', 'must not be after to')
  // The moment that is now is in it.
  const past = Math.min(end ?? now + 1000, now + 1000)
  const first = begin ?? rows[0]?.first?.getTime() ?? past - dayMs
  const range = {
    from: Math.max(Math.min(first, past), past - maxDays * dayMs),
    past,
    isOfDays: (begin ?? 0) % dayMs === 0 && (past > now || past % dayMs === 0),
  }
  const seconds = (past - range.from) / 1000
  const fitting = stepsSeconds.find((step) => seconds / step <= maxSteps)
  return inSteps(range, fitting ?? (stepsSeconds.at(-1) as number))
}

/** Whole steps of UTC: a day begins at midnight. */
export const inSteps = (range: Omit<Range, 'start' | 'stepSeconds'>, stepSeconds: number): Range => ({
  from: range.from,
  past: range.past,
  isOfDays: range.isOfDays,
  stepSeconds,
  start: Math.floor(range.from / (stepSeconds * 1000)) * stepSeconds * 1000,
})
