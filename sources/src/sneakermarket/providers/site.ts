// The search of a resale market itself, in the three forms in which such markets answer.
import { found, pageChanged } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { jsonAnswer } from '@quarry/kit/read/json-answer'
import { assertReadable } from '@quarry/kit/read/walls'
import { itemsIn } from '../search-items.ts'
import { resultsMax, type SearchQuery, type SneakerItem } from '../search-record.ts'

export const site = provider<SearchQuery, SneakerItem[]>({
  page: ({ words }, market) => market.url(`/api/search?q=${encodeURIComponent(words)}&limit=${resultsMax}`),

  extract(page) {
    assertReadable(page)
    const answer = itemsIn(jsonAnswer(page.body))
    if (!answer) throw pageChanged('no search results in the answer')
    return found(answer.items.slice(0, resultsMax), answer.reading)
  },

  // A saved answer tells its own results; what was asked matters no more.
  paramsFromUrl(url) {
    const { pathname, searchParams } = new URL(url)
    const lastPart = pathname.split('/').findLast((part) => /[a-z0-9]/i.test(part))
    return { query: (searchParams.get('q') ?? lastPart ?? 'sneakers').slice(0, 200) }
  },
})
