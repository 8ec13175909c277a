import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFailure } from '@quarry/kit'
import { checkSource, onSite, runExample } from '@quarry/kit/testing'
import source from './index.js'

const [product] = source.endpoints
const { parse, extract, site } = onSite(source, product)
const url = site.url('/products/1003').href
const page = (linked) => ({
  url,
  status: 200,
  contentType: 'text/html',
  body: `<title>A</title><script type="application/ld+json">${JSON.stringify(linked)}</script>`,
})

test('the source passes the generic checks', () => checkSource(source))

test('the example gives its record', async () => {
  assert.deepEqual((await runExample(source, product)).record, {
    id: '1003',
    name: 'Beech bench 1003',
    brand: 'Fernholm',
    price: 349,
    currency: 'EUR',
    in_stock: true,
    image: 'https://www.shop.example/images/1003.jpg',
  })
})

test('what a page lacks is null', () => {
  const { record } = extract(page({ '@graph': [{ '@type': 'Product', sku: 7, name: 'Lamp' }] }), '7')
  assert.deepEqual(Object.values(record), ['7', 'Lamp', null, null, null, null, null])
})

test('a page without a product is a failure', () => {
  assert.throws(() => extract(page({ '@type': 'Article', name: 'News' }), '7'), isFailure)
})

test('the number and the address of a product are the same lookup', () => {
  assert.equal(parse({ query: url }), parse({ query: '1003' }))
  assert.throws(
    () => parse({ query: 'https://www.shop.example/about' }),
    /query must be the address of a product/,
  )
})
