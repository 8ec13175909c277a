// Sneaker search: parameters, exact lists from the three forms of a response, and a sandbox search that searches.
import { readFileSync } from 'node:fs'
import type { Page } from '@quarry/kit/outcome'
import { onSite } from '@quarry/kit/testing/on-site'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sneakermarket } from './index.ts'
import { site } from './providers/site.ts'
import { ids, makeSneaker, sandbox } from './sandbox/sandbox.ts'
import { search } from './search.ts'
import type { SneakerItem } from './search-record.ts'

const { parse, paramsFromUrl, find } = onSite(sneakermarket, search)
const query = { words: 'otter' }
const read = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
const page = (body: string, change: Partial<Page> = {}): Page => ({
  url: 'https://www.sneakermarket.example/api/search?q=otter',
  status: 200,
  contentType: 'application/json',
  body,
  ...change,
})
const extractItems = (body: string): SneakerItem[] => {
  const outcome = site.extract(page(body), query)
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return outcome.record
}

const nothing = { sku: null, category: null, brand: null, image: null, colorway: null }

test('nodes give the whole item, from the node or from the product inside it', () => {
  const expected = [
    {
      id: '11110000-2222-4333-8444-555566667777',
      slug: 'otter-creek-mid-moss',
      name: "Otter Creek Mid 'Moss' & Stone",
      sku: 'OT4411-301',
      category: 'sneakers',
      brand: 'Otter',
      image: 'https://images.sneakermarket.example/o/s.jpg',
      colorway: 'Moss/Stone',
    },
    {
      ...nothing,
      id: '22220000-2222-4333-8444-555566667777',
      slug: 'otter-flat',
      name: 'Otter Flat',
      sku: '88120',
      image: 'https://images.sneakermarket.example/f/l.jpg',
      colorway: 'Black',
    },
    { ...nothing, id: '33330000-2222-4333-8444-555566667777', slug: 'otter-bare', name: 'Otter Bare' },
    { ...nothing, id: '44440000-2222-4333-8444-555566667777', slug: null, name: 'No address' },
  ]
  expect(extractItems(read('nodes.json'))).toEqual(expected)
  // The same connection inside the response to a larger query.
  expect(extractItems(`{"data":{"browse":${read('nodes.json')}}}`)).toEqual(expected)
})

test('a list has ids of the site, and slugs that end with the SKU', () => {
  expect(extractItems(read('list.json'))).toEqual([
    {
      id: '90417',
      slug: 'otter-creek-mid-moss-ot4411-301',
      name: "Otter Creek Mid 'Moss'",
      sku: 'OT4411-301',
      category: 'sneakers',
      brand: 'Otter',
      image: 'https://images.sneakermarket.example/o/p.jpg',
      colorway: null,
    },
    {
      ...nothing,
      id: '90418',
      slug: 'otter-mens-flat-2-b37571',
      name: "Men's Flat 2",
      sku: 'B37571',
      brand: 'Otter',
    },
    { ...nothing, id: '90419', slug: 'renamed-since-ot4499-100', name: 'Otter Renamed', sku: 'OT4499-100' },
    {
      ...nothing,
      id: '90422',
      slug: 'otter-trail-20000-ow-12-x',
      name: 'Trail 20000',
      sku: 'OW-12-X',
      brand: 'Otter',
    },
    { ...nothing, id: '90420', slug: 'otter-no-number', name: 'Otter Numberless' },
    { ...nothing, id: '90421', slug: 'otter-whole', name: 'Otter Whole', sku: 'OW1' },
  ])
})

test('suggestions have their name as value and the rest as data', () => {
  expect(extractItems(read('suggestions.json'))).toEqual([
    {
      ...nothing,
      id: '700123',
      slug: 'otter-creek-mid-moss',
      name: "Otter Creek Mid 'Moss'",
      sku: 'OT4411 301',
      image: 'https://images.sneakermarket.example/o/q.jpg',
      colorway: 'Moss',
    },
    { ...nothing, id: 'v-9', slug: 'otter-flat', name: 'Otter Flat' },
  ])
})

test('no match is an empty list in every form', () => {
  expect(extractItems('{"results":{"edges":[]}}')).toEqual([])
  expect(extractItems('{"data":{"productsList":[]}}')).toEqual([])
  expect(extractItems('{"response":{"results":[]}}')).toEqual([])
})

test('a bot wall, a broken response and one without results are failures', () => {
  const readReason = (body: string, contentType = 'application/json') => {
    try {
      return site.extract(page(body, { contentType }), query).kind
    } catch (thrown) {
      return (thrown as { reason?: string }).reason
    }
  }
  expect(readReason(read('wall.json'))).toBe('upstream_blocked')
  expect(readReason(read('wall.html'), 'text/html')).toBe('upstream_blocked')
  expect(readReason(read('nodes.json').slice(0, 700))).toBe('page_changed')
  expect(readReason('{"message":"ok"}')).toBe('page_changed')
  expect(readReason('[]')).toBe('page_changed')
  expect(readReason('{"results":{"edges":null}}')).toBe('page_changed')
})

