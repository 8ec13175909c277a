// Retailer B search: exact results from each layout of the page, paging to the end, and invalid pages.
import { readFileSync } from 'node:fs'
import type { Page } from '@quarry/kit/outcome'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { onSite } from '@quarry/kit/testing/on-site'
import { sandboxGet } from '@quarry/kit/testing/run-example'
import { beforeAll, expect, test } from 'vitest'
import { retailerB } from './index.ts'
import { product } from './product.ts'
import { search } from './search.ts'
import type { SearchRecord } from './search-results.ts'

beforeAll(() => allowLargeDom())

const root = 'https://fr.retailer-b.example'
const grocer = onSite(retailerB, search)
const read = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
const page = (body: string, change: Partial<Page> = {}): Page => ({
  url: `${root}/recherche?q=sables&page=1`,
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body,
  ...change,
})
const query = { words: 'sables', page: 1 }

test('the current page gives its cards without the carousel and counts those that cannot be looked up', () => {
  expect(grocer.extract(page(read('search.html')), query)).toEqual({
    kind: 'found',
    form: 'microdata',
    lists: [{ list: 'results', shown: 24, read: 1 }],
    record: {
      results: [
        {
          id: 'pr-C55',
          ean: '4006381333931',
          title: 'Sablés & cie',
          brand: 'Four Rond',
          image: `${root}/media/C55.jpg`,
          url: `${root}/sables/pr-C55`,
          price: 3.49,
          currency_code: 'EUR',
          unit_price: { price: 17.45, unit: 'kg' },
        },
      ],
      pagination: { page: 1, per_page: 24, total_pages: 43, total_results: 1025 },
    },
  })
})

test('the old layout has its references in links, and no article numbers', () => {
  const shared = { ean: null, currency_code: 'EUR', brand: 'Four Rond', price: 3.49 }
  expect(grocer.extract(page(read('search-old.html')), query)).toMatchObject({
    form: 'dom',
    lists: [{ list: 'results', shown: 2, read: 2 }],
    record: {
      results: [
        {
          ...shared,
          id: 'pr-C55',
          title: 'Sablés',
          image: 'https://media.retailer-b.example/C55.jpg',
          url: `${root}/sables/pr-C55`,
          unit_price: { price: 17.45, unit: 'kg' },
        },
        {
          id: 'pr-C56',
          title: 'Sablés nature',
          brand: null,
          image: null,
          url: `${root}/pr-C56`,
          price: null,
          currency_code: null,
          unit_price: null,
        },
      ],
      pagination: { total_pages: 1, total_results: 2 },
    },
  })
})

const list = (count: string, cards = '') =>
  `<html><title>x</title><h1>Résultats</h1><p class="search-count">${count}</p><ul class="search-results">${cards}</ul></html>`

test('no match is an empty list', () => {
  expect(grocer.extract(page(list('0 produits')), query)).toMatchObject({
    record: { results: [], pagination: { total_pages: 0, total_results: 0 } },
  })
})

test.each([
  ['results that are counted and not shown', list('30 produits'), 200],
  ['results in an unknown form', list('', '<li class="product-item"><b>Sablés</b></li>'), 200],
  ['a page without results', '<html><title>x</title><h1>Rayon</h1><p>Tout le rayon.</p></html>', 200],
  ['a missing page', '<html><title>x</title><h1>Introuvable</h1><p>Rien ici.</p></html>', 404],
])('%s is a changed page', (_, body, status) => {
  expect(() => grocer.extract(page(body, { status }), query)).toThrow(
    expect.objectContaining({ reason: 'page_changed' }),
  )
})

test.each(['lessive', 'soupe'])(
  'the pages of %s have no repeats and no gaps, and their products can be looked up',
  async (words) => {
    const get = sandboxGet(retailerB, new Date('2026-11-15T12:00:00Z'))
    const ids: string[] = []
    let total = 1
    for (let number = 1; ids.length < total; number += 1) {
      const outcome = await grocer.find({ query: words, page: number }, get)
      if (outcome.kind !== 'found') throw new Error(outcome.kind)
      const { results, pagination } = outcome.record as SearchRecord
      expect(outcome.form).toBe(words.length === 5 ? 'dom' : 'microdata')
      if (results.length === 0) break
      ids.push(...results.map(({ id }) => id))
      total = pagination.total_results ?? 0
    }
    expect(ids.length).toBe(total)
    expect(new Set(ids).size).toBe(total)
    expect(total).toBeGreaterThan(100)
    const one = await onSite(retailerB, product).find({ query: ids.at(-1) }, get)
    expect(one.kind).toBe('found')
  },
)
