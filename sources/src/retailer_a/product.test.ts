// Retailer A product: parameters, exact records from the API's response and from the page's linked data, and when
// each of them is read.
import { readFileSync } from 'node:fs'
import type { Page } from '@quarry/kit/outcome'
import { onSite } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { retailerA } from './index.ts'
import { product } from './product.ts'
import type { ProductRecord } from './product-record.ts'
import { productSite } from './providers/site.ts'

const ean = '4006381333931'
const chain = onSite(retailerA, product)
const parse = (query: string, store_id?: string) =>
  chain.parse({ query, ...(store_id === undefined ? {} : { store_id }) })
const read = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
const page = (body: string, change: Partial<Page> = {}): Page => ({
  url: `https://www.retailer-a.example/p/lanterne-a-huile-${ean}`,
  status: 200,
  contentType: body.startsWith('{') ? 'application/json' : 'text/html; charset=utf-8',
  body,
  ...change,
})
const readRecord = (body: string, storeId?: string): ProductRecord => {
  const outcome = productSite.extract(page(body), parse(ean, storeId))
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return outcome.record
}

const fromApi = {
  ean,
  brand: 'Braise',
  image: 'https://media.retailer-a.example/l/1.jpg',
  title: 'Lanterne à huile & verre',
  offer: {
    price: {
      price: 20,
      is_nx_c_b: true,
      private_copy: 0,
      eco_contribution: 0.12,
      availability_status: 'in_stock',
      eco_contribution_mobilier: 1.3,
      offer_availability_status: 'in_stock',
    },
    stimuli: { main_text: 'Prix doux' },
    stimuli_picto: { picto_url: 'https://media.retailer-a.example/d.svg' },
    elected_offer: {
      slug: 'lanterne-a-huile-cuivre',
      stock: 14,
      shop_id: 1,
      shop_name: 'Boutique en ligne',
      offer_type: 'national',
      is_cross_dock: true,
      national_offer_id: '8800012',
      is_retailer_national_and_local: true,
      is_active_promotion_without_stock: false,
    },
    category_picto: 'picto-jardin',
    cnc_offers_count: 9,
    other_offers_count: 2,
  },
  data_layer: {
    id: '4411',
    ean,
    name: 'Lanterne à huile & verre',
    price: '20.00',
    vendor: 'Boutique en ligne',
    section: 'Jardin',
    category: 'Jardin/Éclairage',
    condition: 'new',
    in_stock: true,
    currency_code: 'EUR',
  },
  rating_count: 27,
  rating_average: 4.4,
}

test('the response of the API gives the whole product, with the default offer elected', () => {
  expect(readRecord(read('item.json'))).toEqual(fromApi)
})

test('with a store, its own offer is elected', () => {
  const record = readRecord(read('item.json'), '1004')
  expect(record.offer.price).toEqual({
    price: 21,
    is_nx_c_b: null,
    private_copy: null,
    eco_contribution: 0,
    availability_status: 'available',
    eco_contribution_mobilier: 0,
    offer_availability_status: 'unavailable',
  })
  expect(record.offer.elected_offer).toEqual({
    slug: 'lanterne-a-huile-cuivre',
    stock: 0,
    shop_id: 1004,
    shop_name: 'Magasin du Port',
    offer_type: null,
    is_cross_dock: false,
    national_offer_id: '8800012',
    is_retailer_national_and_local: null,
    is_active_promotion_without_stock: null,
  })
  expect(record.data_layer).toMatchObject({ price: '21.00', vendor: 'Magasin du Port', in_stock: false })
})

const nothingElected = {
  stock: null,
  shop_id: null,
  shop_name: null,
  offer_type: null,
  is_cross_dock: false,
  national_offer_id: null,
  is_retailer_national_and_local: null,
  is_active_promotion_without_stock: null,
}
const noPrice = {
  price: null,
  is_nx_c_b: null,
  private_copy: null,
  eco_contribution: 0,
  availability_status: 'unavailable',
  eco_contribution_mobilier: 0,
  offer_availability_status: 'unavailable',
}

