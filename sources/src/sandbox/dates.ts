// Sandbox data stores distances from now (-3 days, +90 minutes) instead of dates, so that examples never expire. A site
// turns them into dates with the `now` of each request. Dates that must not move between requests repeat in a cycle.
// Local times have the time zone of their place; the days of each zone are cached, because a search reads thousands.

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The time so many days after now; negative for the past. */
export const addDays = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMs)

/** The time so many minutes after now; negative for the past. */
export const addMinutes = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * minuteMs)

/**
 * The latest time, not after now, that is `minutes` into a cycle of `cycleMinutes`. Every process finds the same time
 * until the cycle repeats.
 */
export function findLastInCycle(now: Date, cycleMinutes: number, minutes: number): Date {
  const cycleMs = cycleMinutes * minuteMs
  const sinceMs = (now.getTime() - Math.round(minutes * minuteMs)) % cycleMs
  return new Date(now.getTime() - ((sinceMs + cycleMs) % cycleMs))
}

/** `YYYY-MM-DD`, in UTC. */
export const formatDay = (date: Date): string => date.toISOString().slice(0, 10)

const hourMs = 3_600_000
/** Every zone's offset is a multiple of this, so no zone's date changes within one. */
const slotMs = 15 * 60_000
const rememberedMax = 20_000

const formatters = new Map<string, Intl.DateTimeFormat>()

/** `YYYY-MM-DDTHH:MM:SS` as a clock in that zone shows it. */
export function formatLocalTime(date: Date, timezone: string): string {
  // This locale writes dates the ISO way, with a space between day and time.
  const cached =
    formatters.get(timezone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
  formatters.set(timezone, cached)
  return cached.format(date).replace(' ', 'T')
}

const todays = new Map<string, { slot: number; day: string }>()

function findToday(timezone: string, now: Date): string {
  const slot = Math.floor(now.getTime() / slotMs)
  const cached = todays.get(timezone)
  if (cached?.slot === slot) return cached.day
  const day = formatLocalTime(now, timezone).slice(0, 10)
  todays.set(timezone, { slot, day })
  return day
}

const noons = new Map<string, number>()

/** Noon of that day in the zone. Clocks change at night, so noon is on the right side of a change. */
function findNoon(day: string, timezone: string): number {
  const key = `${timezone} ${day}`
  const cached = noons.get(key)
  if (cached !== undefined) return cached
  if (noons.size >= rememberedMax) noons.clear()
  const asUtc = Date.parse(`${day}T12:00:00Z`)
  const shown = Date.parse(`${formatLocalTime(new Date(asUtc), timezone)}Z`)
  const noon = asUtc - (shown - asUtc)
  noons.set(key, noon)
  return noon
}

/** The time of that local hour (4 or later), `days` after the zone's current day. */
export function findLocalHour(now: Date, timezone: string, days: number, hour: number): Date {
  const today = new Date(`${findToday(timezone, now)}T00:00:00Z`)
  return new Date(findNoon(formatDay(addDays(today, days)), timezone) + (hour - 12) * hourMs)
}