test('a 404 of the search is not found', () => {
  expect(site.extract(page('', { status: 404 }), query).kind).toBe('not_found')
})

/** The address that a search requests from the site. */
const findAddress = async (words: string) => {
  const requests: URL[] = []
  await find({ query: words }, async (url) => {
    requests.push(new URL(url))
    return page('{"results":{"edges":[]}}')
  })
  const [address] = requests
  if (!address || requests.length > 1) throw new Error(`${requests.length} pages were requested`)
  return address
}

test('a name, a brand, a SKU and a slug are accepted, and equal ones are one lookup', async () => {
  for (const words of ["Canyon Runner 2 'Slate' & Gum", 'KA1200-107', 'velmont-canyon-runner-2', 'Écume'])
    expect((await findAddress(words)).searchParams.get('q')).toBe(words)
  expect(parse({ query: '  canyon \t runner ' })).toEqual(parse({ query: 'canyon runner' }))
  expect(parse({ query: 'E\u0301cume' })).toEqual(parse({ query: '\u00c9cume' }))
})

test('an address that is not a search is refused', () => {
  for (const words of [
    '',
    '   ',
    '--',
    '%',
    'https://www.sneakermarket.example/x',
    '//127.0.0.1/',
    'file:///x',
    'a\ud800',
  ])
    expect(() => parse({ query: words }), words).toThrow(/^Bad Request: query must /)
})

test('no query changes the path of the request', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (words) => {
      let url: URL
      try {
        url = await findAddress(`${words}a`)
      } catch (thrown) {
        expect((thrown as Error).message).toMatch(/^Bad Request: query /)
        return
      }
      expect([url.host, url.pathname, url.hash]).toEqual(['www.sneakermarket.example', '/api/search', ''])
      expect([...url.searchParams.keys()]).toEqual(['q', 'limit'])
    }),
  )
})

test('a saved response can be read with any address of the site', () => {
  for (const path of ['/api/search?q=otter', '/otter-flat', '/', '/api/search'])
    expect(() => parse(paramsFromUrl(`https://www.sneakermarket.example${path}`))).not.toThrow()
})

const sneakers = Array.from({ length: ids.count }, (_, index) => makeSneaker(index))

const requestSearch = (query: string, paging = '') => {
  const url = new URL(`https://www.sneakermarket.example/api/search?q=${encodeURIComponent(query)}${paging}`)
  return sandbox({ method: 'GET', url, json: undefined, now: new Date('2026-11-15T12:00:00Z') }).body
}

test('the sandbox market pages to the end without repeats or gaps', () => {
  const { total } = JSON.parse(requestSearch('canyon runner', '&limit=30')).results.pageInfo
  const seen: string[] = []
  for (let at = 1; at <= Math.ceil(total / 30); at++)
    seen.push(...extractItems(requestSearch('canyon runner', `&limit=30&page=${at}`)).map(({ id }) => id))
  expect(total).toBe(sneakers.filter(({ title }) => title.includes('Canyon Runner')).length)
  expect([seen.length, new Set(seen).size]).toEqual([total, total])
  expect(extractItems(requestSearch('canyon runner', `&limit=30&page=${Math.ceil(total / 30) + 1}`))).toEqual(
    [],
  )
})

test.each([0, 1, 2, 500, 2999])('sneaker %i is found by its SKU, its slug and its name', (position) => {
  const sneaker = sneakers[position]
  if (!sneaker) throw new Error('no such sneaker')
  for (const query of [sneaker.sku, sneaker.sku.toLowerCase(), sneaker.slug])
    expect(extractItems(requestSearch(query)).map(({ slug }) => slug)).toEqual([sneaker.slug])
  expect(extractItems(requestSearch(sneaker.title, '&limit=100')).map(({ slug }) => slug)).toContain(
    sneaker.slug,
  )
})

test('the three forms give the same sneaker', () => {
  const counts = ['sandals', 'slate', 'boots'].map((word) => extractItems(requestSearch(word)).length)
  expect(counts.every((count) => count > 0)).toBe(true)
  for (const [word, form] of [
    ['sandals', 'data'],
    ['slate', 'response'],
    ['boots', 'results'],
  ] as const) {
    const body = requestSearch(word)
    expect(Object.keys(JSON.parse(body)), word).toContain(form)
    for (const item of extractItems(body)) {
      const sneaker = sneakers.find(({ slug }) => slug === item.slug)
      expect([item.sku, item.name], item.name).toEqual([sneaker?.sku, sneaker?.title])
    }
  }
})
