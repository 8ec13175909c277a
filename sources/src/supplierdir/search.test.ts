// Supplier search: exact records from each form of a page of results, and the search of the sandbox directory.
import { readFileSync } from 'node:fs'
import type { Page } from '@quarry/kit/outcome'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { onSite } from '@quarry/kit/testing/on-site'
import { beforeAll, expect, test } from 'vitest'
import { supplierdir } from './index.ts'
import { site } from './providers/site.ts'
import { sandbox } from './sandbox/sandbox.ts'
import { search } from './search.ts'

const root = 'https://www.supplierdir.example'
const directory = onSite(supplierdir, search)
const now = new Date('2026-11-15T12:00:00Z')
const read = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
const toPage = (body: string, change: Partial<Page> = {}): Page => ({
  url: `${root}/suppliers/search?searchterm=x`,
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body,
  ...change,
})
const address = (path: string) => directory.parse({ query: root + path })
const input = address('/suppliers/search?searchterm=pump+housings&page_number=2')

beforeAll(() => allowLargeDom())

const noAddress = {
  zip: null,
  city: null,
  zip4: null,
  state: null,
  county: null,
  country: null,
  address1: null,
  address2: null,
  address3: null,
  latitude: null,
  longitude: null,
  state_name: null,
}
const nothingShared = {
  tier: null,
  type: null,
  address: noAddress,
  heading: null,
  website: null,
  headings: null,
  logo_url: null,
  is_claimed: null,
  logo_title: null,
  description: null,
  annual_sales: null,
  catalog_type: null,
  year_founded: null,
  is_advertiser: null,
  primary_phone: null,
  is_top_responder: null,
  number_employees: null,
  other_activities: null,
  partner_verified: null,
  is_multi_location: null,
  main_location_name: null,
  main_location_tgrams_id: null,
}
const nothingElse = {
  ...nothingShared,
  rank: null,
  heading_brands: null,
  pdm_text: null,
  capabilities: null,
  videos: null,
  distance: null,
  products: null,
}
const noProfile = {
  ...nothingShared,
  social: null,
  premiums: null,
  personnel: null,
  location_types: [],
  is_affiliation_page: null,
  description_by_company: null,
}

const grebe = {
  url: `${root}/company/grebe-castings-30001/profile`,
  name: 'Grebe Castings',
  rank: '91.25',
  tier: 'VERIFIED',
  type: 'M',
  address: {
    zip: '44101',
    city: 'Cleveland',
    zip4: '1234',
    state: 'OH',
    county: 'Cuyahoga',
    country: 'US',
    address1: '1 Kiln Road',
    address2: 'Unit 2',
    address3: 'Dock C',
    latitude: 41.5,
    longitude: -81.7,
    state_name: 'Ohio',
  },
  website: 'https://www.grebe.example',
  headings: [{ heading_id: '20000123', natural_name: 'Pump Housings' }],
  heading_brands: [{ name: 'Grebeflow' }],
  pdm_text: 'Caster of <em>pump housings</em>.',
  description: 'Castings.',
  tgrams_id: '30001',
  is_claimed: true,
  is_advertiser: false,
  is_multi_location: true,
  partner_verified: true,
  logo_title: 'Grebe logo',
  logo_url: 'https://img.supplierdir.example/grebe.png',
  annual_sales: '$1 - 4.9 Mil',
  number_employees: '10-49',
  year_founded: '1968',
  primary_phone: '+1 216-555-0100',
  capabilities: [{ type: 'Production Volume', names: ['Prototype', 'Low Volume'] }],
  other_activities: ['D', 'F'],
  videos: [
    {
      id: '7',
      title: 'Tour',
      text: 'See',
      description: 'Inside',
      duration: '93',
      url: 'https://v.example/7',
      image: 'https://v.example/7.jpg',
      label: 'Company',
      player: 'https://v.example/p/7',
      type: 'company',
      uploaded_date: '2025-02-03',
    },
  ],
  heading: { name: 'Pump Housings', description: 'What pumps live in.' },
  distance: 12.5,
  products: { sku_list: [{ part_no: 'A1' }] },
  catalog_type: 'CATALOG',
  is_top_responder: true,
  main_location_name: 'Grebe Group',
  main_location_tgrams_id: '30000',
}

