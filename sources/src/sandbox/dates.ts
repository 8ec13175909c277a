// Sandbox data stores distances from now (-3 days, +90 minutes) instead of dates, so that examples never expire. A site
// turns them into dates with the `now` of each request. Dates that must not move between requests repeat in a cycle.

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The moment that many days after now; negative for the past. */
export const addDays = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMs)

/** The moment that many minutes after now; negative for the past. */
export const addMinutes = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * minuteMs)

/**
 * The latest moment, not after now, that is `minutes` into a cycle of that length. Every process finds the same moment
 * until the cycle repeats.
 */
export function findLastInCycle(now: Date, cycleMinutes: number, minutes: number): Date {
  const cycleMs = cycleMinutes * minuteMs
  const sinceMs = (now.getTime() - Math.round(minutes * minuteMs)) % cycleMs
  return new Date(now.getTime() - ((sinceMs + cycleMs) % cycleMs))
}

/** `YYYY-MM-DD`, in UTC. */
export const formatDay = (date: Date): string => date.toISOString().slice(0, 10)
