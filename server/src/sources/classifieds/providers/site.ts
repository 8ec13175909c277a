// The search of a marketplace itself, whose JSON answer is the same object as the state of its search page.
import { found, type Outcome, type Page, pageChanged } from '../../../contract/outcome.ts'
import { type Provider, provider } from '../../../contract/provider.ts'
import { findObjects } from '../../../extract/find-objects.ts'
import { scriptById } from '../../../extract/islands.ts'
import { createListReader, entriesOf, statedOnPage } from '../../../extract/list-reader.ts'
import { toInteger } from '../../../extract/numbers.ts'
import { type JsonObject, parseJson } from '../../../extract/parse-json.ts'
import { asObject, at } from '../../../extract/values.ts'
import { assertReadable } from '../../../extract/walls.ts'
import { readAd } from '../ad.ts'
import type { SearchQuery, SearchRecord } from '../search-api-record.ts'

export const site: Provider<SearchQuery, SearchRecord> = provider({
  find: async (query, { get, site: market }) =>
    site.extract(await get(market.url('/finder/search').href, { json: query }), query),

  extract: extractSearch,

  // What a saved page says does not depend on what was asked.
  paramsFromUrl: () => ({}),
})

function extractSearch(page: Page, query: SearchQuery): Outcome<SearchRecord> {
  assertReadable(page)
  const isJson = /^\s*[{[]/.test(page.body.slice(0, 100))
  const data = searchDataIn(isJson ? parseJson(page.body) : scriptById(page.body, '__NEXT_DATA__'))
  if (!data) throw pageChanged('no search results in the answer')
  const lists = createListReader(isJson ? 'json' : 'next-data')
  const counts = {
    total: toInteger(data.total),
    total_all: toInteger(data.total_all),
    total_pro: toInteger(data.total_pro),
    total_private: toInteger(data.total_private),
    total_active: toInteger(data.total_active),
    total_inactive: toInteger(data.total_inactive),
    total_shippable: toInteger(data.total_shippable),
    max_pages: toInteger(data.max_pages),
  }
  const ads = lists.main('ads', entriesOf(data.ads), readAd, leastShown(counts, query))
  return found({ ...counts, ads }, lists.counted())
}

/** One, where matches are left behind those that were skipped: how many of them go on a page is the site's choice. */
function leastShown(
  { total, max_pages: lastPage }: Pick<SearchRecord, 'total' | 'max_pages'>,
  { offset, limit }: SearchQuery,
): number {
  const page = Math.floor(offset / limit) + 1
  const left = total === null ? null : total - (offset % limit)
  return Math.min(1, statedOnPage({ total: left, perPage: limit, page, lastPage }) ?? 0)
}

// The state may come as a page, as the JSON inside it, or bare; and a release may move it.
function searchDataIn(state: unknown): JsonObject | null {
  const candidates = [
    at(state, 'props', 'pageProps', 'searchData'),
    at(state, 'pageProps', 'searchData'),
    at(state, 'searchData'),
    state,
    ...findObjects(state, ['ads', 'total', 'max_pages']),
  ]
  return candidates.map(asObject).find((candidate) => candidate !== null && isSearchData(candidate)) ?? null
}

/** A search without a match may leave the list of ads out; then the counts tell that it is one. */
const isSearchData = (data: JsonObject): boolean =>
  Array.isArray(data.ads) || (toInteger(data.total) !== null && (data.ads ?? null) === null)
