// Fair start tells clients apart by the key that the call uses, however it is sent, and all others by their address.
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createServer } from '../../src/http/server/create-server.ts'
import { findClient } from '../../src/http/server/read-request.ts'

let server: FastifyInstance
let url: string
/** Every key that the server looked up for fair start. */
let readKeys: string[]
const isKnownKey = (key: string) => key.startsWith('known')

beforeAll(async () => {
  server = createServer({
    log: pino({ level: 'silent' }),
    trustedProxies: ['127.0.0.1'],
    isKnownKey(key) {
      readKeys.push(key)
      return isKnownKey(key)
    },
  })
  server.get('/client', async (request) => findClient(request, isKnownKey))
  url = await server.listen({ host: '127.0.0.1', port: 0 })
})
beforeEach(() => {
  readKeys = []
})
afterAll(() => server.close())

const readClient = async (headers: Record<string, string>, query = '') =>
  (await fetch(`${url}/client${query}`, { headers: { ...headers, 'x-forwarded-for': '203.0.113.7' } })).text()

test.each([
  ['in x-api-key', { 'x-api-key': 'known-1' }, ''],
  ['as a bearer token', { authorization: 'Bearer known-1' }, ''],
  ['in the query', {}, '?q=1&X_api_key=known-1'],
  ['twice in the same words', { 'x-api-key': 'known-1', authorization: 'bearer known-1' }, ''],
])('a caller with a key %s is a client by its key', async (_, headers, query) => {
  expect(await readClient(headers as Record<string, string>, query)).toBe('known-1')
  expect(readKeys).toEqual(['known-1'])
})

test.each([
  ['without a key', {}],
  ['with an unknown key', { authorization: 'Bearer other' }],
  ['with two different keys', { 'x-api-key': 'known-1', authorization: 'Bearer known-2' }],
])('a caller %s is a client by its address, also behind a proxy', async (_, headers) => {
  expect(await readClient(headers as Record<string, string>)).toBe('203.0.113.7')
})
