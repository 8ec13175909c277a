// Words in the chosen language: English is the key, French comes from its catalogue. `{0}` stands for what is given.
import { french } from './french.ts'
import { preferences } from './preferences.ts'

export function t(english: string, ...given: (string | number)[]): string {
  const text = preferences().language === 'fr' ? (french[english] ?? english) : english
  return given.reduce<string>((made, value, n) => made.replace(`{${n}}`, String(value)), text)
}

const locale = () => (preferences().language === 'fr' ? 'fr-FR' : 'en-GB')

export const number = (value: number) => value.toLocaleString(locale())
export const credits = (count: number) => (count === 1 ? t('1 credit') : t('{0} credits', number(count)))
export const percent = (share: number) =>
  share.toLocaleString(locale(), { style: 'percent', maximumFractionDigits: share < 0.1 ? 2 : 1 })
export const moment = (iso: string) =>
  new Date(iso).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'medium' })
export const clockTime = (iso: string) =>
  new Date(iso).toLocaleString(locale(), {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
export const day = (iso: string | Date) => new Date(iso).toLocaleDateString(locale(), { dateStyle: 'medium' })
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
