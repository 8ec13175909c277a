// Events by Ticketmaster: each field from its place, the requests, and invalid responses.
import { readFileSync } from 'node:fs'
import type { Get, Page } from '@quarry/kit/outcome'
import { onProvider } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { event } from '../event.ts'
import { search } from '../search.ts'
import { ticketmasterEvent, ticketmasterSearch } from './ticketmaster.ts'

type Item = Record<string, unknown>

const fixture = readFileSync(new URL('../fixtures/ticketmaster-event.json', import.meta.url), 'utf8')
const item = (): Item => JSON.parse(fixture)
const id = 'Q7bzZkn9Tide-1'
const toResponse = (events: Item[], total = events.length) => ({
  ...(events.length === 0 ? {} : { _embedded: { events } }),
  page: { size: 100, totalElements: total, totalPages: Math.ceil(total / 100), number: 0 },
})
const page = (body: unknown, change: Partial<Page> = {}): Page => ({
  url: `https://app.ticketmaster.com/discovery/v2/events/${id}.json`,
  status: 200,
  contentType: 'application/json',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...change,
})
const events = onProvider(event, ticketmasterEvent)
const searches = onProvider(search, ticketmasterSearch)
const extract = (body: unknown, change?: Partial<Page>) =>
  ticketmasterEvent.extract(page(body, change), { id, domain: null, path: null })
const extractWith = (change: Item) => extract({ ...item(), ...change })
const extractHits = (body: unknown, params: object = {}, change?: Partial<Page>) =>
  ticketmasterSearch.extract(page(body, change), searches.parse({ query: 'tide', domain: 'com', ...params }))

const venue = {
  id: 'KvLantern01',
  name: 'Lantern Hall',
  address: '9 Lantern Street',
  city: 'Harborough',
  region: 'New York',
  country: 'US',
  postal_code: '10999',
  latitude: 40.7497062,
  longitude: -73.9916006,
}

async function listRequests(params: object, of: typeof events | typeof searches) {
  const requests: string[] = []
  const get: Get = async (url) => {
    requests.push(url)
    return page(of === events ? fixture : toResponse([]))
  }
  await of.find(params, get)
  return requests
}

test('an event has the fields that the upstream API states', () => {
  expect(extract(fixture)).toEqual({
    kind: 'found',
    form: 'ticketmaster',
    source: 'https://shop.ticketmaster.example/event/5A00600BB1CC',
    record: {
      url: 'https://shop.ticketmaster.example/event/5A00600BB1CC',
      name: 'Tide Choir',
      domain: null,
      format: null,
      locale: 'en-us',
      status: null,
      summary: 'Forty voices & one organ.',
      category: 'Music',
      subcategory: 'Folk',
      currency: 'USD',
      timezone: 'America/New_York',
      event_id: id,
      image_url: 'https://img.ticketmaster.example/tide_large.jpg',
      sales_status: 'onsale',
      description: 'Doors open at 18:30.',
      tags: null,
      images: ['large', 'small', '3_2'].map((name) => `https://img.ticketmaster.example/tide_${name}.jpg`),
      is_free: null,
      is_listed: null,
      is_online: null,
      is_series: null,
      start_date: '2031-05-09T19:30:00',
      end_date: null,
      start_date_utc: '2031-05-09T23:30:00Z',
      end_date_utc: null,
      duration_seconds: null,
      venue,
      organizer: {
        id: '4711',
        url: null,
        name: 'Pier Nine Presents',
        verified: null,
        num_events: null,
        total_attendees: null,
      },
      highlights: { location_type: null, duration_minutes: null },
    },
  })
})

