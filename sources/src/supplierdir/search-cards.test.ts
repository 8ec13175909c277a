// Supplier search: incomplete cards and states, empty lists, and pages that are failures.
import { readFileSync } from 'node:fs'
import type { Page } from '@quarry/kit/outcome'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { onSite } from '@quarry/kit/testing/on-site'
import { beforeAll, expect, test } from 'vitest'
import { supplierdir } from './index.ts'
import { site } from './providers/site.ts'
import { search } from './search.ts'

const root = 'https://www.supplierdir.example'
const directory = onSite(supplierdir, search)
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

const island = (state: unknown) =>
  `<html><body><p>Suppliers</p><script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state)}</script></body></html>`

const cards = (inner: (n: number) => string, attributes = () => '') =>
  `<html><body><p data-testid="srp.results-count">1-25 of 5,859</p><ul data-ref="srp.results">${Array.from(
    { length: 25 },
    (_, n) => `<li ${attributes()}>${inner(n)}</li>`,
  ).join('')}</ul></body></html>`

test.each([
  ['under the current mark', (n: number) => `<button data-testid="supplier-name-link">Maker ${n}</button>`],
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
])('%s: if none of 25 shown can be read, the page has changed', (_, body) => {
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

test('no match, and a page beyond the last one, are empty lists', () => {
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
