// Faults of PostgreSQL, Redis and a site, one after the other, as callers and the ledger see them: each response is
// correct, delivered ones are charged once, refused ones are not, and everything recovers. `npm run test:long --
// kills` makes the faults last longer.
import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isDoneWithin } from '../../support/eventually.ts'
import { eventPath, waitUntil } from '../../support/jobs.ts'
import { isLong } from '../../support/long.ts'
import { hasRedis } from '../../support/redis.ts'
import { cutAfter, type Fault } from './proxy.ts'
import { type CallResult, findLedgerProblems, type Rig, startRig } from './rig.ts'

const known = '1000000000017'
/** Far longer than any of these calls takes, and shorter than a call that waits for a lost response. */
const callTimeoutMs = 8_000
const recoveryMs = 5_000

let rig: Rig
let slug: string
let secret: string
let callResults: CallResult[] = []
beforeAll(async () => {
  rig = await startRig()
  ;({ slug, secret } = await rig.app.account())
  // The first page builds the sandbox data, which is slow on a busy machine.
  expect(await isDoneWithin(60_000, async () => (await lookUp(`query=${known}`)) === 200)).toBe(true)
})
afterAll(() => rig.close())
beforeEach(async () => {
  ;({ slug, secret } = await rig.app.account({
    bonus_credits: 100_000,
    rate_limit: { per_second: null, per_minute: null },
  }))
  callResults = []
  expect(await lookUp(`query=${known}&max_age=3600`)).toBe(200)
})
afterEach(async () => {
  rig.heal()
  expect(await isDoneWithin(recoveryMs, async () => (await lookUp(`query=${known}`)) === 200)).toBe(true)
  expect(await findLedgerProblems(rig.direct, slug, callResults)).toEqual([])
})

/** Makes a call and returns its status, or 0 without a response. */
async function lookUp(query: string): Promise<number> {
  const signal = AbortSignal.timeout(isLong ? 60_000 : callTimeoutMs)
  const response = await rig.app.call(secret, `${eventPath}?${query}`, { signal }).catch(() => null)
  const body = await response?.text().catch(() => null)
  if (response?.status === 500) expect(body).toBe('{"error":"Internal Error"}')
  const status = typeof body === 'string' ? (response?.status ?? 0) : 0
  callResults.push({ id: String(response?.headers.get('x-request-id')), status })
  return status
}

/** Alternates between cached and fetched lookups. */
const mixed = (n: number) =>
  n % 2 === 0 ? `query=${known}&max_age=3600` : `query=${1_000_000_000_017 + (n % 500) * 7919}`

const askMany = (calls: number, from = 0) =>
  Promise.all(Array.from({ length: calls }, (_, n) => lookUp(mixed(from + n))))

const isServerAlive = async () => (await fetch(`${rig.app.url}/healthz`)).status === 200

