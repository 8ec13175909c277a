// When events of the sandbox ticket shop take place, in local time, and the status of event and tickets at that time.
import { findLocalHour } from '../../sandbox/local-time.ts'
import type { Place } from '../../sandbox/places.ts'

export type Scheduled = {
  place: Place
  startsInDays: number
  startHour: number
  durationMinutes: number
  isCanceled: boolean
  soldOut: boolean
}

/**
 * Start and end relative to the request: events always have the same local hour, and their dates follow the calendar.
 */
export function findTimes(event: Scheduled, now: Date): { start: Date; end: Date } {
  const start = findLocalHour(now, event.place.timezone, event.startsInDays, event.startHour)
  return { start, end: new Date(start.getTime() + event.durationMinutes * 60_000) }
}

export function findStatus(event: Scheduled, now: Date): 'live' | 'started' | 'completed' | 'canceled' {
  if (event.isCanceled) return 'canceled'
  const { start, end } = findTimes(event, now)
  return end <= now ? 'completed' : start <= now ? 'started' : 'live'
}

const ended: Readonly<Record<string, string>> = { canceled: 'unavailable', completed: 'sales_ended' }

export const findSalesStatus = (event: Scheduled, now: Date) =>
  ended[findStatus(event, now)] ?? (event.soldOut ? 'sold_out' : 'on_sale')

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

/** Adjusts the drawn hour (7 to 20): events of a whole day begin in the morning, and only music may end after 23. */
export function fitHour({ category, startHour, durationMinutes }: Scheduled & { category: string }): number {
  const [first, usual] = durationMinutes >= dayLongMinutes ? [8, 10] : (usualHours[category] ?? [9, 18])
  const inTime = lastHour - Math.ceil(durationMinutes / 60)
  const last =
    category === 'Music' || durationMinutes >= dayLongMinutes
      ? usual
      : Math.max(first, Math.min(usual, inTime))
  return first + ((startHour - 7) % (last - first + 1))
}
