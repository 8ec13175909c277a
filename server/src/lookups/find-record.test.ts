// The order in which the cache and the providers are used, and which result a call gets.
import type { Endpoint } from '@quarry/kit/endpoint'
import { Failure } from '@quarry/kit/errors'
import { expect, test } from 'vitest'
import type { CallFetch } from '../fetching/upstream.ts'
import type { RecordCache } from './cache/record-cache.ts'
import { createFindRecord, type FindOptions } from './find-record.ts'
import type { ConfiguredProvider } from './sources/configure-endpoints.ts'

const from = {
  provider: 'second',
  licence: 'ODbL-1.0',
  source: null,
  fields: null,
  form: 'json',
  isPartial: false,
}

const options: FindOptions = {
  cache: { get: async () => undefined, set: async () => {} },
  finalResponses: { get: async () => undefined, set: async () => {}, close: async () => {} },
  runProvider: async () => ({ kind: 'not_found' }),
  diagnosis: { store: () => {}, count: async () => 0 },
  onList: () => {},
  onFound: () => {},
  onAttempt: () => {},
  renderRecord: (result) => result,
  onCache: () => {},
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
  const findRecord = createFindRecord({ ...options, cache, onCache: (hit) => counted.push(hit) })
  const named = (name: string, price: number) =>
    ({ name, price, location: '', retentionSeconds: null }) as unknown as ConfiguredProvider
  const askCached = (query: string, maxAgeSeconds: number) =>
    findRecord.cached(
      { query, queryText: query, providers: [named('first', 1), named('second', 2)], price: 2 },
      { path: '/v2/a/b' } as unknown as Endpoint,
      maxAgeSeconds,
      '1',
    )
  expect(await askCached('known', 60)).toEqual({
    kind: 'found',
    body: Buffer.from('{"a":1}'),
    contentType: 'application/json; charset=utf-8',
    ageSeconds: 3,
    retentionSeconds: null,
    from,
    price: 2,
  })
  expect(await askCached('other', 60)).toBeUndefined()
  expect(await askCached('known', 0)).toBeUndefined()
  expect(counted).toEqual([true, false])
})

/** Asks one provider per outcome, in order. An outcome in capitals is that of a provider with all subjects. */
async function findWith(...outcomes: readonly string[]) {
  const calledProviders: string[] = []
  const findRecord = createFindRecord({
    ...options,
    async runProvider({ provider: { name } }) {
      calledProviders.push(name)
      const outcome = name.slice(2).toLowerCase()
      if (outcome === 'fails') throw new Failure('upstream_failed', name)
      if (outcome === 'misses') return { kind: 'not_found' }
      const presence = (outcome === 'finds') as never
      const reading = { form: 'json', fields: '1/1', presence, shape: {} as never }
      return { kind: 'found', body: Buffer.from('{}'), contentType: 'application/json', reading }
    },
  })
  const fetch = {
    get: async () => Promise.reject(new Error('not used')),
    join: () => ({ wait: (work: Promise<unknown>) => work, joinedBeforeSend: true, timeLeftMs: () => 1 }),
    waiters: {},
    isOver: () => false,
  } as unknown as CallFetch
  const providers = outcomes.map((outcome, index) => ({
    name: `${index} ${outcome}`,
    location: '',
    licence: null,
    price: index,
    retentionSeconds: 0,
    definition: outcome === outcome.toLowerCase() ? { hasOnlySome: true } : {},
    site: { hosts: [] },
    open: () => fetch,
    timeMs: () => 1_000,
  })) as unknown as ConfiguredProvider[]
  const result = await findRecord({
    query: 'x',
    queryText: 'x',
    providers,
    price: 9,
    missingFields: (presence) => (presence ? null : 'a field is missing'),
    endpoint: { path: '/v2/a/b' } as unknown as Endpoint,
    caller: { accountId: '1' },
  })
  return `${result.kind} by ${result.from?.provider[0]} of ${calledProviders.length}`
}

test.each([
  // The first provider has only a part of all subjects.
  [['misses', 'FINDS'], 'found by 1 of 2'],
  [['misses', 'misses', 'finds', 'FAILS'], 'found by 2 of 3'],
  [['misses', 'MISSES'], 'not_found by 1 of 2'],
  [['misses', 'misses'], 'not_found by 1 of 2'],
  [['misses'], 'not_found by 0 of 1'],
  // The provider that failed may have the subject.
  [['misses', 'FAILS'], 'failed by 1 of 2'],
  [['fails', 'misses'], 'failed by 0 of 2'],
  [['lacks', 'misses'], 'fields_missing by 0 of 2'],
  [['misses', 'lacks', 'misses'], 'fields_missing by 1 of 3'],
  // If a provider with all subjects does not find one, it does not exist.
  [['MISSES', 'FINDS'], 'not_found by 0 of 1'],
  [['FAILS', 'MISSES', 'FINDS'], 'not_found by 1 of 2'],
  [['LACKS', 'MISSES', 'FINDS'], 'fields_missing by 0 of 2'],
])('providers that %j: %s', async (outcomes, result) => {
  expect(await findWith(...outcomes)).toBe(result)
})
