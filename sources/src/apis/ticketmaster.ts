// Ticketmaster's Discovery API: events on sale in its own shops and those of its sister companies. The key is sent with
// each request and is never part of an address here.
import { type Page, pageChanged, upstreamApi } from '@quarry/kit'
import { plainText } from '@quarry/kit/read/clean-text'
import { currencyCode } from '@quarry/kit/read/currency-code'
import { type DateTime, toDate, toDateTime } from '@quarry/kit/read/dates'
import { buildForm, type Form, hasForm } from '@quarry/kit/read/has-form'
import { jsonObject } from '@quarry/kit/read/json-answer'
import { toEntries } from '@quarry/kit/read/list-reader'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asHttpUrl, asObjects, asText, at } from '@quarry/kit/read/values'
import { buildEventParams, type EventSearch, parseEventParams } from './event-search.ts'
import type { EventPlace } from './openagenda.ts'

export const ticketmaster = upstreamApi({
  name: 'ticketmaster',
  title: 'Ticketmaster Discovery',
  hosts: ['app.ticketmaster.com'],
  licence: 'terms of use of the Ticketmaster developer programme',
  credit: 'Event data by Ticketmaster',
  homepage: 'https://developer.ticketmaster.com',
  // Its guide says five a second, its FAQ two.
  rateLimit: { perSecond: 2, perDay: 5000 },
  credentials: { env: 'TICKETMASTER_API_KEY', query: 'apikey' },
  // Its terms allow caching for reasonable periods.
  retentionSeconds: 86_400,
})

/** The page size times the page number, counted from 0, must stay below 1,000. */
export const ticketmasterPageSize = 100
export const ticketmasterReach = 1000

const api = 'https://app.ticketmaster.com/discovery/v2'

/** Ids have letters and digits: `G5diZfkn0B-bh`. Ids of digits only belong to other shops. */
export const isTicketmasterId = (id: string): boolean =>
  /^[A-Za-z0-9_-]{8,40}$/.test(id) && /[A-Za-z]/.test(id) && /\d/.test(id)

// Without it only events with English texts are listed.
const anyLanguage = { locale: '*' }

export const ticketmasterEventUrl = (id: string): string =>
  `${api}/events/${id}.json?${new URLSearchParams(anyLanguage)}`

export const ticketmasterSearchUrl = ({ words, country, city, page }: EventSearch): string =>
  `${api}/events.json?${new URLSearchParams({
    ...(words === '' ? {} : { keyword: words }),
    countryCode: country,
    ...(city === null ? {} : { city }),
    ...anyLanguage,
    sort: 'date,name,asc',
    size: String(ticketmasterPageSize),
    page: String(page - 1),
  })}`

const placeNames = { country: 'countryCode', city: 'city' }

/** The page of the same search in the shop, which ignores country and city: `parseTicketmasterSearchUrl` reads them. */
export const ticketmasterSearchPage = (search: EventSearch): string =>
  `https://www.ticketmaster.com/search?${buildEventParams(search, placeNames)}`

export const ticketmasterHosts = ['www.ticketmaster.com', 'ticketmaster.com']

/** The search of such an address; null for another address, and for one with further parameters. */
export const parseTicketmasterSearchUrl = ({ pathname, searchParams }: URL): EventSearch | null =>
  /^\/search\/?$/.test(pathname) ? parseEventParams(searchParams, placeNames, 'US') : null

/** The event of a response; null if the API answers that there is none. */
export function readTicketmasterResponse(page: Page, id: string): JsonObject | null {
  const response = jsonObject(page)
  if (page.status >= 400) {
    if (Array.isArray(response?.errors)) return null
    throw pageChanged('no JSON of an event that is missing')
  }
  if (!response) throw pageChanged('no JSON of an event')
  if (asText(response.id) !== id) throw pageChanged('the answer is not about the requested event')
  return response
}

/** The events of a search; a response without a hit has no list. */
export function readTicketmasterSearch(page: Page): { events: JsonObject[]; total: number } {
  const response = jsonObject(page)
  const total = toInteger(at(response, 'page', 'totalElements'))
  const events = at(response, '_embedded', 'events')
  if (page.status >= 400 || total === null || total < 0) throw pageChanged('no JSON of a search')
  if (events !== undefined && !Array.isArray(events)) throw pageChanged('the events are not a list')
  return { events: toEntries(events), total }
}

export type TicketmasterEvent = NonNullable<ReturnType<typeof readTicketmasterEvent>>

/** The day may be known before the hour is. */
type TicketmasterTime = { day: string | null; time: string | null } & (DateTime | { local: null; utc: null })

