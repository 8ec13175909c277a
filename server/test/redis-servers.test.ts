// Several servers on one database and one Redis: limits and records are shared, and nothing fails where Redis does.
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRecordCache } from '../src/calls/record-cache.ts'
import { systemClock } from '../src/lib/clock.ts'
import { createSharedRecordCache } from '../src/shared/record-cache.ts'
import { connectRedis } from '../src/shared/redis.ts'
import { startApp, type TestApp } from './support/app.ts'
import { type FreshDatabase, freshDatabase } from './support/database.ts'
import { eventPath, until } from './support/jobs.ts'
import { hasRedis, startRedis, type TestRedis } from './support/redis.ts'

const perSecond = 10
const usage = '/v2/usage'

describe.runIf(hasRedis)('three servers', () => {
  let redis: TestRedis
  let admin: Redis
  let fresh: FreshDatabase
  let apps: TestApp[]
  let secret: string

  beforeAll(async () => {
    redis = await startRedis()
    fresh = await freshDatabase()
    const start = () => startApp({ database: fresh.database, env: { REDIS_URL: redis.url } })
    apps = [await start(), await start(), await start()]
    admin = new Redis(redis.url, { retryStrategy: () => 50, maxRetriesPerRequest: null })
    admin.on('error', () => {})
  })
  afterAll(async () => {
    admin.disconnect()
    for (const app of apps) await app.close()
    await fresh.drop()
    await redis.stop()
  })
  beforeEach(async () => {
    const account = { rate_limit: { per_second: perSecond, per_minute: null } }
    secret = (await at(0).account(account)).secret
    await isShared()
  })

  const at = (n: number): TestApp => apps[n % apps.length] as TestApp
  const said = (app: TestApp, text: string) => app.logged.filter((line) => line.includes(text)).length
  const isShared = () =>
    until(async () => apps.every((app) => said(app, 'Redis is there') === said(app, 'Redis is lost') + 1))
  const ask = async (n: number) => {
    const sentAt = performance.now()
    const response = await at(n).call(secret, usage)
    await response.arrayBuffer()
    return { status: response.status, sentAt, heardAt: performance.now(), headers: response.headers }
  }
  const burst = (calls: number) => Promise.all(Array.from({ length: calls }, (_, n) => ask(n)))
  const admitted = (answers: { status: number }[]) => answers.filter(({ status }) => status === 200).length

  test('never admit more than the limit in any rolling second', async () => {
    const answers: Awaited<ReturnType<typeof ask>>[] = []
    const until = performance.now() + 3000
    await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        while (performance.now() < until) answers.push(await ask(n))
      }),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
    const good = answers.filter(({ status }) => status === 200).sort((a, b) => a.heardAt - b.heardAt)
    expect(good.length).toBeGreaterThanOrEqual(perSecond * 2)
    // Any of them that were sent and heard within one second were admitted within it.
    for (const { heardAt } of good) {
      const within = good.filter((one) => one.sentAt > heardAt - 1000 && one.heardAt <= heardAt)
      expect(within.length).toBeLessThanOrEqual(perSecond)
    }
  })

  test('refuse nobody who keeps within it, and tell what is left', async () => {
    for (let n = 0; n < 14; n += 1) {
      const { status, headers } = await ask(n)
      expect(status).toBe(200)
      if (n === 1) expect(headers.get('ratelimit')).toMatch(/^"second";r=[89];t=1$/)
      await new Promise((resolve) => setTimeout(resolve, 1000 / 9))
    }
  })

  test('share what one of them has found, for as long as it may be kept', async () => {
    const path = `${eventPath}?query=1000000000017`
    expect((await at(0).call(secret, `${path}&max_age=3600`)).headers.get('age')).toBeNull()
    await until(async () => (await admin.keys('quarry:record:*')).length === 1)
    const again = await at(1).call(secret, `${path}&max_age=3600`)
    expect([again.status, again.headers.get('age'), again.headers.get('x-provider')]).toEqual([
      200,
      expect.stringMatching(/^\d+$/),
      'sandbox',
    ])
    expect((await at(2).call(secret, path)).headers.get('age')).toBeNull()

    const store = await connectRedis({ url: redis.url, serverId: 'x', onLost: () => {}, onBack: () => {} })
    const cache = createSharedRecordCache(createRecordCache({ maxBytes: 1e6 }), store, systemClock)
    const from = { provider: 'p', licence: null, source: null, form: null, fields: null, isPartial: false }
    await admin.flushall()
    cache.set('k', Buffer.from('{}'), from, 60)
    await until(async () => (await admin.keys('quarry:record:*')).length === 1)
    const [key = ''] = await admin.keys('quarry:record:*')
    expect(await admin.pttl(key)).toBeLessThanOrEqual(60_000)
    await store.close()
  })

  test('go on when Redis is wiped', async () => {
    await admin.flushall()
    await admin.script('FLUSH')
    expect((await ask(0)).status).toBe(200)
    expect(admitted(await burst(30))).toBeLessThanOrEqual(perSecond)
  })

  test('go on with their shares while Redis is gone, and share again when it is back', async () => {
    await redis.kill()
    const answers = await burst(60)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
    // A third each: three.
    expect(admitted(answers)).toBe(9)
    expect(at(0).logged.some((line) => line.includes('Redis is lost'))).toBe(true)
    await redis.start()
    await isShared()
    await until(async () => (await admin.zcard('quarry:servers')) === apps.length)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(admitted(await burst(60))).toBe(perSecond)
  })

  test('go on when Redis answers no more, each call delayed by a moment at most, and charge as ever', async () => {
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
