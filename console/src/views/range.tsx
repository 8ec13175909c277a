// The time range of an overview, by its name in the URL: the field that chooses it, and its statistics.
import type { Schemas } from '@quarry/sdk'
import { quarry } from '../api.ts'
import { useRead } from '../requests.ts'
import { t } from '../text.ts'

export type Range = { name: string; label: string; days: number; from: string; isHourly: boolean }

const ranges = ['24h', '7d', '30d', '90d'] as const
const labels: Record<string, () => string> = {
  '24h': () => t('Last 24 hours'),
  '7d': () => t('Last 7 days'),
  '30d': () => t('Last 30 days'),
  '90d': () => t('Last 90 days'),
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The start of the last minutes, as a whole minute, so that links change only once per minute. */
export const startOfLastMinutes = (minutes: number) =>
  new Date((Math.floor(Date.now() / minuteMs) - minutes) * minuteMs).toISOString()

const rangeNames: readonly string[] = ranges
const labelRange = (name: string) => labels[name]?.() ?? name

export function parseRange(name: string | undefined): Range {
  const rangeName = ranges.find((range) => range === name) ?? '7d'
  const isHourly = rangeName === '24h'
  const days = isHourly ? 1 : Number.parseInt(rangeName, 10)
  const start = new Date(Date.now() - (isHourly ? 23 * hourMs : (days - 1) * 24 * hourMs))
  // Whole hours and days, so that the query key changes only once per hour or day.
  const from = isHourly ? `${start.toISOString().slice(0, 13)}:00:00Z` : start.toISOString().slice(0, 10)
  return { name: rangeName, days, label: labelRange(rangeName), from, isHourly }
}

/** The start of every step in seconds, oldest first. */
export function listSteps({ from, days, isHourly }: Range): number[] {
  const first = Date.parse(from) / 1000
  return Array.from({ length: isHourly ? 24 : days }, (_, n) => first + n * (isHourly ? 3600 : 86_400))
}

export type Statistics = Schemas['Statistics']

/** The statistics of the account in the range, by one group. */
export const useStatistics = ({ from }: Range, group: string, enabled = true) =>
  useRead(
    ['statistics', from, group],
    () => quarry.request('GET', '/v2/statistics', { query: { from, group_by: group } }),
    { enabled },
  )

export const RangeField = ({ range, onChange }: { range: Range; onChange: (name: string) => void }) => (
  <select
    className="input !mt-0 !w-auto"
    aria-label={t('Time range')}
    value={range.name}
    onChange={(event) => onChange(event.target.value)}
  >
    {rangeNames.map((name) => (
      <option key={name} value={name}>
        {labelRange(name)}
      </option>
    ))}
  </select>
)
