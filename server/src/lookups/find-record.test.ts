import type { Endpoint } from '@quarry/kit/endpoint'
import { expect, test } from 'vitest'
import type { ConfiguredProvider } from './configured-endpoint.ts'
import { createFindRecord } from './find-record.ts'
import type { RecordCache } from './record-cache.ts'

const from = {
  provider: 'second',
  licence: 'ODbL-1.0',
  source: null,
  fields: null,
  form: 'json',
  isPartial: false,
}

test('a cache that returns a promise is awaited, and a hit is counted apart from a miss', async () => {
  const counted: boolean[] = []
  const cache: RecordCache = {
    get: async (key) =>
      key.includes('second') && key.includes('known')
        ? { body: Buffer.from('{"a":1}'), ageSeconds: 3, from }
        : undefined,
    set: async () => {},
  }
  const findRecord = createFindRecord({
    cache,
    finalResponses: { get: async () => undefined, set: async () => {}, close: async () => {} },
    runProvider: async () => ({ kind: 'not_found' }),
    diagnosis: { keep: () => {}, count: async () => 0 },
    onList: () => {},
    onFound: () => {},
    onAnswer: () => {},
    renderRecord: (result) => result,
    onCache: (hit) => counted.push(hit),
  })
  const named = (name: string, price: number) =>
    ({ name, price, location: '', retentionSeconds: null }) as unknown as ConfiguredProvider
  const ask = (query: string, maxAgeSeconds: number) =>
    findRecord.cached(
      { query, queryText: query, providers: [named('first', 1), named('second', 2)], price: 2 },
      { path: '/v2/a/b' } as unknown as Endpoint,
      maxAgeSeconds,
      '1',
    )
  expect(await ask('known', 60)).toEqual({
    kind: 'found',
    body: Buffer.from('{"a":1}'),
    contentType: 'application/json; charset=utf-8',
    ageSeconds: 3,
    retentionSeconds: null,
    from,
    price: 2,
  })
  expect(await ask('other', 60)).toBeUndefined()
  expect(await ask('known', 0)).toBeUndefined()
  expect(counted).toEqual([true, false])
})
