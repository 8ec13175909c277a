// Event search (interface 2.14): one page of a site's results by keyword, or by the address of a city, category
// or search page. Without a query, the coming events of the country.
import { endpoint } from '../../contract/endpoint.ts'
import { found, notFound, type Outcome, type Page, pageChanged } from '../../contract/outcome.ts'
import { looksLikeAddress } from '../../contract/site.ts'
import { invalidParameter } from '../../errors.ts'
import { toDate } from '../../extract/dates.ts'
import { assignedState } from '../../extract/islands.ts'
import { createListReader, entriesOf, statedOnPage } from '../../extract/list-reader.ts'
import { toInteger, toNumber } from '../../extract/numbers.ts'
import { type JsonObject, parseJson } from '../../extract/parse-json.ts'
import { asBoolean, asObject, asObjects, asText, asTexts, at } from '../../extract/values.ts'
import { assertReadable } from '../../extract/walls.ts'
import { boolean, integer, list, nullable, object, optional, type Static, text } from '../../lib/schema.ts'
import { domains, eventIdIn, isSearchPath, keywordSlug, readDomain, searchUrl } from './site.ts'
import { venue } from './venue.ts'

const result = object({
  url: nullable(text('https://fr.ticketing.example/e/nuit-du-jazz-1000000000017')),
  name: text('Nuit du jazz'),
  summary: nullable(text('Une nuit entière de jazz sur les quais.')),
  event_id: text('1000000000017'),
  language: nullable(text('fr-fr')),
  timezone: nullable(text('Europe/Paris')),
  image_url: nullable(text('https://img.ticketing.example/1000000000017/1.jpg')),
  tickets_url: nullable(text('https://fr.ticketing.example/checkout?eid=1000000000017')),
  organizer_id: nullable(text('9282914702')),
  tags: list(text('Jazz')),
  venue: nullable(venue),
  start_date: nullable(text('2027-03-12')),
  start_time: nullable(text('20:00')),
  end_date: nullable(text('2027-03-13')),
  end_time: nullable(text('02:00')),
  is_online: nullable(boolean(false)),
})

const record = object({
  results: list(result),
  pagination: object({
    next: nullable(
      text('https://fr.ticketing.example/d/france/jazz/?page=2', {
        description: "The site's address of the next page, or null at the end; accepted as `query`.",
      }),
    ),
    page: integer(1),
    per_page: integer(20),
    total_pages: integer(4),
    total_results: integer(73),
  }),
})

type SearchRecord = Static<typeof record>
type SearchInput = { url: string; page: number }

const lastPage = 10_000

export const search = endpoint({
  method: 'GET',
  path: '/v2/ticketing/search',
  credits: 1,
  notFound: 'billed',
  summary: 'Event search',
  description: 'One page of coming events by keyword, city, category or search address.',
  example: { query: 'jazz', domain: 'fr', page: 1 },
  params: object({
    query: optional(
      text('jazz', {
        description:
          'A keyword, or the full address of a city, category or search page. Without it: all coming events.',
        maxLength: 2048,
      }),
    ),
    domain: optional(
      text('fr', {
        description: `Country suffix for keyword searches: ${domains.join(', ')}. Ignored for an address.`,
        default: 'fr',
        maxLength: 2048,
      }),
    ),
    location: optional(
      text('france--nantes', {
        description: 'Location slug `country--city`; keyword searches only.',
        maxLength: 200,
      }),
    ),
    page: optional(
      integer(1, {
        description: 'Page number; by default that of the address, or 1.',
        minimum: 1,
        maximum: lastPage,
      }),
    ),
  }),
  record,

  parse({ query, domain, location, page }, site): SearchInput {
    const wanted = query?.trim() ?? ''
    if (!looksLikeAddress(wanted)) {
      const slug = wanted === '' ? 'all-events' : keywordSlug(wanted)
      if (slug === '') throw invalidParameter('query', 'must have a letter or a digit')
      return onPage(searchUrl(site, readDomain(domain), readLocation(location), slug), page ?? 1)
    }
    const { url } = site.read(wanted, 'query')
    if (!isSearchPath(url.pathname))
      throw invalidParameter('query', 'must be the URL of a city, category or search page (/d/… or /b/…)')
    return onPage(url, page ?? pageIn(url))
  },

  async run(input, get) {
    return extractSearch(await get(input.url), input)
  },

  extract: extractSearch,
})

