// The world stores no dates, only distances from now (-3 days, +90 minutes): whatever was announced three days ago
// still was next year. A site turns distances into dates with the `now` of each request.

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The moment that many days after now; negative for the past. */
export const daysFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMs)

/** The moment that many minutes after now; negative for the past. */
export const minutesFrom = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * minuteMs)

/** `YYYY-MM-DD`, in UTC. */
export const isoDay = (date: Date): string => date.toISOString().slice(0, 10)
