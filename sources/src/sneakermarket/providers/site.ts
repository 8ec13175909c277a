// The search of the resale market's own site.
import { found, pageChanged } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { jsonAnswer } from '@quarry/kit/read/json-answer'
import { assertReadable } from '@quarry/kit/read/walls'
import { readItems } from '../search-items.ts'
import { resultsMax, type SearchQuery, type SneakerItem } from '../search-record.ts'

export const site = provider<SearchQuery, SneakerItem[]>({
  page: ({ words }, { url }) => url(`/api/search?q=${encodeURIComponent(words)}&limit=${resultsMax}`),
  extract(page) {
    assertReadable(page)
    const answer = readItems(jsonAnswer(page.body))
    if (!answer) throw pageChanged('no search results in the answer')
    return found(answer.items.slice(0, resultsMax), answer.reading)
  },
  // The record of a saved answer does not depend on the query.
  paramsFromUrl(url) {
    const { pathname, searchParams } = new URL(url)
    const lastPart = pathname.split('/').findLast((part) => /[a-z0-9]/i.test(part))
    return { query: (searchParams.get('q') ?? lastPart ?? 'sneakers').slice(0, 200) }
  },
})