test('values that the upstream API does not state are null', () => {
  expect(extract({ id, name: 'Tide Choir' })).toMatchObject({
    source: 'https://developer.ticketmaster.com',
    record: {
      url: null,
      images: [],
      image_url: null,
      venue: null,
      start_date: null,
      category: null,
      currency: null,
    },
  })
  const dates = { start: { localDate: '2031-05-09', timeTBA: true }, status: { code: 'canceled' } }
  expect(extractWith({ dates })).toMatchObject({
    record: {
      start_date: null,
      start_date_utc: null,
      status: 'canceled',
      sales_status: 'canceled',
      timezone: null,
    },
  })
  const start = { localDate: '2031-05-09', localTime: '19:30:00', dateTime: '2031-05-09T23:30:00Z' }
  const end = { localDate: '2031-05-09', localTime: '22:00:00', dateTime: '2031-05-10T02:00:00Z' }
  expect(extractWith({ dates: { start, end } })).toMatchObject({
    record: {
      end_date: '2031-05-09T22:00:00',
      duration_seconds: 9000,
      highlights: { duration_minutes: 150 },
    },
  })
  expect(extractWith({ dates: { start, end: { ...end, approximate: true } } })).toMatchObject({
    record: { end_date: null, duration_seconds: null },
  })
  for (const flag of ['dateTBD', 'dateTBA'])
    expect(extractWith({ dates: { start: { ...start, [flag]: true } } })).toMatchObject({
      record: { start_date: null, start_date_utc: null },
    })
})

test('a search gives the fields that a list shows', () => {
  expect(extractHits(toResponse([item(), { ...item(), id: 'X', images: 'none' }], 2))).toEqual({
    kind: 'found',
    form: 'ticketmaster',
    lists: [{ list: 'results', shown: 2, read: 1 }],
    source: 'https://www.ticketmaster.com/search?q=tide&countryCode=US',
    record: {
      results: [
        {
          url: 'https://shop.ticketmaster.example/event/5A00600BB1CC',
          name: 'Tide Choir',
          summary: 'Forty voices & one organ.',
          event_id: id,
          language: 'en-us',
          timezone: 'America/New_York',
          image_url: 'https://img.ticketmaster.example/tide_large.jpg',
          tickets_url: 'https://shop.ticketmaster.example/event/5A00600BB1CC',
          organizer_id: '4711',
          tags: ['Music', 'Folk'],
          venue,
          start_date: '2031-05-09',
          start_time: '19:30',
          end_date: null,
          end_time: null,
          is_online: null,
        },
      ],
      pagination: { next: null, page: 1, per_page: 100, total_pages: 1, total_results: 2 },
    },
  })
})

test('requests work in any language, count pages from 0, and show no key', async () => {
  expect(await listRequests({ query: id }, events)).toEqual([
    `https://app.ticketmaster.com/discovery/v2/events/${id}.json?locale=*`,
  ])
  expect(await listRequests({ query: 'Tide  choir', domain: 'com', page: 3 }, searches)).toEqual([
    'https://app.ticketmaster.com/discovery/v2/events.json?keyword=tide+choir&countryCode=US&locale=*&sort=date%2Cname%2Casc&size=100&page=2',
  ])
  expect(await listRequests({ location: 'united-kingdom--saint-ives', domain: 'com' }, searches)).toEqual([
    'https://app.ticketmaster.com/discovery/v2/events.json?countryCode=GB&city=saint+ives&locale=*&sort=date%2Cname%2Casc&size=100&page=0',
  ])
})

test('only the first thousand hits are available, and the last page is then partial', () => {
  const hits = Array.from({ length: 100 }, () => item())
  expect(extractHits(toResponse(hits, 1001), { page: 9 })).toMatchObject({
    record: {
      pagination: { total_pages: 10, total_results: 1001, next: expect.stringContaining('page=10') },
    },
  })
  const last = extractHits(toResponse(hits, 1001), { page: 10 })
  expect(last).toMatchObject({ isPartial: true, record: { pagination: { next: null } } })
  expect(extractHits(toResponse(hits, 1000), { page: 10 })).not.toHaveProperty('isPartial')
})