test('a current page gives results, name matches, filters and paging, and no advertisement', () => {
  expect(site.extract(toPage(read('search.html')), input)).toEqual({
    kind: 'found',
    form: 'next-data',
    // The page says that it shows 25.
    lists: [
      { list: 'filters', shown: 3, read: 3 },
      { list: 'results', shown: 25, read: 2 },
      { list: 'company_name_matches', shown: 2, read: 2 },
    ],
    record: {
      search_term: 'pump housings',
      pagination: { current: 2, per_page: 25, total_pages: 3, has_next_page: true, total_results: 52 },
      filters: [
        { id: 'mat-brass', count: 12, label: 'Brass', section: 'Materials' },
        { id: '17', count: 3, label: 'Manufacturer', section: 'Company Type' },
        { id: 'state-ohio', count: 9, label: 'Ohio', section: 'Location' },
      ],
      results: [
        grebe,
        {
          ...nothingElse,
          url: `${root}/company/ecume-fils-30002/profile`,
          name: 'Écume & Fils',
          tgrams_id: '30002',
          rank: '88.10',
          address: { ...noAddress, city: 'Laval', country: 'CA' },
          year_founded: '1990',
          partner_verified: false,
          headings: [],
        },
      ],
      company_name_matches: [
        {
          ...noProfile,
          url: `${root}/company/pump-housings-inc-30003/profile`,
          name: 'Pump Housings Inc',
          tgrams_id: '30003',
          tier: 'CLAIMED',
          type: 'D',
          address: { ...noAddress, state: 'TX' },
          social: [{ account_id: 'pumps', type: 'videos' }],
          premiums: ['ISO 9001'],
          personnel: [{ name: 'Nora Pryce', title: 'Buyer' }],
          location_types: [{ id: 1, name: 'Headquarters' }],
          is_affiliation_page: false,
          description_by_company: 'We house pumps.',
        },
        {
          ...noProfile,
          url: `${root}/company/bare-pumps-30004/profile`,
          name: 'Bare Pumps',
          tgrams_id: '30004',
        },
      ],
    },
  })
})

const gaskets = {
  search_term: 'gaskets',
  pagination: { current: 2, per_page: 25, total_pages: 42, has_next_page: false, total_results: 1030 },
  filters: [
    { id: 'mat-cork', count: 1204, label: 'Cork', section: 'Materials' },
    { id: 'mat-felt', count: null, label: 'Felt', section: 'Materials' },
    { id: 'type-M', count: 7, label: 'Manufacturer (all)', section: null },
  ],
  results: [
    {
      ...nothingElse,
      url: `${root}/company/heron-seals-40001/profile`,
      name: 'Heron & Seals',
      tgrams_id: '40001',
      address: { ...noAddress, city: 'Dayton', state: 'OH', zip: '45402', zip4: '1122' },
    },
    {
      ...nothingElse,
      url: `${root}/company/joint-qc-40002/profile`,
      name: 'Joint QC',
      tgrams_id: '40002',
      address: { ...noAddress, city: 'Toronto', state: 'ON', zip: 'M5V 2T6' },
    },
    {
      ...nothingElse,
      url: `${root}/company/far-away-40003/profile`,
      name: 'Far Away',
      tgrams_id: '40003',
      address: { ...noAddress, city: 'Lisboa' },
    },
    {
      ...nothingElse,
      url: `${root}/company/nowhere-40004/profile`,
      name: 'Nowhere',
      tgrams_id: '40004',
    },
  ],
  company_name_matches: [],
}
const gasketsInput = address('/nsearch.html?what=gaskets&page_number=2')

test.each([
  ['an old page', ''],
  [
    'a broken island',
    '<script id="__NEXT_DATA__" type="application/json">{"props":{"results":[{"tgramsId":1,</script>',
  ],
  [
    'an island of advertisements',
    '<script id="__NEXT_DATA__" type="application/json">{"props":{"featured":[{"tgramsId":1,"name":"Ad","address":{}}],"sponsoredSuppliers":{"items":[{"tgramsId":2,"name":"Ad","address":{}}]}}}</script>',
  ],
])('%s is read by its markup', (_, island) => {
  const body = read('search-old.html').replace('</body>', `${island}</body>`)
  expect(site.extract(toPage(body), gasketsInput)).toEqual({
    kind: 'found',
    form: 'dom',
    // The page says that it shows five.
    lists: [
      { list: 'results', shown: 5, read: 4 },
      { list: 'company_name_matches', shown: 0, read: 0 },
    ],
    record: gaskets,
  })
})

const island = (state: unknown) =>
  `<html><body><p>Suppliers</p><script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state)}</script></body></html>`

const cards = (inner: (n: number) => string, attributes = () => '') =>
  `<html><body><p data-testid="srp.results-count">1-25 of 5,859</p><ul data-ref="srp.results">${Array.from(
    { length: 25 },
    (_, n) => `<li ${attributes()}>${inner(n)}</li>`,
  ).join('')}</ul></body></html>`

