// The Idempotency-Key header: one run, one charge, then the same bytes for free; concurrent duplicates and different
// requests under one key are refused.
import { sources } from '@quarry/sources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../src/ledger/audit.ts'
import { sweepExpired } from '../../src/ledger/settle.ts'
import { migrations } from '../../src/platform/db/migrations/index.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { createGate } from '../support/gate.ts'
import { eventPath, faultQuery, readBonus, readJobId, waitForEnd } from '../support/jobs.ts'
import { withSandbox } from '../support/with-sandbox.ts'

let fetched = 0
/** The real source and its sandbox site, with a count of the site's requests. */
const counted = sources.map((source) =>
  source.name === 'ticketing'
    ? withSandbox(source, (request, site) => {
        fetched += 1
        return site(request)
      })
    : source,
)

let fresh: FreshDatabase
let app: TestApp
let second: TestApp
const slowAnswers = createGate()
beforeAll(async () => {
  fresh = await freshDatabase()
  const options = { database: fresh.database, sources: counted, sandboxSlow: slowAnswers.wait }
  app = await startApp(options)
  second = await startApp(options)
})
afterAll(async () => {
  expect(await audit(fresh.database)).toEqual([])
  await second.close()
  await app.close()
  await fresh.drop()
})

let used = 0
const newKey = () => {
  used += 1
  return `key-${used}`
}
const lookUp = (secret: string, key: string, query = '1000000000017', more = '', on = app) =>
  on.call(secret, `${eventPath}?query=${query}${more}`, { headers: { 'idempotency-key': key } })
const pickReason = (response: Response) => [response.status, response.headers.get('x-error-reason')]
const isReplay = (response: Response) => response.headers.get('idempotent-replay')

test('a repeated request gets the same bytes, free of charge, on any server, and is logged', async () => {
  const { secret, slug } = await app.account()
  const key = newKey()
  const first = await lookUp(secret, key)
  expect([first.status, isReplay(first), first.headers.get('x-credits-used')]).toEqual([200, null, '1'])
  const text = await first.text()
  fetched = 0
  for (const on of [app, second]) {
    const again = await lookUp(secret, key, undefined, '', on)
    expect([again.status, isReplay(again), again.headers.get('x-credits-used')]).toEqual([200, 'true', '0'])
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(await again.text()).toBe(text)
  }
  expect(fetched).toBe(0)
  expect(await readBonus(app, slug)).toMatchObject({ available: 999, held: 0, charged: 1 })
  const { calls } = (await (await app.admin(`/admin/calls?account=${slug}`)).json()) as {
    calls: { recorded_status: number; credits: number }[]
  }
  expect(calls.map((call) => [call.recorded_status, call.credits])).toEqual([
    [200, 0],
    [200, 0],
    [200, 1],
  ])
})

test('50 callers at once on two servers: one charge, one fetch, the same bytes or 409', async () => {
  const { secret, slug } = await app.account()
  const key = newKey()
  await lookUp(secret, newKey())
  fetched = 0
  await lookUp(secret, newKey())
  const fetchesOfOne = fetched
  fetched = 0
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, n) => lookUp(secret, key, undefined, '', n % 2 === 0 ? app : second)),
  )
  const texts = new Set(
    await Promise.all(responses.filter(({ status }) => status === 200).map((response) => response.text())),
  )
  expect(texts.size).toBe(1)
  for (const response of responses)
    if (response.status !== 200) expect(pickReason(response)).toEqual([409, 'idempotency_in_progress'])
  expect(responses.filter((response) => response.status === 200 && isReplay(response) === null)).toHaveLength(
    1,
  )
  expect(fetched).toBe(fetchesOfOne)
  expect(await readBonus(app, slug)).toMatchObject({ available: 997, held: 0, charged: 3 })
})

test('a duplicate of a running request is 409 on any server', async () => {
  const { secret, slug } = await app.account()
  const key = newKey()
  const slow = faultQuery('slow')
  slowAnswers.close()
  const running = lookUp(secret, key, slow)
  await expect.poll(async () => (await readBonus(app, slug)).held).toBe(1)
  expect(pickReason(await lookUp(secret, key, slow))).toEqual([409, 'idempotency_in_progress'])
  expect(pickReason(await lookUp(secret, key, slow, '', second))).toEqual([409, 'idempotency_in_progress'])
  expect(pickReason(await lookUp(secret, key, '1000000000017'))).toEqual([422, 'idempotency_mismatch'])
  slowAnswers.open()
  expect((await running).status).toBe(200)
  expect(isReplay(await lookUp(secret, key, slow))).toBe('true')
  expect(await readBonus(app, slug)).toMatchObject({ held: 0, charged: 1 })
})