test('the address of the next page is the same search on the next page', () => {
  const params = { query: 'été "indien"', domain: 'ca', location: 'canada--trois-rivieres', page: 2 }
  const outcome = extractHits(toResponse([item()], 301), params)
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  const { next } = outcome.record.pagination
  expect(searches.parse({ query: next ?? '' })).toEqual(searches.parse({ ...params, page: 3 }))
  expect(searches.parse({ query: 'https://ticketmaster.com/search?q=tide' })).toEqual(
    searches.parse({ query: 'tide', domain: 'com' }),
  )
  for (const odd of ['search?q=tide&sort=date', 'search?q=tide&countryCode=XX', 'tide-tickets/artist/1'])
    expect(() => searches.parse({ query: `https://www.ticketmaster.com/${odd}` }), odd).toThrow(
      'Bad Request: query must be the URL of a search on Ticketmaster (/search?q=…), or words',
    )
})

test('its ids have letters and digits; other ids, late pages and unknown countries are refused', () => {
  const problem = (id: string) => ticketmasterEvent.cannotAnswer?.({ id, domain: null, path: null })
  expect([problem(id), problem('vvG1VZKS5pr1qy')]).toEqual([null, null])
  for (const other of ['70411902', 'quai-sonore/veillee', 'jazz', 'concerts'])
    expect(problem(other), other).toMatchObject({ parameter: 'query' })
  expect(events.parse({ query: ` ${id} `, domain: 'es' })).toEqual({ id, domain: null, path: null })
  expect(() => events.parse({ query: id, domain: 'nowhere' })).toThrow('Bad Request: domain must be one of')
  const cannot = (params: object) => ticketmasterSearch.cannotAnswer?.(searches.parse(params))?.parameter
  expect([cannot({ page: 11 }), cannot({ page: 10 }), cannot({ location: 'japan--kyoto' })]).toEqual([
    'page',
    undefined,
    'location',
  ])
})

test('only the upstream API itself can report a missing event', () => {
  const errors = [{ code: 'DIS1004', detail: 'Resource not found with provided criteria', status: '404' }]
  expect(extract({ errors }, { status: 404 }).kind).toBe('not_found')
  expect(() => extract('<h1>Not Found</h1>', { status: 404 })).toThrow(
    expect.objectContaining({ reason: 'page_changed' }),
  )
})

test.each<[string, unknown]>([
  ['a page of HTML', '<html><body>Tide Choir</body></html>'],
  ['nothing', ''],
  ['JSON that is cut off', fixture.slice(0, 700)],
  ['a fault', { fault: { faultstring: 'Something' } }],
  ['another event', { ...item(), id: 'Q7bzZkn9Tide-2' }],
  ['an event without a name', { id }],
  ['a name of another type', { ...item(), name: { en: 'Tide Choir' } }],
  ['dates of another type', { ...item(), dates: '2031-05-09' }],
  ['images of another type', { ...item(), images: {} }],
])('%s is a changed page', (_, body) => {
  expect(() => extract(body)).toThrow(expect.objectContaining({ reason: 'page_changed' }))
})

test.each<[string, unknown, number?]>([
  ['a page of HTML', '<html><body>Tide Choir</body></html>'],
  ['nothing', ''],
  ['no search', { errors: [] }, 404],
  ['no count', { _embedded: { events: [item()] } }],
  ['hits that are counted and not there', toResponse([], 2)],
  ['hits of another type', { ...toResponse([], 1), _embedded: { events: item() } }],
  ['a hit without a name', toResponse([{ id }])],
])('%s is a changed search', (_, body, status = 200) => {
  expect(() => extractHits(body, {}, { status })).toThrow(expect.objectContaining({ reason: 'page_changed' }))
})

test('the parameters of a saved response are read from its address', () => {
  expect(ticketmasterEvent.paramsFromUrl?.(page('').url)).toEqual({ query: id })
  const at = 'https://app.ticketmaster.com/discovery/v2/events.json?keyword=tide&page=1'
  expect(ticketmasterSearch.paramsFromUrl?.(at)).toEqual({ query: 'tide', page: 2 })
})
