// Rate limits of one server while Redis goes away, comes back, is wiped, or has its clock set: never more than the
// limit in any window, and no account locked out.
import fc from 'fast-check'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createRedisRateLimiter } from '../../src/accounts/redis-rate-limiter.ts'
import { connectRedis, type RedisConnection } from '../../src/platform/connect-redis.ts'
import { type FaultProxy, startProxy } from '../app/faults/proxy.ts'
import { waitUntil } from '../support/jobs.ts'
import { hasRedis, startRedis, type TestRedis } from '../support/redis.ts'

describe.runIf(hasRedis)('rate limits with Redis', () => {
  let redis: TestRedis
  let proxy: FaultProxy
  let admin: Redis
  let store: RedisConnection
  let lastAccountId = 0

  const connectThrough = ({ port }: Pick<FaultProxy, 'port'>, serverId: string) =>
    connectRedis({
      url: `redis://127.0.0.1:${port}`,
      serverId,
      onLost: () => {},
      onBack: () => {},
      commandMs: 10_000,
      beatMs: 20,
    })

  beforeAll(async () => {
    redis = await startRedis()
    proxy = await startProxy({ host: '127.0.0.1', port: Number(new URL(redis.url).port) })
    admin = new Redis(redis.url)
    store = await connectThrough(proxy, 'one')
  })
  afterEach(async () => {
    vi.useRealTimers()
    await returnRedis()
  })
  afterAll(async () => {
    await store.close()
    admin.disconnect()
    await proxy.close()
    await redis.stop()
  })

  const loseRedis = async () => {
    proxy.set({ isDown: true })
    await waitUntil(async () => !store.isUp())
  }
  const returnRedis = async () => {
    proxy.heal()
    await waitUntil(async () => store.isUp())
  }
  const redisMicros = async () => {
    const [seconds, micros] = await admin.time()
    return Number(seconds) * 1e6 + Number(micros)
  }

  test('one server admits exactly the limit of a minute, however often Redis is lost, returns or is wiped', async () => {
    const action = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({ kind: fc.constant('take'), calls: fc.integer({ min: 1, max: 6 }) }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('lose', 'wipe', 'reset') }) },
    )
    const run = async (actions: readonly { kind: string; calls?: number }[]) => {
      lastAccountId += 1
      const limiter = createRedisRateLimiter(store, 'minute')
      const limits = { perSecond: null, perMinute: 12 }
      let admittedCount = 0
      let admitted = 0
      for (const { kind, calls = 0 } of [...actions, { kind: 'take', calls: 6 }]) {
        if (kind === 'wipe') await admin.flushall()
        if (kind === 'reset') proxy.reset()
        if (kind === 'lose') await (store.isUp() ? loseRedis() : returnRedis())
        for (let call = 0; call < calls; call += 1) {
          admittedCount += 1
          if ((await limiter.take(lastAccountId, limits)).allowed) admitted += 1
        }
      }
      await returnRedis()
      for (let call = 0; call < limits.perMinute; call += 1)
        if ((await limiter.take(lastAccountId, limits)).allowed) admitted += 1
      expect([admittedCount, admitted]).toEqual([admittedCount, limits.perMinute])
    }
    await fc.assert(fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 10 }), run), { numRuns: 8 })
  })

  test('no rolling second exceeds the limit while Redis flaps under load', async () => {
    lastAccountId += 1
    const limiter = createRedisRateLimiter(store, 'second')
    const limits = { perSecond: 10, perMinute: null }
    const admitted: { sentAt: number; heardAt: number }[] = []
    let isFlapping = true
    const caller = async () => {
      while (isFlapping) {
        const sentAt = performance.now()
        if ((await limiter.take(lastAccountId, limits)).allowed)
          admitted.push({ sentAt, heardAt: performance.now() })
        await new Promise(setImmediate)
      }
    }
    const callers = Promise.all(Array.from({ length: 8 }, caller))
    for (let flap = 0; flap < 4; flap += 1) {
      const before = admitted.length
      await loseRedis()
      await waitUntil(async () => admitted.length > before)
      await returnRedis()
    }
    isFlapping = false
    await callers
    for (const { heardAt } of admitted) {
      const inSecond = admitted.filter((one) => one.sentAt > heardAt - 1000 && one.heardAt <= heardAt)
      expect(inSecond.length).toBeLessThanOrEqual(limits.perSecond)
    }
  })

  test('several servers report their local counts to Redis as soon as they use it again', async () => {
    lastAccountId += 1
    const other = await connectThrough(proxy, 'two')
    await waitUntil(async () => store.servers() === 2 && other.servers() === 2)
    const limiters = [store, other].map((each) => createRedisRateLimiter(each, 'several'))
    const limits = { perSecond: null, perMinute: 10 }
    const takeEach = async (calls: number) => {
      let admitted = 0
      for (let call = 0; call < calls; call += 1)
        for (const limiter of limiters) if ((await limiter.take(lastAccountId, limits)).allowed) admitted += 1
      return admitted
    }
    await loseRedis()
    await waitUntil(async () => !other.isUp())
    // Almost half of the limit each; the next calls on both show what Redis has counted.
    expect(await takeEach(4)).toBe(8)
    await returnRedis()
    await waitUntil(async () => other.isUp())
    expect(await takeEach(6)).toBe(2)
    await other.close()
    await waitUntil(async () => (await admin.zcard('quarry:servers')) === 1)
  })

  test('entries from the future do not lock an account out, and admitted calls still count', async () => {
    lastAccountId += 1
    const key = `quarry:clock:${lastAccountId}`
    const limiter = createRedisRateLimiter(store, 'clock')
    const limits = { perSecond: null, perMinute: 5 }
    const take = async () => (await limiter.take(lastAccountId, limits)).allowed
    const inAnHour = (await redisMicros()) + 3_600e6
    for (let entry = 0; entry < 5; entry += 1) await admin.zadd(key, inAnHour + entry, `future-${entry}`)
    expect([await take(), await take()]).toEqual([true, true])

    // As if the clock of Redis had been set back by an hour: these two entries are now in the future.
    for (const member of await admin.zrange(key, '0', '-1')) await admin.zadd(key, inAnHour, member)
    const verdicts: boolean[] = []
    for (let call = 0; call < 5; call += 1) verdicts.push(await take())
    expect(verdicts).toEqual([true, true, true, false, false])
  })

  test('servers are counted by the clock of Redis only', async () => {
    const nowMs = (await redisMicros()) / 1000
    await admin.zadd('quarry:servers', nowMs + 3_600_000, 'ahead')
    await waitUntil(async () => (await admin.zscore('quarry:servers', 'ahead')) === null)

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    await admin.zadd('quarry:servers', (await redisMicros()) / 1000, 'two')
    await waitUntil(async () => store.servers() === 2)
  })
})
