// The rate limit of a provider holds over all servers: slots are booked in the database, in the order of the requests.
import type { Failure } from '@quarry/kit/errors'
import type { RateLimit } from '@quarry/kit/upstream-api'
import { afterEach, expect, test } from 'vitest'
import { createProviderRateLimits, readProviderUsage } from '../../src/fetching/provider-rate-limits.ts'
import { startApp } from '../support/app.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { endRests, sends, shop, startReplica } from '../support/two-providers.ts'

let fresh: FreshDatabase | undefined
afterEach(async () => {
  await fresh?.drop()
  fresh = undefined
})

type Row = { booked: boolean; wait_ms: number }

/** Returns a function that books slots at any database time; `maxWaitMs` is how long each request may wait. */
async function start() {
  fresh = await freshDatabase({ max: 1 })
  const { pool } = fresh.database
  return async (at: string, count: number, rateLimit: RateLimit, maxWaitMs = 600_000_000): Promise<Row[]> => {
    await pool.query(`select set_config('quarry.now', $1, false)`, [at])
    const {
      perSecond = null,
      perMinute = null,
      perDay = null,
      perMonth = null,
      secondsApart = null,
    } = rateLimit
    const values = [Array(count).fill(maxWaitMs), perSecond, perMinute, perDay, perMonth, secondsApart]
    const { rows } = await pool.query<Row>({
      text: `select booked, wait_ms from quarry_book_slots('acme', $1::integer[], $2, $3, $4, $5, $6) order by n`,
      values,
    })
    return rows
  }
}

const mostIn = (times: readonly number[], windowMs: number) =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length))

test('a hundred requests get fifteen slots in any minute, at any time', async () => {
  const book = await start()
  const zero = Date.parse('2031-05-01T12:00:00Z')
  const times: number[] = []
  for (const [index, count] of [40, 1, 30, 20, 9].entries()) {
    const at = zero + index * 17_000
    for (const { booked, wait_ms } of await book(new Date(at).toISOString(), count, { perMinute: 15 })) {
      expect(booked).toBe(true)
      times.push(at + wait_ms)
    }
  }
  expect(times).toHaveLength(100)
  expect(times).toEqual([...times].sort((a, b) => a - b))
  expect(mostIn(times, 60_000)).toBe(15)
  expect(times.at(-1)).toBeLessThan(zero + 7 * 61_000)
})

test('all limits apply together', async () => {
  const book = await start()
  const slots = await book('2031-05-01T12:00:00Z', 60, { perSecond: 4, perMinute: 20 })
  const times = slots.map(({ wait_ms }) => wait_ms)
  expect(mostIn(times, 1_000)).toBe(4)
  expect(mostIn(times, 60_000)).toBe(20)
})

test('requests keep the minimum interval, at any time', async () => {
  const book = await start()
  const fiveSecondsApart = { secondsApart: 5 }
  const waits = (rows: Row[]) => rows.map(({ wait_ms }) => wait_ms)
  expect(waits(await book('2031-05-01T12:00:00Z', 3, fiveSecondsApart))).toEqual([0, 5_100, 10_200])
  expect(waits(await book('2031-05-01T12:00:12Z', 1, fiveSecondsApart))).toEqual([3_300])
  expect(waits(await book('2031-05-01T12:00:30Z', 2, { secondsApart: 0 }))).toEqual([0, 0])
})

test('a request that cannot wait long enough is refused with the wait, and takes no slot', async () => {
  const book = await start()
  expect(await book('2031-05-01T12:00:00Z', 2, { perMinute: 2 }, 0)).toEqual([
    { booked: true, wait_ms: 0 },
    { booked: true, wait_ms: 0 },
  ])
  for (let attempt = 0; attempt < 3; attempt += 1)
    expect(await book('2031-05-01T12:00:41Z', 1, { perMinute: 2 }, 5_000)).toEqual([
      { booked: false, wait_ms: 20_000 },
    ])
  expect(await book('2031-05-01T12:01:01Z', 1, { perMinute: 2 }, 0)).toEqual([{ booked: true, wait_ms: 0 }])
})

test('a daily budget rolls by the hour, a monthly budget ends with the month', async () => {
  const book = await start()
  const daily = { perDay: 3 }
  expect(await book('2031-05-30T10:20:00Z', 3, daily, 0)).toHaveLength(3)
  expect(await book('2031-05-31T10:59:00Z', 1, daily, 0)).toEqual([{ booked: false, wait_ms: 60_000 }])
  expect(await book('2031-05-31T11:00:00Z', 1, daily, 0)).toEqual([{ booked: true, wait_ms: 0 }])
  const monthly = { perMonth: 5 }
  expect((await book('2031-05-31T23:00:00Z', 2, monthly, 0)).map(({ booked }) => booked)).toEqual([
    true,
    false,
  ])
  expect(await book('2031-05-31T23:00:00Z', 1, monthly, 0)).toEqual([{ booked: false, wait_ms: 3_600_000 }])
  expect(await book('2031-06-01T00:00:00Z', 1, monthly, 0)).toEqual([{ booked: true, wait_ms: 0 }])
})

