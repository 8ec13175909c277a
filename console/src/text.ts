// Texts in the chosen language: English is the key, French comes from french.json. `{0}` is replaced by the first
// value.
import french from './french.json'
import { preferences } from './preferences.ts'

const translations: Readonly<Record<string, string>> = french

export function t(english: string, ...values: (string | number)[]): string {
  const text = preferences().language === 'fr' ? (translations[english] ?? english) : english
  return values.reduce<string>((result, value, n) => result.replace(`{${n}}`, String(value)), text)
}

export const locale = () => (preferences().language === 'fr' ? 'fr-FR' : 'en-GB')

export const formatNumber = (value: number) => value.toLocaleString(locale())

/** The singular or plural text, by the rules of the language; `{0}` is the number. */
export const plural = (count: number, one: string, other: string, ...values: string[]) =>
  t(new Intl.PluralRules(locale()).select(count) === 'one' ? one : other, formatNumber(count), ...values)

export const formatCredits = (count: number) => plural(count, '{0} credit', '{0} credits')
export const formatCalls = (count: number) => plural(count, '{0} call', '{0} calls')

export type Outcomes = Record<'calls' | 'answered' | 'no_match' | 'refused' | 'failed', number>
/** Such as `82 calls: 2 answered, 80 no match`. */
export const describeOutcomes = (counts: Outcomes) =>
  counts.calls === 0
    ? formatCalls(0)
    : t('{0}: {1}', formatCalls(counts.calls), listOutcomes(counts).join(', '))
const listOutcomes = ({ answered, no_match: noMatch, refused, failed }: Outcomes) =>
  [
    answered > 0 && t('{0} answered', formatNumber(answered)),
    noMatch > 0 && t('{0} no match', formatNumber(noMatch)),
    refused > 0 && t('{0} refused', formatNumber(refused)),
    failed > 0 && t('{0} failed', formatNumber(failed)),
  ].filter((text) => text !== false)
export const formatMilliseconds = (ms: number | null) => (ms === null ? '–' : `${formatNumber(ms)} ms`)
const units = ['kB', 'MB', 'GB', 'TB']
/** Such as `48 MB`, in steps of 1,000. */
export function formatBytes(count: number): string {
  let [value, unit] = [count / 1000, 0]
  for (; value >= 1000 && unit < units.length - 1; unit += 1) value /= 1000
  return `${formatNumber(Number(value.toPrecision(3)))} ${units[unit]}`
}
export const formatPercent = (share: number) =>
  share.toLocaleString(locale(), { style: 'percent', maximumFractionDigits: share < 0.1 ? 2 : 1 })
export const formatMoment = (iso: string) =>
  new Date(iso).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'medium' })
export const formatClockTime = (iso: string) =>
  new Date(iso).toLocaleString(locale(), {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
export const formatDay = (iso: string | Date) =>
  new Date(iso).toLocaleDateString(locale(), { dateStyle: 'medium' })
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
export const toIso = (seconds: number) => new Date(seconds * 1000).toISOString()

/** A value of a record or a parameter as text. */
export const toText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)