/** The event of a search or of its own response; null without a name or an id, or with a field of another type. */
export function readTicketmasterEvent(event: JsonObject) {
  const [id, name] = [asText(event.id), asText(event.name)]
  if (id === null || name === null || !hasForm(event, eventForm)) return null
  const kinds = asObjects(event.classifications)
  const main = kinds.find(({ primary }) => primary === true) ?? kinds[0]
  const [segment = null, genre = null, subGenre = null] = ['segment', 'genre', 'subGenre'].map((kind) => {
    const text = asText(at(main, kind, 'name'))
    return text === 'Undefined' ? null : text
  })
  const images = readImages(asObjects(event.images))
  return {
    /** The fields that records of events share. */
    facts: {
      url: asHttpUrl(event.url),
      name,
      summary: plainText(asText(event.info)),
      timezone: asText(at(event, 'dates', 'timezone')),
      event_id: id,
      image_url: images[0] ?? null,
      venue: readPlace(asObjects(at(event, '_embedded', 'venues'))[0]),
    },
    locale: asText(event.locale),
    pleaseNote: asText(event.pleaseNote),
    images,
    /** From broad to narrow: segment, genre, subgenre. */
    kinds: [...new Set([segment, genre, subGenre])].filter((kind) => kind !== null),
    segment,
    genre,
    /** `onsale`, `offsale`, `canceled`, `postponed` or `rescheduled`. */
    state: asText(at(event, 'dates', 'status', 'code')),
    currency: currencyCode(asObjects(event.priceRanges)[0]?.currency),
    start: readTime(at(event, 'dates', 'start')),
    /** Mostly missing. */
    end: readTime(at(event, 'dates', 'end')),
    promoterId: asText(at(event, 'promoter', 'id')),
    promoterName: asText(at(event, 'promoter', 'name')),
  }
}

const named: Form = { name: 'text' }
const moment: Form = {
  ...buildForm('text', ['localDate', 'localTime', 'dateTime']),
  ...buildForm('flag', ['approximate', 'dateTBD', 'dateTBA']),
}
const venueForm: Form = {
  ...{ id: 'scalar', name: 'text', postalCode: 'scalar', city: named, state: named },
  country: { countryCode: 'text' },
  address: { line1: 'text' },
  location: buildForm('scalar', ['latitude', 'longitude']),
}
const eventForm: Form = {
  ...buildForm('text', ['name', 'url', 'locale', 'info', 'pleaseNote']),
  id: 'scalar',
  images: [{ url: 'text', ratio: 'text', width: 'scalar' }],
  classifications: [{ primary: 'flag', ...buildForm(named, ['segment', 'genre', 'subGenre']) }],
  dates: { start: moment, end: moment, timezone: 'text', status: { code: 'text' } },
  promoter: { id: 'scalar', name: 'text' },
  priceRanges: [{ currency: 'text' }],
  _embedded: { venues: [venueForm] },
}

/** Wide ones first, the largest of them first. */
function readImages(images: readonly JsonObject[]): string[] {
  const rank = (image: JsonObject) => (image.ratio === '16_9' ? 1_000_000 : 0) + (toInteger(image.width) ?? 0)
  const sorted = [...images].sort((a, b) => rank(b) - rank(a))
  return sorted.map(({ url }) => asHttpUrl(url)).filter((url) => url !== null)
}

const noTime = { day: null, time: null, local: null, utc: null }

/** Approximate times, and placeholders for dates that are not decided yet, are left out. */
function readTime(value: unknown): TicketmasterTime {
  const day = toDate(at(value, 'localDate'))
  const isUndecided = ['approximate', 'dateTBD', 'dateTBA'].some((flag) => at(value, flag) === true)
  if (day === null || isUndecided) return noTime
  const time = /^\d{2}:\d{2}(?::\d{2})?$/.exec(asText(at(value, 'localTime')) ?? '')?.[0]
  const local = time === undefined ? null : toDateTime(`${day}T${time}`)
  if (local === null || time === undefined) return { ...noTime, day }
  const utc = toDateTime(at(value, 'dateTime'))?.utc ?? null
  return { day, time: time.slice(0, 5), local: local.local, utc }
}

function readPlace(venue: JsonObject | undefined): EventPlace | null {
  if (!venue) return null
  return {
    id: asText(venue.id),
    name: asText(venue.name),
    address: asText(at(venue, 'address', 'line1')),
    city: asText(at(venue, 'city', 'name')),
    region: asText(at(venue, 'state', 'name')),
    country: asText(at(venue, 'country', 'countryCode')),
    postal_code: asText(venue.postalCode),
    latitude: toNumber(at(venue, 'location', 'latitude')),
    longitude: toNumber(at(venue, 'location', 'longitude')),
  }
}
