// The sandbox sneaker market: one search that answers in one of three forms, depending on the words.
import { type CatalogueResults, createCatalogueSearch } from '../../sandbox/catalogue-search.ts'
import { createSite, respondJson, route } from '../../sandbox/site.ts'
import { ids, makeSneaker, type Sneaker } from './sneakers.ts'

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
function chooseForm(words: string): (results: CatalogueResults<Sneaker>) => unknown {
  const letters = [...words.trim().toLowerCase()]
  const sum = letters.reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return sum % 11 === 5 ? listAnswer : sum % 11 === 9 ? suggestionsAnswer : nodesAnswer
}

const listAnswer = ({ page, total, items }: CatalogueResults<Sneaker>) => ({
  code: 200,
  status: 'ok',
  data: { totalCount: total, page, productsList: items.map(listedProduct) },
})

const suggestionsAnswer = ({ page, perPage, total, items }: CatalogueResults<Sneaker>) => ({
  response: { total_num_results: total, results: items.map(suggestion), facets: [], groups: [] },
  result_id: 'r-1',
  request: { page, num_results_per_page: perPage, section: 'Products' },
})

const nodesAnswer = ({ page, perPage: limit, total, items }: CatalogueResults<Sneaker>) => ({
  results: {
    pageInfo: { page, limit, pageCount: Math.ceil(total / limit), total, hasNextPage: page * limit < total },
    edges: items.map((sneaker, i) => ({ objectId: sneaker.uuid, position: i, node: node(sneaker) })),
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
  gender: 'unisex',
  productCategory: sneaker.category,
  listingType: 'STANDARD',
  media: { smallImageUrl: toImageUrl(sneaker, 'small'), thumbUrl: toImageUrl(sneaker, 'thumb') },
  // Half of the catalogue has its SKU as a field, all of it as a trait.
  ...(sneaker.index % 2 === 0 ? { styleId: sneaker.sku } : {}),
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
  productId: sneaker.siteId,
  slug: sneaker.slug,
  title: sneaker.title,
  category: sneaker.category,
  brandName: sneaker.brand,
  pictureUrl: toImageUrl(sneaker, 'picture') ?? '',
  minPrice: { amount: 8000 + sneaker.index, currency: 'EUR' },
})

const suggestion = (sneaker: Sneaker) => ({
  value: sneaker.title,
  matched_terms: [],
  is_slotted: false,
  data: {
    id: sneaker.uuid,
    sku: sneaker.sku,
    slug: sneaker.slug,
    color: sneaker.colorway ?? '',
    image_url: toImageUrl(sneaker, 'search'),
    variation_id: sneaker.variationId,
    lowest_price_cents: 8000 + sneaker.index,
  },
})
