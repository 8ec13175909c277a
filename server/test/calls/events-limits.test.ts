// How many event streams may be open, and how each ends: with its key, with its server, or because its client reads
// too slowly.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { isCall, openStream } from '../support/event-stream.ts'
import { eventPath, waitUntil } from '../support/jobs.ts'

let fresh: FreshDatabase
let app: TestApp
beforeAll(async () => {
  fresh = await freshDatabase()
  app = await startApp({ database: fresh.database, tuning: { maxStreams: 7 } })
})
afterAll(async () => {
  await app.close()
  await fresh.drop()
})

type Account = Awaited<ReturnType<TestApp['account']>>

const openMetric = async () =>
  Number(/^quarry_event_streams (\d+)$/m.exec(await (await app.admin('/metrics')).text())?.[1])

test('an account may open five streams and a server a configured number; more get 429 until one ends', async () => {
  const { secret } = await app.account()
  const otherAccount = await app.account()
  const five = await Promise.all(Array.from({ length: 5 }, () => openStream(app, { secret })))
  expect(await openMetric()).toBe(5)
  const sixth = await app.call(secret, '/v2/events')
  expect([sixth.status, sixth.headers.get('x-error-reason'), sixth.headers.get('retry-after')]).toEqual([
    429,
    'rate_limited',
    '5',
  ])
  expect(await sixth.json()).toEqual({ error: 'Rate limit exceeded' })
  const two = await Promise.all([openStream(app, { secret: otherAccount.secret }), openStream(app)])
  for (const response of [
    await app.call(otherAccount.secret, '/v2/events'),
    await app.admin('/admin/events'),
  ]) {
    expect([response.status, response.headers.get('x-error-reason')]).toEqual([429, 'rate_limited'])
    await response.text()
  }
  await two[1]?.close()
  await waitUntil(async () => (await openMetric()) === 6)
  const again = await openStream(app)
  for (const stream of [...five, ...two, again]) await stream.close()
  await waitUntil(async () => (await openMetric()) === 0)
})

test('streams opened at the same time do not exceed the limit', async () => {
  const { secret } = await app.account()
  const responses = await Promise.all(Array.from({ length: 20 }, () => app.call(secret, '/v2/events')))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(5)
  for (const { body } of responses) await body?.cancel()
  await waitUntil(async () => (await openMetric()) === 0)
})

test('opening a stream counts as a request for the rate limit', async () => {
  const { secret } = await app.account({ rate_limit: { per_minute: 1 } })
  const stream = await openStream(app, { secret })
  expect(stream.response.headers.get('ratelimit')).toContain('r=0')
  const refused = await app.call(secret, '/v2/events')
  expect([refused.status, refused.headers.get('x-error-reason')]).toEqual([429, 'rate_limited'])
  await stream.close()
  for (const method of ['HEAD', 'POST'])
    expect((await app.call(secret, '/v2/events', { method })).headers.get('x-error-reason')).toBe(
      'method_not_allowed',
    )
})

const patch = (path: string, change: object) =>
  app.admin(path, { method: 'PATCH', body: JSON.stringify(change) })
const ends: [string, (account: Account) => Promise<unknown>][] = [
  ['is deactivated', ({ key }) => patch(`/admin/keys/${key.id}`, { active: false })],
  ['expires', ({ key }) => patch(`/admin/keys/${key.id}`, { expires: '2001-01-01T00:00:00Z' })],
  [
    'is rotated without a grace period',
    ({ key }) => app.admin(`/admin/keys/${key.id}/rotate`, { method: 'POST', body: '{"grace_seconds":0}' }),
  ],
  [
    'is no longer allowed from that address',
    ({ key }) => patch(`/admin/keys/${key.id}`, { allowed_ips: ['10.0.0.0/8'] }),
  ],
  ['gets narrower scopes', ({ key }) => patch(`/admin/keys/${key.id}`, { scopes: ['ticketing'] })],
  ['has its account deactivated', ({ slug }) => patch(`/admin/accounts/${slug}`, { active: false })],
]

