// The search of Open Food Facts, which has a pace of its own below that of single products. Its newer interfaces do not
// search by words.
import { type Page, pageChanged } from '@quarry/kit/outcome'
import { buildForm, hasForm } from '@quarry/kit/read/has-form'
import { jsonAnswer } from '@quarry/kit/read/json-answer'
import { createListReader, type ListReader, statedOnPage, toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asText } from '@quarry/kit/read/values'
import type { Pace } from '@quarry/kit/upstream-api'
import { openProductPage, readFrenchText, readProductImage, splitList } from './open-food-facts.ts'

export const openSearchPace: Pace = { perMinute: 10 }

const texts = [
  ...['product_name', 'product_name_fr', 'generic_name', 'generic_name_fr', 'brands'],
  ...['image_url', 'image_front_url'],
]
const hitForm = { code: 'scalar', ...buildForm('text', texts) } as const

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
    fields: ['code', ...texts].join(','),
  })}`

/** The same search as people see it. */
export const openSearchPage = (words: string): string =>
  `https://fr.openfoodfacts.org/cgi/search.pl?${new URLSearchParams({ search_terms: words, search_simple: '1', action: 'process' })}`

export type OpenHit = { code: string; title: string; brand: string | null; image: string | null; url: string }

export type OpenHits = { hits: OpenHit[]; total: number; counted: ReturnType<ListReader['counted']> }

/**
 * The products of an answer. Those that cannot be looked up are left out, and do not make an answer a partial one: what
 * has a number that `takes` refuses or that shops give out themselves, what nobody has named yet, what came before.
 */
export function readOpenSearch(
  page: Page,
  search: Omit<OpenSearch, 'words'>,
  takes: (code: string) => boolean,
): OpenHits {
  const answer = asObject(jsonAnswer(page.body))
  const total = toInteger(answer?.count)
  if (!Array.isArray(answer?.products) || total === null || total < 0)
    throw pageChanged('no JSON of a search')
  const lists = createListReader('open-food-facts')
  const shown = toEntries(answer.products)
  const seen = new Set<string>()
  const known = shown.filter((product) => {
    const code = asText(product.code) ?? ''
    const isOther = /^\d+$/.test(code) && (!isCode(code) || !takes(code) || seen.has(code))
    seen.add(code)
    return !isOther && !isUnnamed(product)
  })
  const stated = statedOnPage({ total, perPage: search.perPage, page: search.page }) ?? 0
  const leftOut = shown.length - known.length
  const hits = lists.main('results', known, (one) => readHit(one, page.url), Math.max(0, stated - leftOut))
  return { hits, total, counted: lists.counted() }
}

const isCode = (code: string): boolean => /^\d{8,14}$/.test(code)

/** Its name is there and empty: where there is none at all, names may have moved elsewhere. */
const isUnnamed = (product: JsonObject): boolean =>
  [product.product_name, product.product_name_fr].includes('') &&
  readTitle(product) === null &&
  hasForm(product, hitForm)

const readTitle = (product: JsonObject): string | null =>
  readFrenchText(product, 'product_name') ?? readFrenchText(product, 'generic_name')

function readHit(product: JsonObject, answeredAt: string): OpenHit | null {
  const code = asText(product.code)
  const title = readTitle(product)
  if (code === null || !isCode(code) || title === null || !hasForm(product, hitForm)) return null
  return {
    code,
    title,
    brand: splitList(product.brands)[0] ?? null,
    image: readProductImage(product),
    url: openProductPage(code, answeredAt),
  }
}

/** What an address of the search asks for; the words are the address itself where it names none. */
export function parseOpenSearchUrl(url: string): { query: string; page: number } {
  const { searchParams } = new URL(url)
  return {
    query: searchParams.get('search_terms')?.trim() || url,
    page: toInteger(searchParams.get('page')) ?? 1,
  }
}
