import { expect, test } from 'vitest'
import type { Endpoint } from '../contract/endpoint.ts'
import type { Site } from '../contract/site.ts'
import { createFindRecord } from './find-record.ts'
import type { RecordCache } from './record-cache.ts'

test('a cache that answers late is waited for, and is told apart from a miss', async () => {
  const counted: boolean[] = []
  const cache: RecordCache = {
    get: async (key) => (key.includes('known') ? { body: Buffer.from('{"a":1}'), ageSeconds: 3 } : undefined),
    set: async () => {},
  }
  const findRecord = createFindRecord({
    cache,
    run: async () => ({ kind: 'not_found' }),
    diagnosis: { keep: () => {}, keepPartlyRead: () => {} },
    onList: () => {},
    onCache: (hit) => counted.push(hit),
  })
  const ask = (input: string, maxAgeSeconds: number) =>
    findRecord.cached({
      endpoint: { path: '/v2/a/b' } as unknown as Endpoint,
      site: {} as Site,
      input,
      maxAgeSeconds,
    })
  expect(await ask('known', 60)).toEqual({
    kind: 'found',
    body: Buffer.from('{"a":1}'),
    contentType: 'application/json; charset=utf-8',
    ageSeconds: 3,
  })
  expect(await ask('other', 60)).toBeUndefined()
  expect(await ask('known', 0)).toBeUndefined()
  expect(counted).toEqual([true, false])
})
