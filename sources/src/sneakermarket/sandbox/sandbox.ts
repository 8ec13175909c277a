// The sandbox sneaker market: some thousands of sneakers, whose brands are retail companies of the sandbox, and one
// search that answers in one of three forms, depending on the words.
import { createCatalogueSearch, type IdRange } from '../../sandbox/catalogue.ts'
import { listCompanies } from '../../sandbox/companies.ts'
import { createRandom, once } from '../../sandbox/random.ts'
import { createSite, respondJson, route } from '../../sandbox/site.ts'
import { slugify } from '../../sandbox/slugify.ts'
import { splitList } from '../../sandbox/words.ts'

type Sneaker = ReturnType<typeof makeSneaker>

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

const searchSneakers = createCatalogueSearch<Sneaker>({
  ids,
  make: makeSneaker,
  fields: {
    title: ({ title }) => title,
    brand: ({ brand }) => brand,
    sku: ({ sku }) => sku,
    slug: ({ slug }) => slug,
    colorway: ({ colorway }) => colorway,
    category: ({ category }) => category,
  },
  boost: { sku: 5, title: 3, brand: 2 },
  sizeParam: 'limit',
  perPage: 40,
  maxPerPage: 100,
})
type Results = ReturnType<typeof searchSneakers>

export const sandbox = createSite({
  routes: [
    route('/api/search', ({ url }) => {
      const results = searchSneakers(url)
      return respondJson(chooseForm(results.words)(results))
    }),
  ],
  notFound: () => respondJson({ message: 'Not found' }, 404),
})

/** Two older systems each answer one search in eleven. */
function chooseForm(words: string): (results: Results) => unknown {
  const letters = [...words.trim().toLowerCase()]
  const sum = letters.reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return sum % 11 === 5 ? listResponse : sum % 11 === 9 ? suggestionsResponse : nodesResponse
}

const listResponse = ({ page, total, items }: Results) => ({
  data: { totalCount: total, page, productsList: items.map(listedProduct) },
})

const suggestionsResponse = ({ page, total, items }: Results) => ({
  response: { total_num_results: total, results: items.map(suggestion), facets: [] },
  request: { page, section: 'Products' },
})

const nodesResponse = ({ page, perPage: limit, total, items }: Results) => ({
  results: {
    pageInfo: { page, limit, pageCount: Math.ceil(total / limit), total, hasNextPage: page * limit < total },
    edges: items.map((sneaker, i) => ({ position: i, node: node(sneaker) })),
  },
})

const toImageUrl = ({ sku, hasImage }: Sneaker, size: string): string | null =>
  hasImage ? `https://images.sneakermarket.example/${sku.toLowerCase()}/${size}.jpg` : null

const node = (sneaker: Sneaker) => ({
  id: sneaker.uuid,
  name: sneaker.title.replace(`${sneaker.brand} `, ''),
  urlKey: sneaker.slug,
  title: sneaker.title,
  brand: sneaker.brand,
  productCategory: sneaker.category,
  media: { smallImageUrl: toImageUrl(sneaker, 'small'), thumbUrl: toImageUrl(sneaker, 'thumb') },
  // Half of the catalogue has its SKU as a field, all of it as a trait.
  styleId: sneaker.index % 2 === 0 ? sneaker.sku : undefined,
  traits: [
    { name: 'Style', value: sneaker.sku },
    ...(sneaker.colorway === null
      ? []
      : [{ name: sneaker.index % 3 === 0 ? 'Color' : 'Colorway', value: sneaker.colorway }]),
    { name: 'Retail Price', value: String(80 + (sneaker.index % 140)) },
  ],
})

const listedProduct = (sneaker: Sneaker) => ({
  id: sneaker.uuid,
  slug: sneaker.slug,
  title: sneaker.title,
  category: sneaker.category,
  brandName: sneaker.brand,
  pictureUrl: toImageUrl(sneaker, 'picture') ?? '',
})

const suggestion = (sneaker: Sneaker) => ({
  value: sneaker.title,
  data: {
    id: sneaker.uuid,
    sku: sneaker.sku,
    slug: sneaker.slug,
    color: sneaker.colorway ?? '',
    image_url: toImageUrl(sneaker, 'search'),
  },
})
