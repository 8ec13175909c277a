// A search on the retailer's site, from its page of results.
import { found, pageChanged, searchProvider } from '@quarry/kit'
import { assertReadable } from '@quarry/kit/read/walls'
import { buildSearchRecord, type SearchQuery } from '../../shops/product-search.ts'
import { readResults, type SearchRecord } from '../search-results.ts'

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
