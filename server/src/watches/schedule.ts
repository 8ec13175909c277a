// When a watch runs: every so many seconds or by a cron line in UTC, never closer than 300 seconds, and each watch a
// little later than its schedule says, by its own share of a few minutes, so that thousands do not run in one second.
import { Cron } from 'croner'
import { invalidParameter } from '../errors.ts'

export const leastSeconds = 300
export const mostSeconds = 2_592_000

/** As it is kept: digits, or the five fields of a cron line. */
export type Schedule = string

/** How many runs that did not happen are counted one by one; nobody stops for longer. */
const maxMissed = 10_000
const triedRuns = 100

/** 400 for what is no schedule, never comes, or comes too often. */
export function readSchedule(every: number | string, now: Date): Schedule {
  const problem = `must be ${leastSeconds} to ${mostSeconds} seconds, or a cron line of five fields (UTC)`
  if (typeof every === 'number') {
    if (!Number.isInteger(every) || every < leastSeconds || every > mostSeconds)
      throw invalidParameter('every', problem)
    return String(every)
  }
  const line = every.trim().split(/\s+/)
  if (every.length > 100 || line.length !== 5) throw invalidParameter('every', problem)
  let runs: Date[]
  try {
    runs = cronOf(line.join(' ')).nextRuns(triedRuns, now)
  } catch {
    throw invalidParameter('every', problem)
  }
  if (runs.length === 0) throw invalidParameter('every', 'never comes')
  const isClose = runs.some((run, index) => {
    const before = runs[index - 1]
    return before !== undefined && run.getTime() - before.getTime() < leastSeconds * 1000
  })
  if (isClose) throw invalidParameter('every', `must not be closer than ${leastSeconds} seconds`)
  return line.join(' ')
}

/** As it is shown: what was given. */
export const shownSchedule = (schedule: Schedule): number | string =>
  isSeconds(schedule) ? Number(schedule) : schedule

/** Of a watch that is made or resumed. Null where there is none any more. */
export function firstRun(schedule: Schedule, now: Date, id: string): Date | null {
  if (isSeconds(schedule)) return new Date(now.getTime() + delayOf(id))
  const next = cronOf(schedule).nextRun(new Date(now.getTime() - delayOf(id)))
  return next && new Date(next.getTime() + delayOf(id))
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
  return nextByCron(cronOf(schedule), delayOf(id), due, now)
}

function nextByCron(cron: Cron, delayMs: number, due: Date, now: Date) {
  let at = due.getTime()
  for (let missed = 0; ; missed += 1) {
    // A line may come closer than allowed on rare days: what is too close is left out.
    const next = cron.nextRun(new Date(at - delayMs + leastSeconds * 1000 - 1))
    if (!next) return { next: null, missed }
    at = next.getTime() + delayMs
    if (at > now.getTime()) return { next: new Date(at), missed }
    if (missed >= maxMissed) return { next: firstAfter(cron, now, delayMs), missed }
  }
}

const firstAfter = (cron: Cron, now: Date, delayMs: number): Date | null => {
  const next = cron.nextRun(new Date(now.getTime() - delayMs))
  return next && new Date(next.getTime() + delayMs)
}

const isSeconds = (schedule: Schedule): boolean => /^\d+$/.test(schedule)

const cronOf = (line: string): Cron => new Cron(line, { timezone: 'UTC', paused: true, mode: '5-part' })

/** The same for a watch as long as it lives. The last digits of an id are random. */
const delayOf = (id: string): number => (Number.parseInt(id.slice(-8), 16) % leastSeconds) * 1000
