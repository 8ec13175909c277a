// The result pages of a search engine itself, in the layouts of several.
import { isUrl } from '@quarry/kit/is-url'
import { found, pageChanged } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { toInteger } from '@quarry/kit/read/numbers'
import { assertReadable } from '@quarry/kit/read/walls'
import { readResults } from '../results.ts'
import {
  lastOffset,
  resultsPerAnswer,
  type SearchQuery,
  type SearchRecord,
  searchRecord,
} from '../search-record.ts'

export const site = provider<SearchQuery, SearchRecord>({
  page({ words, skip }, engine) {
    const asked = new URLSearchParams({ q: words, num: String(resultsPerAnswer) })
    if (skip > 0) asked.set('start', String(skip))
    return engine.url(`/search?${asked}`)
  },

  extract(page, query) {
    const read = readResults(page)
    if (read) return found(searchRecord(read.results, query), read.reading)
    // Asked only now: the title of a search for "access denied" is that of a wall.
    assertReadable(page)
    throw pageChanged('no search results in any known layout')
  },

  // Each engine has its own names for the query and for the offset.
  paramsFromUrl(url) {
    const asked = isUrl(url) ? new URL(url).searchParams : new URLSearchParams()
    const words = asked.get('q') ?? asked.get('query') ?? asked.get('p')
    const skipped =
      toInteger(asked.get('start')) ??
      toInteger(asked.get('s')) ??
      (toInteger(asked.get('first')) ?? 1) -
        1 +
        ((toInteger(asked.get('pageno')) ?? 1) - 1) * resultsPerAnswer
    return { query: words?.trim() ? words : url, page: Math.min(Math.max(skipped, 0), lastOffset) }
  },
})
