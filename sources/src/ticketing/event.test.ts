// One event: its parameters, and the exact record of each form of its page.
import { readFileSync } from 'node:fs'
import type { Page } from '@quarry/kit/outcome'
import { onSite } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { event } from './event.ts'
import { ticketing } from './index.ts'

const { parse, find, extract } = onSite(ticketing, event)
const query = { id: '1', domain: 'fr', path: '/e/1' }
const page = (name: string, status = 200): Page => ({
  url: 'https://fr.ticketing.example/e/x-1200300400500',
  domain: 'fr',
  status,
  contentType: 'text/html',
  body: readFileSync(new URL(`./fixtures/${name}.html`, import.meta.url), 'utf8'),
})
const read = (name: string, id: string) => {
  const outcome = extract(page(name), { ...query, id })
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return outcome.record
}

test('an id, an address and every host of the site are accepted', () => {
  expect(parse({ query: '123' })).toEqual({ id: '123', domain: 'fr', path: '/e/123' })
  expect(parse({ query: ' 123 ', domain: 'com.mx' })).toEqual({ id: '123', domain: 'com.mx', path: '/e/123' })
  expect(
    parse({ query: 'http://co.uk.ticketing.example/e/some-title-tickets-99?aff=x#y', domain: 'nonsense' }),
  ).toEqual({ id: '99', domain: 'co.uk', path: '/e/some-title-tickets-99' })
})

test.each([
  [{ query: '123', domain: 'COM.mx' }, 'https://com.mx.ticketing.example/e/123'],
  [{ query: 'ticketing.example/e/caf%C3%A9-99/' }, 'https://fr.ticketing.example/e/caf%C3%A9-99/'],
])('%o requests %s', async (params, url) => {
  const requests: string[] = []
  await find(params, async (address) => {
    requests.push(address)
    return page('event-state')
  })
  expect(requests).toEqual([url])
})

test.each([
  [{ query: 'jazz' }, 'query'],
  [{ query: '-1' }, 'query'],
  [{ query: '1/../../admin' }, 'query'],
  [{ query: 'https://fr.ticketing.example/d/france/jazz/' }, 'query'],
  [{ query: 'https://fr.ticketing.example/e/no-id' }, 'query'],
  [{ query: 'https://xx.ticketing.example/e/1' }, 'query'],
  [{ query: '1', domain: 'FR ' }, 'domain'],
  [{ query: '1', domain: 'com@127.0.0.1' }, 'domain'],
  [{ query: '1', domain: '__proto__' }, 'domain'],
])('%o is refused by name', (params, name) =>
  expect(() => parse(params)).toThrow(new RegExp(`^Bad Request: ${name} `)),
)

test('a page with its state gives every field', () => {
  expect(read('event-state', '1')).toEqual({
    url: 'https://fr.ticketing.example/e/veillee-1200300400500',
    name: 'Veillée des marionnettes',
    domain: 'fr',
    format: 'Show',
    locale: 'fr_FR',
    status: 'live',
    summary: "Deux heures d'ombres et de ficelles.",
    category: 'Performing Arts',
    subcategory: 'Puppetry',
    currency: 'EUR',
    timezone: 'Europe/Paris',
    event_id: '1200300400500',
    image_url: 'https://img.ticketing.example/a-940.jpg',
    sales_status: 'on_sale',
    description: '<p>Premier acte.</p>\n<p>Second acte.</p>',
    tags: null,
    images: ['https://img.ticketing.example/a.jpg', 'https://img.ticketing.example/b.jpg'],
    is_free: false,
    is_listed: true,
    is_online: false,
    is_series: false,
    start_date: '2027-02-05T19:30:00',
    end_date: '2027-02-05T21:30:00',
    start_date_utc: '2027-02-05T18:30:00Z',
    end_date_utc: '2027-02-05T20:30:00Z',
    duration_seconds: 7200,
    venue: {
      id: '555',
      name: 'Théâtre du Pont',
      address: '3 rue du Pont, Salle B',
      city: 'Rennes',
      region: 'Bretagne',
      country: 'FR',
      postal_code: '35000',
      latitude: 48.1173,
      longitude: -1.6778,
    },
    organizer: {
      id: '77001',
      url: 'https://fr.ticketing.example/o/les-ficelles-77001',
      name: 'Les Ficelles',
      verified: true,
      num_events: 12,
      total_attendees: 3400,
    },
    highlights: { location_type: 'in_person', duration_minutes: 120 },
  })
})

