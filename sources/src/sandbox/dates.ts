// The world stores no dates, only distances from now (-3 days, +90 minutes): whatever was announced three days ago
// still was next year. A site turns distances into dates with the `now` of each request. What must keep its date from one
// request to the next returns instead: it happened at a moment of a cycle, and the cycle's last one is meant.

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The moment that many days after now; negative for the past. */
export const addDays = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMs)

/** The moment that many minutes after now; negative for the past. */
export const addMinutes = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * minuteMs)

/**
 * The last moment, now or before, that lies so many minutes into a cycle of that length. It stays the same until the
 * cycle comes round again, in every process; it is never in the future and never older than the cycle is long.
 */
export function findLastInCycle(now: Date, cycleMinutes: number, minutes: number): Date {
  const cycleMs = cycleMinutes * minuteMs
  const sinceMs = (now.getTime() - Math.round(minutes * minuteMs)) % cycleMs
  return new Date(now.getTime() - ((sinceMs + cycleMs) % cycleMs))
}

/** `YYYY-MM-DD`, in UTC. */
export const formatDay = (date: Date): string => date.toISOString().slice(0, 10)
