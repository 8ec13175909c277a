// Records of retailer A against a schema written from the specification (2.7).
import { onSite } from '@quarry/kit/testing/on-site'
import { sandboxGet } from '@quarry/kit/testing/sandbox-get'
import { expect, test } from 'vitest'
import { closed, surveyRecords } from '../testing/record-survey.ts'
import { retailerA } from './index.ts'
import { product } from './product.ts'
import { eanOf } from './sandbox/products.ts'

const text = { type: 'string', minLength: 1 }
const maybeText = { type: ['string', 'null'], minLength: 1 }
const maybeBoolean = { type: ['boolean', 'null'] }
const maybeInteger = { type: ['integer', 'null'], minimum: 0 }
const maybeNumber = { type: ['number', 'null'], minimum: 0 }
const number = { type: 'number', minimum: 0 }
const ean = { type: 'string', pattern: '^\\d{13}$' }

const schema = closed({
  ean,
  brand: maybeText,
  image: { type: ['string', 'null'], pattern: '^https://' },
  title: text,
  offer: closed({
    price: closed({
      price: { type: ['number', 'null'], exclusiveMinimum: 0 },
      is_nx_c_b: maybeBoolean,
      private_copy: maybeNumber,
      eco_contribution: number,
      availability_status: maybeText,
      eco_contribution_mobilier: number,
      offer_availability_status: maybeText,
    }),
    stimuli: { type: 'object' },
    stimuli_picto: { type: 'object' },
    elected_offer: closed({
      slug: maybeText,
      stock: maybeInteger,
      shop_id: maybeInteger,
      shop_name: maybeText,
      offer_type: maybeText,
      is_cross_dock: { type: 'boolean' },
      national_offer_id: maybeText,
      is_retailer_national_and_local: maybeBoolean,
      is_active_promotion_without_stock: maybeBoolean,
    }),
    category_picto: { type: 'string' },
    cnc_offers_count: maybeInteger,
    other_offers_count: maybeInteger,
  }),
  data_layer: closed({
    id: maybeText,
    ean,
    name: text,
    price: { type: ['string', 'null'], pattern: '^\\d+\\.\\d\\d$' },
    vendor: maybeText,
    section: maybeText,
    category: { type: ['string', 'null'], pattern: '^[^/]+(/[^/]+)*$' },
    condition: maybeText,
    in_stock: maybeBoolean,
    currency_code: { type: ['string', 'null'], pattern: '^[A-Z]{3}$' },
  }),
  rating_count: maybeInteger,
  rating_average: maybeNumber,
})

type Product = {
  offer: {
    price: { price: number | null }
    stimuli: object
    elected_offer: { stock: number | null; shop_id: number | null }
  }
  data_layer: { price: string | null }
}

const removed = (index: number) => index % 53 === 7
const stores = [undefined, '1001', '1004', '1020']

test('200 products, online and at shops, have every field with its type', async () => {
  const lookups = Array.from({ length: 260 }, (_, index) => index)
    .filter((index) => !removed(index))
    .map((index) => {
      const store = stores[index % stores.length]
      return { query: eanOf(index), ...(store ? { store_id: store } : {}) }
    })
  const records = (await surveyRecords({
    source: retailerA,
    path: '/v2/retailer_a/product',
    lookups,
    schema,
  })) as Product[]
  expect(records.some(({ offer }) => Object.keys(offer.stimuli).length > 0)).toBe(true)
  for (const { offer, data_layer } of records)
    expect(data_layer.price).toBe(offer.price.price === null ? null : offer.price.price.toFixed(2))
})

const lookUp = async (query: string, store_id?: string) => {
  const params = { query, ...(store_id === undefined ? {} : { store_id }) }
  const get = sandboxGet(retailerA, new Date('2026-11-15T12:00:00Z'))
  const outcome = await onSite(retailerA, product).find(params, get)
  return outcome.kind === 'found' ? (outcome.record as Product) : outcome.kind
}

test('a store gives its own price and stock', async () => {
  const offers = await Promise.all(
    [undefined, '1001', '1002', '1004'].map((store) => lookUp(eanOf(0), store)),
  )
  const shops = offers.map((record) => typeof record === 'string' || record.offer.elected_offer.shop_id)
  expect(shops).toEqual([1, 1001, 1002, 1004])
  const prices = offers.map((record) => typeof record === 'string' || record.offer.price.price)
  expect(new Set(prices).size).toBe(4)
})

test('unknown and removed products, and unknown stores, are not found', async () => {
  expect(await lookUp('4006381333931')).toBe('not_found')
  expect(await lookUp(eanOf(0), '9999')).toBe('not_found')
  // One of these is gone by its status, the other is an empty answer.
  expect(await lookUp(eanOf(7))).toBe('not_found')
  expect(await lookUp(eanOf(60))).toBe('not_found')
})