test('an item in a list, without offers, has null for every unknown field', () => {
  expect(readRecord(read('item-bare.json'))).toEqual({
    ean,
    brand: 'Braise',
    image: null,
    title: 'Lanterne',
    offer: {
      price: noPrice,
      stimuli: {},
      stimuli_picto: {},
      elected_offer: { slug: 'lanterne', ...nothingElected },
      category_picto: '',
      cnc_offers_count: null,
      other_offers_count: 0,
    },
    data_layer: {
      id: ean,
      ean,
      name: 'Lanterne',
      price: null,
      vendor: null,
      section: 'Jardin',
      category: 'Jardin/Éclairage/Lanternes',
      condition: null,
      in_stock: false,
      currency_code: null,
    },
    rating_count: 2,
    rating_average: 5,
  })
})

test('a page is read from its linked data, past broken blocks and other products', () => {
  expect(readRecord(read('page.html'))).toEqual({
    ean,
    brand: 'Braise',
    image: 'https://media.retailer-a.example/l/1.jpg',
    title: 'Lanterne à huile',
    offer: {
      price: {
        ...noPrice,
        price: 19.9,
        availability_status: 'available',
        offer_availability_status: 'available',
      },
      stimuli: {},
      stimuli_picto: {},
      elected_offer: { ...nothingElected, slug: 'lanterne-a-huile', shop_name: 'Boutique en ligne' },
      category_picto: '',
      cnc_offers_count: null,
      other_offers_count: 2,
    },
    data_layer: {
      id: '4411',
      ean,
      name: 'Lanterne à huile',
      price: '19.90',
      vendor: 'Boutique en ligne',
      section: 'Jardin',
      category: 'Jardin/Éclairage',
      condition: 'new',
      in_stock: true,
      currency_code: 'EUR',
    },
    rating_count: 27,
    rating_average: 4.4,
  })
})

test('with a shop, the page of the online store gives no price, no stock and no seller', () => {
  const online = readRecord(read('page.html'))
  const record = readRecord(read('page.html'), '1004')
  const unknown = { price: null, availability_status: null, offer_availability_status: null }
  expect(record).toEqual({
    ...online,
    offer: {
      ...online.offer,
      price: { ...online.offer.price, ...unknown },
      elected_offer: { ...online.offer.elected_offer, shop_name: null },
      other_offers_count: null,
    },
    data_layer: {
      ...online.data_layer,
      price: null,
      vendor: null,
      condition: null,
      in_stock: null,
      currency_code: null,
    },
  })
})

test.each(['item.json', 'page.html'])('the currency %s is returned in capitals', (name) => {
  expect(readRecord(read(name).replaceAll('"EUR"', '"eur"')).data_layer.currency_code).toBe('EUR')
})

test('no offers and a price of zero mean that an article cannot be bought, not that it is free', () => {
  const record = readRecord(read('page-unavailable.html'))
  expect(record.brand).toBe(null)
  expect(record.image).toBe(null)
  expect(record.offer.price).toEqual(noPrice)
  expect(record.offer.other_offers_count).toBe(0)
  expect(record.data_layer).toMatchObject({ price: null, in_stock: false, currency_code: 'EUR' })
})

test.each([
  { state: 11, condition: 'new' },
  { state: '10', condition: 'refurbished' },
  { state: 3, condition: 'used' },
  { state: 99, condition: null },
])('state $state of an offer is the condition $condition', ({ state, condition }) => {
  const body = JSON.parse(read('item.json'))
  body.variants[0].offers[1].additionalFields[0].value = state
  expect(readRecord(JSON.stringify(body)).data_layer.condition).toBe(condition)
})

test('amounts are cents, with or without taxes, as numbers or texts', () => {
  const priced = (price: unknown) => {
    const body = JSON.parse(read('item.json'))
    body.variants[0].offers[1].basePrice.price = price
    const { offer, data_layer } = readRecord(JSON.stringify(body))
    return [offer.price.price, data_layer.price]
  }
  expect(priced({ price: 1000, priceWithAllTaxes: '1999' })).toEqual([19.99, '19.99'])
  expect(priced({ price: 1000 })).toEqual([10, '10.00'])
  expect(priced({ price: 'free' })).toEqual([null, null])
})

