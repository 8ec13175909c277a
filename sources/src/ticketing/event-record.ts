// The record of one event and of its venue, separate from the endpoint, so that readers need not import it.
import { readFields } from '@quarry/kit/read/read-fields'
import {
  boolean,
  integer,
  list,
  namedObject,
  nullable,
  number,
  object,
  type Static,
  text,
} from '@quarry/kit/schema'

export const venue = namedObject('TicketingVenue', {
  id: nullable(text('296212382')),
  name: nullable(text('Le Grand Hangar')),
  address: nullable(text('12 quai des Brumes', 'The street part of the address.')),
  city: nullable(text('Nantes')),
  region: nullable(text('Pays de la Loire')),
  country: nullable(text('FR', 'As the site writes it, mostly an ISO 3166 code.')),
  postal_code: nullable(text('44000')),
  latitude: nullable(number(47.2184, 'In degrees, north is positive.')),
  longitude: nullable(number(-1.5536, 'In degrees, east is positive.')),
})

const uri = { format: 'uri' }
const localTime = 'Local time at the venue, without offset.'
const utc = { format: 'date-time', description: 'The same moment in UTC.' }

const organizer = namedObject('TicketingOrganizer', {
  id: nullable(text('9282914702')),
  url: nullable(text('https://fr.ticketing.example/o/quai-sonore-9282914702', uri)),
  name: nullable(text('Quai Sonore')),
  verified: nullable(boolean(true, 'Whether the shop vouches for the organizer.')),
  num_events: nullable(integer(116)),
  total_attendees: nullable(integer(14279, 'Over all events of the organizer.')),
})

export const record = object({
  url: nullable(text('https://fr.ticketing.example/e/nuit-du-jazz-1000000000017', uri)),
  name: text('Nuit du jazz'),
  domain: nullable(
    text('fr', 'Suffix of the shop on which the event is; it may differ from the requested one.'),
  ),
  format: nullable(text('Concert', 'What kind of event it is, in the words of the site.')),
  locale: nullable(text('fr_FR', 'Language and country of the texts.')),
  status: nullable(text('live', 'In the words of the site, such as live or canceled.')),
  summary: nullable(text('Une nuit entière de jazz sur les quais.')),
  category: nullable(text('Music')),
  subcategory: nullable(text('Jazz')),
  currency: nullable(text('EUR', 'ISO 4217 code, in capitals.')),
  timezone: nullable(text('Europe/Paris', 'A name of the IANA time zone database.')),
  event_id: text('1000000000017'),
  image_url: nullable(text('https://img.ticketing.example/1000000000017/1.jpg', uri)),
  sales_status: nullable(text('on_sale', 'In the words of the site.')),
  description: nullable(text('<p>Portes à 20 h.</p>', 'An HTML text.')),
  tags: nullable(list(text('jazz'), 'Null if the page names none, as most pages do.')),
  images: list(text('https://img.ticketing.example/1000000000017/1.jpg', uri)),
  is_free: nullable(boolean(false)),
  is_listed: nullable(boolean(true, 'Whether searches show the event.')),
  is_online: nullable(boolean(false)),
  is_series: nullable(boolean(false, 'Whether the event takes place more than once.')),
  start_date: nullable(text('2027-03-12T20:00:00', localTime)),
  end_date: nullable(text('2027-03-13T02:00:00', localTime)),
  start_date_utc: nullable(text('2027-03-12T19:00:00Z', utc)),
  end_date_utc: nullable(text('2027-03-13T01:00:00Z', utc)),
  duration_seconds: nullable(integer(21600)),
  venue: nullable(venue),
  organizer,
  highlights: namedObject('TicketingHighlights', {
    location_type: nullable(text('in_person', 'In the words of the site.')),
    duration_minutes: nullable(integer(360)),
  }),
})

export type EventRecord = Static<typeof record>

export const emptyEvent = { ...readFields(record, null), tags: null }

/**
 * Identifies an event by the shop's number or by another provider's id. `path` is its page on the shop (the short path
 * for a bare number, which the shop resolves), or null if only another provider can have it.
 */
export type EventQuery = { id: string; domain: string | null; path: string | null }

export const eventProblem = 'must be an event URL or a numeric id'

/** A time as local time, in UTC, or both. */
type Time = { local: string | null; utc: string | null }

/** The fields of a record that follow from start and end. */
export function buildTimes(start: Time | null, end: Time | null) {
  const seconds = countSeconds(start, end)
  return {
    start_date: start?.local ?? null,
    end_date: end?.local ?? null,
    start_date_utc: start?.utc ?? null,
    end_date_utc: end?.utc ?? null,
    duration_seconds: seconds,
    highlights: { location_type: null, duration_minutes: seconds === null ? null : Math.round(seconds / 60) },
  }
}

/** Seconds from start to end; null if one is unknown or the end comes first. */
function countSeconds(start: Time | null, end: Time | null): number | null {
  if (!start || !end) return null
  const [from, to] = start.utc && end.utc ? [start.utc, end.utc] : [`${start.local}Z`, `${end.local}Z`]
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000
  return seconds >= 0 ? seconds : null
}
