// Reads what a search of the marketplace gives: its JSON answer, which is the same object as the state of its page.
import { found, type Outcome, type Page, pageChanged } from '@quarry/kit/outcome'
import { findObjects } from '@quarry/kit/read/find-objects'
import { scriptById } from '@quarry/kit/read/islands'
import { createListReader, toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import { type JsonObject, parseJson } from '@quarry/kit/read/parse-json'
import { asObject, at } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import { readAd } from './ad.ts'
import type { SearchRecord } from './search-api-record.ts'

/** What the counts say is on the page at least. */
type LeastShown = (counts: Pick<SearchRecord, 'total' | 'max_pages'>) => number

export function extractAds(page: Page, leastShown: LeastShown): Outcome<SearchRecord> {
  const { data, form } = searchStateOf(page)
  if (!data) throw pageChanged('no search results in the answer')
  const lists = createListReader(form)
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
  const ads = lists.main('ads', toEntries(data.ads), readAd, leastShown(counts))
  return found({ ...counts, ads }, lists.counted())
}

/** The object of the search, or null on a page that has none; throws on walls and empty shells. */
export function searchStateOf(page: Page): { data: JsonObject | null; form: string } {
  const isJson = /^\s*[{[]/.test(page.body.slice(0, 100))
  const data = searchDataIn(isJson ? parseJson(page.body) : scriptById(page.body, '__NEXT_DATA__'))
  // Asked only now: the title of a search for "access denied" is that of a wall.
  if (!data) assertReadable(page)
  return { data, form: isJson ? 'json' : 'next-data' }
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
