import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Page } from '../../contract/outcome.ts'
import { siteAt } from '../../contract/site.ts'
import { search } from './search.ts'
import { domains } from './site.ts'

const site = siteAt('https://{domain}.ticketing.example', domains)
const parse = (params: object) => search.parse(params as never, site) as { url: string; page: number }
const body = readFileSync(new URL('./fixtures/search.html', import.meta.url), 'utf8')
const page = (text: string, status = 200): Page => ({
  url: 'https://fr.ticketing.example/d/france/bal/',
  status,
  contentType: 'text/html',
  body: text,
})
const input = { url: 'https://fr.ticketing.example/d/france/bal/?page=2', page: 2 }

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
])('%o asks for its address', (params, url) => expect(parse(params).url).toBe(url))

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

test('the page state and the JSON answer of the site give the same record', () => {
  const outcome = search.extract(page(body), input)
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
  expect(search.extract(page(JSON.stringify({ events: state.search_data.events })), input)).toEqual({
    ...outcome,
    form: 'json',
  })
})

test('next is null on the last page', () => {
  const last = body.replace('"page_number":2', '"page_number":3')
  expect(search.extract(page(last), { ...input, page: 3 })).toMatchObject({
    record: { pagination: { next: null } },
  })
})

test('a page without results in its state is a changed page', () => {
  expect(() =>
    search.extract(
      page('<html><body><h1>Events</h1><p>Nothing to see here, though this is a page.</p></body></html>'),
      input,
    ),
  ).toThrow(expect.objectContaining({ reason: 'page_changed' }))
})
