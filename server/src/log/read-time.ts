// Times as callers write them: a day, or a moment with its time zone. Days are UTC.
import { invalidParameter } from '@quarry/kit/errors'

export const dayMs = 86_400_000

const form = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/

export type GivenTime = { time: number; isDay: boolean }

export function readTime(name: string, text: string): GivenTime {
  const day = form.exec(text)?.[1]
  const time = day === undefined ? Number.NaN : Date.parse(text)
  // Date.parse rolls 30 February over to March: only a day that reads back the same is one.
  if (day === undefined || Number.isNaN(time) || dayText(Date.parse(`${day}T00:00:00Z`)) !== day)
    throw invalidParameter(name, 'must be a date, YYYY-MM-DD, or a date-time with a time zone')
  return { time, isDay: text.length === day.length }
}

export function readDay(name: string, text: string): number {
  const { time, isDay } = /^\d{4}-\d{2}-\d{2}$/.test(text)
    ? readTime(name, text)
    : { time: Number.NaN, isDay: false }
  if (!isDay) throw invalidParameter(name, 'must be a date, YYYY-MM-DD')
  return time
}

export const dayText = (time: number): string =>
  Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10)
