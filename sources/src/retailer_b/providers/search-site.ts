// A search on the grocer's own site, by its page of results.
import { found, pageChanged } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { toInteger } from '@quarry/kit/read/numbers'
import { assertReadable } from '@quarry/kit/read/walls'
import { type SearchQuery, type SearchRecord, searchRecord } from '../search-record.ts'
import { readResults } from '../search-results.ts'

export const searchSite = provider<SearchQuery, SearchRecord>({
  // Where there is no search there is no answer, and never "no match".
  readsMissing: true,

  page: ({ words, page }, grocer) =>
    grocer.url(`/recherche?${new URLSearchParams({ q: words, page: String(page) })}`),

  extract(page, query) {
    const read = readResults(page, query)
    if (read) return found(searchRecord(read.results, query, read.total), read.reading)
    // Asked only now: the title of a search for "access denied" is that of a wall.
    assertReadable(page)
    throw pageChanged('no search results in any known layout')
  },

  paramsFromUrl(url) {
    const { searchParams } = new URL(url)
    return { query: searchParams.get('q')?.trim() || url, page: toInteger(searchParams.get('page')) ?? 1 }
  },
})
