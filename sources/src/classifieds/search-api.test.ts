// The record of each form of the search response, written by hand: bare, wrapped, in a page, empty, broken, bot wall.
import { readFileSync } from 'node:fs'
import { found, type Page } from '@quarry/kit/outcome'
import { onSite } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { classifieds } from './index.ts'
import { searchApiSite as site } from './providers/search-site.ts'
import { searchApi } from './search-api.ts'

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
const response = JSON.parse(fixture('answer.json')) as Record<string, unknown>

const page = (body: string, more: Partial<Page> = {}): Page => ({
  url: 'https://www.classifieds.example/finder/search',
  status: 200,
  contentType: body.startsWith('<') ? 'text/html; charset=utf-8' : 'application/json',
  body,
  ...more,
})
const stated = (state: unknown) =>
  page(
    `<!DOCTYPE html><html><body><h1>2 annonces</h1><script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state)}</script></body></html>`,
  )

const house = {
  list_id: 2400000900,
  subject: 'Maison 5 pièces 110 m²',
  url: 'https://www.classifieds.example/ad/ventes_immobilieres/2400000900',
  body: '',
  ad_type: 'offer',
  status: 'active',
  category_id: '9',
  category_name: 'Ventes immobilières',
  first_publication_date: '2026-03-02 08:05:09',
  index_date: '2026-03-04 10:00:00',
  price: [325000],
  price_cents: 32500000,
  price_calendar: null,
  has_phone: true,
  attributes: [
    { key: 'activity_sector', value: '2', values: ['2'], value_label: '2', generic: false },
    {
      key: 'square',
      value: '110',
      values: ['110'],
      key_label: 'Surface habitable',
      value_label: '110 m²',
      generic: true,
    },
  ],
  images: {
    thumb_url: 'https://img.classifieds.example/900/1.jpg?rule=ad-thumb',
    small_url: 'https://img.classifieds.example/900/1.jpg?rule=ad-small',
    nb_images: 1,
    urls: ['https://img.classifieds.example/900/1.jpg?rule=ad-image'],
    urls_thumb: ['https://img.classifieds.example/900/1.jpg?rule=ad-thumb'],
    urls_large: ['https://img.classifieds.example/900/1.jpg?rule=ad-large'],
  },
  location: {
    country_id: 'FR',
    region_id: '18',
    region_name: 'Pays de la Loire',
    department_id: '44',
    department_name: 'Loire-Atlantique',
    city_label: 'Nantes 44100',
    city: 'Nantes',
    zipcode: '44100',
    lat: 47.2101,
    lng: -1.5702,
    source: 'city',
    provider: 'here',
    is_shape: true,
    feature: {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-1.5702, 47.2101] },
      properties: null,
    },
  },
  options: {
    has_option: true,
    booster: false,
    photosup: true,
    urgent: false,
    gallery: false,
    sub_toplist: false,
  },
  owner: {
    store_id: '11513064',
    user_id: '3f2b8f9e-63a5-4a6b-9a0e-6f4a51c0d6aa',
    type: 'pro',
    name: 'Agence de l’Erdre',
    activity_sector: '2',
    no_salesmen: false,
  },
}

const table = {
  list_id: 2400000901,
  subject: 'Table',
  url: 'https://www.classifieds.example/ad/ameublement/2400000901',
  body: null,
  ad_type: null,
  status: null,
  category_id: null,
  category_name: null,
  first_publication_date: null,
  index_date: null,
  price: [40],
  price_cents: null,
  price_calendar: null,
  has_phone: null,
  attributes: [],
  images: { thumb_url: null, small_url: null, nb_images: null, urls: [], urls_thumb: [], urls_large: [] },
  location: {
    country_id: null,
    region_id: null,
    region_name: null,
    department_id: null,
    department_name: null,
    city_label: null,
    city: null,
    zipcode: null,
    lat: null,
    lng: null,
    source: null,
    provider: null,
    is_shape: null,
    feature: null,
  },
  options: {
    has_option: null,
    booster: null,
    photosup: null,
    urgent: null,
    gallery: null,
    sub_toplist: null,
  },
  owner: { store_id: null, user_id: null, type: null, name: null, activity_sector: null, no_salesmen: null },
}

const record = {
  total: 2,
  total_all: 3,
  total_pro: 1,
  total_private: 2,
  total_active: 2,
  total_inactive: 0,
  total_shippable: 1,
  max_pages: 1,
  ads: [house, table],
}

// The third ad has no id.
const read = (form: string) => found(record, { form, lists: [{ list: 'ads', shown: 3, read: 2 }] })
const { parse, find } = onSite(classifieds, searchApi)
const first = parse({})

test('the bare response of the search gives the whole record, and only what the specification lists', () => {
  expect(site.extract(page(fixture('answer.json')), first)).toEqual(read('json'))
})