test('two servers share the slots, and requests above the limit fail with Retry-After', async () => {
  fresh = await freshDatabase()
  const servers = [createProviderRateLimits(fresh.database), createProviderRateLimits(fresh.database)]
  const { signal } = new AbortController()
  const bookSlot = (index: number) =>
    servers[index % 2]?.waitForRateLimit('acme', { perMinute: 15 }, 50, signal).then(
      () => null,
      (failure: Failure) => failure,
    )
  const failures = await Promise.all(Array.from({ length: 100 }, (_, index) => bookSlot(index)))
  const refused = failures.filter((failure) => failure !== null)
  expect(refused).toHaveLength(85)
  for (const failure of refused) {
    expect(failure).toMatchObject({ reason: 'upstream_paced' })
    expect(failure?.retryAfterSeconds).toBeGreaterThan(58)
    expect(failure?.retryAfterSeconds).toBeLessThanOrEqual(61)
  }
  expect(await servers[0]?.waitForRateLimit('unbounded', {}, 0, signal)).toBeNull()
  expect(await readProviderUsage(fresh.database.pool)).toEqual([
    { provider: 'acme', second: expect.any(Number), minute: 15, day: 15, month: 15, paused_until: null },
  ])
  for (const server of servers) await server.close()
})

test('a pause after a 429 applies to all servers, also for requests that were already waiting', async () => {
  fresh = await freshDatabase()
  const servers = [createProviderRateLimits(fresh.database), createProviderRateLimits(fresh.database)]
  const { signal } = new AbortController()
  const bookSlot = (index: number, waitMs: number, rateLimit: RateLimit) =>
    servers[index]?.waitForRateLimit('acme', rateLimit, waitMs, signal).then(
      () => 'sent',
      (failure: Failure) => failure,
    )
  const rateLimit = { perSecond: 1 }
  expect(await bookSlot(0, 0, rateLimit)).toBe('sent')
  const waiting = [bookSlot(0, 5_000, rateLimit), bookSlot(1, 5_000, rateLimit)]
  await servers[0]?.startPause('acme', 600)
  // A shorter pause does not end a longer one.
  await servers[1]?.startPause('acme', 2)
  const refused = {
    reason: 'upstream_paced',
    retryAfterSeconds: expect.toSatisfy((s) => s > 590 && s <= 600),
  }
  expect(await Promise.all(waiting)).toMatchObject([refused, refused])
  expect(await bookSlot(1, 20_000, rateLimit)).toMatchObject(refused)
  expect(await bookSlot(1, 0, {})).toMatchObject(refused)
  expect(await servers[1]?.waitForRateLimit('other', rateLimit, 0, signal)).toEqual(expect.any(Number))
  await endRests(fresh)
  expect(await bookSlot(1, 5_000, rateLimit)).toBe('sent')
  for (const server of servers) await server.close()
})

test.each([
  ['without Retry-After', {}, '60'],
  ['with Retry-After', { 'retry-after': '77' }, '77'],
  ['with a Retry-After of days', { 'retry-after': '864000' }, '3600'],
])(
  'an API that answers 429 %s is called once, and then by no server until the pause ends',
  async (_, headers, seconds) => {
    const replica = await startReplica()
    replica.respondWith(sends('', 429, headers))
    const file = {
      sources: { shop: { providers: ['goods'] } },
      providers: { goods: { sites: { 'api.goods.test': replica.origin }, allow_private: true } },
    }
    const first = await startApp({ sources: [shop], file })
    const second = await startApp({ sources: [shop], file, database: first.database })
    try {
      const { secret } = await first.account()
      for (const server of [first, second, first]) {
        const response = await server.call(secret, '/v2/shop/item?query=lamp')
        expect([response.status, response.headers.get('x-error-reason')]).toEqual([500, 'upstream_paced'])
        expect(response.headers.get('x-credits-used')).toBe('0')
        const wait = Number(response.headers.get('retry-after'))
        expect(wait).toBeLessThanOrEqual(Number(seconds))
        expect(wait).toBeGreaterThan(Number(seconds) - 30)
      }
      expect(replica.requestUrls).toHaveLength(1)
    } finally {
      await second.close()
      await first.close()
      await replica.close()
    }
  },
)

test.each([1, 2])(
  'of a hundred callers at once no more than fifteen reach the provider, on %i servers',
  async (count) => {
    const replica = await startReplica()
    replica.respondWith(sends({ name: 'lamp' }))
    const file = {
      sources: { shop: { providers: ['goods'] } },
      providers: {
        goods: {
          sites: { 'api.goods.test': replica.origin, 'www.goods.test': replica.origin },
          allow_private: true,
          rate_limit: { per_minute: 15 },
        },
      },
    }
    const first = await startApp({ sources: [shop], file })
    const others = count === 1 ? [] : [await startApp({ sources: [shop], file, database: first.database })]
    const servers = [first, ...others]
    try {
      const { secret } = await first.account()
      const responses = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          // Equal lookups would share one request.
          servers[index % count]?.call(secret, `/v2/shop/item?query=lamp${index}`),
        ),
      )
      // A slot that expired while its caller was queued is lost, so fewer calls get through on a busy machine.
      const reached = replica.requestUrls.length
      expect(reached).toBeGreaterThan(0)
      expect(reached).toBeLessThanOrEqual(15)
      const refused = responses.filter((response) => response?.status !== 200)
      expect(refused).toHaveLength(100 - reached)
      for (const response of refused) {
        expect(response?.headers.get('x-error-reason')).toBe('upstream_paced')
        expect(Number(response?.headers.get('retry-after'))).toBeGreaterThan(30)
      }
      expect(await (await first.call(secret, '/v2/usage')).json()).toMatchObject({
        remaining: 1000 - reached * 3,
      })
    } finally {
      for (const server of others) await server.close()
      await first.close()
      await replica.close()
    }
  },
)
