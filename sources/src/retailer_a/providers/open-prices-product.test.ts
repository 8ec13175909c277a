// Retailer A product by Open Prices and Open Food Facts: the newest observed price, the product data, and null for
// everything else.
import { readFileSync } from 'node:fs'
import type { Page } from '@quarry/kit/outcome'
import { onProvider } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { product } from '../product.ts'
import { openPricesProduct } from './open-prices-product.ts'

const read = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')
const pricesText = read('open-prices.json')
const productText = read('open-food-facts-product.json')
const prices = () => JSON.parse(pricesText) as { items: Record<string, unknown>[] }
const priceWith = (change: Record<string, unknown>) => ({
  ...prices(),
  items: [{ ...prices().items[0], ...change }],
})
const ean = '3210100000009'
const { parse, find } = onProvider(product, openPricesProduct)

type Responses = { prices?: unknown; product?: unknown; priceStatus?: number; productStatus?: number }

async function run(responses: Responses = {}, params: object = { query: ean }) {
  const requests: URL[] = []
  const outcome = await find(params, async (address) => {
    const url = new URL(address)
    requests.push(url)
    const isPrice = url.hostname === 'prices.openfoodfacts.org'
    const { prices = pricesText, product = productText } = responses
    const body = isPrice ? prices : product
    return {
      url: address,
      status: (isPrice ? responses.priceStatus : responses.productStatus) ?? 200,
      contentType: 'application/json',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    } satisfies Page
  })
  return { outcome, requests }
}

const noOffer = {
  is_nx_c_b: null,
  private_copy: null,
  eco_contribution: null,
  availability_status: null,
  eco_contribution_mobilier: null,
  offer_availability_status: null,
}
const record = {
  ean,
  brand: "Moulin d'Oriel",
  image: 'https://images.openfoodfacts.org/images/products/321/010/000/0009/front_fr.4.400.jpg',
  title: 'Cacao du matin',
  offer: {
    price: { price: 4.9, ...noOffer },
    stimuli: null,
    stimuli_picto: null,
    elected_offer: {
      slug: null,
      stock: null,
      shop_id: 612,
      shop_name: "Halle d'Oriel",
      offer_type: null,
      is_cross_dock: null,
      national_offer_id: null,
      is_retailer_national_and_local: null,
      is_active_promotion_without_stock: null,
    },
    category_picto: null,
    cnc_offers_count: null,
    other_offers_count: 11,
  },
  data_layer: {
    id: ean,
    ean,
    name: 'Cacao du matin',
    price: '4.90',
    vendor: "Halle d'Oriel",
    section: 'Boissons',
    category: 'Boissons/Petit-déjeuners/Cacaos en poudre',
    condition: null,
    in_stock: null,
    currency_code: 'EUR',
  },
  rating_count: null,
  rating_average: null,
}

test('a record has the newest price with its day, and the names of Open Food Facts', async () => {
  const { outcome, requests } = await run()
  expect(outcome).toEqual({
    kind: 'found',
    form: 'open-prices',
    source: `https://prices.openfoodfacts.org/products/${ean}`,
    observedAt: '2026-10-31',
    record,
  })
  expect(requests.map(({ origin, pathname }) => origin + pathname)).toEqual([
    'https://prices.openfoodfacts.org/api/v1/prices',
    `https://world.openfoodfacts.org/api/v2/product/${ean}.json`,
  ])
  expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toEqual({
    product_code: ean,
    date__gte: '2000-01-01',
    duplicate_of__isnull: 'true',
    order_by: '-date,-id',
    size: '10',
  })
  expect(requests[1]?.searchParams.get('fields')?.split(',')).toContain('categories_tags_fr')
})

test('a shop is a location of Open Prices, by its number', async () => {
  const { requests, outcome } = await run({}, { query: ean, store_id: '612' })
  expect(requests[0]?.searchParams.get('location_id')).toBe('612')
  expect(outcome).toMatchObject({ record: { offer: { elected_offer: { shop_id: 612 } } } })
  const obstacle = (store_id: string) => openPricesProduct.cannotAnswer?.(parse({ query: ean, store_id }))
  expect([obstacle('612'), obstacle('1004')]).toEqual([null, null])
  for (const input of ['paris', '0', '6_1', '1234567890123'])
    expect(obstacle(input), input).toEqual({
      parameter: 'store_id',
      problem: 'must be the number of a location of Open Prices',
    })
})

