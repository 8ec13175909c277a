// Retailer A product (interface 2.7): one article by its number, with the offer of the online store or of a shop.
import { endpoint } from '../../contract/endpoint.ts'
import { found, notFound, type Outcome, type Page, pageChanged } from '../../contract/outcome.ts'
import { invalidParameter } from '../../errors.ts'
import { isEan } from '../../extract/ean.ts'
import { jsonLd, ofType } from '../../extract/json-ld.ts'
import { assertReadable } from '../../extract/walls.ts'
import { object, optional, text } from '../../lib/schema.ts'
import { isMissing, itemIn, parseAnswer, productFromItem } from './product-item.ts'
import { productFromLinkedData } from './product-linked-data.ts'
import { type ProductInput, type ProductRecord, record } from './product-record.ts'

export const product = endpoint({
  method: 'GET',
  path: '/v2/retailer_a/product',
  credits: 1,
  notFound: 'billed',
  summary: 'Retailer A product',
  description: 'One product by its article number (EAN), with price and stock online or at one shop.',
  example: { query: '3210100000009', store_id: '1004' },
  params: object({
    query: text('3210100000009', {
      description: 'The EAN of the product: 13 digits, the last one being the check digit.',
      maxLength: 2048,
    }),
    store_id: optional(
      text('1004', {
        description: 'The shop whose price and stock are wanted. Without it: the national online store.',
        maxLength: 2048,
      }),
    ),
  }),
  record,

  parse({ query, store_id }, site): ProductInput {
    const ean = query.trim()
    if (!/^\d{13}$/.test(ean)) throw invalidParameter('query', 'must be an EAN of 13 digits')
    if (!isEan(ean)) throw invalidParameter('query', 'must be an EAN with a valid check digit')
    const storeId = store_id?.trim() ?? null
    if (storeId !== null && !/^[a-z0-9][a-z0-9_-]{0,63}$/i.test(storeId))
      throw invalidParameter('store_id', 'must be a store identifier of letters, digits, - and _')
    const store = storeId === null ? '' : `?store=${storeId}`
    return {
      ean,
      storeId,
      apiUrl: site.url(`/api/products/${ean}${store}`).href,
      pageUrl: site.url(`/p/${ean}${store}`).href,
    }
  },

  paramsFromUrl(url) {
    const { pathname, searchParams } = new URL(url)
    const store = searchParams.get('store')
    return { query: eanIn(pathname) ?? url, ...(store ? { store_id: store } : {}) }
  },

  // Decision: the API first, because it alone knows stock and shops. What it does not know (404) or sends broken is
  // read from the product's page; what it says is gone (410) is gone.
  async run(input, get) {
    const answer = await get(input.apiUrl)
    assertReadable(answer)
    const unknown = answer.status === 404 || (answer.status !== 410 && parseAnswer(answer.body) === null)
    return extractProduct(unknown ? await get(input.pageUrl) : answer, input)
  },

  extract: extractProduct,
})

/** The article number in an address of the site: `/p/<slug>-<ean>`, `/api/products/<ean>`. */
const eanIn = (pathname: string): string | null => /(?<!\d)\d{13}(?!\d)/.exec(pathname)?.[0] ?? null

export function extractProduct(page: Page, input: ProductInput): Outcome<ProductRecord> {
  if (page.status === 404 || page.status === 410) return notFound
  assertReadable(page)
  const answer = parseAnswer(page.body)
  if (answer) {
    if (isMissing(answer)) return notFound
    const item = itemIn(answer, input.ean)
    const told = item && productFromItem(item, input)
    if (told) return found(told)
    throw pageChanged('no product in the answer of the API')
  }
  const nodes = jsonLd(page.body)
  const shown = productFromLinkedData(ofType(nodes, 'Product'), ofType(nodes, 'BreadcrumbList'), page, input)
  if (shown) return found(shown)
  // A product taken off the shelves sends its visitors to its department or to the front page.
  if (URL.canParse(page.url) && eanIn(new URL(page.url).pathname) === null) return notFound
  throw pageChanged('no linked data of a product')
}
