// The pretend grocer's products: some thousands, made by the food companies of the world, with recipes and nutrition
// that go together. Each is made from its index alone.
import { makePhone, makeStreet } from '../../sandbox/addresses.ts'
import { findByEan, findById, type IdRange, toEan, toId } from '../../sandbox/catalogue.ts'
import { type Company, listCompanies } from '../../sandbox/companies.ts'
import { once } from '../../sandbox/once.ts'
import { listPlaces, makePostalCode } from '../../sandbox/places.ts'
import { makeParagraph, makeSentence } from '../../sandbox/prose.ts'
import { createRandom, type Random } from '../../sandbox/random.ts'
import { slugify } from '../../sandbox/slugify.ts'
import { type Amounts, kinds } from './recipes.ts'

export type Grocery = {
  index: number
  ref: string
  ean: string
  otherEan: string | null
  name: string
  slug: string
  brand: string
  pack: string
  attributes: readonly string[]
  hasImage: boolean
  description: string | null
  legalName: string | null
  ingredients: string | null
  countries: readonly string[]
  maker: string | null
  consumerService: string | null
  amounts: Amounts | null
  /** How many reviews gave one star, two stars and so on. */
  stars: readonly number[]
}

export const refs: IdRange = { count: 4000, first: 1_000_000, step: 37 }
const eans: IdRange = { count: refs.count, first: 10_000_000, step: 3371 }
/** The same article in another pack. */
const otherEans: IdRange = { ...eans, first: 60_000_000 }
const countryPrefix = '3250'

export const refOf = (index: number): string => `C${toId(refs, index)}`

export const groceryByRef = (ref: string): Grocery | undefined =>
  /^C\d{7}$/.test(ref) ? findById(refs, ref.slice(1), makeGrocery) : undefined

export const groceryByEan = (ean: string): Grocery | undefined => findByEan(eans, ean, makeGrocery)

const makers = once((): readonly Company[] =>
  listCompanies().filter(({ industry }) => industry === 'Food and Beverage Manufacturing'),
)

export function makeGrocery(index: number): Grocery {
  const random = createRandom('retailer_b grocery', index)
  // The first one is the documented example.
  const kind = index === 0 ? kinds[0] : random.pick(kinds)
  if (!kind) throw new Error('no kinds of groceries')
  const maker = random.pick(makers())
  const name = index === 0 ? kind.name : `${kind.name} ${random.pick(kind.variants)}`
  const complete = index === 0
  const unless = <T>(probability: number, value: T): T | null =>
    random.chance(probability) && !complete ? null : value
  const pack = random.pick(kind.packs)
  return {
    index,
    ref: refOf(index),
    ean: toEan(eans, countryPrefix, index),
    otherEan: unless(0.75, toEan(otherEans, countryPrefix, index)),
    name,
    slug: slugify(name),
    brand: maker.name,
    pack,
    attributes: [
      pack,
      ...(kind.unitPrice ? [`${random.int(2, 30)},${random.int(10, 99)} € / kg`] : []),
      ...random.sample(['Bio', 'Sans gluten', 'Label régional'], random.int(0, 2)),
    ],
    hasImage: complete || !random.chance(0.05),
    description: unless(0.1, makeParagraph(random, 'fr', random.int(1, 4))),
    legalName: unless(0.1, kind.legalName),
    ingredients: kind.ingredients === null ? null : unless(0.05, kind.ingredients),
    countries:
      random.chance(0.1) && !complete
        ? []
        : random.sample(['France', 'Italie', 'Espagne', 'Belgique'], random.chance(0.2) ? 2 : 1),
    maker: unless(0.12, addressOf(maker, random)),
    consumerService: unless(0.2, serviceOf(maker, random)),
    amounts: kind.amounts && unless(0.05, varied(kind.amounts, random)),
    stars:
      random.chance(0.12) && !complete
        ? []
        : [1, 2, 4, 10, 14].map((most) => random.int(complete ? 1 : 0, most * 3)),
  }
}

const frenchPlaces = once(() => listPlaces().filter(({ countryCode }) => countryCode === 'FR'))

function addressOf(maker: Company, random: Random): string {
  const place = random.pick(frenchPlaces())
  return `${maker.name}, ${makeStreet(place, random)}, ${makePostalCode(place, random)} ${place.city}`
}

function serviceOf(maker: Company, random: Random): string {
  const place = random.pick(frenchPlaces())
  return `Service consommateurs ${maker.name}, ${makePhone(place, random)}. ${makeSentence(random, 'fr')}`
}

/** A recipe's amounts, a few percent up or down; energy follows from the rest as the law counts it. */
function varied(amounts: Amounts, random: Random): Amounts {
  const factor = 0.9 + random.float() * 0.2
  const part = (grams: number) => Number((grams * factor).toFixed(1))
  return {
    fat: part(amounts.fat),
    saturates: part(amounts.saturates),
    carbohydrates: part(amounts.carbohydrates),
    sugars: part(amounts.sugars),
    fibre: random.chance(0.15) ? null : part(amounts.fibre ?? 0),
    proteins: part(amounts.proteins),
    salt: Number((amounts.salt * factor).toFixed(2)),
  }
}

export const kilojoules = ({ fat, carbohydrates, proteins, fibre }: Amounts): number =>
  Math.round(37 * fat + 17 * (carbohydrates + proteins) + 8 * (fibre ?? 0))
export const kilocalories = ({ fat, carbohydrates, proteins, fibre }: Amounts): number =>
  Math.round(9 * fat + 4 * (carbohydrates + proteins) + 2 * (fibre ?? 0))