test('an article without an observed price is a product without an offer', async () => {
  const { outcome } = await run({ prices: { items: [], total: 0, page: 1, pages: 1, size: 1 } })
  expect(outcome).not.toHaveProperty('observedAt')
  expect(outcome).toMatchObject({
    record: {
      title: 'Cacao du matin',
      offer: {
        price: { price: null },
        elected_offer: { shop_id: null, shop_name: null },
        other_offers_count: 0,
      },
      data_layer: { price: null, vendor: null, currency_code: null, section: 'Boissons' },
    },
  })
})

test('values that neither API states are null', async () => {
  const bare = { status: 1, product: { code: ean, product_name: 'Cocoa' } }
  const { outcome } = await run({
    prices: priceWith({ date: null, location: null, location_id: null }),
    product: bare,
  })
  expect(outcome).not.toHaveProperty('observedAt')
  expect(outcome).toMatchObject({
    record: {
      brand: null,
      image: null,
      title: 'Cocoa',
      offer: { price: { price: 4.9 }, elected_offer: { shop_id: null, shop_name: null } },
      data_layer: { section: null, category: null, vendor: null, currency_code: 'EUR' },
    },
  })
})

test('an article that Open Food Facts does not have, or has without a name, is not found', async () => {
  const none = { code: ean, status: 0, status_verbose: 'product not found' }
  const nameless = { status: 1, product: { code: ean, product_name: '' } }
  for (const responses of [{ product: none }, { product: none, productStatus: 404 }, { product: nameless }])
    expect((await run(responses)).outcome.kind).toBe('not_found')
})

test('the newest readable price is used', async () => {
  const [price] = prices().items
  const items = [
    { ...price, currency: null },
    { ...price, price: null },
    { ...price, price: 3.5 },
  ]
  expect((await run({ prices: { ...prices(), items } })).outcome).toMatchObject({
    record: { offer: { price: { price: 3.5 }, other_offers_count: 11 } },
  })
  const unread = await run({ prices: { ...prices(), items: items.slice(0, 2) } })
  expect(unread.outcome).toMatchObject({ record: { offer: { price: { price: null } } } })
})

test('a location that does not exist is not found', async () => {
  const responses = { prices: { location_id: ['Select a valid choice.'] }, priceStatus: 400 }
  expect((await run(responses, { query: ean, store_id: '999' })).outcome.kind).toBe('not_found')
})

test('no data about the reporter of a price is passed on', async () => {
  expect(JSON.stringify((await run()).outcome)).not.toContain('someone')
})

const html = '<html><body><h1>Prices</h1></body></html>'
test.each<[string, Responses]>([
  ['a page of HTML', { prices: html }],
  ['nothing', { prices: '' }],
  ['prices that are cut off', { prices: pricesText.slice(0, 600) }],
  ['no list', { prices: { total: 1 } }],
  ['no total', { prices: { items: [] } }],
  ['prices that are counted and not shown', { prices: { items: [], total: 3 } }],
  ['no such address', { prices: '{}', priceStatus: 404 }],
  ['a price of another type', { prices: priceWith({ price: { amount: 4.9 } }) }],
  ['the price of another article', { prices: priceWith({ product_code: '4006381333931' }) }],
  ['a product page of HTML', { product: html }],
  ['a product that is cut off', { product: productText.slice(0, 200) }],
  [
    'categories of another type',
    { product: { product: { code: ean, product_name: 'x', categories_tags_fr: 'x' } } },
  ],
])('%s is a changed page', async (_, responses) => {
  await expect(run(responses)).rejects.toThrow(expect.objectContaining({ reason: 'page_changed' }))
})

test('the price of another shop is a changed page, and a saved response alone gives no record', async () => {
  await expect(run({}, { query: ean, store_id: '77' })).rejects.toThrow(
    expect.objectContaining({ reason: 'page_changed' }),
  )
  const page = {
    url: 'https://prices.openfoodfacts.org/api/v1/prices',
    status: 200,
    contentType: '',
    body: '',
  }
  expect(() => openPricesProduct.extract(page, { ean, storeId: null })).toThrow(
    expect.objectContaining({ reason: 'page_changed' }),
  )
})
