// Reads a search of the marketplace: its JSON answer, or the same object in the state of its page.
import { found, type Outcome, type Page, pageChanged } from '@quarry/kit/outcome'
import { findObjects } from '@quarry/kit/read/find-objects'
import { scriptById } from '@quarry/kit/read/islands'
import { createListReader, toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import { type JsonObject, parseJson } from '@quarry/kit/read/parse-json'
import { readFields } from '@quarry/kit/read/read-fields'
import { asObject, at } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import { readAd } from './ad.ts'
import { type Counts, counts, type SearchRecord } from './search-record.ts'

/** `countLeast` says how many ads the page has at least, by its own counts. */
export function extractAds(page: Page, countLeast: (counts: Counts) => number): Outcome<SearchRecord> {
  const { data, form } = findSearchData(page)
  if (!data) throw pageChanged('no search results in the answer')
  const lists = createListReader(form)
  const totals = readFields(counts, data)
  const ads = lists.main('ads', toEntries(data.ads), readAd, countLeast(totals))
  return found({ ...totals, ads }, lists.counted())
}

/** The object of the search, or null on a page without one; throws on bot walls and empty shells. */
export function findSearchData(page: Page): { data: JsonObject | null; form: string } {
  const isJson = /^\s*[{[]/.test(page.body.slice(0, 100))
  const state = isJson ? parseJson(page.body) : scriptById(page.body, '__NEXT_DATA__')
  // The state may come as a page, as the JSON inside it, or bare; and a release may move it.
  const candidates = [
    at(state, 'props', 'pageProps', 'searchData'),
    at(state, 'pageProps', 'searchData'),
    at(state, 'searchData'),
    state,
    ...findObjects(state, ['ads', 'total', 'max_pages']),
  ]
  const data = candidates.map(asObject).find((item) => item !== null && isSearchData(item)) ?? null
  // Checked last: a search for "access denied" has the title of a bot wall.
  if (!data) assertReadable(page)
  return { data, form: isJson ? 'json' : 'next-data' }
}

/** A search without matches may have counts and no list of ads. */
const isSearchData = (data: JsonObject): boolean =>
  Array.isArray(data.ads) || (toInteger(data.total) !== null && (data.ads ?? null) === null)
