// Splits a range of days into windows for searches of the index, from the newest back. The index has no reliable order,
// so a window is a single day. A weekend, when the register takes no filings, belongs to its Friday.
import type { FilingDays } from '../apis/sec-edgar.ts'

const dayMs = 24 * 3_600_000
const inNewYork = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })

/** The date in New York, where the register is. */
export const toRegisterDay = (moment: Date): string => inNewYork.format(moment)

export const subtractDays = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)

/** The Friday of a weekend; any other day is itself. */
export function toFilingDay(day: string): string {
  const weekday = new Date(day).getUTCDay()
  return subtractDays(day, weekday === 6 ? 1 : weekday === 0 ? 2 : 0)
}

/** The windows from `last` back to `first`, without gaps. */
export function* listWindows({ from: first, to: last }: FilingDays): Generator<FilingDays> {
  for (let to = last; to >= first; ) {
    const start = toFilingDay(to)
    const from = start < first ? first : start
    yield { from, to }
    to = subtractDays(from, 1)
  }
}
