// Floods of sign-ins, session cookies and sign-in codes: limited, batched, and kept away from the connections that
// charges need.
import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { hashKey } from '../../src/accounts/key-format.ts'
import { createSessions, makeCode, makeSessionToken } from '../../src/accounts/sessions.ts'
import { adminToken, startApp, type TestApp } from '../support/app.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'

const header = { 'x-quarry-console': '1' }

let fresh: FreshDatabase
let app: TestApp
/** Statements about sessions and codes on the pool that charges use, and on all pools. */
let onChargePool: string[] = []
let onAllPools: string[] = []
/** How many of them run in the database at the same time. */
let running = 0
let mostRunning = 0

beforeAll(async () => {
  fresh = await freshDatabase()
  const { pool, readPool } = fresh.database
  record(pool, (text) => {
    onChargePool.push(text)
    onAllPools.push(text)
  })
  record(readPool as Pool, (text) => onAllPools.push(text))
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  })
  app = await startApp({ database: fresh.database })
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
  await fresh.drop()
})
beforeEach(() => {
  onChargePool = []
  onAllPools = []
  mostRunning = 0
})

type Query = (...args: unknown[]) => unknown

function record(pool: Pool, note: (text: string) => void): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query
    client.query = ((...args: unknown[]) => {
      const [first] = args as [string | { text: string }]
      const text = typeof first === 'string' ? first : first.text
      const done = args.at(-1)
      // The pool passes its statements with a callback.
      if (!/\bsession(?:s|_codes)\b/.test(text) || typeof done !== 'function') return query(...args)
      note(text)
      running += 1
      mostRunning = Math.max(mostRunning, running)
      return query(...args.slice(0, -1), (...results: unknown[]) => {
        running -= 1
        done(...results)
      })
    }) as typeof client.query
  })
}

const signIn = (body: object, on = app) =>
  fetch(`${on.url}/session`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...header },
  })

const callWithToken = (path: string, token: string, method = 'GET') =>
  fetch(app.url + path, { method, headers: { cookie: `quarry_session=${token}`, ...header } })

const times = <T>(count: number, work: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => work(n))

function countStatuses(responses: readonly Response[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('of 60 parallel sign-ins with one key 30 succeed, outside of the charge pool and one at a time', async () => {
  const { secret, key } = await app.account()
  const responses = await Promise.all(times(60, () => signIn({ secret })))
  expect(countStatuses(responses)).toEqual({ 200: 30, 429: 30 })
  const refused = responses.find(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(refused?.headers.get('x-error-reason')).toBe('rate_limited')
  expect(onChargePool).toEqual([])
  expect(mostRunning).toBe(1)
  const { rows } = await app.database.pool.query('select 1 from sessions where key_id = $1', [key.id])
  expect(rows).toHaveLength(30)
  // Neither another key nor the operator is delayed.
  const other = await app.account()
  expect((await signIn({ secret: other.secret })).status).toBe(200)
  expect((await signIn({ secret: adminToken })).status).toBe(200)
})

test('a network can sign in 120 times a minute with all its keys; the operator can still sign in', async () => {
  const server = await startApp({ database: fresh.database })
  try {
    const accounts = await Promise.all(times(5, () => server.account()))
    const attempts = accounts.flatMap(({ secret }) => times(25, () => signIn({ secret }, server)))
    expect(countStatuses(await Promise.all(attempts))).toEqual({ 200: 120, 429: 5 })
    expect((await signIn({ secret: adminToken }, server)).status).toBe(200)
  } finally {
    await server.close()
  }
})

test('a key has at most 50 sessions; the oldest are ended', async () => {
  const { key, secret } = await app.account()
  const { pool } = app.database
  await pool.query(
    `insert into sessions (hash, key_id, secret_hash, created_at)
     select sha256(n::text::bytea), $1, $2, quarry_now() - n * interval '1 minute' from generate_series(1, 50) n`,
    [key.id, hashKey(secret)],
  )
  expect((await signIn({ secret })).status).toBe(200)
  const { rows } = await pool.query(
    `select count(*) as sessions, min(created_at) > quarry_now() - interval '49.5 minutes' as is_oldest_gone
     from sessions where key_id = $1`,
    [key.id],
  )
  expect(rows).toEqual([{ sessions: 50, is_oldest_gone: true }])
})

test('expired sessions and codes are deleted by a timer and not by a sign-in', async () => {
  const { secret } = await app.account()
  const { pool } = app.database
  const expired = `quarry_now() - interval '13 hours'`
  await pool.query(
    `insert into sessions (hash, secret_hash, created_at) values ('\\x01', '\\x02', ${expired})`,
  )
  await pool.query(
    `insert into session_codes (hash, secret_hash, until) values ('\\x01', '\\x02', ${expired})`,
  )
  const countExpired = async () => {
    const { rows } = await pool.query(
      `select 1 from sessions where hash = '\\x01' union all select 1 from session_codes where hash = '\\x01'`,
    )
    return rows.length
  }
  expect((await signIn({ secret })).status).toBe(200)
  expect(await countExpired()).toBe(2)
  onChargePool = []
  vi.advanceTimersByTime(60_000)
  await expect.poll(countExpired).toBe(0)
  expect(onChargePool.filter((text) => /^\s*delete/.test(text))).toEqual([])
})

const randomToken = () => makeSessionToken().text
test('an unknown session or code is cached for a moment and not read again', async () => {
  const token = randomToken()
  const code = makeCode().text
  for (const guess of [
    () => callWithToken('/session', token),
    () => callWithToken('/admin/overview', token),
    () => signIn({ code }),
  ]) {
    onAllPools = []
    for (let n = 0; n < 6; n += 1) await guess()
    expect(onAllPools.length).toBeLessThan(6)
  }
})

test('a malformed code is refused without a database read', async () => {
  expect((await signIn({ code: randomBytes(12).toString('base64url') })).status).toBe(401)
  expect(onAllPools).toEqual([])
})

test('a code that is used many times at once signs in once', async () => {
  const sessions = createSessions({ pool: app.database.pool, adminToken })
  const code = await sessions.makeCode({ keyId: null, secretHash: hashKey(adminToken) })
  expect(countStatuses(await Promise.all(times(10, () => signIn({ code }))))).toEqual({ 200: 1, 401: 9 })
})

// Must run last, because guesses of this network are throttled from here on.
const floods: [string, number, () => Promise<Response>][] = [
  ['GET /session', 200, () => callWithToken('/session', randomToken())],
  ['DELETE /session', 200, () => callWithToken('/session', randomToken(), 'DELETE')],
  ['GET /admin/overview', 401, () => callWithToken('/admin/overview', randomToken())],
  ['codes at POST /session', 401, () => signIn({ code: makeCode().text })],
]

test.each(floods)(
  '200 unknown secrets at %s are read in batches, one at a time, and throttled',
  async (_, status, guess) => {
    const startedAt = performance.now()
    const responses = await Promise.all(times(200, guess))
    expect(countStatuses(responses)).toEqual({ [status]: 200 })
    expect(mostRunning).toBe(1)
    expect(onAllPools.length).toBeLessThan(200)
    // After the first few guesses a response takes at least a second.
    expect(performance.now() - startedAt).toBeGreaterThan(950)
  },
)
