// Event search: its parameters, and the exact record of a page and of the site's own response.
import { readFileSync } from 'node:fs'
import type { Page } from '@quarry/kit/outcome'
import { onSite } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { ticketing } from './index.ts'
import { search } from './search.ts'

const { parse, find, extract } = onSite(ticketing, search)
const body = readFileSync(new URL('./fixtures/search.html', import.meta.url), 'utf8')
const page = (text: string, status = 200): Page => ({
  url: 'https://fr.ticketing.example/d/france/bal/',
  status,
  contentType: 'text/html',
  body: text,
})
const query = parse({ query: 'bal', page: 2 })

test.each([
  [{ query: 'Jazz  Manouche!' }, 'https://fr.ticketing.example/d/france/jazz-manouche/'],
  [{ query: 'été', domain: 'es', page: 3 }, 'https://es.ticketing.example/d/spain/%C3%A9t%C3%A9/?page=3'],
  [
    { query: 'jazz', location: 'france--saint-malo' },
    'https://fr.ticketing.example/d/france--saint-malo/jazz/',
  ],
  [{}, 'https://fr.ticketing.example/d/france/all-events/'],
  [
    { query: 'https://com.ticketing.example/d/online/yoga/?page=4', location: 'ignored' },
    'https://com.ticketing.example/d/online/yoga/?page=4',
  ],
  [
    { query: 'https://com.ticketing.example/d/online/yoga/?page=4', page: 1 },
    'https://com.ticketing.example/d/online/yoga/',
  ],
  [
    { query: 'https://fr.ticketing.example/b/france--lyon/music/' },
    'https://fr.ticketing.example/b/france--lyon/music/',
  ],
  [{ query: '../../admin' }, 'https://fr.ticketing.example/d/france/admin/'],
  [
    { query: 'https://fr.ticketing.example/d/france/jazz/?page=2&aff=a%20b', page: 3 },
    'https://fr.ticketing.example/d/france/jazz/?page=3&aff=a+b',
  ],
])('%o requests %s', async (params, url) => {
  const requests: string[] = []
  await find(params, async (address) => {
    requests.push(address)
    return page(body)
  })
  expect(requests).toEqual([url])
})

test('words, place and domain are distinguished from the address of the site', () => {
  expect(parse({ query: ' Jazz  Manouche! ', domain: 'es', location: 'spain--madrid', page: 2 })).toEqual({
    words: 'jazz manouche',
    location: 'spain--madrid',
    domain: 'es',
    path: '/d/spain--madrid/jazz-manouche/',
    search: '?page=2',
    page: 2,
  })
  expect(parse({})).toMatchObject({ words: '', location: null, domain: 'fr' })
})

test.each([
  [{ query: 'Été' }, 'https://fr.ticketing.example/d/france/%C3%A9t%C3%A9/'],
  [{ domain: 'co.uk' }, 'https://co.uk.ticketing.example/d/united-kingdom/all-events/?page=1'],
  [{ query: 'jazz', page: 3 }, 'http://fr.ticketing.example/d/france/jazz/?page=3#top'],
  [{ query: 'jazz', location: 'france--nantes' }, 'ticketing.example/d/france--nantes/jazz/'],
])('%o and %s are one lookup', (params, address) => {
  expect(parse({ query: address })).toEqual(parse(params))
})

test.each([
  'https://fr.ticketing.example/d/online/jazz/',
  'https://fr.ticketing.example/d/spain/jazz/',
  'https://fr.ticketing.example/d/france/jazz/?price=free',
  'https://fr.ticketing.example/d/france/--/',
  'https://fr.ticketing.example/b/france--lyon/music/',
])('%s has more filters than words and a place', (address) => {
  expect(parse({ query: address }).words).toBeNull()
})

test.each([
  [{ query: '...' }, 'query'],
  [{ query: 'https://fr.ticketing.example/e/x-1' }, 'query'],
  [{ query: 'https://elsewhere.example/d/france/jazz/' }, 'query'],
  [{ query: 'jazz', domain: 'fr.evil.tld' }, 'domain'],
  [{ query: 'jazz', location: 'Paris' }, 'location'],
  [{ query: 'jazz', location: 'france--\r\nx' }, 'location'],
])('%o is refused by name', (params, name) =>
  expect(() => parse(params)).toThrow(new RegExp(`^Bad Request: ${name} `)),
)

test('the page state and the JSON response of the site give the same record', () => {
  const outcome = extract(page(body), query)
  expect(outcome).toEqual({
    kind: 'found',
    form: 'server-data',
    lists: [{ list: 'results', shown: 3, read: 2 }],
    record: {
      results: [
        {
          url: 'https://fr.ticketing.example/e/bal-31',
          name: 'Bal à papa',
          summary: 'On danse; on rit.',
          event_id: '31',
          language: 'fr-fr',
          timezone: 'Europe/Paris',
          image_url: 'https://img.ticketing.example/31.jpg',
          tickets_url: 'https://fr.ticketing.example/checkout?eid=31',
          organizer_id: '900',
          tags: ['Danse'],
          venue: {
            id: '7',
            name: 'La Grange',
            address: '4 chemin Vert',
            city: 'Albi',
            region: 'Occitanie',
            country: 'FR',
            postal_code: '81000',
            latitude: 43.93,
            longitude: 2.15,
          },
          start_date: '2027-05-01',
          start_time: '20:00',
          end_date: '2027-05-02',
          end_time: '01:30',
          is_online: false,
        },
        {
          url: 'https://fr.ticketing.example/e/webinaire-32',
          name: 'Webinaire',
          summary: null,
          event_id: '32',
          language: null,
          timezone: null,
          image_url: null,
          tickets_url: null,
          organizer_id: null,
          tags: [],
          venue: null,
          start_date: null,
          start_time: null,
          end_date: null,
          end_time: null,
          is_online: true,
        },
      ],
      pagination: {
        next: 'https://fr.ticketing.example/d/france/bal/?page=3',
        page: 2,
        per_page: 2,
        total_pages: 3,
        total_results: 5,
      },
    },
  })
  const state = JSON.parse(body.slice(body.indexOf('{"request_id"'), body.lastIndexOf('};') + 1))
  expect(extract(page(JSON.stringify({ events: state.search_data.events })), query)).toEqual({
    ...outcome,
    form: 'json',
  })
})

test('next is null on the last page', () => {
  const last = body.replace('"page_number":2', '"page_number":3')
  expect(extract(page(last), { ...query, page: 3 })).toMatchObject({
    record: { pagination: { next: null } },
  })
})

test('a page without results in its state is a changed page', () => {
  expect(() =>
    extract(
      page('<html><body><h1>Events</h1><p>Nothing to see here, though this is a page.</p></body></html>'),
      query,
    ),
  ).toThrow(expect.objectContaining({ reason: 'page_changed' }))
})
