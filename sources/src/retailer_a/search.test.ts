// Retailer A search: exact results from each form of the site's response, paging to the end, and invalid responses.
import { readFileSync } from 'node:fs'
import type { Page } from '@quarry/kit/outcome'
import { onSite } from '@quarry/kit/testing/on-site'
import { sandboxGet } from '@quarry/kit/testing/run-example'
import { expect, test } from 'vitest'
import { retailerA } from './index.ts'
import { product } from './product.ts'
import { search } from './search.ts'
import type { SearchRecord } from './search-results.ts'

const root = 'https://www.retailer-a.example'
const chain = onSite(retailerA, search)
const read = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
const page = (body: string, change: Partial<Page> = {}): Page => ({
  url: `${root}/api/search?q=cacao&page=2`,
  status: 200,
  contentType: body.startsWith('{') ? 'application/json' : 'text/html',
  body,
  ...change,
})
const query = { words: 'cacao', page: 2 }
const shown = {
  ean: '4006381333931',
  title: 'Cacao maigre',
  brand: 'Four Rond',
  image: 'https://media.retailer-a.example/c.jpg',
  url: `${root}/p/cacao-maigre-4006381333931`,
  price: 3.2,
  currency_code: 'EUR',
}
const paged = (total: number) => ({ page: 2, per_page: 24, total_pages: 2, total_results: total })

test('the response of the API gives each article with its number, and counts those without', () => {
  expect(chain.extract(page(read('search.json')), query)).toEqual({
    kind: 'found',
    form: 'json',
    source: `${root}/s?q=cacao&page=2&size=24`,
    lists: [{ list: 'results', shown: 2, read: 1 }],
    record: { results: [{ ...shown, unit_price: { price: 12.8, unit: 'kg' } }], pagination: paged(26) },
  })
})

test('the linked data of the page has the list, without unit prices', () => {
  expect(chain.extract(page(read('search.html')), query)).toMatchObject({
    form: 'json-ld',
    lists: [{ list: 'results', shown: 1, read: 1 }],
    record: { results: [{ ...shown, unit_price: null }], pagination: paged(25) },
  })
})

test('no match is an empty list, and so is a page beyond the last', () => {
  for (const total of [0, 24])
    expect(chain.extract(page(`{"items":[],"total":${total}}`), query)).toMatchObject({
      record: { results: [], pagination: { total_results: total } },
    })
})

test.each([
  ['results that are counted and not shown', '{"items":[],"total":30}', 200],
  ['results in an unknown form', '{"items":[{"name":"x"}],"total":25}', 200],
  ['another response', '{"variants":[]}', 200],
  ['a page without a list', '<html><title>x</title><h1>Rayon</h1><p>Tout le rayon.</p></html>', 200],
  ['a missing page', '<html><title>x</title><h1>Introuvable</h1><p>Rien ici.</p></html>', 404],
])('%s is a changed page', (_, body, status) => {
  expect(() => chain.extract(page(body, { status }), query)).toThrow(
    expect.objectContaining({ reason: 'page_changed' }),
  )
})

test.each(['maison', 'cuisine'])(
  'the pages of %s have no repeats and no gaps, and their articles can be looked up',
  async (words) => {
    const get = sandboxGet(retailerA, new Date('2026-11-15T12:00:00Z'))
    const eans: string[] = []
    let total = 1
    for (let number = 1; eans.length < total; number += 1) {
      const outcome = await chain.find({ query: words, page: number }, get)
      if (outcome.kind !== 'found') throw new Error(outcome.kind)
      const { results, pagination } = outcome.record as SearchRecord
      expect(outcome.form).toBe(words.length === 7 ? 'json-ld' : 'json')
      if (results.length === 0) break
      eans.push(...results.map(({ ean }) => ean))
      total = pagination.total_results ?? 0
    }
    expect(eans.length).toBe(total)
    expect(new Set(eans).size).toBe(total)
    expect(total).toBeGreaterThan(100)
    const one = await onSite(retailerA, product).find({ query: eans.at(-1) }, get)
    expect(one.kind).toBe('found')
  },
)