describe('PostgreSQL', () => {
  test('lost: 500 at once, nothing charged, no crash, and recovery as soon as it is back', async () => {
    rig.database.set({ isDown: true })
    // At first the key is still cached and the hold fails; a second later reading the key fails, too.
    for (const wait of [0, 1_000]) {
      await delay(wait)
      expect(new Set(await askMany(10))).toEqual(new Set([500]))
    }
    expect((await rig.app.call(secret, '/v2/usage')).status).toBe(500)
    expect((await fetch(`${rig.app.url}/readyz`)).status).toBe(503)
    expect(await isServerAlive()).toBe(true)
    if (isLong) await delay(30_000)
    rig.heal()
    expect(
      await isDoneWithin(recoveryMs, async () => (await fetch(`${rig.app.url}/readyz`)).status === 200),
    ).toBe(true)
  })

  test('lost between hold and settlement: 500, and the holds are released', async () => {
    rig.site.set({ latencyMs: 300 })
    const calls = [lookUp('query=1000000007936'), lookUp('query=1000000015855')]
    await waitUntil(async () => (await rig.direct.pool.query('select 1 from holds')).rowCount === 2)
    rig.database.set({ isDown: true })
    expect(await Promise.all(calls)).toEqual([500, 500])
  })

  test('disconnected after the commit and before its reply: charged once, and delivered', async () => {
    const before = rig.database.cuts()
    rig.database.set(cutAfter('quarry-charge'))
    expect(new Set(await Promise.all(Array.from({ length: 8 }, () => lookUp(mixed(0)))))).toEqual(
      new Set([200]),
    )
    rig.database.set(cutAfter('quarry-settle'))
    expect(new Set(await Promise.all([1, 3, 5, 7].map((n) => lookUp(mixed(n)))))).toEqual(new Set([200]))
    expect(rig.database.cuts()).toBeGreaterThan(before + 1)
  })

  test('disconnected repeatedly, at any commit: exactly the delivered calls are charged', async () => {
    // Counted per statement, so that each kind is cut regardless of how calls are batched. The first hold is cut,
    // which makes its calls fail.
    const money = ['quarry-hold', 'quarry-charge', 'quarry-settle']
    const kinds = [...money, 'quarry-keys', 'commit'].map((name) => ({ name, count: 0, ...cutAfter(name) }))
    const cutsAnswerTo = (piece: Buffer) => {
      const due = kinds.filter((kind) => kind.cutsAnswerTo?.(piece)).map((kind) => kind.count++ % 3 === 0)
      return due.includes(true)
    }
    rig.database.set({ ...cutAfter(), cutsAnswerTo })
    const isCutTwice = () => kinds.every(({ name, count }) => count > 3 || !money.includes(name))
    const least = isLong ? 100 : 6
    for (let round = 0; round < least || (round < 100 && !isCutTwice()); round++)
      await askMany(16, round * 16)
    expect(isCutTwice()).toBe(true)
    expect(new Set(callResults.map(({ status }) => status))).toEqual(new Set([200, 500]))
  })

  test('slow, with little bandwidth: calls take longer and succeed', async () => {
    rig.database.set({ latencyMs: 40, bytesPerSecond: 200_000 })
    expect(new Set(await askMany(12))).toEqual(new Set([200]))
  })

  test('silent for a while: calls wait for it, and are charged once', async () => {
    rig.database.set({ isBlackHole: true })
    const calls = askMany(8)
    await delay(isLong ? 30_000 : 500)
    rig.heal()
    // Only for a while: after some seconds a connection counts as lost.
    expect(new Set(await calls)).toEqual(new Set([isLong ? 500 : 200]))
    expect(await isServerAlive()).toBe(true)
  })
})

describe.runIf(hasRedis)('Redis', () => {
  const countLogged = (text: string) => rig.app.logged.filter((line) => line.includes(text)).length
  const isShared = async () => countLogged('Redis connected') === countLogged('Redis unavailable') + 1

  const faults: [string, Partial<Fault>][] = [
    ['slowed to two seconds', { latencyMs: 2_000 }],
    ['silent', { isBlackHole: true }],
    ['gone', { isDown: true }],
    ['with little bandwidth', { bytesPerSecond: 500 }],
  ]
  for (const [name, fault] of faults)
    test(`${name}: no call fails, no credit is wrong, and limits are shared again afterwards`, async () => {
      await waitUntil(isShared)
      rig.redis?.set(fault)
      const endMs = performance.now() + (isLong ? 30_000 : 0)
      do expect(new Set(await askMany(8))).toEqual(new Set([200]))
      while (performance.now() < endMs)
      expect(await isShared()).toBe(false)
      rig.heal()
      await waitUntil(isShared)
      expect(new Set(await askMany(4))).toEqual(new Set([200]))
    })

  test('wiped under load: no call fails', async () => {
    const admin = new Redis(String(rig.realRedis?.url))
    let isOver = false
    const wiping = (async () => {
      for (let wipes = 0; wipes < 5 || !isOver; wipes++) {
        await admin.flushall()
        await admin.script('FLUSH')
      }
    })()
    for (let round = 0; round < 3; round++) expect(new Set(await askMany(8))).toEqual(new Set([200]))
    isOver = true
    await wiping
    admin.disconnect()
  })
})

describe('a site', () => {
  test('with high latency: calls take longer, and are charged', async () => {
    rig.site.set({ latencyMs: 150 })
    expect(await Promise.all([lookUp(mixed(1)), lookUp(mixed(3))])).toEqual([200, 200])
  })

  test('that never answers: 500 and free at the timeout, and no other call waits for it', async () => {
    rig.site.set({ isBlackHole: true })
    const hanging = lookUp(mixed(5))
    expect(await lookUp(`query=${known}&max_age=3600`)).toBe(200)
    expect((await rig.app.call(secret, '/v2/usage')).status).toBe(200)
    expect(await hanging).toBe(500)
  })

  test('with too little bandwidth for its page, or disconnected in the middle: 500 and free', async () => {
    rig.site.set({ bytesPerSecond: 500 })
    expect(await lookUp(mixed(7))).toBe(500)
    rig.heal()
    rig.site.set({ cutsAnswerTo: (sent) => sent.includes('GET /'), isWhole: () => true })
    expect(await lookUp(mixed(9))).toBe(500)
  })
})
