// Valid keys that a server has never seen, used at once while the same address guesses keys: every one of them is
// served.
import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeKey } from '../../src/accounts/key-format.ts'
import { createKeys } from '../../src/accounts/keys.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'

const connections = 60
const goodKeys = 200
const keysPerAccount = 10

let fresh: FreshDatabase
let app: TestApp
let keyReads = 0

beforeAll(async () => {
  fresh = await freshDatabase()
  const { pool } = fresh.database
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown
  pool.query = ((...args: unknown[]) => {
    if ((args[0] as { name?: string } | undefined)?.name === 'quarry-keys') keyReads += 1
    return query(...args)
  }) as typeof pool.query
  app = await startApp({ database: fresh.database })
})
afterAll(async () => {
  await app.close()
  await fresh.drop()
})

/** Guesses over its own connections until it is stopped, each as fast as its responses arrive. */
function startGuessing(guess: (n: number) => string) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const statuses = new Map<number, number>()
  const responses = { count: 0 }
  let stopped = false
  const tryKey = (secret: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { 'x-api-key': secret }
      request({ agent, port: app.port, path: '/v2/usage', headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
      })
        .on('error', reject)
        .end()
    })
  const loop = async (first: number) => {
    for (let n = first; !stopped; n += connections) {
      const status = await tryKey(guess(n))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      responses.count += 1
    }
  }
  const running = Promise.all(Array.from({ length: connections }, (_, first) => loop(first)))
  return {
    responses,
    async stop() {
      stopped = true
      await running
      agent.destroy()
      return statuses
    },
  }
}

const malformedKey = (n: number) => `qry_${String(n).padStart(36, '0')}`

test.each([
  ['malformed keys', malformedKey],
  ['well-formed keys', () => makeKey().secret],
  ['both', (n: number) => (n % 2 === 0 ? malformedKey(n) : makeKey().secret)],
])(
  `${goodKeys} keys first used at once while ${connections} connections guess %s: all are served`,
  async (_, guess) => {
    const keys = createKeys(fresh.database)
    const secrets: string[] = []
    // Few keys per account: its reads run one after the other, and a busy machine would refuse the last of many.
    for (let account = 0; account < goodKeys / keysPerAccount; account += 1) {
      const { slug } = await app.account()
      for (let n = 0; n < keysPerAccount; n += 1)
        secrets.push((await keys.create(slug, { alias: `key ${n}` }, 'test')).secret)
    }
    keyReads = 0
    const guessing = startGuessing(guess)
    try {
      await expect.poll(() => guessing.responses.count).toBeGreaterThan(connections)
      const responses = await Promise.all(secrets.map((secret) => app.call(secret, '/v2/usage')))
      expect(responses.map(({ status }) => status)).toEqual(Array(goodKeys).fill(200))
    } finally {
      expect([...(await guessing.stop()).keys()]).toEqual([401])
    }
    expect(keyReads).toBeGreaterThan(0)
    // A malformed key costs no read, and each valid key at most one.
    if (guess === malformedKey) expect(keyReads).toBeLessThanOrEqual(goodKeys)
  },
)
