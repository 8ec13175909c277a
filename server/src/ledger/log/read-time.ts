// Reads times of callers: a day in UTC, or a date and time with a time zone.
import { invalidParameter } from '@quarry/kit/errors'

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

const form = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/

type ParsedTime = { time: number; isDay: boolean }

/** Null for any other text. */
export function parseTime(text: string): ParsedTime | null {
  const day = form.exec(text)?.[1]
  const time = Date.parse(text)
  // Date.parse turns 30 February into 1 March: a valid day reads back the same.
  if (day === undefined || Number.isNaN(time) || toDayText(Date.parse(`${day}T00:00:00Z`)) !== day)
    return null
  return { time, isDay: text.length === day.length }
}

export function readTime(name: string, text: string): ParsedTime {
  const parsed = parseTime(text)
  if (!parsed) throw invalidParameter(name, 'must be a date, YYYY-MM-DD, or a date-time with a time zone')
  return parsed
}

export function readDay(name: string, text: string): number {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw invalidParameter(name, 'must be a date, YYYY-MM-DD')
  return readTime(name, text).time
}

export const toDayText = (time: number): string =>
  Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10)
