// Records of retailer A against a schema written from the specification (2.7).
import { onSite } from '@quarry/kit/testing/on-site'
import {
  boolean,
  closed,
  currency,
  matching,
  maybe,
  maybeBoolean,
  maybeCount,
  maybeText,
  maybeUrl,
  text,
} from '@quarry/kit/testing/record-schema'
import { sandboxGet } from '@quarry/kit/testing/run-example'
import { expect, test } from 'vitest'
import { surveyRecords } from '../testing/record-survey.ts'
import { retailerA } from './index.ts'
import { product } from './product.ts'
import { makeEan } from './sandbox/products.ts'

const amount = { type: 'number', minimum: 0 }
const maybeAmount = maybe(amount)
const ean = matching('^\\d{13}$')

const schema = closed({
  ean,
  brand: maybeText,
  image: maybeUrl,
  title: text,
  offer: closed({
    price: closed({
      price: { type: ['number', 'null'], exclusiveMinimum: 0 },
      is_nx_c_b: maybeBoolean,
      private_copy: maybeAmount,
      eco_contribution: amount,
      availability_status: maybeText,
      eco_contribution_mobilier: amount,
      offer_availability_status: maybeText,
    }),
    stimuli: { type: 'object' },
    stimuli_picto: { type: 'object' },
    elected_offer: closed({
      slug: maybeText,
      stock: maybeCount,
      shop_id: maybeCount,
      shop_name: maybeText,
      offer_type: maybeText,
      is_cross_dock: boolean,
      national_offer_id: maybeText,
      is_retailer_national_and_local: maybeBoolean,
      is_active_promotion_without_stock: maybeBoolean,
    }),
    category_picto: { type: 'string' },
    cnc_offers_count: maybeCount,
    other_offers_count: maybeCount,
  }),
  data_layer: closed({
    id: maybeText,
    ean,
    name: text,
    price: maybe(matching('^\\d+\\.\\d\\d$')),
    vendor: maybeText,
    section: maybeText,
    category: maybe(matching('^[^/]+(/[^/]+)*$')),
    condition: maybeText,
    in_stock: maybeBoolean,
    currency_code: maybe(currency),
  }),
  rating_count: maybeCount,
  rating_average: maybeAmount,
})

type Product = {
  offer: {
    price: { price: number | null }
    stimuli: object
    elected_offer: { stock: number | null; shop_id: number | null }
  }
  data_layer: { price: string | null }
}

const isRemoved = (index: number) => index % 53 === 7
const stores = [undefined, '1001', '1004', '1020']

test('200 products, online and at shops, have every field with its type', async () => {
  const lookups = Array.from({ length: 260 }, (_, index) => index)
    .filter((index) => !isRemoved(index))
    .map((index) => {
      const store = stores[index % stores.length]
      return { query: makeEan(index), ...(store ? { store_id: store } : {}) }
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
    [undefined, '1001', '1002', '1004'].map((store) => lookUp(makeEan(0), store)),
  )
  const shops = offers.map((record) => typeof record === 'string' || record.offer.elected_offer.shop_id)
  expect(shops).toEqual([1, 1001, 1002, 1004])
  const prices = offers.map((record) => typeof record === 'string' || record.offer.price.price)
  expect(new Set(prices).size).toBe(4)
})

test('unknown and removed products, and unknown stores, are not found', async () => {
  expect(await lookUp('4006381333931')).toBe('not_found')
  expect(await lookUp(makeEan(0), '9999')).toBe('not_found')
  // One of these is removed by its status, the other by an empty response.
  expect(await lookUp(makeEan(7))).toBe('not_found')
  expect(await lookUp(makeEan(60))).toBe('not_found')
})
