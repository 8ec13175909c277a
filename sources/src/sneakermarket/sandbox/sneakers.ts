// The pretend market's sneakers: some thousands, of brands that are shops of the world, in lines, numbers and colours.
// Each is made from its index alone.
import { type Company, listCompanies } from '../../sandbox/companies.ts'
import { once } from '../../sandbox/once.ts'
import { createRandom } from '../../sandbox/random.ts'
import { slugify } from '../../sandbox/slugify.ts'

export type Sneaker = {
  index: number
  uuid: string
  siteId: number
  variationId: string
  slug: string
  title: string
  brand: string
  sku: string
  category: string
  colorway: string | null
  hasImage: boolean
}

export const sneakerCount = 3000
const brandCount = 24

const lines = [
  'Canyon Runner',
  'Harbour Low',
  'Summit High',
  'Court Classic',
  'Dune Trail',
  'Night Shift',
  'Metro Slip',
]
const nicknames = [
  'Slate',
  'Ember',
  'Bone',
  'Pine',
  'Lagoon',
  'Rust',
  'Panda',
  'Saffron',
  'Fog',
  'Cherry',
  'Graphite',
]
const colours = ['White', 'Black', 'Gum', 'Sail', 'Volt', 'Navy', 'Olive', 'Crimson', 'Sand', 'Grey']
const letters = [...'ABCDEFGHKLMNPRSTVWXZ']

/** Shops of the world lend their names, without what they trade in. */
const brands = once((): readonly string[] => {
  const shops = listCompanies().filter(({ industry }) => industry === 'Retail')
  const names = shops.map(({ name }: Company) =>
    name.replace(/ (?:Stores|Inc|Ltd|SAS|GmbH|Group|& Co|BV|SL)$/, ''),
  )
  return [...new Set(names)].slice(0, brandCount)
})

export function makeSneaker(index: number): Sneaker {
  const random = createRandom('sneaker', index)
  const brand = random.pick(brands())
  const line = random.pick(lines)
  const number = random.chance(0.5) ? ` ${random.int(2, 9)}` : ''
  const title = `${brand} ${line}${number} '${random.pick(nicknames)}'`
  // The index is in it, so that no two are the same.
  const sku = `${random.pick(letters)}${random.pick(letters)}${1000 + index}-${random.int(100, 799)}`
  return {
    index,
    uuid: random.uuid(),
    siteId: 48_000 + index * 3,
    variationId: `var-${1_000_000 + index * 11}`,
    slug: `${slugify(title)}-${sku.toLowerCase()}`,
    title,
    brand,
    sku,
    category: random.weighted([
      ['sneakers', 85],
      ['sandals', 8],
      ['boots', 7],
    ]),
    colorway: random.chance(0.08) ? null : random.sample(colours, 3).join('/'),
    hasImage: !random.chance(0.05),
  }
}