function readLocation(location: string | undefined): string | undefined {
  if (location !== undefined && !/^[a-z]+(?:-[a-z]+)*--[a-z0-9]+(?:-[a-z0-9]+)*$/.test(location))
    throw invalidParameter('location', 'must be a slug of the form country--city, such as france--nantes')
  return location
}

const pageIn = (url: URL): number => {
  const page = toInteger(url.searchParams.get('page'))
  return page !== null && page >= 1 && page <= lastPage ? page : 1
}

function onPage(url: URL, page: number): SearchInput {
  if (page === 1) url.searchParams.delete('page')
  else url.searchParams.set('page', String(page))
  return { url: url.href, page }
}

function extractSearch(page: Page, input: SearchInput): Outcome<SearchRecord> {
  if (page.status === 404 || page.status === 410) return notFound
  assertReadable(page)
  const { events, form } = eventsIn(page)
  if (!events) throw pageChanged('no search results in the page state')
  const pagination = asObject(events.pagination)
  const current = toInteger(pagination?.page_number) ?? input.page
  const totalPages = toInteger(pagination?.page_count) ?? 0
  const lists = createListReader(form)
  const stated = statedOnPage({
    total: toInteger(pagination?.object_count),
    perPage: toInteger(pagination?.page_size),
    page: current,
    lastPage: toInteger(pagination?.page_count),
  })
  const entries = entriesOf(events.results)
  const results = lists.main('results', entries, (item) => toResult(item, page.url), stated)
  return found(
    {
      results,
      pagination: {
        next: current < totalPages ? onPage(new URL(input.url), current + 1).url : null,
        page: current,
        per_page: toInteger(pagination?.page_size) ?? entries.length,
        total_pages: totalPages,
        total_results: toInteger(pagination?.object_count) ?? 0,
      },
    },
    lists.counted(),
  )
}

// The page's state and the site's own search answer hold the same object under different names.
function eventsIn(page: Page): { events: JsonObject | null; form: string } {
  const answer = /^\s*\{/.test(page.body.slice(0, 100)) ? parseJson(page.body) : undefined
  const answered = asObject(at(answer, 'events'))
  const events =
    answered ?? asObject(at(assignedState(page.body, '__SERVER_DATA__'), 'search_data', 'events'))
  return {
    events: Array.isArray(events?.results) ? events : null,
    form: answered ? 'json' : 'server-data',
  }
}

/** An event's address and its id each tell the other; one without a name is none. */
function toResult(item: JsonObject, pageUrl: string): Static<typeof result> | null {
  const [name, url] = [asText(item.name), asText(item.url)]
  const id = asText(item.id) ?? (URL.canParse(url ?? '') ? eventIdIn(new URL(url ?? '').pathname) : null)
  if (id === null || name === null) return null
  return {
    url: url ?? eventUrlOn(pageUrl, id),
    name,
    summary: asText(item.summary),
    event_id: id,
    language: asText(item.language),
    timezone: asText(item.timezone),
    image_url: asText(at(item, 'image', 'url')),
    tickets_url: asText(item.tickets_url),
    organizer_id: asText(item.primary_organizer_id),
    tags: asTexts(asObjects(item.tags).map((tag) => tag.display_name)),
    venue: venueOf(asObject(item.primary_venue)),
    start_date: toDate(item.start_date),
    start_time: timeOfDay(item.start_time),
    end_date: toDate(item.end_date),
    end_time: timeOfDay(item.end_time),
    is_online: asBoolean(item.is_online_event),
  }
}

/** The short form of an event's address, which the site resolves, on the host of the page. */
const eventUrlOn = (pageUrl: string, id: string): string | null =>
  /^\d{1,20}$/.test(id) && URL.canParse(pageUrl) ? new URL(`/e/${id}`, pageUrl).href : null

const timeOfDay = (value: unknown): string | null => /^\d{2}:\d{2}/.exec(asText(value) ?? '')?.[0] ?? null

function venueOf(place: JsonObject | null): Static<typeof result>['venue'] {
  if (!place) return null
  const address = asObject(place.address)
  return {
    id: asText(place.id),
    name: asText(place.name),
    address: asText(address?.address_1),
    city: asText(address?.city),
    region: asText(address?.region),
    country: asText(address?.country),
    postal_code: asText(address?.postal_code),
    latitude: toNumber(address?.latitude),
    longitude: toNumber(address?.longitude),
  }
}
