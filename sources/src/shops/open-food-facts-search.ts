// A shop's product search answered by Open Food Facts, which has no prices.
import { found, searchProvider } from '@quarry/kit'
import {
  type OpenHit,
  openFoodFacts,
  openSearchPage,
  openSearchRateLimit,
  openSearchUrl,
  readOpenSearch,
} from '../apis/open-food-facts.ts'
import { buildSearchRecord, resultsPerPage, type SearchQuery, type SearchRecord } from './product-search.ts'

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
