// The period of statistics: days, or hours where they are counted by hour. Both ends are included, and its length is
// bounded, because that is what an answer costs.

import { invalidParameter } from '@quarry/kit/errors'
import { type Queryable, statement } from '../db/statement.ts'
import { dayMs, dayText, readDay, readTime } from './read-time.ts'

const hourMs = 3_600_000
const maxDays = 366
const maxDaysByHour = 31

/** As it is shown, and as moments, half-open. */
export type Period = { shown: { from: string; to: string }; first: number; past: number }

const nowStatement = statement('select quarry_now() as now')

export async function periodOf(
  pool: Queryable,
  given: { from?: string; to?: string },
  byHour: boolean,
): Promise<Period> {
  const { rows } = await pool.query<{ now: Date }>(nowStatement)
  const now = rows[0]?.now.getTime() ?? Number.NaN
  const period = byHour ? hours(given, now) : days(given, now)
  const most = byHour ? maxDaysByHour : maxDays
  if (period.first >= period.past) throw invalidParameter('from', 'must not be after to')
  if (period.past - period.first > most * dayMs)
    throw invalidParameter('from', `must be at most ${most} days before to`)
  return period
}

function days({ from, to }: { from?: string; to?: string }, now: number): Period {
  const last = to === undefined ? floorTo(dayMs, now) : readDay('to', to)
  const first = from === undefined ? last - 29 * dayMs : readDay('from', from)
  return { shown: { from: dayText(first), to: dayText(last) }, first, past: last + dayMs }
}

function hours({ from, to }: { from?: string; to?: string }, now: number): Period {
  const last = to === undefined ? floorTo(hourMs, now) : lastHour(to)
  const first = from === undefined ? last - 23 * hourMs : floorTo(hourMs, readTime('from', from).time)
  return { shown: { from: hourText(first), to: hourText(last) }, first, past: last + hourMs }
}

function lastHour(to: string): number {
  const { time, isDay } = readTime('to', to)
  return isDay ? time + dayMs - hourMs : floorTo(hourMs, time)
}

const floorTo = (unit: number, time: number): number => Math.floor(time / unit) * unit
const hourText = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z')
