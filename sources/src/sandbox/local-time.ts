// Local times: formats a date in a time zone, and finds the moment of a local hour. Days of each zone are cached,
// because a search reads the hours of thousands of events.
import { addDays, formatDay } from './dates.ts'

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

/** The moment of that local hour (4 or later), `days` after the zone's current day. */
export function findLocalHour(now: Date, timezone: string, days: number, hour: number): Date {
  const today = new Date(`${findToday(timezone, now)}T00:00:00Z`)
  return new Date(findNoon(formatDay(addDays(today, days)), timezone) + (hour - 12) * hourMs)
}
