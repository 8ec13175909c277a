// Open Food Facts and Open Prices as providers for the retailers: the returned records, the host and rate limit of
// each API, and the reason of each fault, which is free and not cached.
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Compile } from '@quarry/kit/schema'
import { endpoints } from '@quarry/sources'
import { addCheckDigit } from '@quarry/sources/sandbox/catalogue'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readProviderUsage } from '../../src/fetching/provider-rate-limits.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { endRests, type Replica, sends, startReplica } from '../support/two-providers.ts'

const fixture = (path: string) =>
  readFileSync(new URL(`../../../sources/src/${path}`, import.meta.url), 'utf8')
const grocery = fixture('retailer_b/fixtures/open-food-facts-product.json')
const article = fixture('retailer_a/fixtures/open-food-facts-product.json')
const price = fixture('retailer_a/fixtures/open-prices.json')

let food: Replica
let prices: Replica
let app: TestApp
let secret: string

const contacts: string[] = []
const serveProducts =
  (products: Record<string, string>) => (request: IncomingMessage, response: ServerResponse) => {
    contacts.push(request.headers['user-agent'] ?? '')
    const body = products[/(\d{13})/.exec(request.url ?? '')?.[1] ?? '']
    sends(body ?? { status: 0, status_verbose: 'product not found' }, body ? 200 : 404)(request, response)
  }
const serveAll = () => {
  food.respondWith(serveProducts({ '3250100000005': grocery, '3210100000009': article }))
  prices.respondWith(sends(price))
}

beforeAll(async () => {
  ;[food, prices] = await Promise.all([startReplica(), startReplica()])
  app = await startApp({
    file: {
      data: 'open',
      contact: 'ops@example.org',
      providers: {
        'open-food-facts': {
          sites: { 'world.openfoodfacts.org': food.origin },
          allow_private: true,
          rate_limit: { per_minute: 500 },
        },
        'open-prices': {
          sites: { 'prices.openfoodfacts.org': prices.origin },
          allow_private: true,
          rate_limit: { per_second: 100 },
        },
      },
    },
    limits: { upstreamTryMs: 5_000, upstreamTotalMs: 20_000 },
  })
})
beforeEach(async () => {
  serveAll()
  secret = (await app.account()).secret
})
afterAll(async () => {
  await app?.close()
  await Promise.all([food?.close(), prices?.close()])
})

const paths = {
  a: '/v2/retailer_a/product?query=3210100000009',
  b: '/v2/retailer_b/product?query=pr-3250100000005',
}
const countRequests = async () =>
  new Map((await readProviderUsage(app.database.pool)).map(({ provider, month }) => [provider, month]))
const expectValid = (path: string, record: unknown) => {
  const schema = endpoints.find((endpoint) => endpoint.path === path)?.record
  expect(schema && Compile(schema).Check(record)).toBe(true)
}

test('Open Food Facts has records for retailer B, by number and by its own URLs', async () => {
  const page = encodeURIComponent('https://fr.openfoodfacts.org/produit/3250100000005/anneaux')
  for (const path of [paths.b, `/v2/retailer_b/product?query=${page}`]) {
    const response = await app.call(secret, path)
    expect(response.status).toBe(200)
    expectValid('/v2/retailer_b/product', await response.json())
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-provider': 'open-food-facts',
      'x-provider-licence': 'ODbL-1.0',
      'x-provider-source': 'https://fr.openfoodfacts.org/produit/3250100000005',
      'x-record-form': 'open-food-facts',
      'x-record-fields': '21/31',
      'x-credits-used': '2',
    })
    expect(response.headers.get('x-record-observed')).toBeNull()
  }
  expect(contacts.at(-1)).toContain('ops@example.org')
})

test('Open Prices has records for retailer A, with the date of the price and the product name of Open Food Facts', async () => {
  const before = await countRequests()
  const response = await app.call(secret, `${paths.a}&store_id=612`)
  expect(response.status).toBe(200)
  const record = await response.json()
  expectValid('/v2/retailer_a/product', record)
  expect(record).toMatchObject({ title: 'Cacao du matin', offer: { price: { price: 4.9 } } })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-provider': 'open-prices',
    'x-provider-licence': 'ODbL-1.0',
    'x-provider-source': 'https://prices.openfoodfacts.org/products/3210100000009',
    'x-record-observed': '2026-10-31',
    'x-record-fields': '16/35',
    'x-credits-used': '1',
  })
  expect(prices.requestUrls.at(-1)).toContain('location_id=612')
  // Each of the two is counted separately.
  const after = await countRequests()
  for (const name of ['open-food-facts', 'open-prices'])
    expect((after.get(name) ?? 0) - (before.get(name) ?? 0), name).toBe(1)
  const job = (await (await app.call(secret, `${paths.a}&is_async=true`)).json()) as { job_id: string }
  const done = await app.call(secret, `/jobs/${job.job_id}?wait=10`)
  expect(await done.json()).toMatchObject({ status: 'completed', record_observed: '2026-10-31' })
})

