// The pretend market: one search that answers in the three forms such markets have, which form depending on the
// words asked for. It knows nothing of the extractors beside it: answer and reader must not agree by construction.
import type { SandboxSite, SiteResponse } from '@quarry/kit/source'
import { once } from '../../sandbox/once.ts'
import { createSearch } from '../../sandbox/search.ts'
import { makeSneaker, type Sneaker, sneakerCount } from './sneakers.ts'

const everySneaker = once(() => [...Array(sneakerCount).keys()])

const index = createSearch(everySneaker, {
  toDocument: makeSneaker,
  fields: {
    title: (sneaker: Sneaker) => sneaker.title,
    brand: (sneaker) => sneaker.brand,
    sku: (sneaker) => sneaker.sku,
    slug: (sneaker) => sneaker.slug,
    colorway: (sneaker) => sneaker.colorway,
    category: (sneaker) => sneaker.category,
  },
  boost: { sku: 5, title: 3, brand: 2 },
})

const limitMax = 100

export const sandbox: SandboxSite = ({ url }) => {
  if (url.pathname !== '/api/search') return json({ message: 'Not found' }, 404)
  const asked = (name: string, otherwise: number) =>
    Math.max(1, Number(url.searchParams.get(name)) || otherwise)
  const query = url.searchParams.get('q') ?? ''
  const limit = Math.min(limitMax, asked('limit', 40))
  const page = asked('page', 1)
  const { items, total } = index.query(query, { offset: (page - 1) * limit, limit })
  return json(answer(formOf(query), items.map(makeSneaker), { page, limit, total }))
}

const json = (body: unknown, status = 200): SiteResponse => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(body),
})

type Form = 'nodes' | 'list' | 'suggestions'
type Paging = { page: number; limit: number; total: number }

/** Most words are answered in the current form; every 11th is sent to each of the two older systems. */
function formOf(query: string): Form {
  const sum = [...query.trim().toLowerCase()].reduce(
    (total, letter) => total + (letter.codePointAt(0) ?? 0),
    0,
  )
  return sum % 11 === 5 ? 'list' : sum % 11 === 9 ? 'suggestions' : 'nodes'
}

function answer(form: Form, items: readonly Sneaker[], { page, limit, total }: Paging): unknown {
  if (form === 'list')
    return { code: 200, status: 'ok', data: { totalCount: total, page, productsList: items.map(listed) } }
  if (form === 'suggestions')
    return {
      response: { total_num_results: total, results: items.map(suggested), facets: [], groups: [] },
      result_id: 'r-1',
      request: { page, num_results_per_page: limit, section: 'Products' },
    }
  return {
    results: {
      pageInfo: {
        page,
        limit,
        pageCount: Math.ceil(total / limit),
        total,
        hasNextPage: page * limit < total,
      },
      edges: items.map((sneaker, i) => ({ objectId: sneaker.uuid, position: i, node: node(sneaker) })),
    },
  }
}

const imageOf = (sneaker: Sneaker, size: string) =>
  `https://images.sneakermarket.example/${sneaker.sku.toLowerCase()}/${size}.jpg`

const node = (sneaker: Sneaker) => ({
  id: sneaker.uuid,
  name: sneaker.title.replace(`${sneaker.brand} `, ''),
  urlKey: sneaker.slug,
  title: sneaker.title,
  brand: sneaker.brand,
  gender: 'unisex',
  productCategory: sneaker.category,
  listingType: 'STANDARD',
  media: {
    smallImageUrl: sneaker.hasImage ? imageOf(sneaker, 'small') : null,
    thumbUrl: sneaker.hasImage ? imageOf(sneaker, 'thumb') : null,
  },
  // Half of the catalogue has its SKU as a field, the other half as a trait.
  ...(sneaker.index % 2 === 0 ? { styleId: sneaker.sku } : {}),
  traits: [
    { name: 'Style', value: sneaker.sku },
    ...(sneaker.colorway === null
      ? []
      : [{ name: sneaker.index % 3 === 0 ? 'Color' : 'Colorway', value: sneaker.colorway }]),
    { name: 'Retail Price', value: String(80 + (sneaker.index % 140)) },
  ],
})

const listed = (sneaker: Sneaker) => ({
  id: sneaker.uuid,
  productId: sneaker.siteId,
  slug: sneaker.slug,
  title: sneaker.title,
  category: sneaker.category,
  brandName: sneaker.brand,
  pictureUrl: sneaker.hasImage ? imageOf(sneaker, 'picture') : '',
  minPrice: { amount: 8000 + sneaker.index, currency: 'EUR' },
})

const suggested = (sneaker: Sneaker) => ({
  value: sneaker.title,
  matched_terms: [],
  is_slotted: false,
  data: {
    id: sneaker.uuid,
    sku: sneaker.sku,
    slug: sneaker.slug,
    color: sneaker.colorway ?? '',
    image_url: sneaker.hasImage ? imageOf(sneaker, 'search') : null,
    variation_id: sneaker.variationId,
    lowest_price_cents: 8000 + sneaker.index,
  },
})
