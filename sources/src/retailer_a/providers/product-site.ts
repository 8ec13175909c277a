// One product from the retailer's site: the answer of its API, or the linked data of its page.
import { found, type Io, notFound, type Outcome, pageChanged, provider } from '@quarry/kit'
import { filterByType, jsonLd } from '@quarry/kit/read/json-ld'
import { assertReadable } from '@quarry/kit/read/walls'
import { findItem, isMissing, parseAnswer, readItem } from '../product-item.ts'
import { readLinkedProduct } from '../product-linked-data.ts'
import type { ProductQuery, ProductRecord } from '../product-record.ts'

export const productSite = provider<ProductQuery, ProductRecord>({
  inputs: { store_id: 'The shop whose price and stock to read. Without it: the national online store.' },
  find,
  extract(page, query) {
    assertReadable(page)
    const { origin, pathname } = new URL(page.url)
    const answer = parseAnswer(page.body)
    if (answer) {
      if (isMissing(answer)) return notFound
      const item = findItem(answer, query.ean)
      const product = item && readItem(item, query)
      if (!product) throw pageChanged('no product in the answer of the API')
      return found(product, { form: 'json', source: `${origin}${toPath('/p', query)}` })
    }
    const nodes = jsonLd(page.body)
    const product = readLinkedProduct(
      filterByType(nodes, 'Product'),
      filterByType(nodes, 'BreadcrumbList'),
      page,
      query,
    )
    if (product) return found(product, { form: 'json-ld' })
    // A removed product redirects to its department or to the front page.
    if (findEan(pathname) === null) return notFound
    throw pageChanged('no linked data of a product')
  },
  paramsFromUrl(url) {
    const { pathname, searchParams } = new URL(url)
    const store = searchParams.get('store')
    return { query: findEan(pathname) ?? url, ...(store ? { store_id: store } : {}) }
  },
})

// Decision: the API first, because only it has stock and shops. A product that it does not know (404) or answers with
// broken JSON is read from its page; one that it reports as gone (410) is not found.
async function find(query: ProductQuery, { get, site }: Io): Promise<Outcome<ProductRecord>> {
  const answer = await get(site.url(toPath('/api/products', query)).href)
  assertReadable(answer)
  const isUnknown = answer.status === 404 || (answer.status !== 410 && parseAnswer(answer.body) === null)
  return productSite.extract(isUnknown ? await get(site.url(toPath('/p', query)).href) : answer, query)
}

const toPath = (folder: string, { ean, storeId }: ProductQuery): string =>
  `${folder}/${ean}${storeId === null ? '' : `?store=${storeId}`}`

/** The article number in an address of the site: `/p/<slug>-<ean>`, `/api/products/<ean>`. */
const findEan = (pathname: string): string | null => /(?<!\d)\d{13}(?!\d)/.exec(pathname)?.[0] ?? null
