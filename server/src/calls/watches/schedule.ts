// When a watch runs: every n seconds or by a cron line in UTC, with at least 300 seconds between runs. Each watch runs
// with a fixed delay of up to 300 seconds, so that thousands of watches do not run in the same second.
import { invalidParameter } from '@quarry/kit/errors'
import { Cron } from 'croner'
import { LRUCache } from 'lru-cache'

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

/** A cron line of five fields in UTC, reduced to the minutes of a day and the days on which it fires. */
type CronLine = {
  /** Minutes of a day at which it fires, ascending. */
  minutes: readonly number[]
  /** Days are counted from 1970-01-01. */
  isRunDay: (day: number) => boolean
  /** The first day from `day` on at which it fires; null if none is found within the bound. */
  findRunDay: (day: number) => number | null
}

const minuteMs = 60_000
const dayMs = 86_400_000
const dayMinutes = 1_440
/**
 * Searches are bounded, because croner itself looks through thousands of years for a line that never fires. This is
 * enough for three years of a line that fires in every month, and for decades of one that fires in a single month.
 */
const maxDayChecks = 1_000

const cache = new LRUCache<string, CronLine>({ max: 1_000, memoMethod: (line) => readFields(line) })

/** Throws for an invalid line. Cached: parsing takes a millisecond, and watches share lines. */
const parseCronLine = (line: string): CronLine => cache.memo(line)

function readFields(line: string): CronLine {
  // Refuses a line whose fields are good one by one and wrong together.
  createCron(line)
  const [minute, hour, day, month, weekday] = line.split(' ')
  const isMinute = createMatch(`${minute} * * * *`)
  const isHour = createMatch(`* ${hour} * * *`)
  const isMonth = createMatch(`* * * ${month} *`)
  const isDay = createMatch(`* * ${day} ${month} ${weekday}`)
  const inHour = range(60).filter((value) => isMinute(value * minuteMs))
  const hours = range(24).filter((value) => isHour(value * 60 * minuteMs))
  const months = new Set(range(12).filter((value) => isMonth(Date.UTC(1970, value))))
  const isRunDay = (dayNumber: number) => isDay(dayNumber * dayMs)

  return {
    minutes: hours.flatMap((hour) => inHour.map((minute) => hour * 60 + minute)),
    isRunDay,
    findRunDay(from) {
      let dayNumber = from
      for (let checks = 0; checks < maxDayChecks; checks += 1) {
        const date = new Date(dayNumber * dayMs)
        if (!months.has(date.getUTCMonth()))
          dayNumber = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) / dayMs
        else if (isRunDay(dayNumber)) return dayNumber
        else dayNumber += 1
      }
      return null
    },
  }
}

/** Whether two runs are ever closer than `minMinutes`: on one day, or across midnight within the year after `day`. */
function isCloserThan({ minutes, isRunDay }: CronLine, minMinutes: number, day: number): boolean {
  const isClose = (minute: number, next: number | undefined) =>
    next !== undefined && next - minute < minMinutes
  if (minutes.some((minute, index) => isClose(minute, minutes[index + 1]))) return true
  const [first, last] = [minutes[0], minutes.at(-1)]
  if (first === undefined || last === undefined || !isClose(last, first + dayMinutes)) return false
  const runDays = range(366).map((offset) => isRunDay(day + offset))
  return runDays.some((isRun, offset) => isRun && runDays[offset + 1])
}

const range = (length: number): number[] => Array.from({ length }, (_, index) => index)

// An offset instead of a time zone: the same moments, ten times faster.
const createCron = (line: string): Cron => new Cron(line, { utcOffset: 0, paused: true, mode: '5-part' })

function createMatch(line: string): (ms: number) => boolean {
  const cron = createCron(line)
  return (ms) => cron.match(new Date(ms))
}
