// Which query strings are cached, and which are dropped first.
import { expect, test } from 'vitest'
import { splitQuery } from '../lookups/read-query.ts'
import type { ConfiguredEndpoint } from '../lookups/sources/configure-endpoints.ts'
import type { CallRequest } from './call-request.ts'
import { createParsedQueryCache, type ParsedQuery } from './parsed-query-cache.ts'

const endpoint = (path: string) => ({ endpoint: { path } }) as unknown as ConfiguredEndpoint
const event = endpoint('/v2/a/event')
const request = (rawQuery: string, method = 'GET') => ({ method, rawQuery }) as unknown as CallRequest
const parse = (rawQuery: string, maxAgeSeconds = 60) =>
  ({ query: splitQuery(rawQuery), params: { options: { maxAgeSeconds } } }) as unknown as ParsedQuery

test('a query string is cached per endpoint', () => {
  const cache = createParsedQueryCache()
  const parsed = parse('query=1')
  cache.set(event, request('query=1'), parsed)
  expect(cache.get(event, request('query=1'))).toBe(parsed)
  expect(cache.get(event, request('query=2'))).toBeUndefined()
  expect(cache.get(endpoint('/v2/a/other'), request('query=1'))).toBeUndefined()
  expect(cache.get(event, request('query=1', 'POST'))).toBeUndefined()
})

test.each([
  ['with a key', 'query=1&X_API_KEY=secret', 60, 'GET'],
  ['that accepts no cached record', 'query=1', 0, 'GET'],
  ['with a body', 'query=1', 60, 'POST'],
  ['that is long', `query=${'a'.repeat(500)}`, 60, 'GET'],
])('a query %s is not cached', (_, rawQuery, maxAgeSeconds, method) => {
  const cache = createParsedQueryCache()
  cache.set(event, request(rawQuery, method), parse(rawQuery, maxAgeSeconds))
  expect(cache.get(event, request(rawQuery))).toBeUndefined()
})

test('the least recently used queries are dropped', () => {
  const cache = createParsedQueryCache()
  for (let n = 0; n < 2_000; n += 1) cache.set(event, request(`query=${n}`), parse(`query=${n}`))
  expect(cache.get(event, request('query=0'))).toBeUndefined()
  expect(cache.get(event, request('query=1999'))).toBeDefined()
})
