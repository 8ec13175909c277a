// Reads a search of the marketplace: its JSON response, or the same object in the state of its page. The site uses the
// record's own field names, so most fields of an ad are read by the schema.
import { found, type Outcome, type Page, pageChanged } from '@quarry/kit'
import { toDateTime } from '@quarry/kit/read/dates'
import { findObjects } from '@quarry/kit/read/find-objects'
import { scriptById } from '@quarry/kit/read/islands'
import { createListReader, toEntries } from '@quarry/kit/read/list-reader'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import { type JsonObject, parseJson } from '@quarry/kit/read/parse-json'
import { readFields } from '@quarry/kit/read/read-fields'
import { asBoolean, asList, asObject, asObjects, asText, asTexts, at } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import {
  type AdAttribute,
  type AdRecord,
  ad,
  type Counts,
  counts,
  type SearchRecord,
} from './search-record.ts'

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

/** The ad, or null without an id or a title. The id is also the end of the ad's address. */
function readAd(item: JsonObject): AdRecord | null {
  const fields = readFields(ad, item)
  const { subject, url, location } = fields
  const id = fields.list_id ?? toInteger(/\/(\d{1,15})(?:\.htm)?\/?$/.exec(url ?? '')?.[1])
  if (id === null || subject === null) return null
  return {
    ...fields,
    list_id: id,
    subject,
    body: typeof item.body === 'string' ? item.body : null,
    first_publication_date: toLocalTime(item.first_publication_date),
    index_date: toLocalTime(item.index_date),
    price: toNumbers(item.price),
    attributes: asObjects(item.attributes)
      .map(readAttribute)
      .filter((attribute) => attribute !== null),
    location: { ...location, feature: readFeature(at(item.location, 'feature')) },
  }
}

const toLocalTime = (value: unknown): string | null => toDateTime(value)?.local.replace('T', ' ') ?? null

const toNumbers = (value: unknown): number[] =>
  asList(value)
    .map(toNumber)
    .filter((number) => number !== null)

function readAttribute(item: JsonObject): AdAttribute | null {
  const key = asText(item.key)
  if (key === null) return null
  const label = asText(item.key_label)
  const generic = asBoolean(item.generic)
  return {
    key,
    value: asText(item.value),
    values: asTexts(item.values),
    ...(generic && label !== null ? { key_label: label } : {}),
    value_label: asText(item.value_label),
    generic,
  }
}

/** The place as GeoJSON, or null without coordinates and properties. */
function readFeature(feature: unknown): AdRecord['location']['feature'] {
  const coordinates = toNumbers(at(feature, 'geometry', 'coordinates'))
  const properties = at(feature, 'properties') ?? null
  if (coordinates.length === 0 && properties === null) return null
  return {
    type: asText(at(feature, 'type')),
    geometry: { type: asText(at(feature, 'geometry', 'type')), coordinates },
    properties,
  }
}
