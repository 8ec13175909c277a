// Rate limits of one server while Redis goes away, comes back, is wiped, or has its clock set: never more than the
// limit in any window, and no account locked out.
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectRedis, type SharedStore } from '../src/shared/redis.ts'
import { type FaultProxy, startProxy } from './faults/proxy.ts'
import { until } from './support/jobs.ts'
import { hasRedis, startRedis, type TestRedis } from './support/redis.ts'

describe.runIf(hasRedis)('rate limits with Redis', () => {
  let redis: TestRedis
  let proxy: FaultProxy
  let admin: Redis
  let store: SharedStore

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

  const returnRedis = async () => {
    proxy.heal()
    await until(async () => store.isUp())
  }
  const redisMicros = async () => {
    const [seconds, micros] = await admin.time()
    return Number(seconds) * 1e6 + Number(micros)
  }

  test("servers are counted by Redis' clock alone", async () => {
    const nowMs = (await redisMicros()) / 1000
    await admin.zadd('quarry:servers', nowMs + 3_600_000, 'ahead')
    await until(async () => (await admin.zscore('quarry:servers', 'ahead')) === null)

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    await admin.zadd('quarry:servers', (await redisMicros()) / 1000, 'two')
    await until(async () => store.servers() === 2)
  })
})
