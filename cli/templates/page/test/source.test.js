import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isFailure } from '@quarry/kit'
import { checkSource, onSite } from '@quarry/kit/testing'
import source from '../dist/index.js'

const [lookup] = source.endpoints
const { parse, extract, site } = onSite(source, lookup)
const body = readFileSync(new URL('../fixtures/item.html', import.meta.url), 'utf8')
const page = { url: site.url('/items/41').href, status: 200, contentType: 'text/html', body }

test('the source passes the generic checks', () => checkSource(source))

test('the saved page gives its record', () => {
  const outcome = extract(page, '41')
  assert.equal(outcome.kind, 'found')
  assert.deepEqual(outcome.record, {
    id: '41',
    name: 'Storm lantern 41',
    brand: 'Northlight',
    price: 143.5,
    currency: 'EUR',
  })
})

test('a page without the product is a failure', () => {
  assert.throws(
    () => extract({ ...page, body: '<title>News</title><p>Our shop has moved.</p>' }, '41'),
    isFailure,
  )
})

test('the number and the address of an item are the same lookup', () => {
  assert.equal(parse({ query: page.url }), parse({ query: '41' }))
  assert.throws(() => parse({ query: 'lantern' }), /query must be/)
})
