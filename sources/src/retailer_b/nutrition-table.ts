// The nutrition table of a product page: a name and an amount per row. Energy has two rows of one name, told apart by
// their units.
import type { Dom } from '@quarry/kit/read/dom'
import { plainWords } from '@quarry/kit/read/plain-words'
import { amountText } from './amount-text.ts'
import type { Nutrition } from './product-record.ts'

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

/** The amounts, or null where the page has no table of them. */
export function readNutrition(dom: Dom): Nutrition | null {
  const nutrition: Nutrition = {
    sel: null,
    glucides: null,
    proteines: null,
    dont_sucres: null,
    matieres_grasses: null,
    fibres_alimentaires: null,
    valeur_energetique_kj: null,
    valeur_energetique_kcal: null,
    dont_acides_gras_satures: null,
  }
  for (const row of dom.all('table#nutritionals_0 tbody tr')) {
    const [name, amount] = row.children().map((cell) => cell.text())
    if (!name || !amount || !/\d/.test(amount)) continue
    const words = plainWords(name).replace(/^(?:dont|soit) /, '')
    if (/^(?:valeur energetique|valeurs energetiques|energie)\b/.test(words))
      addEnergy(nutrition, name, amount)
    else {
      const key = names[words]
      if (key) nutrition[key] ??= amountText(amount, 'g')
    }
  }
  return Object.values(nutrition).some((value) => value !== null) ? nutrition : null
}

const kilojoules = /\d[\d., ]{0,12}kj\b/i
const kilocalories = /\d[\d., ]{0,12}kcal\b/i

/** One cell may hold one unit or both; without any, the name has it, and at last the order: kJ, then kcal. */
function addEnergy(nutrition: Nutrition, name: string, amount: string): void {
  const kj = kilojoules.exec(amount)?.[0]
  const kcal = kilocalories.exec(amount)?.[0]
  if (kj) nutrition.valeur_energetique_kj ??= amountText(kcal ? kj : amount, 'kJ')
  if (kcal) nutrition.valeur_energetique_kcal ??= amountText(kj ? kcal : amount, 'kcal')
  if (kj || kcal || /[a-z]/i.test(amount)) return
  if (/kcal/i.test(name) || (!/kj/i.test(name) && nutrition.valeur_energetique_kj !== null))
    nutrition.valeur_energetique_kcal ??= amountText(amount, 'kcal')
  else nutrition.valeur_energetique_kj ??= amountText(amount, 'kJ')
}