test('a removed product is not found, whatever the site answers', () => {
  const input = parse(ean)
  expect(productSite.extract(page('', { status: 404 }), input).kind).toBe('not_found')
  expect(productSite.extract(page('{"code":"GONE"}', { status: 410 }), input).kind).toBe('not_found')
  expect(productSite.extract(page('{"items":[],"total":0}'), input).kind).toBe('not_found')
  expect(productSite.extract(page('{"status":404}'), input).kind).toBe('not_found')
  const department = page('<html><title>Jardin</title><h1>Jardin</h1><p>Tout le rayon.</p></html>', {
    url: 'https://www.retailer-a.example/cat/jardin',
  })
  expect(productSite.extract(department, input).kind).toBe('not_found')
})

test('a bot wall, a page without a product and a response without one are failures', () => {
  const readReason = (body: string) => {
    try {
      return productSite.extract(page(body), parse(ean)).kind
    } catch (thrown) {
      return (thrown as { reason?: string }).reason
    }
  }
  expect(readReason(read('wall.html'))).toBe('upstream_blocked')
  expect(readReason('<html><title>Lanterne</title><h1>Lanterne</h1><p>Bientôt.</p></html>')).toBe(
    'page_changed',
  )
  expect(readReason('{"variants":[]}')).toBe('page_changed')
  expect(readReason('{"ok":true}')).toBe('page_changed')
})

const runOver = async (responses: Record<string, Page>) => {
  const requests: string[] = []
  const outcome = await chain.find({ query: ean, store_id: '1004' }, async (url) => {
    requests.push(url.replace('https://www.retailer-a.example', ''))
    return (
      responses[new URL(url).pathname.split('/')[1] ?? ''] ?? page('{"code":"NOT_FOUND"}', { status: 404 })
    )
  })
  return { outcome, requests }
}
const apiUrl = `/api/products/${ean}?store=1004`
const pageUrl = `/p/${ean}?store=1004`

test('the page is read only if the API does not know the product or sends a broken response', async () => {
  const shown = page(read('page.html'))
  const fullPage = page(read('item.json'))
  const broken = page(read('item.json').slice(0, 900))
  const fromApi = await runOver({ api: fullPage, p: shown })
  expect(fromApi.requests).toEqual([apiUrl])
  // The source of the record is the page for people.
  expect(fromApi.outcome).toMatchObject({ form: 'json', source: `https://www.retailer-a.example${pageUrl}` })
  for (const responses of [{ p: shown }, { api: broken, p: shown }]) {
    const { outcome, requests } = await runOver(responses)
    expect(requests).toEqual([apiUrl, pageUrl])
    expect(outcome).toMatchObject({ kind: 'found', form: 'json-ld' })
  }
  for (const body of ['{"code":"GONE"}', '<html><title>410</title><h1>Plus en rayon</h1></html>']) {
    const gone = await runOver({ api: page(body, { status: 410 }), p: shown })
    expect([gone.outcome.kind, gone.requests]).toEqual(['not_found', [apiUrl]])
  }
  expect((await runOver({})).outcome.kind).toBe('not_found')
})

test('an article number needs thirteen digits and the right check digit', () => {
  expect(parse(` ${ean} `)).toEqual(parse(ean))
  expect(parse(ean)).toEqual({ ean, storeId: null })
  for (const query of [
    '400638133393',
    `${ean}0`,
    '4006381333932',
    'lanterne',
    '',
    `https://x.example/${ean}`,
  ])
    expect(() => parse(query), query).toThrow(/^Bad Request: query must be an EAN/)
})

test('a store identifier is a plain word', () => {
  expect(parse(ean, ' 1004 ').storeId).toBe('1004')
  expect(parse(ean, 'Nord_4-b').storeId).toBe('Nord_4-b')
  for (const store of ['', '../admin', '1004&x=1', 'a b', '1004#', 'é', 'x'.repeat(65)])
    expect(() => parse(ean, store), store).toThrow(/^Bad Request: store_id must be/)
})

test('the parameters of a saved page are the number and the store in its address', () => {
  expect(chain.paramsFromUrl(`https://www.retailer-a.example/p/lanterne-${ean}`)).toEqual({ query: ean })
  expect(chain.paramsFromUrl(`https://www.retailer-a.example/api/products/${ean}?store=1004`)).toEqual({
    query: ean,
    store_id: '1004',
  })
})
