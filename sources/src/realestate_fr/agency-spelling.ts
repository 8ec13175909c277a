// One spelling for agency fields that the forms of a page write differently: id, profession, register number.
import { isUrl } from '@quarry/kit/is-url'
import { toInteger } from '@quarry/kit/read/numbers'
import { asText } from '@quarry/kit/read/values'

/** The agency's number at the end of its profile's address (`/professionnels/<name>-<id>`), or null. */
export function readAgencyId(profileUrl: string | null): number | null {
  const path = profileUrl !== null && isUrl(profileUrl) ? new URL(profileUrl).pathname : ''
  // Ten digits or more are the end of another kind of id.
  return toInteger(/[/-](\d{1,9})\/?$/.exec(path)?.[1])
}

const professions: Readonly<Record<string, string>> = {
  agency: 'Agence',
  agent: 'Mandataire',
  notary: 'Notaire',
}

/** The French word: current pages write `AGENCY` where older ones write `Agence`. */
export function toProfession(value: unknown): string | null {
  const word = asText(value)
  return word === null ? null : (professions[word.toLowerCase()] ?? word)
}

/** The nine digits of the company in the register, without the town's name and the establishment's digits. */
export function readSiren(text: string | null): string | null {
  const digits = (text ?? '').slice(0, 400).replace(/(?<=\d)[ \u00a0\u202f.](?=\d)/g, '')
  return /(?<!\d)(\d{9})(?:\d{5})?(?!\d)/.exec(digits)?.[1] ?? null
}