test.each([
  ['the state of the search page', stated({ props: { pageProps: { searchData: response } } })],
  ['that state as JSON', page(JSON.stringify({ props: { pageProps: { searchData: response } } }))],
  ['the data route of the page', page(JSON.stringify({ pageProps: { searchData: response } }))],
  ['the wrapped response', page(JSON.stringify({ searchData: response }))],
  ['a state that a release has moved', stated({ props: { initialState: { search: { data: response } } } })],
])('%s gives the same record', (_, saved) => {
  expect(site.extract(saved, first)).toEqual(read(saved.body.startsWith('<') ? 'next-data' : 'json'))
})

test.each([
  ['is missing', undefined],
  ['is null', null],
  ['has nothing in it', {}],
  ['has no geometry', { type: 'Feature', geometry: null, properties: null }],
  ['has no coordinates', { type: 'Feature', geometry: { type: 'Point', coordinates: [] } }],
])('the map feature of an ad is null if it %s', (_, feature) => {
  const ad = { list_id: 1, subject: 'Table', location: { city: 'Nantes', feature } }
  expect(site.extract(page(JSON.stringify({ ads: [ad] })), first)).toMatchObject({
    record: { ads: [{ location: { city: 'Nantes', feature: null } }] },
  })
})

test('a map feature with a geometry or properties alone is kept', () => {
  const geometry = { type: 'Point', coordinates: [-1.5702, 47.2101] }
  const features = [
    { type: null, geometry, properties: null },
    { type: 'Feature', geometry: { type: null, coordinates: [] }, properties: { label: 'Nantes' } },
  ]
  const ads = features.map((feature, n) => ({ list_id: n + 1, subject: 'Table', location: { feature } }))
  expect(site.extract(page(JSON.stringify({ ads })), first)).toMatchObject({
    record: { ads: features.map((feature) => ({ location: { feature } })) },
  })
})

test('a search without a match has no list of ads, and is found', () => {
  const { ads: _, ...none } = response
  const outcome = site.extract(page(JSON.stringify({ ...none, total: 0, max_pages: 0 })), first)
  expect(outcome).toMatchObject({ kind: 'found', record: { total: 0, max_pages: 0, ads: [] } })
})

test('counts that the response lacks are null', () => {
  expect(site.extract(page('{"ads":[]}'), first)).toMatchObject({
    kind: 'found',
    record: {
      total: null,
      total_all: null,
      total_pro: null,
      total_private: null,
      total_active: null,
      total_inactive: null,
      total_shippable: null,
      max_pages: null,
      ads: [],
    },
  })
})

test.each([404, 410])('status %i is not found', (status) => {
  expect(site.extract(page('{"error":"gone"}', { status }), first)).toEqual({ kind: 'not_found' })
})

test('a bot wall is an upstream failure, as a page and as the address of a captcha', () => {
  expect(() => site.extract(page(fixture('wall.html')), first)).toThrow(
    expect.objectContaining({ reason: 'upstream_blocked' }),
  )
  const json = '{"url":"https://geo.captcha-shop.example/captcha/?initialCid=1"}'
  expect(() => site.extract(page(json), first)).toThrow(
    expect.objectContaining({ reason: 'upstream_blocked' }),
  )
})

test.each([
  [
    'a broken island',
    stated({ props: { pageProps: { searchData: response } } }).body.replace('"ads":', '"ads":,'),
  ],
  ['a response cut short', fixture('answer.json').slice(0, 900)],
  ['another object', '{"error":"oops"}'],
  ['a page without a state', `<html><body><h1>Bonjour</h1><p>${'mot '.repeat(200)}</p></body></html>`],
  ['ads that all lack their identity', '{"total":2,"ads":[{"subject":"a"},{"list_id":2}]}'],
])('%s is a changed page', (_, body) => {
  expect(() => site.extract(page(body), first)).toThrow(expect.objectContaining({ reason: 'page_changed' }))
})

test('the search is sent to the site with all defaults, and a 404 is not found', async () => {
  const requests: unknown[] = []
  const outcome = await find(
    { offset: 35, filters: { keywords: { text: ' vélo ' } } },
    async (...request) => {
      requests.push(request)
      return page('{"error":"gone"}', { status: 404 })
    },
  )
  const search = {
    filters: { keywords: { text: 'vélo' } },
    owner_type: 'all',
    limit: 35,
    limit_alu: 3,
    sort_by: 'relevance',
    sort_order: 'desc',
    offset: 35,
    extend: true,
    listing_source: 'direct-search',
  }
  expect(requests).toEqual([['https://www.classifieds.example/finder/search', { json: search }]])
  expect(outcome).toEqual({ kind: 'not_found' })
})

test('a call that names a default and one that leaves it out are the same lookup', () => {
  const toKey = (params: object) => JSON.stringify(parse(params))
  expect(toKey({ sort_by: 'relevance', limit: 35, filters: {}, extend: true })).toBe(toKey({}))
})
