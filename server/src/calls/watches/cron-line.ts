// A cron line of five fields in UTC, reduced to the minutes of a day and the days on which it fires. Searches are
// bounded: croner itself looks through thousands of years for a line that never fires.
import { Cron } from 'croner'
import { LRUCache } from 'lru-cache'

export type CronLine = {
  /** Minutes of a day at which it fires, ascending. */
  minutes: readonly number[]
  /** Days are counted from 1970-01-01. */
  isRunDay: (day: number) => boolean
  /** The first day from `day` on at which it fires; null where none is found within the bound. */
  findRunDay: (day: number) => number | null
}

export const minuteMs = 60_000
export const dayMs = 86_400_000
const dayMinutes = 1_440
/** Enough for three years of a line that fires in every month, and for decades of one that fires in a single month. */
const maxDayChecks = 1_000

const cache = new LRUCache<string, CronLine>({ max: 1_000, memoMethod: (line) => readFields(line) })

/** Throws for an invalid line. Cached: parsing takes a millisecond, and watches share lines. */
export const parseCronLine = (line: string): CronLine => cache.memo(line)

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
export function isCloserThan({ minutes, isRunDay }: CronLine, minMinutes: number, day: number): boolean {
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
