// The result pages of a search engine itself, in the layouts of several.
import { pageChanged } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { assertReadable } from '@quarry/kit/read/walls'
import { readResults } from '../results.ts'
import {
  lastOffset,
  resultsPerAnswer,
  type SearchQuery,
  type SearchRecord,
  toOutcome,
} from '../search-record.ts'

export const site = provider<SearchQuery, SearchRecord>({
  page({ words, skip, language, country }, engine) {
    const searchParams = new URLSearchParams({ q: words, num: String(resultsPerAnswer) })
    if (language !== undefined) searchParams.set('hl', language)
    if (country !== undefined) searchParams.set('gl', country)
    if (skip > 0) searchParams.set('start', String(skip))
    return engine.url(`/search?${searchParams}`)
  },

  extract(page, query) {
    const results = readResults(page)
    if (results) return toOutcome(results, query)
    // Checked last: a search for "access denied" has the title of a bot wall.
    assertReadable(page)
    throw pageChanged('no search results in any known layout')
  },

  // Each engine has its own names for the query and for the offset.
  paramsFromUrl(url, { text, integer }) {
    const skipped =
      integer('start') ??
      integer('s') ??
      (integer('first') ?? 1) - 1 + ((integer('pageno') ?? 1) - 1) * resultsPerAnswer
    return { query: text('q', 'query', 'p') ?? url, page: Math.min(Math.max(skipped, 0), lastOffset) }
  },
})