test('Open Food Facts searches for both retailers, and its hits can be looked up', async () => {
  const product = {
    code: '3250100000005',
    product_name: 'Rings',
    product_name_fr: 'Anneaux',
    brands: 'Four Rond',
  }
  food.respondWith(sends({ count: 25, page: 2, page_size: 24, products: [product] }))
  for (const name of ['retailer_a', 'retailer_b']) {
    const response = await app.call(secret, `/v2/${name}/search?query=anneaux&page=2`)
    const record = (await response.json()) as { results: { ean: string; id?: string }[] }
    expectValid(`/v2/${name}/search`, record)
    expect(record).toMatchObject({ results: [{ title: 'Anneaux' }], pagination: { total_pages: 2 } })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-provider': 'open-food-facts',
      'x-provider-licence': 'ODbL-1.0',
      'x-credits-used': '1',
    })
    serveAll()
    const [hit] = record.results
    if (name === 'retailer_b')
      expect((await app.call(secret, `/v2/retailer_b/product?query=${hit?.id}`)).status).toBe(200)
    food.respondWith(sends({ count: 25, page: 2, page_size: 24, products: [product] }))
  }
})

test('unknown products are not found, and parameters that a provider does not support are refused', async () => {
  const missing = await app.call(secret, '/v2/retailer_b/product?query=pr-4006381333931')
  expect([missing.status, missing.headers.get('x-credits-used')]).toEqual([404, '2'])
  expect((await app.call(secret, '/v2/retailer_a/product?query=4006381333931')).status).toBe(500)
  prices.respondWith(sends({ items: [], total: 0 }))
  expect((await app.call(secret, '/v2/retailer_a/product?query=4006381333931')).status).toBe(404)
  for (const [path, message] of [
    [`${paths.a}&store_id=paris`, 'store_id must be the number of a location of Open Prices'],
    [
      '/v2/retailer_b/product?query=pr-C1000000',
      'query must be pr- and an article number, or the URL of a product page of Open Food Facts',
    ],
  ] as const) {
    const refused = await app.call(secret, path)
    expect([refused.status, await refused.text()]).toEqual([400, `{"error":"Bad Request: ${message}"}`])
  }
})

test('a redirect to a sister project is followed on the same host only', async () => {
  food.respondWith((request, response) =>
    request.url?.startsWith('/api/v2/')
      ? sends('', 302, { location: '/moved/3250100000005' })(request, response)
      : sends(grocery)(request, response),
  )
  expect((await app.call(secret, paths.b)).status).toBe(200)
  expect(food.requestUrls.at(-1)).toBe('/moved/3250100000005')
  food.respondWith(sends('', 302, { location: 'https://elsewhere.test/3250100000005' }))
  expect((await app.call(secret, paths.b)).headers.get('x-error-reason')).toBe('upstream_failed')
})

type Handler = Parameters<Replica['respondWith']>[0]

const withWrongType = (text: string, field: string): string => {
  const response = JSON.parse(text) as { product: Record<string, unknown> }
  return JSON.stringify({ ...response, product: { ...response.product, [field]: ['x'] } })
}

const faultyApis = {
  'retailer B': { at: () => food, wrong: withWrongType(grocery, 'brands') },
  'retailer A by its names': { at: () => food, wrong: withWrongType(article, 'brands') },
  'retailer A by its price': { at: () => prices, wrong: price.replace('"price": 4.9', '"price": [4.9]') },
}

const faults = (wrong: string): [Handler, string, string?][] => [
  [() => {}, 'upstream_timeout'],
  [sends('', 429), 'upstream_paced'],
  [sends('', 429, { 'retry-after': '77' }), 'upstream_paced', '77'],
  [sends('', 500), 'upstream_failed'],
  [sends(wrong.slice(0, 100)), 'page_changed'],
  [sends('<html><body><h1>Error</h1></body></html>', 200, { 'content-type': 'text/html' }), 'page_changed'],
  [sends(''), 'page_changed'],
  [sends(wrong), 'page_changed'],
]

test.each(Object.entries(faultyApis))(
  'each fault has its reason, costs nothing and is not cached: %s',
  async (name, { at, wrong }) => {
    for (const [index, [handler, reason, retryAfter]] of faults('').entries()) {
      // A new product without cached data, and a new account with its own circuit breaker.
      const ean = addCheckDigit(String(321_010_100_000 + index * 10 + Object.keys(faultyApis).indexOf(name)))
      const of = (text: string) => text.replaceAll(/3250100000005|3210100000009/g, ean)
      const { secret: own } = await app.account()
      const path = `/v2/${name === 'retailer B' ? 'retailer_b/product?query=pr-' : 'retailer_a/product?query='}${ean}`
      const call = async () => {
        await endRests(app)
        return app.call(own, `${path}&max_age=60`)
      }
      const restore = () => {
        food.respondWith(sends(of(name === 'retailer B' ? grocery : article)))
        prices.respondWith(sends(of(price)))
      }
      restore()
      at().respondWith(faults(of(wrong))[index]?.[0] ?? handler)
      const failed = await call()
      expect([failed.status, failed.headers.get('x-error-reason')], `${index}`).toEqual([500, reason])
      expect(failed.headers.get('x-credits-used')).toBe('0')
      expect(failed.headers.get('x-credits-remaining')).toBe('1000')
      if (retryAfter) expect(failed.headers.get('retry-after')).toBe(retryAfter)
      restore()
      const retried = await call()
      expect([retried.status, retried.headers.get('age')], `${index}`).toEqual([200, null])
    }
  },
)
