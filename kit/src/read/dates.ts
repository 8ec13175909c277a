// Parses dates and times as pages write them. A date-time has the local time as written, and UTC only if the page gives
// an offset: a time zone is never guessed.

/** A date-time as the page writes it, and in UTC. */
export type DateTime = {
  /** `YYYY-MM-DDTHH:MM:SS` as written, without the offset. */
  local: string
  /** `YYYY-MM-DDTHH:MM:SSZ`, or null if the page gave no offset. */
  utc: string | null
}

const isoDate = /^\s*(\d{4})-(\d{2})-(\d{2})(?![\d])/
const isoDateTime =
  /^\s*(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s?(Z|z|UTC|[+-]\d{2}:?(?:\d{2})?)?\s*$/

/**
 * The `YYYY-MM-DD` with which an ISO date or date-time starts; null if there is none, or no such day.
 *
 * @example
 * toDate('2026-01-31T10:00:00Z') // '2026-01-31'
 */
export function toDate(value: unknown): string | null {
  const match = typeof value === 'string' ? isoDate.exec(value.slice(0, 100)) : null
  if (!match) return null
  const [, year = '', month = '', day = ''] = match
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const text = `${year}-${month}-${day}`
  return Number(year) > 99 && date.toISOString().startsWith(text) ? text : null
}

/** An ISO 8601 date-time in its local and UTC forms; null for a date without a time. */
export function toDateTime(value: unknown): DateTime | null {
  const match = typeof value === 'string' ? isoDateTime.exec(value.slice(0, 100)) : null
  const date = match ? toDate(match[1]) : null
  if (!match || !date) return null
  const [, , hour = '', minute = '', second = '00', offset] = match
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const local = `${date}T${hour}:${minute}:${second}`
  return {
    local,
    utc: offset === undefined ? null : utcText(new Date(Date.parse(`${local}Z`) - offsetMs(offset))),
  }
}

function offsetMs(offset: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset)
  if (!match) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0)
  return (match[1] === '-' ? -minutes : minutes) * 60_000
}

/** `YYYY-MM-DDTHH:MM:SSZ`. */
export const utcText = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const zones: Record<string, string> = {
  UT: '+0000',
  GMT: '+0000',
  UTC: '+0000',
  Z: '+0000',
  EST: '-0500',
  EDT: '-0400',
  CST: '-0600',
  CDT: '-0500',
  MST: '-0700',
  MDT: '-0600',
  PST: '-0800',
  PDT: '-0700',
}
const rfc822 =
  /^\s*(?:[a-z]{3,9},?\s{1,5})?(\d{1,2})\s{1,5}([a-z]{3})[a-z]{0,6}\s{1,5}(\d{4}|\d{2})\s{1,5}(\d{2}):(\d{2})(?::(\d{2}))?\s{1,5}([a-z]{1,3}|[+-]\d{4})\s*$/i

/** The time of an RFC 822 date, as in a feed's pubDate ("Tue, 03 Feb 2026 09:15:00 GMT"), or null. */
export function fromRfc822(value: unknown): Date | null {
  const match = typeof value === 'string' ? rfc822.exec(value.slice(0, 100)) : null
  if (!match) return null
  const [, day = '', monthName = '', yearText = '', hour = '', minute = '', second = '00', zone = ''] = match
  const month = months.indexOf(monthName.toLowerCase())
  // Two-digit years by the rule of RFC 2822: 00-49 are this century's.
  const year = yearText.length === 4 ? yearText : `${Number(yearText) < 50 ? '20' : '19'}${yearText}`
  const offset = /^[+-]/.test(zone) ? zone : zones[zone.toUpperCase()]
  if (month === -1 || offset === undefined) return null
  const pad = (number: number | string) => String(number).padStart(2, '0')
  const time = toDateTime(`${year}-${pad(month + 1)}-${pad(day)}T${hour}:${minute}:${second}${offset}`)
  return time?.utc ? new Date(time.utc) : null
}
