// Reads an agency: its legal notice from the lines of a current page (`<b>RCS:</b> Nantes 123 456 789`, or phrases such
// as `SARL Untel au capital de 8 000 €`), and fields that the forms of a page spell differently.

import { isUrl } from '@quarry/kit/is-url'
import { plainText } from '@quarry/kit/read/clean-text'
import { toInteger } from '@quarry/kit/read/numbers'
import { toPrice } from '@quarry/kit/read/prices'
import { readFields } from '@quarry/kit/read/read-fields'
import { asText } from '@quarry/kit/read/values'
import { type LegalNotice, legalNotice } from './listing-record.ts'

type NoticePart = { -readonly [K in keyof LegalNotice]?: LegalNotice[K] }

const maxLines = 50
const maxLineChars = 400

/** The notice, or null if no line has a known form. */
export function readLegalNotice(lines: readonly unknown[]): LegalNotice | null {
  const notice: NoticePart = {}
  for (const line of lines.slice(0, maxLines)) {
    const text = typeof line === 'string' ? plainText(line.slice(0, maxLineChars)) : null
    if (text === null) continue
    // The first line counts: later ones repeat the field for other establishments.
    for (const [key, value] of Object.entries(readLine(text)) as [keyof NoticePart, never][])
      if (value !== null) notice[key] ??= value
  }
  return Object.keys(notice).length === 0 ? null : { ...readFields(legalNotice, null), ...notice }
}

const asField = (name: keyof NoticePart) => (rest: string) => ({ [name]: rest })
const asEuros = (name: keyof NoticePart) => (rest: string) => ({ [name]: readEuros(rest) })
const asSiren = (rest: string) => ({ rcs_siren: readSiren(rest) })

/** The label at the start of a line, and how to read the rest of it. Narrower labels come first. */
const labels: readonly (readonly [RegExp, (rest: string) => NoticePart])[] = [
  [/^(?:n° ?)?(?:r\.?c\.?s\.?|siren)\b(?:[ /]{0,3}siren)?/i, asSiren],
  [/^(?:n° ?)?siret\b/i, asSiren],
  [/^forme juridique/i, asField('legal_form')],
  [/^capital(?: social)?/i, asEuros('share_capital')],
  [/^(?:raison|d[eé]nomination) sociale/i, asField('social_reason')],
  [/^(?:adresse du )?si[eè]ge(?: social)?/i, asField('headquarter_address')],
  [/^montant (?:de la |de )?garantie(?: financi[eè]re)?/i, asEuros('financial_guarantee_amount')],
  [/^(?:caisse de garantie|garantie financi[eè]re)/i, readGuarantee],
  [/^(?:num[eé]ro de |n° ?(?:de )?)?carte (?:professionnelle|pro)\b(?: n°)?/i, readCard],
  [
    /^(?:pr[eé]fecture|d[eé]livr[eé]e par|carte d[eé]livr[eé]e par)/i,
    asField('professional_card_prefecture'),
  ],
]

function readLine(text: string): NoticePart {
  for (const [label, read] of labels) {
    const match = label.exec(text)
    if (!match) continue
    const rest = text
      .slice(match[0].length)
      .replace(/^[ :.–-]+/, '')
      .trim()
    return rest === '' ? {} : read(rest)
  }
  return readCompany(text)
}

const legalForms = /^(SASU|SAS|SARL|EURL|SELARL|SCI|SNC|SA|EI)\b/

/** `SARL Untel au capital de 8 000 €`, `SAS au capital de 1 000,00 € - RCS Rodez 123 456 789`. */
function readCompany(text: string): NoticePart {
  const form = legalForms.exec(text)?.[1]
  if (form === undefined) return {}
  const [before = '', after] = text.slice(form.length).split(/ au capital (?:social )?de /i)
  const name = before.replace(/^[ :,–-]+/, '').trim()
  const rcs = /\bR\.?C\.?S\.? ([^,–]{3,60})/.exec(text)?.[1]?.trim()
  return {
    legal_form: form,
    ...(name !== '' && after !== undefined ? { social_reason: name } : {}),
    share_capital: after === undefined ? null : readEuros(after),
    ...(rcs === undefined ? {} : { rcs_siren: readSiren(rcs) }),
  }
}

function readGuarantee(rest: string): NoticePart {
  const [fund = '', amount] = rest.split(/,? (?:pour un |d['’]un )?montant (?:de )?(?:: ?)?/i)
  return {
    financial_guarantee_fund: fund.trim() || null,
    financial_guarantee_amount: amount === undefined ? null : readEuros(amount),
  }
}

function readCard(rest: string): NoticePart {
  const [number = '', issuer] = rest.split(/,? d[eé]livr[eé]e? (?:le \S{1,12} )?par (?:la |le )?/i)
  return {
    professional_card_number: number.trim() || null,
    professional_card_prefecture: issuer?.trim() || null,
  }
}

/** The amount in euros at the start of a text. */
function readEuros(text: string): number | null {
  const start = /^[\d.,' \u00a0\u202f]{1,25}(?:€|euros?|EUR)?/i.exec(text)?.[0]
  return start === undefined ? null : (toPrice(start.trim())?.amount ?? null)
}

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

/** The French word: current pages write `AGENCY`, older ones `Agence`. */
export function toProfession(value: unknown): string | null {
  const word = asText(value)
  return word === null ? null : (professions[word.toLowerCase()] ?? word)
}

/** The nine digits of the company in the register, without the town's name and the establishment's digits. */
export function readSiren(text: string | null): string | null {
  const digits = (text ?? '').slice(0, 400).replace(/(?<=\d)[ \u00a0\u202f.](?=\d)/g, '')
  return /(?<!\d)(\d{9})(?:\d{5})?(?!\d)/.exec(digits)?.[1] ?? null
}
