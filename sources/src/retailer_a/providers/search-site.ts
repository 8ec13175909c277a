// A search on the chain's own site: by the answer of its API, or by the linked data of its page.
import { found, type Outcome, pageChanged } from '@quarry/kit/outcome'
import { type Io, provider } from '@quarry/kit/provider'
import { filterByType, jsonLd } from '@quarry/kit/read/json-ld'
import { toInteger } from '@quarry/kit/read/numbers'
import { assertReadable } from '@quarry/kit/read/walls'
import { parseAnswer } from '../product-item.ts'
import { resultsPerPage, type SearchQuery, type SearchRecord, searchRecord } from '../search-record.ts'
import { resultsFromAnswer, resultsFromLinkedData } from '../search-results.ts'

export const searchSite = provider<SearchQuery, SearchRecord>({
  // Where there is no search there is no answer, and never "no match".
  readsMissing: true,
  find,

  extract(page, query) {
    assertReadable(page)
    const answer = parseAnswer(page.body)
    const read = answer
      ? resultsFromAnswer(answer, page, query)
      : resultsFromLinkedData(filterByType(jsonLd(page.body), 'ItemList'), page, query)
    if (!read) throw pageChanged('no results in any known form')
    const origin = new URL(page.url).origin
    return found(searchRecord(read.results, query, read.total), {
      ...read.lists.counted(),
      source: `${origin}${pagePath(query)}`,
    })
  },

  paramsFromUrl(url) {
    const { searchParams } = new URL(url)
    return { query: searchParams.get('q')?.trim() || url, page: toInteger(searchParams.get('page')) ?? 1 }
  },
})

// As for one product: the API first, and the page for what it does not know or sends broken.
async function find(query: SearchQuery, { get, site }: Io): Promise<Outcome<SearchRecord>> {
  const answer = await get(site.url(apiPath(query)).href)
  assertReadable(answer)
  const isUnknown = answer.status === 404 || parseAnswer(answer.body) === null
  return searchSite.extract(isUnknown ? await get(site.url(pagePath(query)).href) : answer, query)
}

const asked = ({ words, page }: SearchQuery) =>
  new URLSearchParams({ q: words, page: String(page), size: String(resultsPerPage) })
const apiPath = (query: SearchQuery): string => `/api/search?${asked(query)}`
const pagePath = (query: SearchQuery): string => `/s?${asked(query)}`