test('a different request under the key is 422: other parameters, options or endpoint', async () => {
  const { secret, slug } = await app.account()
  const key = newKey()
  await lookUp(secret, key)
  for (const response of [
    await lookUp(secret, key, '1000000007936'),
    await lookUp(secret, key, undefined, '&soft_fail=true'),
    await lookUp(secret, key, undefined, '&max_age=60'),
    await lookUp(secret, key, undefined, '&is_async=true'),
    await lookUp(secret, key, undefined, '&domain=com'),
    await app.call(secret, '/v2/ticketing/search?query=jazz', { headers: { 'idempotency-key': key } }),
  ])
    expect(pickReason(response)).toEqual([422, 'idempotency_mismatch'])
  // The same request in another notation is equal.
  const rewritten = await app.call(
    secret,
    `/api${eventPath}?soft_fail=false&unknown=1&query=%31000000000017`,
    {
      headers: { 'idempotency-key': key },
    },
  )
  expect(isReplay(rewritten)).toBe('true')
  expect(await readBonus(app, slug)).toMatchObject({ charged: 1, held: 0 })
})

test('a body with its keys in another order, at any depth, is the same request', async () => {
  const { secret, slug } = await app.account()
  const key = newKey()
  const search = (filters: object) =>
    app.call(secret, '/v2/classifieds/search_api', {
      method: 'POST',
      headers: { 'idempotency-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ filters }),
    })
  const first = await search({ category: { id: '9' }, ranges: { price: { min: 50_000, max: 900_000 } } })
  expect(first.status).toBe(200)
  const again = await search({ ranges: { price: { max: 900_000, min: 50_000 } }, category: { id: '9' } })
  expect([again.status, isReplay(again)]).toEqual([200, 'true'])
  expect(await readBonus(app, slug)).toMatchObject({ charged: Number(first.headers.get('x-credits-used')) })
})

test('a key belongs to its account', async () => {
  const one = await app.account()
  const other = await app.account()
  const key = newKey()
  await lookUp(one.secret, key)
  const response = await lookUp(other.secret, key, '1000000007936')
  expect([response.status, isReplay(response)]).toEqual([200, null])
})

test('a 404 is stored and billed once; with soft_fail it is replayed as 200', async () => {
  const { secret, slug } = await app.account()
  const [hard, soft] = [newKey(), newKey()]
  for (const [replayed, credits] of [
    [null, '1'],
    ['true', '0'],
  ]) {
    const response = await lookUp(secret, hard, faultQuery('missing'))
    expect([...pickReason(response), isReplay(response), response.headers.get('x-credits-used')]).toEqual([
      404,
      'not_found',
      replayed,
      credits,
    ])
    const softened = await lookUp(secret, soft, faultQuery('missing'), '&soft_fail=true')
    expect([softened.status, isReplay(softened)]).toEqual([200, replayed])
    expect(await softened.json()).toEqual({ error: 'Not Found' })
  }
  expect(await readBonus(app, slug)).toMatchObject({ charged: 2, held: 0 })
})

test('a failure, a refusal and a bad request leave the key unused', async () => {
  const { secret, slug } = await app.account({ bonus_credits: 0 })
  const key = newKey()
  expect((await lookUp(secret, key, 'nonsense')).status).toBe(400)
  expect((await lookUp(secret, key)).status).toBe(402)
  expect((await lookUp(secret, key, undefined, '&is_async=true')).status).toBe(402)
  await app.admin(`/admin/accounts/${slug}/credits`, {
    method: 'POST',
    body: '{"credits":5,"reason":"test"}',
  })
  expect((await lookUp(secret, key, faultQuery('garbage'))).status).toBe(500)
  expect((await lookUp(secret, key, faultQuery('garbage'))).status).toBe(500)
  const good = await lookUp(secret, key)
  expect([good.status, isReplay(good)]).toEqual([200, null])
  expect(await readBonus(app, slug)).toMatchObject({ available: 4, held: 0, charged: 1 })
})

test('a repeated request is answered even when no credits are left', async () => {
  const { secret } = await app.account({ bonus_credits: 1 })
  const key = newKey()
  await lookUp(secret, key)
  expect((await lookUp(secret, newKey())).status).toBe(402)
  expect(isReplay(await lookUp(secret, key))).toBe('true')
})

test('a job is created once, and its 202 is replayed', async () => {
  const { secret, slug } = await app.account()
  const key = newKey()
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      lookUp(secret, key, undefined, '&is_async=true', n % 2 === 0 ? app : second),
    ),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(202))
  expect(responses.filter((response) => isReplay(response) === null)).toHaveLength(1)
  const ids = new Set(await Promise.all(responses.map(readJobId)))
  expect(ids.size).toBe(1)
  await waitForEnd(app, secret, [...ids][0] ?? '')
  expect(isReplay(await lookUp(secret, key, undefined, '&is_async=true'))).toBe('true')
  expect(await readBonus(app, slug)).toMatchObject({ available: 999, held: 0, charged: 1 })
})

