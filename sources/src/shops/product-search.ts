// The product search of a shop: parameters, query and record, the same for every retailer but for the ids of its
// products; and its provider Open Food Facts, which has no prices.

import { found, searchProvider } from '@quarry/kit'
import { readQueryText } from '@quarry/kit/read/query-text'
import { integer, list, namedObject, nullable, number, object, optional, text } from '@quarry/kit/schema'
import {
  type OpenHit,
  openFoodFacts,
  openSearchPage,
  openSearchRateLimit,
  openSearchUrl,
  readOpenSearch,
} from '../apis/open-food-facts.ts'

export type SearchQuery = { words: string; page: number }

export const resultsPerPage = 24
const lastPage = 1000

export const searchParams = (example: string) =>
  object({
    query: text(example, { description: 'Words to search for.', maxLength: 500 }),
    page: optional(integer(1, { description: 'Counts from 1.', minimum: 1, maximum: lastPage, default: 1 })),
  })

export const parseSearch = ({ query, page = 1 }: { query: string; page?: number }): SearchQuery => ({
  words: readQueryText(query, 'query'),
  page,
})

/** The fields of a result after the ids of the retailer. */
export const productFields = (example: { title: string; image: string; url: string }) => ({
  title: text(example.title),
  brand: nullable(text('Maison Velmont')),
  image: nullable(text(example.image, { format: 'uri' })),
  url: text(example.url, { format: 'uri' }),
  price: nullable(number(3.49, 'With all taxes.')),
  currency_code: nullable(text('EUR', 'ISO 4217 code, in capitals.')),
  unit_price: nullable(
    object(
      { price: number(17.45), unit: text('kg', "In the site's words.") },
      'The price of one unit, in the same currency.',
    ),
  ),
})

export const createSearchRecord = <P extends Parameters<typeof object>[0]>(name: string, fields: P) =>
  object({
    results: list(namedObject(`${name}Result`, fields)),
    pagination: namedObject(`${name}Pagination`, {
      page: integer(1, 'Counts from 1.'),
      per_page: integer(24),
      total_pages: nullable(integer(4)),
      total_results: nullable(integer(73, 'Null where the site does not say.')),
    }),
  })

export const buildSearchRecord = <Result>(
  results: Result[],
  { page }: SearchQuery,
  total: number | null,
) => ({
  results,
  pagination: {
    page,
    per_page: resultsPerPage,
    total_pages: total === null ? null : Math.ceil(total / resultsPerPage),
    total_results: total,
  },
})

type SearchRecord<Result> = ReturnType<typeof buildSearchRecord<Result>>

type UnpricedProduct = Omit<OpenHit, 'code'> & { price: null; currency_code: null; unit_price: null }

/** `isCode` accepts the article numbers that the retailer's product lookup takes; `toIds` gives its ids. */
export const createOpenFoodFactsSearch = <Ids extends object>(
  isCode: (code: string) => boolean,
  toIds: (code: string) => Ids,
) =>
  searchProvider<SearchQuery, SearchRecord<Ids & UnpricedProduct>>({
    api: openFoodFacts,
    rateLimit: openSearchRateLimit,
    example: { query: 'chocolat', page: 1 },
    page: (query) => openSearchUrl({ ...query, perPage: resultsPerPage }),
    extract(page, query) {
      const { hits, total, counted } = readOpenSearch(page, { ...query, perPage: resultsPerPage }, isCode)
      const results = hits.map(({ code, ...hit }) => ({
        ...toIds(code),
        ...hit,
        price: null,
        currency_code: null,
        unit_price: null,
      }))
      const source = openSearchPage(query.words)
      return found(buildSearchRecord(results, query, total), { ...counted, source })
    },
    paramsFromUrl: (url, { text, integer }) => ({
      query: text('search_terms') ?? url,
      page: integer('page') ?? 1,
    }),
  })