test.each([
  ['under the usual mark', (n: number) => `<button data-testid="supplier-name-link">Maker ${n}</button>`],
  ['as a heading', (n: number) => `<h2><button>Maker ${n}</button></h2><button>Quote</button>`],
  ['bare', (n: number) => `<button>Maker ${n}</button><button>Quote</button>`],
])('cards whose names are buttons without a link, %s, are all kept', (_, inner) => {
  const outcome = site.extract(toPage(cards(inner)), address('/suppliers/search?searchterm=x'))
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  expect(outcome.record.results.map(({ name, url }) => [name, url])).toEqual(
    Array.from({ length: 25 }, (_, n) => [`Maker ${n}`, null]),
  )
  expect(outcome.lists).toContainEqual({ list: 'results', shown: 25, read: 25 })
  expect(outcome.record.pagination.total_results).toBe(5859)
})

test('the address of a card comes from another of its links, or from its id', () => {
  const name = '<h3>Otter & Sons</h3>'
  const expectedLink = { url: `${root}/company/otter-sons-77/profile`, tgrams_id: '77' }
  for (const card of [
    `${name}<a href="/company/otter-sons-77/profile?x=1#map">Map</a>`,
    `<div data-company-id="77">${name}</div>`,
  ])
    expect(site.extract(toPage(cards(() => card)), input)).toMatchObject({
      record: { results: expect.arrayContaining([expect.objectContaining(expectedLink)]) },
    })
})

test.each([
  ['cards of a new look', cards((n) => `<span>Maker ${n}</span>`)],
  ['the same action on every card', cards(() => '<button>Quote</button>')],
  ['a list that a script fills later', cards(() => '').replace(/<li.*<\/li>/, '')],
])('%s: nothing read of 25 shown is a changed page', (_, body) => {
  expect(() => site.extract(toPage(body), address('/suppliers/search?searchterm=x'))).toThrow(
    expect.objectContaining({ reason: 'page_changed' }),
  )
})

test('a state keeps entries without an id or a link, and counts those without a name', () => {
  const results = [
    { tgramsId: 1, name: 'A', address: {} },
    { name: 'B', address: {} },
    { tgramsId: 3, address: {} },
    'x',
  ]
  const outcome = site.extract(toPage(island({ results })), input)
  expect(outcome).toMatchObject({
    record: {
      results: [
        { name: 'A', url: `${root}/company/a-1/profile` },
        { name: 'B', url: null },
      ],
    },
    lists: [{ list: 'results', shown: 4, read: 2 }, { list: 'company_name_matches' }],
  })
  const companyNameMatches = [{ tgramsId: 3, address: {} }]
  expect(() => site.extract(toPage(island({ results, companyNameMatches })), input)).toThrow(
    expect.objectContaining({ reason: 'page_changed' }),
  )
})

test('no match, and a page behind the last one, are empty lists', () => {
  const none = island({
    search: { results: [], searchTerm: 'x', pagination: { totalResults: 0, totalPages: 0 } },
  })
  expect(site.extract(toPage(none), input)).toMatchObject({
    record: { results: [], pagination: { total_results: 0, has_next_page: false } },
  })
  const beyond = island({ results: [], pagination: { current: 9, totalResults: 52, totalPages: 3 } })
  expect(site.extract(toPage(beyond), input)).toMatchObject({
    record: { results: [], pagination: { current: 9, total_results: 52, has_next_page: false } },
  })
  const emptyMarkup = '<html><body><p>Nothing</p><ul data-ref="srp.results"></ul></body></html>'
  expect(site.extract(toPage(emptyMarkup), input)).toMatchObject({
    record: { results: [], pagination: { current: 2, has_next_page: null } },
  })
})

test('a missing page is not found, a bot wall is blocked, a page without a list is a changed page', () => {
  for (const status of [404, 410])
    expect(site.extract(toPage(read('search.html'), { status }), input)).toEqual({ kind: 'not_found' })
  expect(() => site.extract(toPage(read('wall.html')), input)).toThrow(
    expect.objectContaining({ reason: 'upstream_blocked' }),
  )
  for (const state of [
    {},
    { pagination: { totalResults: 3, totalPages: 1, current: 1 } },
    { results: [{ tgramsId: 1, address: {} }] },
  ])
    expect(() => site.extract(toPage(island(state)), input)).toThrow(
      expect.objectContaining({ reason: 'page_changed' }),
    )
})

test.each([
  [12, '12'],
  [0.5, '0.5'],
  [1e-7, '0.0000001'],
  ['7.50', '7.50'],
  ['high', null],
  [null, null],
])('a rank of %s is written %s', (rank, written) => {
  const state = { results: [{ tgramsId: 1, name: 'A', address: {}, rank }] }
  expect(site.extract(toPage(island(state)), input)).toMatchObject({
    record: { results: [{ rank: written }] },
  })
})

