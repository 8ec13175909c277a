// Event search on the shop's own result pages.
import { found, type Page, pageChanged, provider } from '@quarry/kit'
import { isUrl } from '@quarry/kit/is-url'
import { toDate } from '@quarry/kit/read/dates'
import { assignedState } from '@quarry/kit/read/islands'
import { jsonObject } from '@quarry/kit/read/json-answer'
import { createListReader, statedOnPage, toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { readFields } from '@quarry/kit/read/read-fields'
import { asBoolean, asObject, asObjects, asText, asTexts, at } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import { venue } from '../event-record.ts'
import { parseSearchUrl, type SearchQuery, toPage } from '../search-query.ts'
import { result, type SearchRecord, type SearchResult } from '../search-record.ts'
import { readEventId, toEventPath } from '../shop-paths.ts'

export const searchSite = provider<SearchQuery, SearchRecord>({
  address: parseSearchUrl,
  addressForm: 'the URL of a city, category or search page (/d/… or /b/…)',
  inputs: {
    query:
      'A keyword, or the full address of a city, category or search page. Without it: all coming events.',
  },

  page: ({ path, search, domain }, site) => site.url(`${path}${search}`, domain ?? undefined),

  extract(page, query) {
    assertReadable(page)
    const { events, form } = readEvents(page)
    if (!events) throw pageChanged('no search results in the page state')
    const readNumber = (name: string) => toInteger(at(events.pagination, name))
    const [perPage, lastPage] = [readNumber('page_size'), readNumber('page_count')]
    const total = readNumber('object_count')
    const current = readNumber('page_number') ?? query.page
    const lists = createListReader(form)
    const statedCount = statedOnPage({ total, perPage, page: current, lastPage })
    const entries = toEntries(events.results)
    const results = lists.main('results', entries, (item) => toResult(item, page.url), statedCount)
    return found(
      {
        results,
        pagination: {
          next: current < (lastPage ?? 0) ? toPageAddress(page, toPage(query, current + 1)) : null,
          page: current,
          per_page: perPage ?? entries.length,
          total_pages: lastPage ?? 0,
          total_results: total ?? 0,
        },
      },
      lists.counted(),
    )
  },
})

const toPageAddress = (page: Page, { path, search }: SearchQuery): string =>
  `${new URL(page.url).origin}${path}${search}`

// The page's state and the site's own search response hold the same object under different names.
function readEvents(page: Page): { events: JsonObject | null; form: string } {
  const own = asObject(jsonObject(page)?.events)
  const events = own ?? asObject(at(assignedState(page.body, '__SERVER_DATA__'), 'search_data', 'events'))
  return {
    events: Array.isArray(events?.results) ? events : null,
    form: own ? 'json' : 'server-data',
  }
}

/** The id can come from the address and the address from the id; an item without a name is skipped. */
function toResult(item: JsonObject, pageUrl: string): SearchResult | null {
  const [name, url] = [asText(item.name), asText(item.url)]
  const id = asText(item.id) ?? (isUrl(url ?? '') ? readEventId(new URL(url ?? '').pathname) : null)
  if (id === null || name === null) return null
  return {
    ...readFields(result, item),
    url: url ?? toEventUrl(pageUrl, id),
    name,
    event_id: id,
    image_url: asText(at(item, 'image', 'url')),
    organizer_id: asText(item.primary_organizer_id),
    tags: asTexts(asObjects(item.tags).map((tag) => tag.display_name)),
    venue: readVenue(asObject(item.primary_venue)),
    start_date: toDate(item.start_date),
    start_time: readTime(item.start_time),
    end_date: toDate(item.end_date),
    end_time: readTime(item.end_time),
    is_online: asBoolean(item.is_online_event),
  }
}

/** The short form of an event's address, which the site resolves, on the host of the page. */
const toEventUrl = (pageUrl: string, id: string): string | null =>
  /^\d{1,20}$/.test(id) && isUrl(pageUrl) ? new URL(toEventPath(id), pageUrl).href : null

const readTime = (value: unknown): string | null => /^\d{2}:\d{2}/.exec(asText(value) ?? '')?.[0] ?? null

function readVenue(place: JsonObject | null): SearchResult['venue'] {
  if (!place) return null
  const address = asObject(place.address)
  return readFields(venue, { ...address, id: place.id, name: place.name, address: address?.address_1 })
}
