// Reads the nutrition table of a product page: a name and an amount per row. Energy has two rows with one name and
// different units.
import type { Dom } from '@quarry/kit/read/dom'
import { plainWords } from '@quarry/kit/read/plain-words'
import { readFields } from '@quarry/kit/read/read-fields'
import { type Nutrition, nutrition as nutritionSchema } from './product-record.ts'

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
 * One spelling for the amounts of a label, such as `0.83 g`: a decimal point, no thousands separator, no trailing zeros,
 * and a unit; any other text is returned unchanged.
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
