// Responses that never change are fetched once for all servers: stored in the database without redacted content,
// within a size limit, the oldest removed first.
import type { Page, RequestOptions } from '@quarry/kit/outcome'
import type { Provider } from '@quarry/kit/provider'
import type { UpstreamApi } from '@quarry/kit/upstream-api'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FetchedPage, type GetPage, toFetchedPage, toPageHead } from '../../src/fetching/fetched-page.ts'
import {
  createFinalResponseStore,
  type FinalResponseStore,
  getStored,
} from '../../src/lookups/pages/final-response-store.ts'
import { toStorablePage } from '../../src/lookups/pages/redact-page.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'

let fresh: FreshDatabase
let store: FinalResponseStore
const errors: unknown[] = []
const open = (maxBytes?: number) =>
  createFinalResponseStore({
    pool: fresh.database.pool,
    onError: (error) => errors.push(error),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  })

beforeAll(async () => {
  fresh = await freshDatabase()
  store = open()
})
beforeEach(async () => {
  errors.length = 0
  await fresh.database.pool.query('truncate final_responses')
})
afterAll(async () => {
  await store.close()
  await fresh.drop()
})

const register = {
  name: 'register',
  redact: (page: Page) => ({ ...page, body: page.body.replaceAll('Jane Doe', '') }),
  isFinal: ({ body }: Page) => body.endsWith('.'),
} as unknown as UpstreamApi

const configure = (change: { location?: string; retentionSeconds?: number; through?: UpstreamApi } = {}) => ({
  name: 'register',
  location: change.location ?? 'here',
  retentionSeconds: change.retentionSeconds ?? null,
  definition: { api: 'through' in change ? change.through : register } as unknown as Provider<
    unknown,
    unknown
  >,
})

/** The `get` of a lookup, which takes final responses from the store. */
const createGet =
  (get: GetPage, provider: ReturnType<typeof configure>, finalResponses: FinalResponseStore): GetPage =>
  (url, options) =>
    getStored({ provider, get, finalResponses }, url, options)

/** An upstream API that answers every URL with the given text and records the requested URLs. */
function pages(body: string, status = 200) {
  const requested: string[] = []
  const get = async (url: string, _options?: RequestOptions): Promise<FetchedPage> => {
    requested.push(url)
    const head = {
      url: `${url}?moved`,
      status,
      contentType: 'text/xml; charset=iso-8859-1',
      headers: { a: 'b' },
    }
    return toFetchedPage(head, [Buffer.from(body, 'latin1')])
  }
  return { requested, get }
}
const address = 'https://register.test/1'
const rows = async () =>
  (
    await fresh.database.pool.query<{ address: string; body: string }>(
      'select * from final_responses order by at',
    )
  ).rows

test('a final response is fetched once for all servers, and is stored without redacted content', async () => {
  const { requested, get } = pages('Signé: Jane Doe.')
  expect(await createGet(get, configure(), store)(address)).toMatchObject({
    body: 'Signé: .',
    headers: { a: 'b' },
  })
  const second = open()
  const stored = await createGet(get, configure(), second)(address, { isOptional: true })
  // A parser thread receives only the bytes of the page.
  for (const page of [stored, toFetchedPage(toPageHead(stored), stored.pieces)])
    expect(page).toMatchObject({ url: address, status: 200, body: 'Signé: .', isKept: true })
  await second.close()
  expect(requested).toEqual([address])
  expect(await rows()).toMatchObject([{ provider: 'register', address, body: 'Signé: .', bytes: 9 }])
  expect(errors).toEqual([])
})

test.each([
  ['a response that is not final', pages('Signed: Jane Doe'), configure(), {}],
  ['a response other than 200', pages('Gone.', 404), configure(), {}],
  ['a response to a POST', pages('Found.'), configure(), { json: { a: 1 } }],
  ['a response to a form', pages('Found.'), configure(), { form: { a: '1' } }],
  ['a response with limited retention', pages('Found.'), configure({ retentionSeconds: 60 }), {}],
  ['a response of a site', pages('Found.'), configure({ through: undefined as never }), {}],
])('%s is requested again', async (_, { requested, get }, provider, options) => {
  const getCached = createGet(get, provider, store)
  await getCached(address, options)
  expect((await getCached(address, options)).isKept).toBeUndefined()
  expect(requested).toHaveLength(2)
  expect(await rows()).toEqual([])
})

test('a response that cannot be redacted is used but not stored', async () => {
  const redact = () => {
    throw new Error('no register')
  }
  const provider = configure({ through: { ...register, redact } })
  const { requested, get } = pages('Signed: Jane Doe.')
  const getCached = createGet(get, provider, store)
  expect((await getCached(address)).body).toBe('Signed: Jane Doe.')
  const page = await getCached(address)
  expect(toStorablePage(provider.definition, page)).toMatchObject({ url: `${address}?moved`, body: '' })
  expect(requested).toHaveLength(2)
  expect(await rows()).toEqual([])
})

test('a response is redacted by the upstream API whose host sent it', () => {
  const other = { ...register, hosts: ['other.test'], redact: (page: Page) => ({ ...page, body: 'other' }) }
  const provider = { api: { ...register, hosts: ['register.test'] }, otherApis: [other] }
  const page = (url: string) =>
    toFetchedPage({ url, status: 200, contentType: 'text/plain' }, [Buffer.from('Jane Doe')])
  expect(toStorablePage(provider, page(address)).body).toBe('')
  expect(toStorablePage(provider, page('https://other.test/1')).body).toBe('other')
})

test('responses of another location, API or redaction version are not reused', async () => {
  const { requested, get } = pages('Found.')
  await createGet(get, configure(), store)(address)
  await createGet(get, configure({ location: 'there' }), store)(address)
  await createGet(get, configure({ through: { ...register, name: 'other' } }), store)(address)
  await createGet(get, configure({ through: { ...register, redactVersion: 2 } }), store)(address)
  expect(requested).toHaveLength(4)
  await createGet(get, configure({ through: { ...register, redactVersion: 2 } }), store)(address)
  expect(requested).toHaveLength(4)
  expect((await createGet(get, configure({ location: 'there' }), store)(address)).isKept).toBe(true)
})

test('many stored responses are read at once, each by its own key', async () => {
  const keys = Array.from({ length: 120 }, (_, n) => ({
    provider: 'register',
    location: 'here',
    address: `https://register.test/${n}`,
  }))
  for (const key of keys.filter((_, n) => n % 3 === 0))
    await store.set(key, { contentType: 'text/plain', body: key.address })
  const found = await Promise.all(keys.map(store.get))
  expect(found.map((response) => response?.body)).toEqual(
    keys.map(({ address: at }, n) => (n % 3 === 0 ? at : undefined)),
  )
})

test('the oldest responses are removed when the stored bytes exceed the limit', async () => {
  const bounded = open(1_000)
  for (let n = 0; n < 30; n += 1)
    await bounded.set(
      { provider: 'register', location: 'here', address: `https://register.test/${n}` },
      { contentType: 'text/plain', body: 'x'.repeat(100) },
    )
  const addresses = (await rows()).map((row) => row.address)
  expect(addresses).toEqual(Array.from({ length: 10 }, (_, n) => `https://register.test/${n + 20}`))
  await bounded.close()
})

test('a failing store acts like an empty one and reports the error to the operator', async () => {
  const { requested, get } = pages('Found.')
  await fresh.database.pool.query('drop table final_responses')
  expect((await createGet(get, configure(), store)(address)).body).toBe('Found.')
  expect(requested).toHaveLength(1)
  expect(errors).toHaveLength(2)
})
