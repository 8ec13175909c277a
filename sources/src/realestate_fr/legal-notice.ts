// The legal notice of an agency out of the lines a current page shows: `<b>RCS:</b> Nantes 123 456 789`, or whole
// phrases such as `SARL Untel au capital de 8 000 €`. A line that is not understood says nothing.
import { plainText } from '@quarry/kit/read/clean-text'
import { toPrice } from '@quarry/kit/read/prices'
import { sirenIn } from './agency-spelling.ts'
import type { LegalNotice } from './listing-record.ts'

type Found = { -readonly [K in keyof LegalNotice]?: LegalNotice[K] }

const maxLines = 50
const maxLineChars = 400

/** The notice, or null where no line of it is understood. */
export function readLegalNotice(lines: readonly unknown[]): LegalNotice | null {
  const found: Found = {}
  for (const line of lines.slice(0, maxLines)) {
    const text = typeof line === 'string' ? plainText(line.slice(0, maxLineChars)) : null
    if (text === null) continue
    // The first line to say something is believed: later ones repeat it for other establishments.
    for (const [key, value] of Object.entries(readLine(text)) as [keyof Found, never][])
      if (value !== null) found[key] ??= value
  }
  if (Object.keys(found).length === 0) return null
  return {
    rcs_siren: found.rcs_siren ?? null,
    legal_form: found.legal_form ?? null,
    is_individual: found.is_individual ?? null,
    share_capital: found.share_capital ?? null,
    social_reason: found.social_reason ?? null,
    headquarter_address: found.headquarter_address ?? null,
    financial_guarantee_fund: found.financial_guarantee_fund ?? null,
    professional_card_number: found.professional_card_number ?? null,
    financial_guarantee_amount: found.financial_guarantee_amount ?? null,
    professional_card_prefecture: found.professional_card_prefecture ?? null,
  }
}

/** How a line begins, and what the rest of it tells. In order: the narrower beginnings come first. */
const beginnings: readonly (readonly [RegExp, (rest: string) => Found])[] = [
  [/^(?:n° ?)?(?:r\.?c\.?s\.?|siren)\b(?:[ /]{0,3}siren)?/i, (rest) => ({ rcs_siren: sirenIn(rest) })],
  [/^(?:n° ?)?siret\b/i, (rest) => ({ rcs_siren: sirenIn(rest) })],
  [/^forme juridique/i, (rest) => ({ legal_form: rest })],
  [/^capital(?: social)?/i, (rest) => ({ share_capital: amountIn(rest) })],
  [/^(?:raison|d[eé]nomination) sociale/i, (rest) => ({ social_reason: rest })],
  [/^(?:adresse du )?si[eè]ge(?: social)?/i, (rest) => ({ headquarter_address: rest })],
  [
    /^montant (?:de la |de )?garantie(?: financi[eè]re)?/i,
    (rest) => ({ financial_guarantee_amount: amountIn(rest) }),
  ],
  [/^(?:caisse de garantie|garantie financi[eè]re)/i, readGuarantee],
  [/^(?:num[eé]ro de |n° ?(?:de )?)?carte (?:professionnelle|pro)\b(?: n°)?/i, readCard],
  [
    /^(?:pr[eé]fecture|d[eé]livr[eé]e par|carte d[eé]livr[eé]e par)/i,
    (rest) => ({ professional_card_prefecture: rest }),
  ],
]

function readLine(text: string): Found {
  for (const [beginning, read] of beginnings) {
    const match = beginning.exec(text)
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
function readCompany(text: string): Found {
  const form = legalForms.exec(text)?.[1]
  if (form === undefined) return {}
  const [before = '', after] = text.slice(form.length).split(/ au capital (?:social )?de /i)
  const name = before.replace(/^[ :,–-]+/, '').trim()
  const rcs = /\bR\.?C\.?S\.? ([^,–]{3,60})/.exec(text)?.[1]?.trim()
  return {
    legal_form: form,
    ...(name !== '' && after !== undefined ? { social_reason: name } : {}),
    share_capital: after === undefined ? null : amountIn(after),
    ...(rcs === undefined ? {} : { rcs_siren: sirenIn(rcs) }),
  }
}

function readGuarantee(rest: string): Found {
  const [fund = '', amount] = rest.split(/,? (?:pour un |d['’]un )?montant (?:de )?(?:: ?)?/i)
  return {
    financial_guarantee_fund: fund.trim() || null,
    financial_guarantee_amount: amount === undefined ? null : amountIn(amount),
  }
}

function readCard(rest: string): Found {
  const [number = '', issuer] = rest.split(/,? d[eé]livr[eé]e? (?:le \S{1,12} )?par (?:la |le )?/i)
  return {
    professional_card_number: number.trim() || null,
    professional_card_prefecture: issuer?.trim() || null,
  }
}

/** The first amount of euros a text begins with. */
function amountIn(text: string): number | null {
  const start = /^[\d.,' \u00a0\u202f]{1,25}(?:€|euros?|EUR)?/i.exec(text)?.[0]
  return start === undefined ? null : (toPrice(start.trim())?.amount ?? null)
}
