// One event as callers get it, apart from the endpoint, so that readers need not know it.
import { boolean, integer, list, nullable, object, type Static, text } from '../../lib/schema.ts'
import { venue } from './venue.ts'

export const record = object({
  url: nullable(text('https://fr.ticketing.example/e/nuit-du-jazz-1000000000017')),
  name: text('Nuit du jazz'),
  domain: nullable(text('fr')),
  format: nullable(text('Concert')),
  locale: nullable(text('fr_FR')),
  status: nullable(text('live')),
  summary: nullable(text('Une nuit entière de jazz sur les quais.')),
  category: nullable(text('Music')),
  subcategory: nullable(text('Jazz')),
  currency: nullable(text('EUR')),
  timezone: nullable(text('Europe/Paris')),
  event_id: text('1000000000017'),
  image_url: nullable(text('https://img.ticketing.example/1000000000017/1.jpg')),
  sales_status: nullable(text('on_sale')),
  description: nullable(text('<p>Portes à 20 h.</p>', { description: 'An HTML text.' })),
  tags: nullable(list(text('jazz'))),
  images: list(text('https://img.ticketing.example/1000000000017/1.jpg')),
  is_free: nullable(boolean(false)),
  is_listed: nullable(boolean(true)),
  is_online: nullable(boolean(false)),
  is_series: nullable(boolean(false)),
  start_date: nullable(text('2027-03-12T20:00:00', { description: 'Local time.' })),
  end_date: nullable(text('2027-03-13T02:00:00', { description: 'Local time.' })),
  start_date_utc: nullable(text('2027-03-12T19:00:00Z')),
  end_date_utc: nullable(text('2027-03-13T01:00:00Z')),
  duration_seconds: nullable(integer(21600)),
  venue: nullable(venue),
  organizer: object({
    id: nullable(text('9282914702')),
    url: nullable(text('https://fr.ticketing.example/o/quai-sonore-9282914702')),
    name: nullable(text('Quai Sonore')),
    verified: nullable(boolean(true)),
    num_events: nullable(integer(116)),
    total_attendees: nullable(integer(14279)),
  }),
  highlights: object({
    location_type: nullable(text('in_person')),
    duration_minutes: nullable(integer(360)),
  }),
})

export type EventRecord = Static<typeof record>
