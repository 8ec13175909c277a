// One product from the chain's own site: by the answer of its API, or by the linked data of its page.
import { found, notFound, type Outcome, pageChanged } from '@quarry/kit/outcome'
import { type Io, provider } from '@quarry/kit/provider'
import { filterByType, jsonLd } from '@quarry/kit/read/json-ld'
import { assertReadable } from '@quarry/kit/read/walls'
import { isMissing, itemIn, parseAnswer, productFromItem } from '../product-item.ts'
import { productFromLinkedData } from '../product-linked-data.ts'
import type { ProductQuery, ProductRecord } from '../product-record.ts'

export const productSite = provider<ProductQuery, ProductRecord>({
  inputs: {
    store_id: 'The shop whose price and stock are wanted. Without it: the national online store.',
  },

  find,

  extract(page, query) {
    assertReadable(page)
    const { origin, pathname } = new URL(page.url)
    const answer = parseAnswer(page.body)
    if (answer) {
      if (isMissing(answer)) return notFound
      const item = itemIn(answer, query.ean)
      const told = item && productFromItem(item, query)
      if (told) return found(told, { form: 'json', source: `${origin}${pagePath(query)}` })
      throw pageChanged('no product in the answer of the API')
    }
    const nodes = jsonLd(page.body)
    const shown = productFromLinkedData(
      filterByType(nodes, 'Product'),
      filterByType(nodes, 'BreadcrumbList'),
      page,
      query,
    )
    if (shown) return found(shown, { form: 'json-ld' })
    // A product taken off the shelves sends its visitors to its department or to the front page.
    if (eanIn(pathname) === null) return notFound
    throw pageChanged('no linked data of a product')
  },

  paramsFromUrl(url) {
    const { pathname, searchParams } = new URL(url)
    const store = searchParams.get('store')
    return { query: eanIn(pathname) ?? url, ...(store ? { store_id: store } : {}) }
  },
})

// Decision: the API first, because it alone knows stock and shops. What it does not know (404) or sends broken is
// read from the product's page; what it says is gone (410) is gone.
async function find(query: ProductQuery, { get, site: chain }: Io): Promise<Outcome<ProductRecord>> {
  const answer = await get(chain.url(apiPath(query)).href)
  assertReadable(answer)
  const isUnknown = answer.status === 404 || (answer.status !== 410 && parseAnswer(answer.body) === null)
  return productSite.extract(isUnknown ? await get(chain.url(pagePath(query)).href) : answer, query)
}

const storeOf = ({ storeId }: ProductQuery): string => (storeId === null ? '' : `?store=${storeId}`)
const apiPath = (query: ProductQuery): string => `/api/products/${query.ean}${storeOf(query)}`
const pagePath = (query: ProductQuery): string => `/p/${query.ean}${storeOf(query)}`

/** The article number in an address of the site: `/p/<slug>-<ean>`, `/api/products/<ean>`. */
const eanIn = (pathname: string): string | null => /(?<!\d)\d{13}(?!\d)/.exec(pathname)?.[0] ?? null
