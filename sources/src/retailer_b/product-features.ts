// Reads the feature block of a product page: titles with values, groups of labelled values, the line of references and
// the nutrition table. Titles are matched by their words, because the layouts have different markup. Energy
// has two rows of the table with one name and different units.

import type { Dom } from '@quarry/kit/read/dom'
import { plainWords } from '@quarry/kit/read/plain-words'
import { readFields } from '@quarry/kit/read/read-fields'
import { type Features, type Nutrition, nutrition as nutritionSchema } from './product-record.ts'

/** `fallback` has the ids for pages whose block has no ids. */
export function readFeatures(dom: Dom, fallback: { gtin: string | null; reference: string }): Features {
  const block = dom.one('#product-features')
  const { reference, ean } = readReferences(block)
  return {
    ean: ean ?? fallback.gtin,
    reference: reference ?? fallback.reference,
    description: readTitled(block, 'description', ' '),
    ingredients: readTitled(block, 'ingredients', ' '),
    pays_de_fabrication: readTitled(block, 'pays de fabrication', ', '),
    denomination_legale_de_vente: readTitled(block, 'denomination legale de vente', ' '),
    contact: readContact(block),
    valeurs_nutritionnelles: readNutrition(dom),
  }
}

const titles = 'h4, h5, h6, dt'
const labels = 'h4, h5, h6, dt, th, td, strong, b, label, span, p, div'

/** The first element whose whole text is the label, without a colon. */
const findLabel = (block: Dom | null, selector: string, words: string): Dom | null =>
  block?.all(selector).find((element) => plainWords(element.text()) === words) ?? null

function readTitled(block: Dom | null, words: string, between: string): string | null {
  const title = findLabel(block, titles, words)
  return title ? listValuesAfter(title).join(between) || null : null
}

/** The texts of the elements after a title, up to the next title. */
function listValuesAfter(title: Dom): string[] {
  const values: string[] = []
  for (let next = title.next(); next && next.tag !== title.tag; next = next.next())
    values.push(...splitValues(next))
  return values
}

const maxNesting = 4

/** Each value of a list has its own element; a text with a marked-up word in it is one value. */
function splitValues(element: Dom, nesting = 0): string[] {
  const fullText = element.text()
  if (fullText === null) return []
  const parts =
    nesting < maxNesting ? element.children().flatMap((child) => splitValues(child, nesting + 1)) : []
  const bare = (text: string) => text.replace(/\s/g, '')
  return bare(parts.join('')) === bare(fullText) ? parts : [fullText]
}

function readContact(block: Dom | null): Features['contact'] {
  const heading = block?.all('h2, h3, h4').find((element) => plainWords(element.text()) === 'contact')
  const group = heading?.parent() ?? block
  const exploitant = readLabelled(group, 'exploitant')
  const service = readLabelled(group, 'service consommateur') ?? readLabelled(group, 'service consommateurs')
  return exploitant === null && service === null ? null : { exploitant, service_consommateur: service }
}

/** The value of a label: the elements after it, or the rest of its parent's text. */
function readLabelled(group: Dom | null, words: string): string | null {
  const label = findLabel(group, labels, words)
  if (!label) return null
  const next = label.next()
  // With labels and values in the same kind of element, only the next one belongs to the label.
  const beside = next?.tag === label.tag ? next.text() : listValuesAfter(label).join(' ') || null
  return beside ?? removePrefix(label.parent()?.text() ?? null, label.text())
}

const removePrefix = (fullText: string | null, label: string | null): string | null =>
  fullText && label && fullText.startsWith(label)
    ? fullText.slice(label.length).replace(/^[\s:]{0,5}/, '') || null
    : null

const referenceLabel = /^r[ée]f(?:[ée]rence)? ?\/ ?ean ?:? ?/i

