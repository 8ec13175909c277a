// A search on the retailer's site: the answer of its API, or the linked data of its page.
import { found, type Io, type Outcome, pageChanged, searchProvider } from '@quarry/kit'
import { filterByType, jsonLd } from '@quarry/kit/read/json-ld'
import { assertReadable } from '@quarry/kit/read/walls'
import { buildSearchRecord, resultsPerPage, type SearchQuery } from '../../shops/product-search.ts'
import { parseAnswer } from '../product-item.ts'
import { readAnswerResults, readLinkedResults, type SearchRecord } from '../search-results.ts'

export const searchSite = searchProvider<SearchQuery, SearchRecord>({
  find,
  extract(page, query) {
    assertReadable(page)
    const answer = parseAnswer(page.body)
    const read = answer
      ? readAnswerResults(answer, page, query)
      : readLinkedResults(filterByType(jsonLd(page.body), 'ItemList'), page, query)
    if (!read) throw pageChanged('no results in any known form')
    const source = `${new URL(page.url).origin}${toPath('/s', query)}`
    return found(buildSearchRecord(read.results, query, read.total), { ...read.lists.counted(), source })
  },
  paramsFromUrl: (url, { text, integer }) => ({ query: text('q') ?? url, page: integer('page') ?? 1 }),
})

// As for one product: the API first, and the page for searches that it does not know or answers with broken JSON.
async function find(query: SearchQuery, { get, site }: Io): Promise<Outcome<SearchRecord>> {
  const answer = await get(site.url(toPath('/api/search', query)).href)
  assertReadable(answer)
  const isUnknown = answer.status === 404 || parseAnswer(answer.body) === null
  return searchSite.extract(isUnknown ? await get(site.url(toPath('/s', query)).href) : answer, query)
}

const toPath = (path: string, { words, page }: SearchQuery): string =>
  `${path}?${new URLSearchParams({ q: words, page: String(page), size: String(resultsPerPage) })}`