test('a request of a dead server blocks its key no longer than its hold', async () => {
  const { secret, slug } = await app.account()
  const key = newKey()
  const slow = faultQuery('slow')
  slowAnswers.close()
  const running = lookUp(secret, key, slow)
  await expect.poll(async () => (await readBonus(app, slug)).held).toBe(1)
  // The state after a crash and the next sweep: an old marker whose hold was released.
  const { pool } = fresh.database
  await pool.query(`update idempotency_keys set at = at - interval '16 seconds' where key = $1`, [key])
  expect((await lookUp(secret, key, slow)).status).toBe(409)
  await pool.query(`update holds set lease_until = '-infinity'`)
  expect(await sweepExpired(pool)).toBe(1)
  const repeated = lookUp(secret, key, slow)
  await expect.poll(async () => (await readBonus(app, slug)).held).toBe(1)
  slowAnswers.open()
  const again = await repeated
  expect([again.status, isReplay(again)]).toEqual([200, null])
  // The first request has lost its hold: it gets an error and is not charged.
  expect((await running).status).toBe(500)
  expect(isReplay(await lookUp(secret, key, slow))).toBe('true')
  expect(await readBonus(app, slug)).toMatchObject({ charged: 1, held: 0 })
})

test('a request whose key was taken over while it ran is not charged', async () => {
  const { secret, slug } = await app.account()
  const key = newKey()
  slowAnswers.close()
  const running = lookUp(secret, key, faultQuery('slow'))
  await expect.poll(async () => (await readBonus(app, slug)).held).toBe(1)
  await fresh.database.pool.query(
    'update idempotency_keys set request_id = gen_random_uuid() where key = $1',
    [key],
  )
  slowAnswers.open()
  expect((await running).status).toBe(500)
  await fresh.database.pool.query(`update holds set lease_until = '-infinity'`)
  await sweepExpired(fresh.database.pool)
  expect(await readBonus(app, slug)).toMatchObject({ available: 1000, charged: 0 })
})

test('responses are stored for a day', async () => {
  const { secret, slug } = await app.account()
  const key = newKey()
  await lookUp(secret, key)
  const { rows } = await fresh.database.pool.query(
    'select extract(epoch from expires - at)::integer as seconds from idempotency_keys where key = $1',
    [key],
  )
  expect(rows).toEqual([{ seconds: 86_400 }])
  await fresh.database.pool.query('update idempotency_keys set expires = now() where key = $1', [key])
  expect(isReplay(await lookUp(secret, key, '1000000007936'))).toBeNull()
  expect(await readBonus(app, slug)).toMatchObject({ charged: 2 })
})

