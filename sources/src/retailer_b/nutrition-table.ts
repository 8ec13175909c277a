// Reads the nutrition table of a product page: a name and an amount per row. Energy has two rows with one name and
// different units.
import type { Dom } from '@quarry/kit/read/dom'
import { plainWords } from '@quarry/kit/read/plain-words'
import { readFields } from '@quarry/kit/read/read-fields'
import { normalizeAmount } from './normalize-amount.ts'
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
