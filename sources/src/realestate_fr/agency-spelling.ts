// The one spelling of what the forms of a page write differently about an agency: its number, its trade, its entry
// in the register.
import { isUrl } from '@quarry/kit/is-url'
import { toInteger } from '@quarry/kit/read/numbers'
import { asText } from '@quarry/kit/read/values'

/** The agency's number at the end of its profile's address (`/professionnels/<name>-<id>`), or null. */
export function agencyIdIn(profileUrl: string | null): number | null {
  const path = profileUrl !== null && isUrl(profileUrl) ? new URL(profileUrl).pathname : ''
  // Ten digits or more are the end of another kind of id.
  return toInteger(/[/-](\d{1,9})\/?$/.exec(path)?.[1])
}

const professions: Readonly<Record<string, string>> = {
  agency: 'Agence',
  agent: 'Mandataire',
  notary: 'Notaire',
}

/** The trade in the French site's word: current pages write `AGENCY` where older ones write `Agence`. */
export function professionType(value: unknown): string | null {
  const written = asText(value)
  return written === null ? null : (professions[written.toLowerCase()] ?? written)
}

/** The nine digits of the company in the register; the town's name and the establishment's digits are left out. */
export function sirenIn(text: string | null): string | null {
  const digits = (text ?? '').slice(0, 400).replace(/(?<=\d)[ \u00a0\u202f.](?=\d)/g, '')
  return /(?<!\d)(\d{9})(?:\d{5})?(?!\d)/.exec(digits)?.[1] ?? null
}
