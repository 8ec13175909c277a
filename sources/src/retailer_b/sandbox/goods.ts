// The products of the sandbox grocer: some thousands, made by food companies of the sandbox, with matching nutrition.
import { makeAddressLine, makePhone } from '../../sandbox/addresses.ts'
import { findByEan, findById, type IdRange, toEan, toId } from '../../sandbox/catalogue.ts'
import { type Company, listCompanies } from '../../sandbox/companies.ts'
import { listFrenchPlaces } from '../../sandbox/places.ts'
import { makeParagraph, makeSentence } from '../../sandbox/prose.ts'
import { createRandom, once, type Random } from '../../sandbox/random.ts'
import { slugify } from '../../sandbox/slugify.ts'
import { splitList } from '../../sandbox/words.ts'

const nutrients = ['fat', 'saturates', 'carbohydrates', 'sugars', 'fibre', 'proteins', 'salt'] as const

export type Amounts = Record<Exclude<(typeof nutrients)[number], 'fibre'>, number> & { fibre: number | null }

// Energy follows from the amounts, as the regulation counts it.
export const toKilojoules = ({ fat, carbohydrates, proteins, fibre }: Amounts): number =>
  Math.round(37 * fat + 17 * (carbohydrates + proteins) + 8 * (fibre ?? 0))
export const toKilocalories = ({ fat, carbohydrates, proteins, fibre }: Amounts): number =>
  Math.round(9 * fat + 4 * (carbohydrates + proteins) + 2 * (fibre ?? 0))

export type Grocery = ReturnType<typeof makeGrocery>

export const refs: IdRange = { count: 4000, first: 1_000_000, step: 37 }
const eans: IdRange = { count: refs.count, first: 10_000_000, step: 3371 }
/** The same article in another pack. */
const otherEans: IdRange = { ...eans, first: 60_000_000 }
const countryPrefix = '3250'
const countries = ['France', 'Italie', 'Espagne', 'Belgique']

export const makeRef = (index: number): string => `C${toId(refs, index)}`

export const findByRef = (ref: string): Grocery | undefined =>
  /^C\d{7}$/.test(ref) ? findById(refs, ref.slice(1), makeGrocery) : undefined

export const findGrocery = (ean: string): Grocery | undefined => findByEan(eans, ean, makeGrocery)

const listMakers = once((): readonly Company[] =>
  listCompanies().filter(({ industry }) => industry === 'Food and Beverage Manufacturing'),
)

export function makeGrocery(index: number) {
  const random = createRandom('retailer_b grocery', index)
  // The first one is the documented example, with complete data.
  const isComplete = index === 0
  const kind = isComplete ? kinds[0] : random.pick(kinds)
  if (!kind) throw new Error('no kinds of groceries')
  const maker = random.pick(listMakers())
  const name = isComplete ? kind.name : `${kind.name} ${random.pick(kind.variants)}`
  const unless = <T>(probability: number, value: T): T | null =>
    random.chance(probability) && !isComplete ? null : value
  const pack = random.pick(kind.packs)
  return {
    index,
    ref: makeRef(index),
    ean: toEan(eans, countryPrefix, index),
    otherEan: unless(0.75, toEan(otherEans, countryPrefix, index)),
    name,
    slug: slugify(name),
    brand: maker.name,
    pack,
    attributes: [
      pack,
      ...(kind.amounts ? [`${random.int(2, 30)},${random.int(10, 99)} € / kg`] : []),
      ...random.sample(['Bio', 'Sans gluten', 'Label régional'], random.int(0, 2)),
    ],
    hasImage: isComplete || !random.chance(0.05),
    description: unless(0.1, makeParagraph(random, 'fr', random.int(1, 4))),
    legalName: unless(0.1, kind.legalName),
    ingredients: kind.ingredients === null ? null : unless(0.05, kind.ingredients),
    countries: random.chance(0.1) && !isComplete ? [] : random.sample(countries, random.chance(0.2) ? 2 : 1),
    maker: unless(0.12, makeMakerAddress(maker, random)),
    consumerService: unless(0.2, makeServiceContact(maker, random)),
    amounts: kind.amounts && unless(0.05, varyAmounts(kind.amounts, random)),
    /** Number of reviews with one star, two stars and so on. */
    stars:
      random.chance(0.12) && !isComplete
        ? []
        : [1, 2, 4, 10, 14].map((most) => random.int(isComplete ? 1 : 0, most * 3)),
  }
}

