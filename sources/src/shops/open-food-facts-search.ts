// A shop's product search answered by Open Food Facts, which has no prices.
import { found } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { openFoodFacts } from '../apis/open-food-facts.ts'
import {
  type OpenHit,
  openSearchPace,
  openSearchPage,
  openSearchUrl,
  parseOpenSearchUrl,
  readOpenSearch,
} from '../apis/open-food-facts-search.ts'
import { buildSearchRecord, resultsPerPage, type SearchQuery, type SearchRecord } from './product-search.ts'

type UnpricedProduct = Omit<OpenHit, 'code'> & { price: null; currency_code: null; unit_price: null }

/** `isCode` accepts the article numbers that the retailer's product lookup takes; `toIds` gives its ids. */
export const createOpenFoodFactsSearch = <Ids extends object>(
  isCode: (code: string) => boolean,
  toIds: (code: string) => Ids,
) =>
  provider<SearchQuery, SearchRecord<Ids & UnpricedProduct>>({
    api: openFoodFacts,
    pace: openSearchPace,
    example: { query: 'chocolat', page: 1 },
    // A missing search page is a failure, not a search without matches.
    readsMissing: true,
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
    paramsFromUrl: parseOpenSearchUrl,
  })
