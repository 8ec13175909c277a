// The days in which filings are looked for, from the newest back. The index gives no order to rely on, so a window is a
// single day; a weekend, on which nothing is filed, goes with its Friday.
import type { FilingDays } from '../apis/sec-edgar.ts'

const dayMs = 24 * 3_600_000
const inNewYork = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })

/** The day that the register has at a moment. */
export const registerDay = (moment: Date): string => inNewYork.format(moment)

export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)

/** The windows from `last` back to `first`, without gaps. */
export function* windowsBack({ from: first, to: last }: FilingDays): Generator<FilingDays> {
  for (let to = last; to >= first; ) {
    const weekday = new Date(to).getUTCDay()
    const begins = daysBefore(to, weekday === 6 ? 1 : weekday === 0 ? 2 : 0)
    const from = begins < first ? first : begins
    yield { from, to }
    to = daysBefore(from, 1)
  }
}
