// The products of the sandbox grocer: some thousands, made by food companies of the sandbox, with matching nutrition.
import { makeAddressLine, makePhone } from '../../sandbox/addresses.ts'
import { findByEan, findById, type IdRange, toEan, toId } from '../../sandbox/catalogue.ts'
import { type Company, listCompanies } from '../../sandbox/companies.ts'
import { once } from '../../sandbox/once.ts'
import { listFrenchPlaces } from '../../sandbox/places.ts'
import { makeParagraph, makeSentence } from '../../sandbox/prose.ts'
import { createRandom, type Random } from '../../sandbox/random.ts'
import { slugify } from '../../sandbox/slugify.ts'
import { type Amounts, kinds } from './recipes.ts'

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
