// The sneakers of the sandbox market: some thousands, whose brands are retail companies of the sandbox.
import type { IdRange } from '../../sandbox/catalogue.ts'
import { listCompanies } from '../../sandbox/companies.ts'
import { once } from '../../sandbox/once.ts'
import { createRandom } from '../../sandbox/random.ts'
import { slugify } from '../../sandbox/slugify.ts'
import { splitList } from '../../sandbox/words.ts'

export type Sneaker = ReturnType<typeof makeSneaker>

export const ids: IdRange = { count: 3000, first: 48_000, step: 3 }
const brandCount = 24

const lines = splitList(
  'Canyon Runner, Harbour Low, Summit High, Court Classic, Dune Trail, Night Shift, Metro Slip',
)
const nicknames = splitList('Slate, Ember, Bone, Pine, Lagoon, Rust, Panda, Saffron, Fog, Cherry, Graphite')
const colours = splitList('White, Black, Gum, Sail, Volt, Navy, Olive, Crimson, Sand, Grey')
const letters = [...'ABCDEFGHKLMNPRSTVWXZ']

/** Names of retail companies without the form or kind of company. */
const listBrands = once((): readonly string[] => {
  const shops = listCompanies().filter(({ industry }) => industry === 'Retail')
  const names = shops.map(({ name }) => name.replace(/ (?:Stores|Inc|Ltd|SAS|GmbH|Group|& Co|BV|SL)$/, ''))
  return [...new Set(names)].slice(0, brandCount)
})

export function makeSneaker(index: number) {
  const random = createRandom('sneaker', index)
  const brand = random.pick(listBrands())
  const line = random.pick(lines)
  const number = random.chance(0.5) ? ` ${random.int(2, 9)}` : ''
  const title = `${brand} ${line}${number} '${random.pick(nicknames)}'`
  // Unique, because the index is in it.
  const sku = `${random.pick(letters)}${random.pick(letters)}${1000 + index}-${random.int(100, 799)}`
  return {
    index,
    uuid: random.uuid(),
    slug: `${slugify(title)}-${sku.toLowerCase()}`,
    title,
    brand,
    sku,
    category: random.weightedKey({ sneakers: 85, sandals: 8, boots: 7 }),
    colorway: random.chance(0.08) ? null : random.sample(colours, 3).join('/'),
    hasImage: !random.chance(0.05),
  }
}