test.each([
  ['event-state', 'EUR'],
  ['event-linked-data', 'GBP'],
])('the currency %s is returned in capitals', (name, code) => {
  const written = page(name)
  const body = written.body.replaceAll(code, code.toLowerCase())
  expect(body).not.toBe(written.body)
  expect(extract({ ...written, body }, query)).toMatchObject({
    record: { currency: code },
  })
})

test('a page with linked data alone gives what that contains', () => {
  expect(read('event-linked-data', '31415926535')).toEqual({
    url: 'https://co.uk.ticketing.example/e/harbour-lantern-walk-31415926535',
    name: 'Harbour Lantern Walk',
    domain: 'fr',
    format: null,
    locale: 'en-GB',
    status: 'postponed',
    summary: 'Bring a lantern.',
    category: null,
    subcategory: null,
    currency: 'GBP',
    timezone: null,
    event_id: '31415926535',
    image_url: 'https://img.ticketing.example/l.jpg',
    sales_status: 'sold_out',
    description: null,
    tags: null,
    images: ['https://img.ticketing.example/l.jpg'],
    is_free: true,
    is_listed: null,
    is_online: false,
    is_series: null,
    start_date: '2027-10-31T18:00:00',
    end_date: '2027-10-31T20:30:00',
    start_date_utc: '2027-10-31T18:00:00Z',
    end_date_utc: '2027-10-31T20:30:00Z',
    duration_seconds: 9000,
    venue: {
      id: null,
      name: 'Old Harbour',
      address: '1 Quay Street',
      city: 'Bristol',
      region: 'England',
      country: 'GB',
      postal_code: 'BS1 4XA',
      latitude: 51.4495,
      longitude: -2.5985,
    },
    organizer: {
      id: '8800123',
      url: 'https://co.uk.ticketing.example/o/quay-walkers-8800123',
      name: 'Quay Walkers',
      verified: null,
      num_events: null,
      total_attendees: null,
    },
    highlights: { location_type: null, duration_minutes: 150 },
  })
})

test('if the island and one block are broken, the readable block is used', () => {
  expect(read('event-broken-island', '5')).toMatchObject({
    name: 'Cours du soir',
    event_id: '5',
    is_online: true,
    venue: null,
    start_date_utc: '2027-01-10T18:00:00Z',
    end_date: null,
    duration_seconds: null,
  })
})

test('missing parts are null or empty, and sub-objects stay', () => {
  expect(read('event-missing-parts', '1')).toMatchObject({
    event_id: '424242',
    url: null,
    summary: null,
    images: [],
    image_url: null,
    description: null,
    is_free: null,
    start_date: null,
    venue: null,
    organizer: { id: null, url: null, name: null, verified: null, num_events: null, total_attendees: null },
    highlights: { location_type: null, duration_minutes: null },
  })
})

test.each([
  ['event-state', 'next-data'],
  ['event-linked-data', 'json-ld'],
  ['event-broken-island', 'json-ld'],
])('%s has the form %s', (name, form) => {
  expect(extract(page(name), query)).toMatchObject({ form })
})

test('a removed event is not found, a bot wall is blocked, another page is a changed page', () => {
  expect(extract(page('event-state', 404), query).kind).toBe('not_found')
  expect(extract(page('event-state', 410), query).kind).toBe('not_found')
  expect(() => extract(page('bot-wall'), query)).toThrow(
    expect.objectContaining({ reason: 'upstream_blocked' }),
  )
  expect(() => extract(page('search'), query)).toThrow(expect.objectContaining({ reason: 'page_changed' }))
})