type Found = {
  filters: { id: string; count: number; label: string; section: string }[]
  results: { tgrams_id: string; name: string; rank: string | null; url: string }[]
  pagination: { current: number; total_results: number; total_pages: number; has_next_page: boolean }
  company_name_matches: { name: string }[]
}

function readSandboxPage(path: string): Found {
  const input = address(path)
  const url = directory.site.url(`${input.path}${input.search}`)
  const { body, status = 200 } = sandbox({ method: 'GET', url, json: undefined, now })
  const outcome = site.extract(toPage(body, { status, url: url.href }), input)
  if (outcome.kind !== 'found') throw new Error(`${path}: ${outcome.kind}`)
  return outcome.record as Found
}

function walk(path: string): string[] {
  const seen: string[] = []
  for (let page = 1; page < 200; page++) {
    const { results, pagination } = readSandboxPage(
      `${path}${path.includes('?') ? '&' : '?'}page_number=${page}`,
    )
    seen.push(...results.map((item) => item.tgrams_id))
    if (!pagination.has_next_page) return seen
  }
  throw new Error(`${path} never ends`)
}

test('every form of a search pages to the end, without repeats or gaps', () => {
  const total = readSandboxPage('/suppliers/search?searchterm=valves').pagination.total_results
  expect(total).toBeGreaterThan(25)
  const walked = walk('/suppliers/search?searchterm=valves')
  expect(walked).toHaveLength(total)
  expect(new Set(walked).size).toBe(total)
  for (const path of ['/suppliers/search?searchterm=valves', '/nsearch.html?what=valves'])
    expect(readSandboxPage(`${path}&page_number=99`)).toMatchObject({
      results: [],
      pagination: { current: 99, total_results: total, has_next_page: false },
    })
  // The old address shows the same suppliers in the same order, by its markup alone.
  expect(walk('/nsearch.html?what=valves')).toEqual(walked)
  expect(walk('/search/valves')).toEqual(walked)
})

test('results are sorted by rank, over all pages', () => {
  const ranks = [1, 2, 3].flatMap((page) =>
    readSandboxPage(`/suppliers/search?searchterm=valves&page_number=${page}`).results.map(({ rank }) =>
      Number(rank),
    ),
  )
  expect(ranks).toEqual(ranks.toSorted((a, b) => b - a))
})

test('each filter narrows the list to as many as it says, two of them to both', () => {
  const base = '/suppliers/search?searchterm=valves'
  const all = walk(base)
  const { filters } = readSandboxPage(base)
  expect(new Set(filters.map(({ section }) => section))).toEqual(
    new Set(['Materials', 'Company Type', 'Location']),
  )
  for (const { id, count } of filters)
    expect(readSandboxPage(`${base}&filters=${id}`).pagination.total_results).toBe(count)
  const brass = walk(`${base}&filters=mat-brass`)
  const makers = walk(`${base}&filters=type-M`)
  expect(walk(`${base}&filters=mat-brass,type-M`)).toEqual(
    all.filter((id) => brass.includes(id) && makers.includes(id)),
  )
})

test('a category has its own suppliers, in one region fewer, and unknown ones are not found', () => {
  const category = '/suppliers/ball-valves-20909153'
  const all = walk(category)
  expect(all.length).toBeGreaterThan(0)
  const ohio = walk('/suppliers/ohio/ball-valves-20909153')
  expect(ohio.length).toBeLessThan(all.length)
  expect(all).toEqual(expect.arrayContaining(ohio))
  expect(walk('/suppliers/usa/ball-valves-20909153')).toEqual(all)
  expect(
    readSandboxPage('/products/ball-valves-20909153-2.html').results.map((item) => item.tgrams_id),
  ).toEqual(all.slice(25, 50))
  expect(() => readSandboxPage('/suppliers/unicorns-99999999')).toThrow('not_found')
})

test('companies of that name are matched, and words that no name has match nothing', () => {
  const { company_name_matches: matches } = readSandboxPage('/suppliers/search?searchterm=granite')
  expect(matches.length).toBeGreaterThan(0)
  for (const { name } of matches) expect(name.toLowerCase()).toContain('granite')
  for (const path of ['/suppliers/search?searchterm=qqqqzz', '/nsearch.html?what=qqqqzz'])
    expect(readSandboxPage(path)).toMatchObject({
      results: [],
      filters: [],
      company_name_matches: [],
      pagination: { current: 1, total_results: 0, total_pages: 0, has_next_page: false },
    })
})

test('costs three credits, and a 404 costs them too', () => {
  expect(search).toMatchObject({ credits: 3, notFound: 'billed' })
})
