// Articles by words from Open Food Facts, which knows no prices; those whose number `product` does not take are left out.
import { found } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { isEan } from '@quarry/kit/read/ean'
import { openFoodFacts } from '../../apis/open-food-facts.ts'
import {
  type OpenHit,
  openSearchPace,
  openSearchPage,
  openSearchUrl,
  parseOpenSearchUrl,
  readOpenSearch,
} from '../../apis/open-food-facts-search.ts'
import {
  type Result,
  resultsPerPage,
  type SearchQuery,
  type SearchRecord,
  searchRecord,
} from '../search-record.ts'

export const openFoodFactsSearch = provider<SearchQuery, SearchRecord>({
  api: openFoodFacts,
  pace: openSearchPace,
  example: { query: 'chocolat', page: 1 },
  // Where there is no search there is no answer, and never "no match".
  readsMissing: true,

  page: (query) => openSearchUrl({ ...query, perPage: resultsPerPage }),

  extract(page, query) {
    const { hits, total, counted } = readOpenSearch(page, { ...query, perPage: resultsPerPage }, isEan)
    const record = searchRecord(hits.map(toResult), query, total)
    return found(record, { ...counted, source: openSearchPage(query.words) })
  },

  paramsFromUrl: parseOpenSearchUrl,
})

const unpriced = { price: null, currency_code: null, unit_price: null }

const toResult = ({ code, ...hit }: OpenHit): Result => ({ ean: code, ...hit, ...unpriced })
