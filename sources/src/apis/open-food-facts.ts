// Open Food Facts and its sister projects for cosmetics, pet food and other goods: products by article number or by
// words, as people typed them from labels. Uses version 2 of the API, because later versions describe nutrition in
// another way, and an older search, because newer ones do not search by words.
import { type Page, pageChanged, type RateLimit, upstreamApi } from '@quarry/kit'
import { plainText } from '@quarry/kit/read/clean-text'
import { buildForm, type Form, hasForm } from '@quarry/kit/read/has-form'
import { jsonObject } from '@quarry/kit/read/json-answer'
import { createListReader, statedOnPage, toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asHttpUrl, asObject, asText, asTexts } from '@quarry/kit/read/values'

const projects = ['openfoodfacts', 'openbeautyfacts', 'openproductsfacts', 'openpetfoodfacts']

export const openFoodFacts = upstreamApi({
  name: 'open-food-facts',
  title: 'Open Food Facts',
  // A product of another kind is answered with a redirect to its project.
  hosts: projects.map((project) => `world.${project}.org`),
  licence: 'ODbL-1.0',
  credit: 'Open Food Facts contributors, database under ODbL 1.0, images under CC BY-SA',
  homepage: 'https://world.openfoodfacts.org',
  // The limit for single products. Above it the API answers 429 or 503.
  rateLimit: { perMinute: 15 },
  limitStatuses: [429, 503],
  needsContact: true,
})

/** The stricter limit of the search. */
export const openSearchRateLimit: RateLimit = { perMinute: 10 }

/** The hosts of its product pages: one for each country and language. */
export const openFoodFactsHosts = projects.map((project) => `*.${project}.org`)

export const openProductUrl = (code: string, fields: readonly string[]): string =>
  `https://world.openfoodfacts.org/api/v2/product/${code}.json?product_type=all&fields=${fields.join(',')}`

/** The product's page in French, in the project that answered. */
export function openProductPage(code: string, responseUrl: string): string {
  const project =
    projects.find((candidate) => new URL(responseUrl).hostname === `world.${candidate}.org`) ?? projects[0]
  return `https://fr.${project}.org/produit/${code}`
}

const productPath =
  /^\/(?:product|produit|produkt|producto|producte|produto|prodotto|produs)\/(\d{8,14})(?:\/[^/]{0,400})?\/?$/
const responsePath = /^\/api\/v\d\/product\/(\d{8,14})(?:\.json)?$/

/** The article number in the address of a product's page, in any language, or of the API's response about it. */
export const parseProductCode = (pathname: string): string | null =>
  productPath.exec(pathname)?.[1] ?? responsePath.exec(pathname)?.[1] ?? null

/** Article numbers are padded with zeros to different lengths. */
const isSameCode = (a: string, b: string): boolean => a.replace(/^0+/, '') === b.replace(/^0+/, '')

/** The product of a response, or null if there is none. Throws if one of its fields has another form. */
export function readOpenProduct(page: Page, code: string, form: Record<string, Form>): JsonObject | null {
  const response = jsonObject(page)
  if (!response) throw pageChanged('no JSON of a product')
  const product = asObject(response.product)
  if (!product && (response.status === 0 || response.status === '0')) return null
  const responseCode = asText(product?.code) ?? asText(response.code)
  if (!product || responseCode === null) throw pageChanged('no product in the answer')
  if (!isSameCode(responseCode, code)) throw pageChanged('the answer is about another product')
  for (const [name, kind] of Object.entries(form))
    if (!hasForm(product[name], kind)) throw pageChanged(`${name} has another form`)
  return { ...product, code: responseCode }
}

/** The French text of a field, else the one in the product's main language. */
export const readFrenchText = (product: JsonObject, field: string): string | null =>
  readPlainText(product[`${field}_fr`]) ?? readPlainText(product[field])

/** A text without the markup and character references that some people type. */
export const readPlainText = (value: unknown): string | null => plainText(asText(value))

/** A comma-separated list. */
export const splitList = (value: unknown): string[] => asTexts((readPlainText(value) ?? '').split(','))

/** Tags with their names in French. A tag without one has the name of another language, with that language in front. */
export const readTags = (value: unknown): string[] =>
  asTexts(value).flatMap((tag) => readPlainText(tag.replace(/^[a-z]{2,3}:/, '')) ?? [])

/** The name of a product; null for one that has no name yet, such as one with a photo only. */
export const readProductName = (product: JsonObject): string | null =>
  readFrenchText(product, 'product_name') ?? readFrenchText(product, 'generic_name')

export const readProductImage = (product: JsonObject): string | null =>
  asHttpUrl(asText(product.image_url) ?? product.image_front_url)

const hitTexts = [
  ...['product_name', 'product_name_fr', 'generic_name', 'generic_name_fr', 'brands'],
  ...['image_url', 'image_front_url'],
]
const hitForm = { code: 'scalar', ...buildForm('text', hitTexts) } as const

export type OpenSearch = { words: string; page: number; perPage: number }

export const openSearchUrl = ({ words, page, perPage }: OpenSearch): string =>
  `https://world.openfoodfacts.org/cgi/search.pl?${new URLSearchParams({
    search_terms: words,
    search_simple: '1',
    action: 'process',
    json: '1',
    lc: 'fr',
    page: String(page),
    page_size: String(perPage),
    fields: ['code', ...hitTexts].join(','),
  })}`

/** The page of the same search on the French site. */
export const openSearchPage = (words: string): string =>
  `https://fr.openfoodfacts.org/cgi/search.pl?${new URLSearchParams({ search_terms: words, search_simple: '1', action: 'process' })}`

export type OpenHit = { code: string; title: string; brand: string | null; image: string | null; url: string }

/**
 * The products of a response. Products that no lookup can find are left out and do not make the record partial: those
 * whose number `takes` refuses or that a shop gave out itself, those without a name yet, and duplicates.
 */
export function readOpenSearch(
  page: Page,
  search: Omit<OpenSearch, 'words'>,
  takes: (code: string) => boolean,
) {
  const response = jsonObject(page)
  const total = toInteger(response?.count)
  if (!Array.isArray(response?.products) || total === null || total < 0)
    throw pageChanged('no JSON of a search')
  const lists = createListReader('open-food-facts')
  const products = toEntries(response.products)
  const codes = new Set<string>()
  const usable = products.filter((product) => {
    const code = asText(product.code) ?? ''
    const isUnusable = /^\d+$/.test(code) && (!isCode(code) || !takes(code) || codes.has(code))
    codes.add(code)
    return !isUnusable && !isUnnamed(product)
  })
  const leftOut = products.length - usable.length
  const statedCount = Math.max(0, (statedOnPage({ total, ...search }) ?? 0) - leftOut)
  const hits = lists.main('results', usable, (hit) => readHit(hit, page.url), statedCount)
  return { hits, total, counted: lists.counted() }
}

const isCode = (code: string): boolean => /^\d{8,14}$/.test(code)

const isUnnamed = (product: JsonObject): boolean =>
  asText(product.code) !== null && readProductName(product) === null && hasForm(product, hitForm)

function readHit(product: JsonObject, responseUrl: string): OpenHit | null {
  const code = asText(product.code)
  const title = readProductName(product)
  if (code === null || !isCode(code) || title === null || !hasForm(product, hitForm)) return null
  return {
    code,
    title,
    brand: splitList(product.brands)[0] ?? null,
    image: readProductImage(product),
    url: openProductPage(code, responseUrl),
  }
}
