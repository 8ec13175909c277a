// One event as Ticketmaster tells it, the same in a search and by its number. It names no end as a rule, and neither
// prices nor texts for many.
import { isUrl } from '@quarry/kit/is-url'
import { plainText } from '@quarry/kit/read/clean-text'
import { currencyCode } from '@quarry/kit/read/currency-code'
import { type DateTime, toDate, toDateTime } from '@quarry/kit/read/dates'
import { buildForm, type Form, hasForm } from '@quarry/kit/read/has-form'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObjects, asText, at } from '@quarry/kit/read/values'
import type { EventPlace } from './event-place.ts'

export type TicketmasterEvent = {
  id: string
  name: string
  url: string | null
  locale: string | null
  info: string | null
  pleaseNote: string | null
  /** The first is the largest of the wide ones. */
  images: string[]
  /** From broad to narrow: segment, genre, subgenre. */
  kinds: string[]
  segment: string | null
  genre: string | null
  timezone: string | null
  /** `onsale`, `offsale`, `canceled`, `postponed` or `rescheduled`. */
  state: string | null
  currency: string | null
  start: TicketmasterTime
  end: TicketmasterTime
  promoterId: string | null
  promoterName: string | null
  place: EventPlace | null
}

/** A day may be known before the hour is. */
export type TicketmasterTime = { day: string | null; time: string | null } & (
  | DateTime
  | { local: null; utc: null }
)

/** The event; null where it has no name or number, or a part of another type than it had. */
export function readTicketmasterEvent(event: JsonObject): TicketmasterEvent | null {
  const [id, name] = [asText(event.id), asText(event.name)]
  if (id === null || name === null || !hasForm(event, eventForm)) return null
  const kinds = asObjects(event.classifications)
  const main = kinds.find(({ primary }) => primary === true) ?? kinds[0]
  const [segment, genre, subGenre] = ['segment', 'genre', 'subGenre'].map((kind) => readKind(at(main, kind)))
  return {
    id,
    name,
    url: readUrl(event.url),
    locale: asText(event.locale),
    info: plainText(asText(event.info) ?? ''),
    pleaseNote: asText(event.pleaseNote),
    images: readImages(asObjects(event.images)),
    kinds: [...new Set([segment, genre, subGenre])].filter((kind) => typeof kind === 'string'),
    segment: segment ?? null,
    genre: genre ?? null,
    timezone: asText(at(event, 'dates', 'timezone')),
    state: asText(at(event, 'dates', 'status', 'code')),
    currency: currencyCode(asObjects(event.priceRanges)[0]?.currency),
    start: readTime(at(event, 'dates', 'start')),
    end: readTime(at(event, 'dates', 'end')),
    promoterId: asText(at(event, 'promoter', 'id')),
    promoterName: asText(at(event, 'promoter', 'name')),
    place: readPlace(asObjects(at(event, '_embedded', 'venues'))[0]),
  }
}

const named: Form = { name: 'text' }
const moment: Form = { ...buildForm('text', ['localDate', 'localTime', 'dateTime']), approximate: 'flag' }
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

/** `Undefined` stands where nobody has said what an event is. */
function readKind(kind: unknown): string | null {
  const name = asText(at(kind, 'name'))
  return name === 'Undefined' ? null : name
}

function readUrl(value: unknown): string | null {
  const address = asText(value)
  return address !== null && /^https?:\/\//i.test(address) && isUrl(address) ? address : null
}

function readImages(images: readonly JsonObject[]): string[] {
  const rank = (image: JsonObject) => (image.ratio === '16_9' ? 1_000_000 : 0) + (toInteger(image.width) ?? 0)
  const sorted = [...images].sort((one, other) => rank(other) - rank(one))
  return sorted.map(({ url }) => readUrl(url)).filter((url) => url !== null)
}

const unknown = { day: null, time: null, local: null, utc: null }

/** What is only about right (`approximate`) is not told. */
function readTime(told: unknown): TicketmasterTime {
  const day = toDate(at(told, 'localDate'))
  if (day === null || at(told, 'approximate') === true) return unknown
  const time = /^\d{2}:\d{2}(?::\d{2})?$/.exec(asText(at(told, 'localTime')) ?? '')?.[0]
  const local = time === undefined ? null : toDateTime(`${day}T${time}`)
  if (local === null || time === undefined) return { ...unknown, day }
  return {
    day,
    time: time.slice(0, 5),
    local: local.local,
    utc: toDateTime(at(told, 'dateTime'))?.utc ?? null,
  }
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
