import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFailure } from '@quarry/kit'
import { checkSource, onProvider } from '@quarry/kit/testing'
import source from './index.js'

const [rate] = source.endpoints
const live = rate.providers.find(({ api }) => api?.name === 'frankfurter')
const saved = '{"amount":1.0,"base":"EUR","date":"2026-11-17","rates":{"USD":1.0812}}'

/** The API, as it answers on this machine. */
const respond = (body, status = 200, urls = []) => ({
  urls,
  get: async (url) => {
    urls.push(url)
    return { url, status, contentType: 'application/json', body }
  },
})
const find = (params, get) => onProvider(rate, live).find(params, get)

test('the source passes the generic checks', () => checkSource(source))

test('a saved response gives its rate', async () => {
  const { get, urls } = respond(saved)
  const outcome = await find({ base: 'eur', quote: 'usd' }, get)
  assert.deepEqual(urls, ['https://api.frankfurter.dev/v1/latest?base=EUR&symbols=USD'])
  assert.deepEqual(outcome.record, { base: 'EUR', quote: 'USD', rate: 1.0812, date: '2026-11-17' })
})

test('an unknown day is not found; another form is a failure', async () => {
  const params = { base: 'EUR', quote: 'USD', date: '1990-01-01' }
  assert.equal((await find(params, respond('{}', 404).get)).kind, 'not_found')
  for (const body of ['{}', '[]', saved.replace('1.0812', '"high"'), saved.replace('{"USD":1.0812}', '7')])
    await assert.rejects(find(params, respond(body).get), isFailure)
})

test('currencies are checked before a request', async () => {
  const { parse } = onProvider(rate, live)
  assert.throws(() => parse({ base: 'E!R', quote: 'USD' }), /base must be a currency code/)
  assert.throws(() => parse({ base: 'EUR', quote: 'eur' }), /quote must be another currency/)
})
