// max_age, shared fetches and disconnected clients: a call that saves a fetch is billed like any other.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Source } from '@quarry/kit/source'
import { sources } from '@quarry/sources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { setClockBack } from '../support/clocks.ts'
import { createGate } from '../support/gate.ts'
import { withSandbox } from '../support/with-sandbox.ts'

let app: TestApp
let secret: string
let slug: string
let now = 1
let fetched: string[] = []
const slowAnswers = createGate()

// The real source and its sandbox site, with a record of the site's requests.
const [first, ...others] = sources.map((source) => ({ ...source })) as Source[]
const watched = [first, ...others].map((source) =>
  source?.name === 'ticketing'
    ? withSandbox(source, (request, site) => {
        fetched.push(request.url.href)
        return site(request)
      })
    : source,
) as Source[]

beforeAll(async () => {
  app = await startApp({ sources: watched, nowMs: () => now, sandboxSlow: slowAnswers.wait })
  const account = await app.account()
  secret = account.secret
  slug = account.slug
})
afterAll(() => app.close())

const event = (id: string, more = '') => app.call(secret, `/v2/ticketing/event?query=${id}${more}`)
const bonusLeft = async () =>
  (
    (await (await app.admin(`/admin/accounts/${slug}`)).json()) as {
      bonus: { available: number; held: number }
    }
  ).bonus

test('a record younger than max_age comes from the cache with its age, billed like a fresh one', async () => {
  fetched = []
  const fresh = await event('1000000007936')
  const fetches = fetched.length
  expect([fresh.status, fresh.headers.get('age')]).toEqual([200, null])
  now += 30_000
  const cached = await event('1000000007936', '&max_age=60')
  expect([cached.status, cached.headers.get('age'), cached.headers.get('x-credits-used')]).toEqual([
    200,
    '30',
    '1',
  ])
  expect(await cached.text()).toBe(await fresh.text())
  expect(fetched).toHaveLength(fetches)
  now += 40_000
  expect((await event('1000000007936', '&max_age=60')).headers.get('age')).toBeNull()
  expect(fetched.length).toBeGreaterThan(fetches)
})

test('a cached record grows older while the clock is set back', async () => {
  await event('1000000000017')
  setClockBack()
  now += 6_000
  expect((await event('1000000000017', '&max_age=10')).headers.get('age')).toBe('6')
  expect((await event('1000000000017', '&max_age=2')).headers.get('age')).toBeNull()
})

test('a repeated lookup by another account is authenticated and billed for that account', async () => {
  const path = '/v2/ticketing/event?query=1000000007936&max_age=600'
  for (let n = 0; n < 3; n += 1) expect((await app.call(secret, path)).status).toBe(200)
  const before = await bonusLeft()
  const other = await app.account({ bonus_credits: 1 })
  const response = await app.call(other.secret, path)
  expect([response.status, response.headers.get('x-credits-remaining')]).toEqual([200, '0'])
  expect((await app.call(other.secret, path)).status).toBe(402)
  expect((await app.call(null, path)).status).toBe(401)
  const inQuery = await app.call(null, `${path}&x_api_key=${secret}`)
  expect(inQuery.headers.get('x-credits-used')).toBe('1')
  expect((await app.call(secret, `${path}&x_api_key=${other.secret}`)).status).toBe(401)
  expect(before.available - (await bonusLeft()).available).toBe(1)
})

test('without max_age every call is fresh', async () => {
  await event('1000000007936')
  fetched = []
  await event('1000000007936')
  expect(fetched.length).toBeGreaterThan(0)
})

test('equal lookups in flight share one fetch, and each is billed', async () => {
  const before = await bonusLeft()
  fetched = []
  const address = encodeURIComponent('https://com.ticketing.example/e/fault-slow-1000000000017')
  slowAnswers.close()
  const calls = Array.from({ length: 10 }, () => event(address))
  await expect.poll(async () => (await bonusLeft()).held).toBe(10)
  slowAnswers.open()
  const responses = await Promise.all(calls)
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(fetched).toHaveLength(1)
  expect(before.available - (await bonusLeft()).available).toBe(10)
})

test('a client that disconnects after the hold is billed, and the log row says so', async () => {
  const before = await bonusLeft()
  const address = encodeURIComponent('https://com.ticketing.example/e/fault-slow-1000000015855')
  slowAnswers.close()
  const accepted = once(app.http, 'connection') as Promise<[Socket]>
  const socket = connect(app.port, '127.0.0.1')
  socket.write(`GET /v2/ticketing/event?query=${address} HTTP/1.1\r\nHost: x\r\nx-api-key: ${secret}\r\n\r\n`)
  await expect.poll(async () => (await bonusLeft()).held).toBe(1)
  const [serverSide] = await accepted
  const closed = once(serverSide, 'close')
  socket.destroy()
  await closed
  slowAnswers.open()
  await expect.poll(async () => (await bonusLeft()).held).toBe(0)
  expect((await bonusLeft()).available).toBe(before.available - 1)
  const { calls } = (await (await app.admin(`/admin/calls?account=${slug}&limit=1`)).json()) as {
    calls: { client_closed: boolean; credits: number }[]
  }
  expect(calls[0]).toMatchObject({ client_closed: true, credits: 1 })
})