const makeMakerAddress = ({ name }: Company, random: Random): string =>
  `${name}, ${makeAddressLine(random.pick(listFrenchPlaces()), random)}`

const makeServiceContact = ({ name }: Company, random: Random): string =>
  `Service consommateurs ${name}, ${makePhone(random.pick(listFrenchPlaces()), random)}. ${makeSentence(random, 'fr')}`

/** The amounts of a recipe, a few percent up or down. */
function varyAmounts(amounts: Amounts, random: Random): Amounts {
  const factor = 0.9 + random.float() * 0.2
  const vary = (grams: number | null, digits = 1) => Number(((grams ?? 0) * factor).toFixed(digits))
  return {
    fat: vary(amounts.fat),
    saturates: vary(amounts.saturates),
    carbohydrates: vary(amounts.carbohydrates),
    sugars: vary(amounts.sugars),
    fibre: random.chance(0.15) ? null : vary(amounts.fibre),
    proteins: vary(amounts.proteins),
    salt: vary(amounts.salt, 2),
  }
}

/**
 * The kinds of products. Of each: name|variants, then packs|legal name|nutrients per 100 g, then ingredients; household
 * goods have only the first line.
 */
const kinds = `Biscuits au beurre|pur beurre, aux pépites, à la fleur de sel, croustillants
200 g / 4 x 50 g / 350 g|Biscuits sablés au beurre|23 15 62 22 2.1 6.8 0.9
Farine de BLÉ, BEURRE 24 %, sucre, ŒUFS, sel, poudre à lever : carbonates de sodium.

Yaourt|nature, sur lit de fraise, à la vanille, brassé
4 x 125 g / 8 x 125 g / 500 g|Yaourt au lait entier|3.4 2.2 13 12 0.4 3.6 0.12
LAIT entier 82 %, sucre 9 %, fruits 8 %, ferments lactiques (LAIT).

Soupe de légumes|du jardin, au potiron, à la tomate, paysanne
1 L / 2 x 30 cL|Soupe de légumes pasteurisée|1.6 0.3 5.4 2.2 1.3 0.9 0.65
Eau, légumes 42 % (carotte, poireau, pomme de terre, CÉLERI), huile de colza, sel, épices.

Pâtes complètes|torsades, coquillettes, spaghetti, plumes
500 g / 1 kg|Pâtes alimentaires complètes de qualité supérieure|2.1 0.4 65 3.2 8 13 0.02
Semoule complète de BLÉ dur.

Confiture extra|d'abricot, de fraise, de figue, de mûre
370 g / 2 x 320 g|Confiture extra|0.2 0.1 58 57 1.1 0.5 0.02
Fruits 55 %, sucre de canne, jus de citron concentré, gélifiant : pectines.

Filets de maquereau|à la moutarde, au vin blanc, nature, au citron
169 g / 3 x 113 g|Filets de maquereaux appertisés|14 3.1 2.4 1.9 0.5 15 1.1
Filets de MAQUEREAUX 63 %, eau, huile de tournesol, MOUTARDE, vinaigre, sel.

Lessive liquide|lavande, peaux sensibles, linge noir
1,5 L / 3 L|Lessive liquide concentrée

Éponges grattantes|lot familial, grand format
x 3 / x 6|Éponges végétales`
  .split('\n\n')
  .map((text) => {
    const [first = '', second = '', ingredients = null] = text.split('\n')
    const [name = '', variants = ''] = first.split('|')
    const [packs = '', legalName = '', grams] = second.split('|')
    const amounts = grams?.split(' ').map((amount, i) => [nutrients[i], Number(amount)])
    return {
      ...{ name, variants: splitList(variants), packs: packs.split(' / '), legalName, ingredients },
      amounts: amounts ? (Object.fromEntries(amounts) as Amounts) : null,
    }
  })
