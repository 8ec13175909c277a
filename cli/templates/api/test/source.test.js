import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isFailure } from '@quarry/kit'
import { checkSource, onProvider } from '@quarry/kit/testing'
import source from '../dist/index.js'

const [lookup] = source.endpoints
const live = lookup.providers.find(({ api }) => api !== undefined)
const saved = readFileSync(new URL('../fixtures/item.json', import.meta.url), 'utf8')

/** Answers each request with this body, and remembers the address. */
const createGet = (body, urls = []) => ({
  urls,
  get: async (url) => {
    urls.push(url)
    return { url, status: 200, contentType: 'application/json', body }
  },
})

test('the source passes the generic checks', () => checkSource(source))

test('the saved response gives its record', async () => {
  const { get, urls } = createGet(saved)
  const outcome = await onProvider(lookup, live).find({ query: '41' }, get)
  assert.deepEqual(urls, ['https://api.my-source.example/v1/items/41'])
  assert.deepEqual(outcome.record, { id: '41', name: 'Storm lantern 41', price: 143.5 })
})

test('a response of another form is a failure', async () => {
  for (const body of ['[]', '{}', saved.replace('"Storm lantern 41"', '{}')])
    await assert.rejects(onProvider(lookup, live).find({ query: '41' }, createGet(body).get), isFailure)
})
