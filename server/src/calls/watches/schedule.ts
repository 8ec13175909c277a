// When a watch runs: every n seconds or by a cron line in UTC, with at least 300 seconds between runs. Each watch runs
// with a fixed delay of up to 300 seconds, so that thousands of watches do not run in the same second.
import { invalidParameter } from '@quarry/kit/errors'
import { type CronLine, dayMs, isCloserThan, minuteMs, parseCronLine } from './cron-line.ts'

const minSeconds = 300
const maxSeconds = 2_592_000

/** As it is stored: digits, or the five fields of a cron line. */
export type Schedule = string

/** Missed runs are counted up to this number. */
const maxMissed = 10_000

/** 400 for text that is not a schedule, and for one that never runs or runs too often. */
export function readSchedule(every: number | string, now: Date): Schedule {
  const problem = `must be ${minSeconds} to ${maxSeconds} seconds, or a cron line of five fields (UTC)`
  if (typeof every === 'number') {
    if (!Number.isInteger(every) || every < minSeconds || every > maxSeconds)
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
  const today = toDay(now.getTime())
  if (findMoment(line, now.getTime()) === null) throw invalidParameter('every', 'has no next run')
  if (isCloserThan(line, minSeconds / 60, today))
    throw invalidParameter('every', `must not be closer than ${minSeconds} seconds`)
  return schedule
}

/** As the caller wrote it. */
export const toShownSchedule = (schedule: Schedule): number | string =>
  isSeconds(schedule) ? Number(schedule) : schedule

/** The first run of a new watch; null if the schedule has no further run. */
export function firstRun(schedule: Schedule, now: Date, id: string): Date | null {
  if (isSeconds(schedule)) return new Date(now.getTime() + toDelayMs(id))
  return findNextRun(parseCronLine(schedule), now, toDelayMs(id))
}

/** The next run of a resumed watch, as if it had never been paused, so that resuming adds no run. */
export function resumedRun(schedule: Schedule, created: Date, now: Date, id: string): Date | null {
  if (!isSeconds(schedule)) return firstRun(schedule, now, id)
  const everyMs = Number(schedule) * 1000
  const first = created.getTime() + toDelayMs(id)
  const passed = Math.max(0, Math.floor((now.getTime() - first) / everyMs) + 1)
  return new Date(first + passed * everyMs)
}

/** For a run that was due at `due` and starts now: the time of the next run, and how many were missed in between. */
export function nextRun(schedule: Schedule, due: Date, now: Date, id: string) {
  if (isSeconds(schedule)) {
    const everyMs = Number(schedule) * 1000
    const missed = Math.max(0, Math.floor((now.getTime() - due.getTime()) / everyMs))
    return { next: new Date(due.getTime() + (missed + 1) * everyMs), missed }
  }
  return nextByCron(parseCronLine(schedule), toDelayMs(id), due, now)
}

function nextByCron(line: CronLine, delayMs: number, due: Date, now: Date) {
  const nowMs = now.getTime() - delayMs
  let lastMs = due.getTime() - delayMs
  let missed = 0
  for (let day = line.findRunDay(toDay(lastMs)); day !== null; day = line.findRunDay(day + 1))
    for (const minute of line.minutes) {
      const atMs = day * dayMs + minute * minuteMs
      // A line may fire too often on rare days: runs that are too close are skipped.
      if (atMs < lastMs + minSeconds * 1000) continue
      if (atMs > nowMs) return { next: new Date(atMs + delayMs), missed }
      if (missed >= maxMissed) return { next: findNextRun(line, now, delayMs), missed }
      lastMs = atMs
      missed += 1
    }
  return { next: null, missed }
}

function findNextRun(line: CronLine, now: Date, delayMs: number): Date | null {
  const moment = findMoment(line, now.getTime() - delayMs)
  return moment === null ? null : new Date(moment + delayMs)
}

/** The first moment after `afterMs`. */
function findMoment(line: CronLine, afterMs: number): number | null {
  for (let day = line.findRunDay(toDay(afterMs)); day !== null; day = line.findRunDay(day + 1)) {
    const dayStart = day * dayMs
    const minute = line.minutes.find((candidate) => dayStart + candidate * minuteMs > afterMs)
    if (minute !== undefined) return dayStart + minute * minuteMs
  }
  return null
}

const toDay = (ms: number): number => Math.floor(ms / dayMs)

const isSeconds = (schedule: Schedule): boolean => /^\d+$/.test(schedule)

/** Constant for a watch: the last digits of its id are random. */
const toDelayMs = (id: string): number => (Number.parseInt(id.slice(-8), 16) % minSeconds) * 1000
