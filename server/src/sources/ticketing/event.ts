// Event detail (spec 2.13, 4.14): one event by its address or its numeric id.
import { endpoint } from '../../contract/endpoint.ts'
import { found, notFound, type Outcome, type Page, pageChanged } from '../../contract/outcome.ts'
import { looksLikeAddress } from '../../contract/site.ts'
import { invalidParameter } from '../../errors.ts'
import { scriptById } from '../../extract/islands.ts'
import { jsonLd, ofType } from '../../extract/json-ld.ts'
import { asObject, at } from '../../extract/values.ts'
import { assertReadable } from '../../extract/walls.ts'
import { boolean, integer, list, nullable, object, optional, type Static, text } from '../../lib/schema.ts'
import { eventFromLinkedData } from './event-linked-data.ts'
import { eventFromState } from './event-state.ts'
import { domains, eventIdIn, eventUrl, readDomain } from './site.ts'
import { venue } from './venue.ts'

const record = object({
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
type EventInput = { url: string; id: string }

export const event = endpoint({
  method: 'GET',
  path: '/v2/ticketing/event',
  credits: 1,
  notFound: 'billed',
  summary: 'Event detail',
  description: 'One event with its dates, venue, organizer, images and description.',
  example: { query: '1000000000017', domain: 'fr' },
  params: object({
    query: text('1000000000017', {
      description: 'The address of an event page, or the numeric id of an event.',
      maxLength: 2048,
    }),
    domain: optional(
      text('fr', {
        description: `Country suffix for a numeric id: ${domains.join(', ')}. Ignored for an address.`,
        default: 'fr',
        maxLength: 2048,
      }),
    ),
  }),
  record,

  parse({ query, domain }, site): EventInput {
    const wanted = query.trim()
    if (/^\d{1,20}$/.test(wanted)) return { url: eventUrl(site, readDomain(domain), wanted).href, id: wanted }
    if (!looksLikeAddress(wanted)) throw invalidParameter('query', 'must be an event URL or a numeric id')
    const { url } = site.read(wanted, 'query')
    const id = eventIdIn(url.pathname)
    if (id === null) throw invalidParameter('query', 'must be the URL of an event page (/e/…-<id>)')
    url.search = ''
    return { url: url.href, id }
  },

  async run(input, get) {
    return extractEvent(await get(input.url), input)
  },

  extract: extractEvent,
})

function extractEvent(page: Page, input: EventInput): Outcome<EventRecord> {
  if (page.status === 404 || page.status === 410) return notFound
  assertReadable(page)
  const context = asObject(at(scriptById(page.body, '__NEXT_DATA__'), 'props', 'pageProps', 'context'))
  const stated = context && eventFromState(context, page, input.id)
  if (stated) return found(stated)
  const linked = ofType(jsonLd(page.body), 'Event')[0]
  const told = linked && eventFromLinkedData(linked, page, input.id)
  if (told) return found(told)
  throw pageChanged('neither page state nor linked data of an event')
}
