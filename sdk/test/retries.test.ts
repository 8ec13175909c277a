// When a call is tried again, and what stays the same over its tries. Runs on a fake clock.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  ConnectionLost,
  CreditsExhausted,
  IdempotencyResultGone,
  NotFound,
  QuotaExceeded,
  RateLimited,
  TimedOut,
  UnexpectedAnswer,
  UpstreamBlocked,
  UpstreamError,
  UpstreamFailed,
} from '../src/index.ts'
import {
  createScriptedClient,
  lostConnection,
  refusal,
  respond,
  type Step,
  settle,
} from './support/scripted-fetch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const found = respond(200, { name: 'Fenmont' }, { 'x-credits-used': '1' })
const lookUp = (steps: Step[], options: Parameters<typeof createScriptedClient>[1] = {}) => {
  const { quarry, requests } = createScriptedClient(steps, options)
  return { result: settle(quarry.company({ query: 'fenmont.example' })), requests }
}

test.each(['internal', 'upstream_failed', 'upstream_timeout', 'upstream_paced'])(
  'after %s the call is retried with the same key',
  async (reason) => {
    const { result, requests } = lookUp([refusal(500, reason), lostConnection(), found])
    expect(await result).toMatchObject({ data: { name: 'Fenmont' } })
    expect(requests).toHaveLength(3)
    expect(new Set(requests.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  },
)

test.each([
  [402, 'credits_exhausted', CreditsExhausted],
  [401, 'quota_exceeded', QuotaExceeded],
  [404, 'not_found', NotFound],
  [500, 'upstream_blocked', UpstreamBlocked],
] as const)('%s %s is final', async (status, reason, type) => {
  const { result, requests } = lookUp([refusal(status, reason, { 'retry-after': '1' }), found])
  expect(await result).toBeInstanceOf(type)
  expect(requests).toHaveLength(1)
})

test('the status alone does not determine the error class', async () => {
  for (const status of [429, 500, 503]) {
    const { result, requests } = lookUp([respond(status, { error: 'no' }), found])
    expect(await result).toBeInstanceOf(UnexpectedAnswer)
    expect(requests).toHaveLength(1)
  }
})

test('a proxy error for an unreachable server counts as a lost response', async () => {
  const gateway = new Response('<h1>Bad Gateway</h1>', {
    status: 502,
    headers: { 'content-type': 'text/html' },
  })
  expect(await lookUp([gateway, found]).result).toMatchObject({ data: { name: 'Fenmont' } })
  expect(await lookUp([gateway]).result).toBeInstanceOf(ConnectionLost)
})

test('a redirect is not followed: the key stays where it was sent', async () => {
  const { result, requests } = lookUp([
    new Response(null, { status: 308, headers: { location: 'https://b.test' } }),
  ])
  expect(await result).toMatchObject({
    name: 'UnexpectedAnswer',
    message: expect.stringContaining('redirect'),
  })
  expect(requests.map(({ redirect }) => redirect)).toEqual(['manual'])
})

test('an incomplete response counts as lost', async () => {
  const { result, requests } = lookUp([respond(200, '{"name":"Fen'), found])
  expect(await result).toMatchObject({ data: { name: 'Fenmont' } })
  expect(requests).toHaveLength(2)
})

test('Retry-After is waited for; the number of tries is bounded', async () => {
  const { result, requests } = lookUp([refusal(500, 'upstream_paced', { 'retry-after': '7' })], {
    maxRetries: 2,
  })
  expect(await result).toMatchObject({ reason: 'upstream_paced', retryAfter: 7, requestId: 'r-1' })
  expect(requests.map(({ atMs }) => atMs)).toEqual([0, 7_000, 14_000])
})

test('pauses without Retry-After grow', async () => {
  const { result, requests } = lookUp([lostConnection()])
  const error = await result
  expect(error).toBeInstanceOf(ConnectionLost)
  expect((error as Error).message).toContain('socket hang up')
  const pauses = requests.slice(1).map(({ atMs }, index) => atMs - (requests[index]?.atMs ?? 0))
  expect(pauses).toHaveLength(4)
  for (const [index, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThanOrEqual(250 * 2 ** index)
    expect(pause).toBeLessThanOrEqual(500 * 2 ** index)
  }
})

test('a rate limit and a running duplicate are waited for, whatever number of tries that takes', async () => {
  const busy = Array.from({ length: 10 }, (_, n) =>
    n % 2 === 0
      ? refusal(429, 'rate_limited', { 'retry-after': '1' })
      : refusal(409, 'idempotency_in_progress', { 'retry-after': '1' }),
  )
  const { result, requests } = lookUp([...busy, found], { maxRetries: 0 })
  expect(await result).toMatchObject({ data: { name: 'Fenmont' } })
  expect(requests).toHaveLength(11)
})

test('a first response that is no longer stored is not requested again', async () => {
  const gone = refusal(409, 'idempotency_result_gone', { 'x-credits-original': '2' })
  const { result, requests } = lookUp([lostConnection(), gone, found])
  const error = await result
  expect(error).toBeInstanceOf(IdempotencyResultGone)
  expect(error).toMatchObject({ meta: { creditsUsed: 2 } })
  expect(requests).toHaveLength(2)
})

test('a call does not wait longer than its remaining time', async () => {
  const { result, requests } = lookUp([refusal(429, 'rate_limited', { 'retry-after': '60' })], {
    timeoutMs: 59_000,
  })
  expect(await result).toBeInstanceOf(RateLimited)
  expect(requests).toHaveLength(1)
})

test('a try that hangs is given up and tried again; the whole call has its own time', async () => {
  const { result, requests } = lookUp(['hang', found], { tryTimeoutMs: 1_000 })
  expect(await result).toMatchObject({ data: { name: 'Fenmont' } })
  expect(requests).toHaveLength(2)
  const lookup = lookUp(['hang'], { tryTimeoutMs: 1_000, timeoutMs: 2_500, maxRetries: 100 })
  expect(await lookup.result).toBeInstanceOf(TimedOut)
  expect(lookup.requests.length).toBeLessThanOrEqual(3)
})

test('a signal ends a try and a pause alike, with its own reason', async () => {
  for (const step of ['hang', lostConnection()] as const) {
    const { quarry, requests } = createScriptedClient([step])
    const controller = new AbortController()
    const reason = new Error('enough')
    setTimeout(() => controller.abort(reason), 100)
    expect(await settle(quarry.company({ query: 'a' }, { signal: controller.signal }))).toBe(reason)
    expect(requests).toHaveLength(1)
    await expect(quarry.company({ query: 'a' }, { signal: controller.signal })).rejects.toBe(reason)
    expect(requests).toHaveLength(1)
  }
})

test('every billed call gets its own key, which is stored for fifteen minutes', async () => {
  const { quarry, requests } = createScriptedClient([found])
  await quarry.company({ query: 'a' })
  await quarry.company({ query: 'a' })
  await quarry.websearch.search({ query: 'a' })
  await quarry.request('GET', '/v2/websearch/search', { query: { query: 'a' } })
  await quarry.company.async({ query: 'a' })
  const keys = requests.map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(5)
  for (const key of keys) expect(key).toMatch(/^sdk-[0-9a-f]{32}$/)
  expect(requests.map(({ headers }) => headers.get('idempotency-ttl'))).toEqual(Array(5).fill('900'))
  await quarry.request('GET', '/v2/usage')
  expect(requests.at(-1)?.headers.has('idempotency-key')).toBe(false)
})

test('with a longer timeout the key is stored for longer, so that no retry comes too late', async () => {
  const { quarry, requests } = createScriptedClient([found])
  await quarry.company({ query: 'a' }, { timeoutMs: 3_600_000 })
  await quarry.company({ query: 'a' }, { timeoutMs: 1e12 })
  expect(requests.map(({ headers }) => headers.get('idempotency-ttl'))).toEqual(['3660', '86400'])
})

test('a key of the caller is sent unchanged, as an option or as a header', async () => {
  const { quarry, requests } = createScriptedClient([lostConnection(), found])
  await settle(quarry.company({ query: 'a' }, { idempotencyKey: 'order-1' }))
  await settle(quarry.company({ query: 'a' }, { headers: { 'Idempotency-Key': 'order-2' } }))
  expect(requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
    'order-1',
    'order-1',
    'order-2',
  ])
  expect(requests.some(({ headers }) => headers.has('idempotency-ttl'))).toBe(false)
})

test('a write without a key is not retried, unless it was refused', async () => {
  const account = { body: { slug: 'acme', name: 'Acme' } }
  for (const step of [lostConnection(), refusal(500, 'internal')]) {
    const { quarry, requests } = createScriptedClient([step, respond(201, {})], { adminToken: 'token' })
    expect(await settle(quarry.request('POST', '/admin/accounts', account))).toBeInstanceOf(Error)
    expect(requests).toHaveLength(1)
  }
  const { quarry, requests } = createScriptedClient([refusal(429, 'rate_limited'), respond(201, {})], {
    adminToken: 'token',
  })
  await settle(quarry.request('POST', '/admin/accounts', account))
  expect(requests).toHaveLength(2)
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer token')
  expect(requests[0]?.headers.has('x-api-key')).toBe(false)
})

test('upstream failures have a class in common', async () => {
  const error = await lookUp([refusal(500, 'upstream_failed')]).result
  expect(error).toBeInstanceOf(UpstreamFailed)
  expect(error).toBeInstanceOf(UpstreamError)
  expect(error).toMatchObject({ name: 'UpstreamFailed', message: 'because upstream_failed', status: 500 })
})
