// The sandbox sneaker market: one search that answers in one of three forms, depending on the words.
import { createCatalogueSearch } from '../../sandbox/catalogue.ts'
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
  return sum % 11 === 5 ? listAnswer : sum % 11 === 9 ? suggestionsAnswer : nodesAnswer
}

const listAnswer = ({ page, total, items }: Results) => ({
  data: { totalCount: total, page, productsList: items.map(listedProduct) },
})

const suggestionsAnswer = ({ page, total, items }: Results) => ({
  response: { total_num_results: total, results: items.map(suggestion), facets: [] },
  request: { page, section: 'Products' },
})

const nodesAnswer = ({ page, perPage: limit, total, items }: Results) => ({
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
