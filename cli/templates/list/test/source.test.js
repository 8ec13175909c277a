import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isFailure } from '@quarry/kit'
import { checkSource, onSite } from '@quarry/kit/testing'
import source from '../dist/index.js'

const [lookup] = source.endpoints
const { parse, extract, site } = onSite(source, lookup)
const body = readFileSync(new URL('../fixtures/search.html', import.meta.url), 'utf8')
const page = { url: site.url('/search?q=storm').href, status: 200, contentType: 'text/html', body }

test('the source passes the generic checks', () => checkSource(source))

test('the saved page gives its results', () => {
  const outcome = extract(page, 'storm')
  assert.equal(outcome.kind, 'found')
  assert.deepEqual(outcome.record, {
    total: 2,
    results: [
      {
        name: 'Storm lantern 41',
        url: 'https://www.my-source.example/items/41',
        price: 143.5,
        currency: 'EUR',
      },
      { name: 'Storm lantern 45', url: null, price: null, currency: null },
    ],
  })
  assert.deepEqual(outcome.lists, [{ list: 'results', shown: 2, read: 2 }])
})

test('a page without results is a failure, unless it says so', () => {
  assert.throws(
    () => extract({ ...page, body: '<title>News</title><p>We have moved.</p>' }, 'storm'),
    isFailure,
  )
  const none = extract({ ...page, body: '<title>Search</title><p class="total">0 items</p>' }, 'storm')
  assert.deepEqual(none.record, { total: 0, results: [] })
})

test('spaces and capitals make no other lookup', () => {
  assert.equal(parse({ query: ' Storm  Lantern ' }), parse({ query: 'storm lantern' }))
})
