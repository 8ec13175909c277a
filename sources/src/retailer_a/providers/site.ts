// Products and searches on the retailer's site: the response of its API, or the linked data of its page.
import { found, type Io, notFound, type Outcome, pageChanged, provider, searchProvider } from '@quarry/kit'
import { filterByType, jsonLd } from '@quarry/kit/read/json-ld'
import { assertReadable } from '@quarry/kit/read/walls'
import { buildSearchRecord, resultsPerPage, type SearchQuery } from '../../shops/product-search.ts'
import { findItem, isMissing, parseResponse, readItem } from '../product-item.ts'
import { readLinkedProduct } from '../product-linked-data.ts'
import type { ProductQuery, ProductRecord } from '../product-record.ts'
import { readApiResults, readLinkedResults, type SearchRecord } from '../search-results.ts'

export const productSite = provider<ProductQuery, ProductRecord>({
  inputs: { store_id: 'The shop whose price and stock to read. Without it: the national online store.' },
  find: findProduct,
  extract(page, query) {
    assertReadable(page)
    const { origin, pathname } = new URL(page.url)
    const response = parseResponse(page.body)
    if (response) {
      if (isMissing(response)) return notFound
      const item = findItem(response, query.ean)
      const product = item && readItem(item, query)
      if (!product) throw pageChanged('no product in the answer of the API')
      return found(product, { form: 'json', source: `${origin}${toProductPath('/p', query)}` })
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
async function findProduct(query: ProductQuery, { get, site }: Io): Promise<Outcome<ProductRecord>> {
  const response = await get(site.url(toProductPath('/api/products', query)).href)
  assertReadable(response)
  const isUnknown =
    response.status === 404 || (response.status !== 410 && parseResponse(response.body) === null)
  return productSite.extract(
    isUnknown ? await get(site.url(toProductPath('/p', query)).href) : response,
    query,
  )
}

const toProductPath = (folder: string, { ean, storeId }: ProductQuery): string =>
  `${folder}/${ean}${storeId === null ? '' : `?store=${storeId}`}`

/** The article number in an address of the site: `/p/<slug>-<ean>`, `/api/products/<ean>`. */
const findEan = (pathname: string): string | null => /(?<!\d)\d{13}(?!\d)/.exec(pathname)?.[0] ?? null

export const searchSite = searchProvider<SearchQuery, SearchRecord>({
  find: findProducts,
  extract(page, query) {
    assertReadable(page)
    const response = parseResponse(page.body)
    const read = response
      ? readApiResults(response, page, query)
      : readLinkedResults(filterByType(jsonLd(page.body), 'ItemList'), page, query)
    if (!read) throw pageChanged('no results in any known form')
    const source = `${new URL(page.url).origin}${toSearchPath('/s', query)}`
    return found(buildSearchRecord(read.results, query, read.total), { ...read.lists.counted(), source })
  },
  paramsFromUrl: (url, { text, integer }) => ({ query: text('q') ?? url, page: integer('page') ?? 1 }),
})

// As for one product: the API first, and the page for searches that it does not know or answers with broken JSON.
async function findProducts(query: SearchQuery, { get, site }: Io): Promise<Outcome<SearchRecord>> {
  const response = await get(site.url(toSearchPath('/api/search', query)).href)
  assertReadable(response)
  const isUnknown = response.status === 404 || parseResponse(response.body) === null
  return searchSite.extract(isUnknown ? await get(site.url(toSearchPath('/s', query)).href) : response, query)
}

const toSearchPath = (path: string, { words, page }: SearchQuery): string =>
  `${path}?${new URLSearchParams({ q: words, page: String(page), size: String(resultsPerPage) })}`