test('a caller can shorten the retention, for calls, jobs and batches', async () => {
  const { secret } = await app.account()
  const keys = [newKey(), newKey(), newKey()] as const
  const headers = (key: string) => ({ 'idempotency-key': key, 'idempotency-ttl': '900' })
  const body = JSON.stringify({ endpoint: eventPath, inputs: [{ query: '1000000000017' }] })
  const responses = [
    await app.call(secret, `${eventPath}?query=1000000000017`, { headers: headers(keys[0]) }),
    await app.call(secret, `${eventPath}?query=1000000000017&is_async=true`, { headers: headers(keys[1]) }),
    await app.call(secret, '/v2/batches', {
      method: 'POST',
      headers: { ...headers(keys[2]), 'content-type': 'application/json' },
      body,
    }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([200, 202, 202])
  const { rows } = await fresh.database.pool.query(
    'select extract(epoch from expires - at)::integer as seconds from idempotency_keys where key = any($1)',
    [keys],
  )
  expect(rows).toEqual([{ seconds: 900 }, { seconds: 900 }, { seconds: 900 }])
  // The retention header is not part of the request's fingerprint.
  expect(isReplay(await lookUp(secret, keys[0]))).toBe('true')
})

test('an invalid retention is 400, names the header and leaves the key unused', async () => {
  const { secret, slug } = await app.account()
  const key = newKey()
  for (const bad of ['', '59', '86401', '-60', '60.5', '1e3', 'day', '9999999999']) {
    const headers = { 'idempotency-key': key, 'idempotency-ttl': bad }
    const response = await app.call(secret, `${eventPath}?query=1000000000017`, { headers })
    expect([bad, ...pickReason(response)]).toEqual([bad, 400, 'invalid_parameter'])
    expect(await response.json()).toEqual({
      error: 'Bad Request: Idempotency-TTL must be 60 to 86400 seconds',
    })
  }
  for (const good of ['60', '86400'])
    expect(
      (await app.call(secret, `${eventPath}?query=1000000000017`, { headers: { 'idempotency-ttl': good } }))
        .status,
    ).toBe(200)
  expect(isReplay(await lookUp(secret, key))).toBeNull()
  expect(await readBonus(app, slug)).toMatchObject({ charged: 3, held: 0 })
})

test('a request that runs longer than its retention still counts as running', async () => {
  const { secret, slug } = await app.account()
  const key = newKey()
  const slow = faultQuery('slow')
  slowAnswers.close()
  const running = lookUp(secret, key, slow)
  await expect.poll(async () => (await readBonus(app, slug)).held).toBe(1)
  await fresh.database.pool.query('update idempotency_keys set expires = now() where key = $1', [key])
  expect(pickReason(await lookUp(secret, key, slow))).toEqual([409, 'idempotency_in_progress'])
  slowAnswers.open()
  expect((await running).status).toBe(200)
  expect(await readBonus(app, slug)).toMatchObject({ charged: 1, held: 0 })
})

test('a malformed key is 400 after the parameters; free routes ignore the header', async () => {
  const { secret } = await app.account()
  for (const bad of ['', 'a b', 'x'.repeat(256), 'caf\u00e9'])
    expect([bad, ...pickReason(await lookUp(secret, bad))]).toEqual([bad, 400, 'invalid_parameter'])
  expect(await (await lookUp(secret, 'a b', 'nonsense')).json()).toMatchObject({
    error: expect.stringContaining('query'),
  })
  expect((await lookUp(secret, 'x'.repeat(255))).status).toBe(200)
  expect((await app.call(secret, '/v2/usage', { headers: { 'idempotency-key': 'a b' } })).status).toBe(200)
})

test('after a restart the replay is still free', async () => {
  const { secret, slug } = await app.account()
  const key = newKey()
  const text = await (await lookUp(secret, key)).text()
  const restarted = await startApp({ database: fresh.database, alone: true })
  const again = await lookUp(secret, key, undefined, '', restarted)
  expect([isReplay(again), await again.text()]).toEqual(['true', text])
  expect(await readBonus(app, slug)).toMatchObject({ charged: 1 })
  await restarted.close()
})

test('a quoted key equals the unquoted key, also when an older version stored it with its quotes', async () => {
  const { secret } = await app.account()
  const send = (key: string) =>
    app.call(secret, `${eventPath}?query=1000000000017`, { headers: { 'idempotency-key': key } })
  const replayed = async (key: string) => (await send(key)).headers.get('idempotent-replay')
  expect(await replayed('order-17')).toBeNull()
  expect(await replayed('"order-17"')).toBe('true')
  const { pool } = app.database
  await pool.query(`update idempotency_keys set key = '"a\\"\\\\b"' where key = 'order-17'`)
  expect((await pool.query(migrations['0103-unquote-idempotency-keys'] ?? '')).rowCount).toBe(1)
  expect(await replayed('"a\\"\\\\b"')).toBe('true')
  expect(await replayed('a"\\b')).toBe('true')
  const refused = await send('"order-17')
  expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
    400,
    expect.stringContaining('Idempotency-Key must be a quoted string'),
  ])
})
