// Several servers on one database and one Redis share limits and records, and nothing fails when Redis does.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@quarry/kit/clock'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRecordCache, createRedisRecordCache } from '../../src/lookups/cache/record-cache.ts'
import { connectRedis } from '../../src/platform/connect-redis.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { startStopwatch } from '../support/eventually.ts'
import { eventPath, waitUntil } from '../support/jobs.ts'
import { isLong } from '../support/long.ts'
import { hasRedis, startRedis, type TestRedis } from '../support/redis.ts'
import { startSite } from './faults/rig.ts'

const perSecond = 10
const usage = '/v2/usage'

describe.runIf(hasRedis)('three servers', () => {
  let redis: TestRedis
  let admin: Redis
  let fresh: FreshDatabase
  let apps: TestApp[]
  let slug: string
  let secret: string
  let site: Server
  /** The pages requested from the site, and how long it takes for each. */
  let pages: string[] = []
  let siteDelayMs = 0

  beforeAll(async () => {
    redis = await startRedis()
    fresh = await freshDatabase()
    site = await startSite('ticketing', async (url) => {
      pages.push(url)
      await delay(siteDelayMs)
    })
    const { port } = site.address() as AddressInfo
    const start = () =>
      startApp({
        database: fresh.database,
        env: { REDIS_URL: redis.url },
        config: { sources: { ticketing: { site: `http://127.0.0.1:${port}`, allow_private: true } } },
      })
    apps = [await start(), await start(), await start()]
    admin = new Redis(redis.url, { retryStrategy: () => 50, maxRetriesPerRequest: null })
    admin.on('error', () => {})
  })
  afterAll(async () => {
    admin.disconnect()
    for (const app of apps) await app.close()
    site.closeAllConnections()
    site.close()
    await fresh.drop()
    await redis.stop()
  })
  beforeEach(async () => {
    const account = { rate_limit: { per_second: perSecond, per_minute: null } }
    ;({ slug, secret } = await at(0).account(account))
    pages = []
    siteDelayMs = 0
    await isShared()
  })

  const at = (n: number): TestApp => apps[n % apps.length] as TestApp
  const countLogged = (app: TestApp, text: string) => app.logged.filter((line) => line.includes(text)).length
  const isShared = () =>
    waitUntil(async () =>
      apps.every((app) => countLogged(app, 'Redis connected') === countLogged(app, 'Redis unavailable') + 1),
    )
  const lookUp = async (n: number) => {
    const sentAt = performance.now()
    const response = await at(n).call(secret, usage)
    await response.arrayBuffer()
    return { status: response.status, sentAt, receivedAt: performance.now(), headers: response.headers }
  }
  const burst = (calls: number) => Promise.all(Array.from({ length: calls }, (_, n) => lookUp(n)))
  /** Repeats a burst until all its responses arrive within one second, the window of the limit. */
  const promptBurst = async (calls: number) => {
    for (;;) {
      const answers = await burst(calls)
      const first = Math.min(...answers.map(({ sentAt }) => sentAt))
      if (Math.max(...answers.map(({ receivedAt }) => receivedAt)) - first < 900) return answers
      await delay(1_100)
    }
  }
  /** On a stalled machine Redis is late and each server uses its local share; then the attempt is repeated. */
  const whileShared = async <T>(attempt: () => Promise<T>): Promise<T> => {
    const countLosses = () => apps.reduce((sum, app) => sum + countLogged(app, 'Redis unavailable'), 0)
    for (;;) {
      await isShared()
      const before = countLosses()
      const result = await attempt()
      if (countLosses() === before) return result
      await delay(1_100)
    }
  }
  const admitted = (answers: { status: number }[]) => answers.filter(({ status }) => status === 200).length

  test('never admit more than the limit in any rolling second', async () => {
    const answers = await whileShared(async () => {
      const answered: Awaited<ReturnType<typeof lookUp>>[] = []
      const endMs = performance.now() + (isLong ? 60_000 : 3000)
      await Promise.all(
        Array.from({ length: 12 }, async (_, n) => {
          while (performance.now() < endMs) answered.push(await lookUp(n))
        }),
      )
      return answered
    })
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
    const succeeded = answers
      .filter(({ status }) => status === 200)
      .sort((a, b) => a.receivedAt - b.receivedAt)
    expect(succeeded.length).toBeGreaterThanOrEqual(perSecond * 2)
    // Calls that were sent and answered within one second were admitted within it.
    for (const { receivedAt } of succeeded) {
      const inSecond = succeeded.filter(
        (one) => one.sentAt > receivedAt - 1000 && one.receivedAt <= receivedAt,
      )
      expect(inSecond.length).toBeLessThanOrEqual(perSecond)
    }
  })

  test('admit every call within the limit, and report what is left', async () => {
    for (let n = 0; n < (isLong ? 540 : 14); n += 1) {
      const { status, headers } = await lookUp(n)
      expect(status).toBe(200)
      if (n === 1) expect(headers.get('ratelimit')).toMatch(/^"second";r=[89];t=1$/)
      await new Promise((resolve) => setTimeout(resolve, 1000 / 9))
    }
  })

  test('share a record that one of them found, as long as it may be cached', async () => {
    const path = `${eventPath}?query=1000000000017`
    expect((await at(0).call(secret, `${path}&max_age=3600`)).headers.get('age')).toBeNull()
    await waitUntil(async () => (await admin.keys('quarry:record:*')).length === 1)
    const again = await at(1).call(secret, `${path}&max_age=3600`)
    expect([again.status, again.headers.get('age'), again.headers.get('x-provider')]).toEqual([
      200,
      expect.stringMatching(/^\d+$/),
      'site',
    ])
    expect((await at(2).call(secret, path)).headers.get('age')).toBeNull()

    const store = await connectRedis({ url: redis.url, serverId: 'x', onLost: () => {}, onBack: () => {} })
    const cache = createRedisRecordCache(createRecordCache({ maxBytes: 1e6 }), store, systemClock)
    const from = { provider: 'p', licence: null, source: null, form: null, fields: null, isPartial: false }
    await admin.flushall()
    cache.set('k', Buffer.from('{}'), from, 60)
    await waitUntil(async () => (await admin.keys('quarry:record:*')).length === 1)
    const [key = ''] = await admin.keys('quarry:record:*')
    expect(await admin.pttl(key)).toBeLessThanOrEqual(60_000)
    await store.close()
  })

  test('share no record from the future: the clock was set back, and its age is unknown', async () => {
    const store = await connectRedis({ url: redis.url, serverId: 'x', onLost: () => {}, onBack: () => {} })
    let now = Date.parse('2026-11-15T12:00:00Z')
    const createCache = () =>
      createRedisRecordCache(createRecordCache({ maxBytes: 1e6 }), store, () => new Date(now))
    const from = { provider: 'p', licence: null, source: null, form: null, fields: null, isPartial: false }
    await admin.flushall()
    createCache().set('k', Buffer.from('{}'), from)
    await waitUntil(async () => (await admin.keys('quarry:record:*')).length === 1)
    now += 6_000
    expect(await createCache().get('k', 10)).toMatchObject({ ageSeconds: 6 })
    expect(await createCache().get('k', 2)).toBeUndefined()
    now -= 3_600_000
    expect(await createCache().get('k', 10)).toBeUndefined()
    createCache().set('k', Buffer.from('{}'), from)
    await waitUntil(async () => (await createCache().get('k', 10)) !== undefined)
    await store.close()
  })

  test('fetch a page once for equal lookups at the same time, and charge each of them', async () => {
    // On a busy machine the calls may not overlap, so they are repeated.
    for (let query = 1000000007936; pages.length !== 1; query += 7919) {
      pages = []
      siteDelayMs = 300
      const calls = await Promise.all([0, 1, 2].map((n) => at(n).call(secret, `${eventPath}?query=${query}`)))
      const outcomes = calls.map(({ status, headers }) => [
        status,
        headers.get('age'),
        headers.get('x-credits-used'),
      ])
      expect(outcomes).toEqual(calls.map(() => [200, null, '1']))
      const bodies = await Promise.all(calls.map((call) => call.text()))
      expect(new Set(bodies).size).toBe(1)
    }
    // A later lookup does not share the fetch.
    const [page = ''] = pages
    const again = page.match(/\d{13}/)?.[0]
    expect((await at(1).call(secret, `${eventPath}?query=${again}`)).status).toBe(200)
    expect(pages).toEqual([page, page])
  })

  test('fetch on their own when the fetching server fails, dies, or has nothing to share', async () => {
    const missing = `${eventPath}?query=1`
    siteDelayMs = 200
    const statuses = (await Promise.all([0, 1].map((n) => at(n).call(secret, missing)))).map(
      ({ status }) => status,
    )
    expect(statuses).toEqual([404, 404])
    expect(pages).toHaveLength(2)

    // The state that a dying server leaves: its announcement, which expires by itself.
    const [key] = await announcedBy(() => at(0).call(secret, `${eventPath}?query=1000000015855`))
    await admin.set(String(key), 'a server that died', 'PX', 60_000)
    pages = []
    expect((await at(1).call(secret, `${eventPath}?query=1000000015855`)).status).toBe(200)
    expect(pages).toHaveLength(1)
    await admin.del(String(key))
  })

  /** The Redis keys of the lookups that were announced while this one was running. */
  async function announcedBy(call: () => Promise<Response>): Promise<string[]> {
    siteDelayMs = 300
    const answer = call()
    let keys: string[] = []
    await waitUntil(async () => {
      keys = await admin.keys('quarry:lookup:*')
      return keys.length > 0
    })
    expect((await answer).status).toBe(200)
    siteDelayMs = 0
    return keys
  }

  test('apply a change of a key or an account within a second, on all servers', async () => {
    const changes: [change: () => Promise<unknown>, before: number, after: number][] = [
      [() => changed(`/admin/accounts/${slug}`, { active: false }), 200, 403],
      [() => changed(`/admin/accounts/${slug}`, { active: true }), 403, 200],
      [async () => changed(`/admin/keys/${await keyId()}`, { active: false }), 200, 401],
    ]
    await changed(`/admin/accounts/${slug}`, { rate_limit: { per_second: null, per_minute: null } })
    for (const [change, before, after] of changes) {
      expect((await burst(3)).map(({ status }) => status)).toEqual([before, before, before])
      await change()
      const { passedMs, stop } = startStopwatch()
      while (passedMs() < 1_200) {
        const isLate = passedMs() > 1_000
        const answers = await burst(3)
        if (isLate) expect(answers.map(({ status }) => status)).toEqual([after, after, after])
        await delay(50)
      }
      stop()
    }
  })

  const changed = async (path: string, change: object) => {
    const response = await at(0).admin(path, { method: 'PATCH', body: JSON.stringify(change) })
    expect([response.status, await response.text()]).toEqual([200, expect.anything()])
  }
  const keyId = async () => {
    const { rows } = await fresh.database.pool.query<{ id: string }>(
      'select k.id from keys k join accounts a on a.id = k.account_id where a.slug = $1',
      [slug],
    )
    return rows[0]?.id
  }

  test('continue when Redis is wiped', async () => {
    await admin.flushall()
    await admin.script('FLUSH')
    expect((await lookUp(0)).status).toBe(200)
    expect(admitted(await promptBurst(30))).toBeLessThanOrEqual(perSecond)
  })

  test('continue with local shares while Redis is gone, and share again when it is back', async () => {
    await redis.kill()
    const answers = await promptBurst(60)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
    // A third of the limit each, rounded down to three.
    expect(admitted(answers)).toBe(9)
    expect(at(0).logged.some((line) => line.includes('Redis unavailable'))).toBe(true)
    await redis.start()
    await isShared()
    await waitUntil(async () => (await admin.zcard('quarry:servers')) === apps.length)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(admitted(await promptBurst(60))).toBe(perSecond)
  })

  test('continue when Redis stops answering, with little delay per call, and charge as usual', async () => {
    redis.pause()
    const lookups = await Promise.all(
      [0, 1, 2].map((n) => at(n).call(secret, `${eventPath}?query=1000000000017&max_age=60`)),
    )
    redis.resume()
    expect(lookups.map(({ status, headers }) => [status, headers.get('x-credits-used')])).toEqual(
      lookups.map(() => [200, '1']),
    )
  })
})
