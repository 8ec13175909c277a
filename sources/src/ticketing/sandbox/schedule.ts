// When the pretend shop's events take place, by the clock of their place, and what becomes of them and of their tickets
// as that clock goes on.
import { findLocalHour } from '../../sandbox/local-time.ts'
import type { Place } from '../../sandbox/places.ts'

type Scheduled = {
  place: Place
  startsInDays: number
  startHour: number
  durationMinutes: number
  isCanceled: boolean
  soldOut: boolean
}

/** Start and end as the day of the request has them: events keep their local hour and move with the calendar. */
export function timesOf(event: Scheduled, now: Date): { start: Date; end: Date } {
  const start = findLocalHour(now, event.place.timezone, event.startsInDays, event.startHour)
  return { start, end: new Date(start.getTime() + event.durationMinutes * 60_000) }
}

/** What becomes of an event goes by the clock, but for those that were called off. */
export function statusOf(event: Scheduled, now: Date): 'live' | 'started' | 'completed' | 'canceled' {
  if (event.isCanceled) return 'canceled'
  const { start, end } = timesOf(event, now)
  return end <= now ? 'completed' : start <= now ? 'started' : 'live'
}

const ended: Readonly<Record<string, string>> = { canceled: 'unavailable', completed: 'sales_ended' }

export const salesStatus = (event: Scheduled, now: Date) =>
  ended[statusOf(event, now)] ?? (event.soldOut ? 'sold_out' : 'on_sale')

/** First and last hour at which events of a kind begin, by the clock of their place. */
const usualHours: Record<string, readonly [number, number]> = {
  Music: [18, 21],
  'Film & Media': [17, 21],
  'Food & Drink': [11, 20],
  'Health & Wellness': [7, 18],
  'Business & Professional': [8, 18],
  'Science & Technology': [8, 18],
}
const dayLongMinutes = 480
const lastHour = 23

/** The hour drawn (7 to 20) as one that fits: the whole day begins in the morning, and only music goes on past 23. */
export function fittingHour({
  category,
  startHour,
  durationMinutes,
}: {
  category: string
  startHour: number
  durationMinutes: number
}): number {
  const [first, usual] = durationMinutes >= dayLongMinutes ? [8, 10] : (usualHours[category] ?? [9, 18])
  const inTime = lastHour - Math.ceil(durationMinutes / 60)
  const last =
    category === 'Music' || durationMinutes >= dayLongMinutes
      ? usual
      : Math.max(first, Math.min(usual, inTime))
  return first + ((startHour - 7) % (last - first + 1))
}