test.each(ends)('a stream ends when its key %s, and no other does', async (_, change) => {
  const account = await app.account()
  const otherAccount = await app.account()
  const stream = await openStream(app, { secret: account.secret })
  const other = await openStream(app, { secret: otherAccount.secret })
  const operator = await openStream(app)
  const changed = (await change(account)) as Response
  expect(changed.status).toBe(200)
  await stream.ended
  const response = await app.call(otherAccount.secret, `${eventPath}?query=1000000000017`)
  const id = response.headers.get('x-request-id')
  await Promise.all([other.find(isCall(id)), operator.find(isCall(id))])
  await other.close()
  await operator.close()
})

test('a stream opened with a cached, outdated key ends before it sends data', async () => {
  const account = await app.account()
  await (await app.call(account.secret, '/v2/usage')).text()
  await fresh.database.pool.query('update keys set active = false where id = $1', [account.key.id])
  const response = await app.call(account.secret, '/v2/events')
  // The server may have read the key again meanwhile.
  if (response.status === 200) expect(await response.text()).not.toContain('data:')
  else expect(response.status).toBe(401)
})

test('the stream of a rotated key stays open until its grace period ends', async () => {
  const account = await app.account()
  const stream = await openStream(app, { secret: account.secret })
  const rotated = await app.admin(`/admin/keys/${account.key.id}/rotate`, {
    method: 'POST',
    body: '{"grace_seconds":2}',
  })
  const { secret } = (await rotated.json()) as { secret: string }
  const response = await app.call(secret, `${eventPath}?query=1000000000017`)
  await stream.find(isCall(response.headers.get('x-request-id')))
  await stream.ended
})

test('a server that stops ends its streams first, even when their clients do not read', async () => {
  const stopping = await startApp({ database: fresh.database })
  const { secret } = await stopping.account()
  const stream = await openStream(stopping, { secret })
  const operator = await openStream(stopping)
  const idle = await openRawStream(stopping, secret)
  idle.pause()
  await stopping.close()
  await Promise.all([stream.ended, operator.ended])
  idle.destroy()
})

/** Opens a stream, reads its head, and returns a connection that reads no further once it is paused. */
async function openRawStream(on: TestApp, secret: string): Promise<Socket> {
  const socket = connect(on.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`GET /v2/events HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${secret}\r\n\r\n`)
  await once(socket, 'data')
  return socket
}

/** Inserts `count` calls as if they had just been made, each with long parameters. */
const logCalls = (slug: string, count: number) =>
  fresh.database.pool.query(
    `insert into calls (at, request_id, account_id, key_id, endpoint, params, recorded_status, sent_status,
      subscription_credits, bonus_credits, ms, client_closed)
    select quarry_now(), gen_random_uuid(), a.id, k.id, '/v2/test', repeat('x', 4000), 200, 200, 0, 0, 1, false
    from accounts a join keys k on k.account_id = a.id cross join generate_series(1, $2::integer) where a.slug = $1`,
    [slug, count],
  )

test('only a client that does not read and is a thousand events behind is disconnected', async () => {
  const { secret, slug } = await app.account()
  const slow = await openRawStream(app, secret)
  slow.pause()
  const quick = await openStream(app, { secret })
  const count = 6_000
  await logCalls(slug, count)
  // Twice as much as the socket buffers hold, so that more than a thousand events stay unread.
  await waitUntil(
    async () => quick.events.filter(({ data }) => data.endpoint === '/v2/test').length === count,
  )
  await waitUntil(async () => (await openMetric()) === 1)
  await quick.close()
  slow.destroy()
})

test('a client that reconnects is not disconnected because of the events that it missed', async () => {
  const { secret, slug } = await app.account()
  const stream = await openStream(app, { secret })
  await waitUntil(async () => stream.lastId() !== '')
  await stream.close()
  await logCalls(slug, 3_000)
  const again = await openStream(app, { secret, lastId: stream.lastId() })
  await waitUntil(
    async () => again.events.filter(({ data }) => data.endpoint === '/v2/test').length === 3_000,
  )
  expect(new Set(again.events.map(({ id }) => id)).size).toBe(again.events.length)
  await again.close()
})
