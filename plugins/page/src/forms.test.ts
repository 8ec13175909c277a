// Each kind of page in each form gives the same values, and the record names the form.
import type { Outcome } from '@quarry/kit'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { onSite, sandboxGet } from '@quarry/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import source from './index.ts'

beforeAll(() => allowLargeDom())
afterAll(() => allowLargeDom(false))

const get = sandboxGet(source, new Date('2026-11-15T12:00:00Z'))

async function lookUp(
  name: string,
  address: string,
): Promise<{ form: string; record: Record<string, unknown> }> {
  const outcome = await find(name, address)
  if (outcome.kind !== 'found') throw new Error(`${address} gives ${outcome.kind}`)
  return { form: outcome.form, record: outcome.record as Record<string, unknown> }
}

function find(name: string, address: string): Promise<Outcome<unknown>> {
  const endpoint = source.endpoints.find(({ path }) => path === `/v2/page/${name}`)
  if (!endpoint) throw new Error(`no endpoint ${name}`)
  return onSite(source, endpoint).find({ query: address }, get)
}

const article = {
  title: 'Two ferry lines number 2 changes hands',
  published_at: '2026-03-11T07:30:00Z',
  language: 'en',
  publisher: 'Harbour Post',
}

test.each([
  ['json-ld', 'json-ld+meta+text', { ...article, author: 'Hugo Bauer' }],
  ['graph', 'json-ld+meta+text', { ...article, author: 'Hugo Bauer' }],
  ['microdata', 'microdata+meta+text', { ...article, author: 'Hugo Bauer' }],
  ['open-graph', 'open-graph+meta+text', { ...article, author: null }],
  ['mixed', 'json-ld+open-graph+meta+text', { ...article, author: 'Hugo Bauer' }],
  ['broken', 'json-ld+open-graph+meta+text', { ...article, author: 'Hugo Bauer' }],
])('an article in the form %s', async (form, read, fields) => {
  const found = await lookUp('article', `https://news.page.example/article/${form}-2`)
  expect(found.form).toBe(read)
  expect(found.record).toMatchObject(fields)
  expect(String(found.record.text).split('\n\n').length).toBeGreaterThanOrEqual(5)
  expect(found.record.text).not.toMatch(/Front page|More reports|invented/)
})

test('an article with meta tags only', async () => {
  const { record } = await lookUp('article', 'https://news.page.example/article/meta-2')
  expect(record).toMatchObject({ ...article, author: 'Hugo Bauer', description: expect.any(String) })
})

test.each(['json-ld', 'graph', 'microdata', 'open-graph', 'mixed', 'broken'])(
  'a product in the form %s',
  async (form) => {
    const { record } = await lookUp('product', `https://shop.page.example/product/${form}-3`)
    expect(record).toMatchObject({ price: 20.65, currency: 'EUR', brand: 'Lindgren' })
    expect(record.availability).not.toBeNull()
  },
)

test.each(['json-ld', 'graph', 'microdata', 'open-graph', 'mixed', 'broken'])(
  'an event in the form %s',
  async (form) => {
    const { record } = await lookUp('event', `https://events.page.example/event/${form}-2`)
    expect(record).toMatchObject({
      starts_at: '2026-03-11T19:00:00+02:00',
      ends_at: '2026-03-11T22:30:00+02:00',
    })
    expect(record.city).toEqual(expect.any(String))
  },
)

test.each(['json-ld', 'graph', 'microdata', 'mixed', 'broken'])('a recipe in the form %s', async (form) => {
  const { record } = await lookUp('recipe', `https://kitchen.page.example/recipe/${form}-2`)
  expect(record).toMatchObject({ cook_minutes: 22, total_minutes: 90, review_count: 42 })
  expect(record.ingredients).toEqual(['three large leeks', '102 g of butter', 'a litre of broth'])
  expect(record.instructions).toEqual(['Wash and cut the vegetables.', 'Simmer for 22 minutes.'])
})

test.each([
  ['product', 'https://news.page.example/article/json-ld-1'],
  ['event', 'https://shop.page.example/product/mixed-1'],
  ['recipe', 'https://kitchen.page.example/recipe/open-graph-1'],
  ['article', 'https://news.page.example/article/json-ld-999'],
])('no %s at %s is not found', async (name, address) => {
  expect(await find(name, address)).toEqual({ kind: 'not_found' })
})

test('every page of the sandbox has metadata', async () => {
  for (const host of ['news', 'shop', 'events', 'kitchen']) {
    const index = await get(`https://${host}.page.example/`)
    const paths = [...index.body.matchAll(/href="(\/[a-z]+\/[a-z-]+-\d+)"/g)].map(([, path]) => path)
    expect(paths.length).toBe(42)
    for (const path of paths.filter((_, index) => index % 5 === 0)) {
      const { record } = await lookUp('metadata', `https://${host}.page.example${path}`)
      expect(record).toMatchObject({
        title: expect.any(String),
        feeds: [`https://${host}.page.example/feed.xml`],
      })
    }
  }
})