/** `Réf / EAN : reference / ean[, ean…]`: the first number is the product's, others are of other packs. */
function readReferences(block: Dom | null): { reference: string | null; ean: string | null } {
  // The last match is the innermost element with label and value.
  const line = block
    ?.all('div, p, li, tr, dl, span')
    .map((element) => element.text() ?? '')
    .filter((text) => referenceLabel.test(text) && text.replace(referenceLabel, '') !== '')
    .at(-1)
  const [reference = '', eans = ''] = (line ?? '').slice(0, 500).replace(referenceLabel, '').split('/')
  return {
    reference: reference.trim() || null,
    ean: /(?<!\d)\d{8,14}(?!\d)/.exec(eans)?.[0] ?? null,
  }
}

const names: Readonly<Record<string, Exclude<keyof Nutrition, `valeur_${string}`>>> = {
  sel: 'sel',
  glucides: 'glucides',
  proteines: 'proteines',
  sucres: 'dont_sucres',
  'matieres grasses': 'matieres_grasses',
  lipides: 'matieres_grasses',
  'fibres alimentaires': 'fibres_alimentaires',
  fibres: 'fibres_alimentaires',
  'acides gras satures': 'dont_acides_gras_satures',
}

/** The amounts, or null without a table. */
export function readNutrition(dom: Dom): Nutrition | null {
  const nutrition: Nutrition = readFields(nutritionSchema, null)
  for (const row of dom.all('table#nutritionals_0 tbody tr')) {
    const [name, amount] = row.children().map((cell) => cell.text())
    if (!name || !amount || !/\d/.test(amount)) continue
    const words = plainWords(name).replace(/^(?:dont|soit) /, '')
    if (/^(?:valeur energetique|valeurs energetiques|energie)\b/.test(words))
      addEnergy(nutrition, name, amount)
    else {
      const key = names[words]
      if (key) nutrition[key] ??= normalizeAmount(amount, 'g')
    }
  }
  return Object.values(nutrition).some((value) => value !== null) ? nutrition : null
}

const kilojoules = /\d[\d., ]{0,12}kj\b/i
const kilocalories = /\d[\d., ]{0,12}kcal\b/i

/** A cell may have one unit or both; without a unit, the name has it, or the order decides: kJ, then kcal. */
function addEnergy(nutrition: Nutrition, name: string, amount: string): void {
  const kj = kilojoules.exec(amount)?.[0]
  const kcal = kilocalories.exec(amount)?.[0]
  if (kj) nutrition.valeur_energetique_kj ??= normalizeAmount(kcal ? kj : amount, 'kJ')
  if (kcal) nutrition.valeur_energetique_kcal ??= normalizeAmount(kj ? kcal : amount, 'kcal')
  if (kj || kcal || /[a-z]/i.test(amount)) return
  if (/kcal/i.test(name) || (!/kj/i.test(name) && nutrition.valeur_energetique_kj !== null))
    nutrition.valeur_energetique_kcal ??= normalizeAmount(amount, 'kcal')
  else nutrition.valeur_energetique_kj ??= normalizeAmount(amount, 'kJ')
}

const units = new Map(
  Object.entries({ g: 'g', gr: 'g', mg: 'mg', µg: 'µg', μg: 'µg', kj: 'kJ', kcal: 'kcal' }),
)

const amountForm = /^([<>≤≥~]?) ?(\d[\d ]{0,12}(?:[.,]\d{1,6})?) ?([a-zµμ]{0,4})$/i

/**
 * One spelling for the amounts of a label, such as `0.83 g`: a decimal point, no thousands separator, no trailing
 * zeros, and a unit; any other text is returned unchanged.
 */
export function normalizeAmount(text: string, defaultUnit: string): string {
  const [, sign = '', digits = '', unitText = ''] = amountForm.exec(text.replace(/\s+/g, ' ').trim()) ?? []
  const unit = unitText === '' ? defaultUnit : units.get(unitText.toLowerCase())
  if (digits === '' || unit === undefined) return text
  // Energy has no thousandths: such a separator groups thousands.
  const normalized = /^k/.test(unit) ? digits.replace(/[.,](?=\d{3}$)/, '') : digits
  const number = Number(normalized.replaceAll(' ', '').replace(',', '.'))
  // Labels have fewer than six digits: the rest is rounding noise.
  return `${sign === '' ? '' : `${sign} `}${Number(number.toPrecision(6))} ${unit}`
}
