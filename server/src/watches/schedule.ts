// When a watch runs: every so many seconds or by a cron line in UTC, never closer than 300 seconds, and each watch a
// little later than its schedule says, by its own share of a few minutes, so that thousands do not run in one second.
import { invalidParameter } from '@quarry/kit/errors'
import { type CronLine, dayMs, isCloserThan, minuteMs, parseCronLine } from './cron-line.ts'

export const leastSeconds = 300
export const mostSeconds = 2_592_000

/** As it is kept: digits, or the five fields of a cron line. */
export type Schedule = string

/** Missed runs are counted up to this number. */
const maxMissed = 10_000

/** 400 for what is no schedule, never comes, or comes too often. */
export function readSchedule(every: number | string, now: Date): Schedule {
  const problem = `must be ${leastSeconds} to ${mostSeconds} seconds, or a cron line of five fields (UTC)`
  if (typeof every === 'number') {
    if (!Number.isInteger(every) || every < leastSeconds || every > mostSeconds)
      throw invalidParameter('every', problem)
    return String(every)
  }
  const fields = every.trim().split(/\s+/)
  if (every.length > 100 || fields.length !== 5) throw invalidParameter('every', problem)
  const schedule = fields.join(' ')
  let line: CronLine
  try {
    line = parseCronLine(schedule)
  } catch {
    throw invalidParameter('every', problem)
  }
  const today = dayAt(now.getTime())
  if (findMoment(line, now.getTime()) === null) throw invalidParameter('every', 'never comes')
  if (isCloserThan(line, leastSeconds / 60, today))
    throw invalidParameter('every', `must not be closer than ${leastSeconds} seconds`)
  return schedule
}

/** As it is shown: what was given. */
export const shownSchedule = (schedule: Schedule): number | string =>
  isSeconds(schedule) ? Number(schedule) : schedule

/** The first run of a new watch; null where there is none. */
export function firstRun(schedule: Schedule, now: Date, id: string): Date | null {
  if (isSeconds(schedule)) return new Date(now.getTime() + delayOf(id))
  return firstAfter(parseCronLine(schedule), now, delayOf(id))
}

/** The next run of a watch that is resumed: as if it had never been paused, so that resuming brings no extra run. */
export function resumedRun(schedule: Schedule, created: Date, now: Date, id: string): Date | null {
  if (!isSeconds(schedule)) return firstRun(schedule, now, id)
  const everyMs = Number(schedule) * 1000
  const first = created.getTime() + delayOf(id)
  const passed = Math.max(0, Math.floor((now.getTime() - first) / everyMs) + 1)
  return new Date(first + passed * everyMs)
}

/** Behind a run that was due at `due` and is begun now: when the next one is, and how many there would have been. */
export function nextRun(
  schedule: Schedule,
  due: Date,
  now: Date,
  id: string,
): { next: Date | null; missed: number } {
  if (isSeconds(schedule)) {
    const everyMs = Number(schedule) * 1000
    const missed = Math.max(0, Math.floor((now.getTime() - due.getTime()) / everyMs))
    return { next: new Date(due.getTime() + (missed + 1) * everyMs), missed }
  }
  return nextByCron(parseCronLine(schedule), delayOf(id), due, now)
}

function nextByCron(line: CronLine, delayMs: number, due: Date, now: Date) {
  const nowMs = now.getTime() - delayMs
  let lastMs = due.getTime() - delayMs
  let missed = 0
  for (let day = line.findRunDay(dayAt(lastMs)); day !== null; day = line.findRunDay(day + 1))
    for (const minute of line.minutes) {
      const atMs = day * dayMs + minute * minuteMs
      // A line may come closer than allowed on rare days: what is too close is left out.
      if (atMs < lastMs + leastSeconds * 1000) continue
      if (atMs > nowMs) return { next: new Date(atMs + delayMs), missed }
      if (missed >= maxMissed) return { next: firstAfter(line, now, delayMs), missed }
      lastMs = atMs
      missed += 1
    }
  return { next: null, missed }
}

function firstAfter(line: CronLine, now: Date, delayMs: number): Date | null {
  const moment = findMoment(line, now.getTime() - delayMs)
  return moment === null ? null : new Date(moment + delayMs)
}

/** The first moment after `afterMs`. */
function findMoment(line: CronLine, afterMs: number): number | null {
  for (let day = line.findRunDay(dayAt(afterMs)); day !== null; day = line.findRunDay(day + 1)) {
    const dayStart = day * dayMs
    const minute = line.minutes.find((one) => dayStart + one * minuteMs > afterMs)
    if (minute !== undefined) return dayStart + minute * minuteMs
  }
  return null
}

const dayAt = (ms: number): number => Math.floor(ms / dayMs)

const isSeconds = (schedule: Schedule): boolean => /^\d+$/.test(schedule)

/** The same for a watch as long as it lives. The last digits of an id are random. */
const delayOf = (id: string): number => (Number.parseInt(id.slice(-8), 16) % leastSeconds) * 1000
