// The Open Food Facts search for both retailers: the fields of a hit, paging to the end, and invalid responses.
import type { Get, Page } from '@quarry/kit/outcome'
import { onProvider } from '@quarry/kit/testing/on-site'
import { search as retailerASearch, openFoodFactsSearch as searchA } from '@quarry/sources/retailer_a/search'
import { search as retailerBSearch, openFoodFactsSearch as searchB } from '@quarry/sources/retailer_b/search'
import { addCheckDigit } from '@quarry/sources/sandbox/catalogue'
import { expect, test } from 'vitest'

const a = onProvider(retailerASearch, searchA)
const b = onProvider(retailerBSearch, searchB)
const at = 'https://world.openfoodfacts.org/cgi/search.pl?search_terms=cacao'
const page = (body: unknown, change: Partial<Page> = {}): Page => ({
  url: at,
  status: 200,
  contentType: 'application/json',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...change,
})
const numbered = (index: number) => addCheckDigit(String(325_000_000_000 + index))
const buildHit = (index: number) => ({
  code: numbered(index),
  product_name: `Cocoa ${index}`,
  product_name_fr: `Cacao ${index}`,
  brands: "Moulin d'Oriel, Four Rond",
  image_url: `https://images.openfoodfacts.org/${index}.jpg`,
})

/** A fake search with this many products, which records the requested URLs. */
function fakeSearch(hits: number) {
  const requested: URL[] = []
  const get: Get = async (address) => {
    const url = new URL(address)
    requested.push(url)
    const size = Number(url.searchParams.get('page_size'))
    const start = (Number(url.searchParams.get('page')) - 1) * size
    const length = Math.max(0, Math.min(size, hits - start))
    const products = Array.from({ length }, (_, i) => buildHit(start + i))
    return page({ count: hits, page: url.searchParams.get('page'), page_size: size, products, skip: start })
  }
  return { get, requested }
}

test('a hit has a number that can be looked up, its name in French, and no price', async () => {
  const { get, requested } = fakeSearch(1)
  const hit = {
    title: 'Cacao 0',
    brand: "Moulin d'Oriel",
    image: 'https://images.openfoodfacts.org/0.jpg',
    url: `https://fr.openfoodfacts.org/produit/${numbered(0)}`,
    price: null,
    currency_code: null,
    unit_price: null,
  }
  const pagination = { page: 1, per_page: 24, total_pages: 1, total_results: 1 }
  const reading = {
    kind: 'found',
    form: 'open-food-facts',
    source: 'https://fr.openfoodfacts.org/cgi/search.pl?search_terms=cacao&search_simple=1&action=process',
    lists: [{ list: 'results', shown: 1, read: 1 }],
  }
  expect(await a.find({ query: 'cacao' }, get)).toEqual({
    ...reading,
    record: { results: [{ ean: numbered(0), ...hit }], pagination },
  })
  expect(await b.find({ query: 'cacao' }, get)).toEqual({
    ...reading,
    record: { results: [{ id: `pr-${numbered(0)}`, ean: numbered(0), ...hit }], pagination },
  })
  expect(Object.fromEntries(requested[0]?.searchParams ?? [])).toMatchObject({
    search_terms: 'cacao',
    json: '1',
    page: '1',
    page_size: '24',
    fields: expect.stringContaining('code,product_name'),
  })
})

test.each([0, 1, 99, 100, 101, 1000])('%i hits are paged through without repeats or gaps', async (hits) => {
  const { get } = fakeSearch(hits)
  const ids: string[] = []
  for (let number = 1; number <= Math.ceil(hits / 24) + 1; number += 1) {
    const outcome = await b.find({ query: 'cacao', page: number }, get)
    if (outcome.kind !== 'found') throw new Error(outcome.kind)
    ids.push(...outcome.record.results.map(({ id }) => id))
  }
  expect(ids).toEqual(Array.from({ length: hits }, (_, index) => `pr-${numbered(index)}`))
})

const query = { words: 'cacao', page: 1 }
const short = { ...buildHit(3), code: '20000004' }
const unnamed = { ...buildHit(1), product_name: '', product_name_fr: '' }

test('products that cannot be looked up are left out: other kinds of numbers, no name, duplicates', () => {
  const products = [
    buildHit(0),
    unnamed,
    { ...buildHit(2), code: '12' },
    short,
    buildHit(0),
    { ...buildHit(4), brands: '' },
  ]
  const response = page({ count: 6, products })
  const listCodes = (outcome: ReturnType<typeof searchA.extract | typeof searchB.extract>) =>
    outcome.kind === 'found' ? [outcome.lists, outcome.record.results.map(({ ean }) => ean)] : []
  expect(listCodes(searchB.extract(response, query))).toEqual([
    [{ list: 'results', shown: 3, read: 3 }],
    [numbered(0), '20000004', numbered(4)],
  ])
  expect(listCodes(searchA.extract(response, query))).toEqual([
    [{ list: 'results', shown: 2, read: 2 }],
    [numbered(0), numbered(4)],
  ])
  // A page with only such products is empty and keeps its total.
  for (const left of [short, unnamed])
    expect(searchA.extract(page({ count: 1, products: [left] }), query)).toMatchObject({
      kind: 'found',
      record: { results: [], pagination: { total_pages: 1, total_results: 1 } },
    })
})

test('a product without a number counts as unread, and one without a name is left out', () => {
  const { code: _, ...numberless } = buildHit(1)
  const products = [buildHit(0), numberless, { code: numbered(2), brands: 'x' }]
  for (const search of [searchA, searchB])
    expect(search.extract(page({ count: 3, products }), query)).toMatchObject({
      lists: [{ shown: 2, read: 1 }],
    })
})

test.each([
  ['a page of HTML', '<html><body><h1>Cacao</h1></body></html>', 200],
  ['an empty body', '', 200],
  ['JSON that is cut off', '{"count": 2, "products": [{"code": "32500', 200],
  ['no products', { count: 2 }, 200],
  ['no count', { products: [] }, 200],
  ['a count without products', { count: 2, products: [] }, 200],
  ['products of another type', { count: 1, products: { 0: buildHit(0) } }, 200],
  ['unreadable products', { count: 1, products: [{ name: 'x' }] }, 200],
  [
    'a name of another type',
    { count: 1, products: [{ ...buildHit(0), product_name_fr: { fr: 'Cacao' } }] },
    200,
  ],
  ['brands of another type', { count: 1, products: [{ ...buildHit(0), brands: ["Moulin d'Oriel"] }] }, 200],
  ['a 404', '{}', 404],
])('%s is a changed page', (_, body, status) => {
  const changed = expect.objectContaining({ reason: 'page_changed' })
  expect(() => searchB.extract(page(body, { status }), { words: 'cacao', page: 1 })).toThrow(changed)
})

test('the parameters of a saved response are read from its URL', () => {
  expect(searchB.paramsFromUrl?.(`${at}&page=3`)).toEqual({ query: 'cacao', page: 3 })
})
