// The time that is looked at, as the address says it: the last day by hour, or the last days by day.
import { t } from '../text.ts'

export type Range = { name: string; label: string; days: number; from: string; isHourly: boolean }

const ranges = [
  { name: '24h', days: 1 },
  { name: '7d', days: 7 },
  { name: '30d', days: 30 },
  { name: '90d', days: 90 },
]

const labels: Record<string, () => string> = {
  '24h': () => t('Last 24 hours'),
  '7d': () => t('Last 7 days'),
  '30d': () => t('Last 30 days'),
  '90d': () => t('Last 90 days'),
}

const hourMs = 3_600_000

export const rangeNames = ranges.map(({ name }) => name)
export const labelRange = (name: string) => labels[name]?.() ?? name

export function parseRange(name: string | undefined): Range {
  const range = ranges.find((one) => one.name === name) ?? { name: '7d', days: 7 }
  const isHourly = range.name === '24h'
  const start = new Date(Date.now() - (isHourly ? 23 * hourMs : (range.days - 1) * 24 * hourMs))
  // Whole hours and days: the same question within one of them is answered once.
  const from = isHourly ? `${start.toISOString().slice(0, 13)}:00:00Z` : start.toISOString().slice(0, 10)
  return { ...range, label: labelRange(range.name), from, isHourly }
}

/** Every step of the range, oldest first, in seconds. */
export function listSteps({ from, days, isHourly }: Range): number[] {
  const first = Date.parse(from) / 1000
  return Array.from({ length: isHourly ? 24 : days }, (_, n) => first + n * (isHourly ? 3600 : 86_400))
}
