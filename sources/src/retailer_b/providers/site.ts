// The retailer's site: a search from its page of results; one product from its page, and from the open product data on
// the same host if the page shows only the article number.
import {
  found,
  type Io,
  notFound,
  type Outcome,
  type Page,
  pageChanged,
  provider,
  searchProvider,
} from '@quarry/kit'
import { jsonObject } from '@quarry/kit/read/json-answer'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asText } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import { readProductName } from '../../apis/open-food-facts.ts'
import { buildSearchRecord, type SearchQuery } from '../../shops/product-search.ts'
import { fillFeatures, readOpenData } from '../open-data.ts'
import { readOpenDataEan, readReference, toOpenDataPath, toPath, toProductUrl } from '../product-address.ts'
import { readProductPage } from '../product-page.ts'
import { type Features, mustBeProductUrl, type ProductQuery, type ProductRecord } from '../product-record.ts'
import { readResults, type SearchRecord } from '../search-results.ts'

export const productSite = provider<ProductQuery, ProductRecord>({
  address({ url }) {
    const reference = readReference(url.pathname)
    return reference === null ? null : { reference, path: url.pathname.replace(/\/$/, '') }
  },
  addressForm: 'the URL of a product page (/…/pr-<reference>)',
  inputs: {
    query:
      "The address of a product page on the retailer's French site; it ends in `pr-` and a reference, which may also be used alone.",
  },

  cannotAnswer: ({ path }) => (path === null ? mustBeProductUrl : null),

  find,

  extract(page, query) {
    assertReadable(page)
    const open = jsonObject(page)
    const product = open ? readOpenResponse(open, page, query) : readProductPage(page, query)
    if (product === 'gone') return notFound
    // The source is the product's page, even if the open data was read.
    if (product) return found(product, { form: open ? 'open-data' : 'microdata', source: product.url })
    if (open) throw pageChanged('no product in the open data')
    // A removed product redirects to its department or to the front page.
    if (readReference(new URL(page.url).pathname) === null) return notFound
    throw pageChanged('no product marked up in the page')
  },

  // A saved response of the open data has an article number instead of a reference.
  paramsFromUrl(url) {
    const { origin, pathname } = new URL(url)
    const ean = readOpenDataEan(pathname)
    return { query: ean === null ? url : `${origin}/pr-${ean}` }
  },
})

/** The record; `gone` if the open data has no such product, null if the product has no name. */
function readOpenResponse(
  response: JsonObject,
  page: Page,
  query: ProductQuery,
): ProductRecord | 'gone' | null {
  const product = asObject(response.product)
  if (!product) return response.status === 0 || response.status === '0' ? 'gone' : null
  const title = readProductName(product)
  if (title === null) return null
  const { reference } = query
  return readOpenData(product, {
    id: reference,
    url: toProductUrl(page, query),
    title,
    ean: asText(response.code),
    // The lookup of a saved response has the article number instead of a reference.
    reference: reference === asText(product.code) ? null : reference,
  })
}

// Decision: if a page has an article number but no features, the site's open product data fills the missing fields
// only. That data is the site's own; open providers have separate records, so that data under an open licence is never
// mixed with a site's page.
async function find(query: ProductQuery, { get, site }: Io): Promise<Outcome<ProductRecord>> {
  const outcome = productSite.extract(await get(site.url(toPath(query)).href), query)
  if (outcome.kind !== 'found') return outcome
  const { record } = outcome
  const ean = findLoneEan(record.features)
  if (ean === null) return outcome
  const open: Page = await get(site.url(toOpenDataPath(ean)).href)
  assertReadable(open)
  const filled = fillFeatures(record, jsonObject(open))
  return filled ? found(filled, { form: 'microdata+open-data', source: record.url }) : outcome
}

/** The article number of a page without any other feature. */
const findLoneEan = ({ ean, reference: _, ...others }: Features): string | null =>
  ean !== null && /^\d{13}$/.test(ean) && Object.values(others).every((value) => value === null) ? ean : null

export const searchSite = searchProvider<SearchQuery, SearchRecord>({
  page: ({ words, page }, site) =>
    site.url(`/recherche?${new URLSearchParams({ q: words, page: String(page) })}`),
  extract(page, query) {
    const read = readResults(page, query)
    if (read) return found(buildSearchRecord(read.results, query, read.total), read.reading)
    // Checked last: a search for "access denied" has the title of a bot wall.
    assertReadable(page)
    throw pageChanged('no search results in any known layout')
  },
  paramsFromUrl: (url, { text, integer }) => ({ query: text('q') ?? url, page: integer('page') ?? 1 }),
})
