// Default limits: refused calls per account, and requests of accounts without a rate limit.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createQueue } from '../../src/calls/jobs/queue.ts'
import { startApp, type TestApp } from '../support/app.ts'

const limits = { refusedPerMinute: 5, defaultPerSecond: 777 }
const validPath = '/v2/ticketing/event?query=1000000000017'
const invalidPath = '/v2/ticketing/event?query=nonsense'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ limits })
})
afterAll(() => app.close())

const patch = (slug: string, change: object) =>
  app.admin(`/admin/accounts/${slug}`, { method: 'PATCH', body: JSON.stringify(change) })

test('400, 402, 413 and 422 count, on lookups and free routes; above the limit calls are refused unread', async () => {
  const { slug, secret } = await app.account({ statistics_enabled: true })
  const readStatus = async (path: string, init?: RequestInit) => (await app.call(secret, path, init)).status
  const unread = { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) }
  const once = (path: string) => readStatus(path, { headers: { 'idempotency-key': 'k' } })
  expect(await once(validPath)).toBe(200)
  // These statuses do not count as refused calls.
  for (let n = 0; n < 6; n += 1) expect(await readStatus('/v2/jobs/none')).toBe(404)
  expect(await readStatus('/v2/statistics?group_by=color')).toBe(400)
  expect(await readStatus(invalidPath)).toBe(400)
  expect(await readStatus('/v2/classifieds/search_api', unread)).toBe(413)
  expect(await once('/v2/ticketing/event?query=1000000000018')).toBe(422)
  await patch(slug, { open_invoices: true })
  expect(await readStatus(validPath)).toBe(402)
  await patch(slug, { open_invoices: false })
  for (const [path, init] of [
    [validPath],
    [invalidPath],
    ['/v2/usage'],
    ['/v2/classifieds/search_api', unread],
  ] as const) {
    const refused = await app.call(secret, path, init)
    expect([refused.status, refused.headers.get('x-error-reason')]).toEqual([429, 'rate_limited'])
    expect(await refused.json()).toEqual({ error: 'Rate limit exceeded' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  }
  // Other keys of the account share its count, other accounts do not.
  const { secret: another } = await app.account()
  expect((await app.call(another, validPath)).status).toBe(200)
})

test('concurrent calls get no more refusals than the limit', async () => {
  const { slug, secret } = await app.account()
  const responses = await Promise.all(Array.from({ length: 40 }, () => app.call(secret, invalidPath)))
  const statuses = responses.map(({ status }) => status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(35)
  const logged = (await (await app.admin(`/admin/calls?account=${slug}&status=400`)).json()) as {
    calls: unknown[]
  }
  expect(logged.calls).toHaveLength(5)
})

test('a deactivated or forbidden caller gets 403, not 429', async () => {
  const { slug, secret } = await app.account()
  for (let n = 0; n < 5; n += 1) expect((await app.call(secret, invalidPath)).status).toBe(400)
  expect((await app.call(secret, validPath)).status).toBe(429)
  await patch(slug, { active: false })
  await expect.poll(async () => (await app.call(secret, validPath)).status).toBe(403)
})

test('null disables the limit of refused calls', async () => {
  const open = await startApp({ limits: { refusedPerMinute: null } })
  const { secret } = await open.account()
  for (let n = 0; n < 12; n += 1) expect((await open.call(secret, invalidPath)).status).toBe(400)
  await open.close()
})

test.each([
  ['no rate_limit', {}, 777, null],
  ['an empty rate_limit', { rate_limit: {} }, 777, null],
  ['a null rate_limit', { rate_limit: null }, null, null],
  ['a null per_second', { rate_limit: { per_second: null } }, null, null],
  ['its own limit', { rate_limit: { per_second: 9 } }, 9, null],
  ['only a limit per minute', { rate_limit: { per_minute: 60_000 } }, null, 60_000],
])('an account created with %s', async (_, settings, perSecond, perMinute) => {
  const slug = `limits-${perSecond}-${perMinute}-${JSON.stringify(settings).length}`
  const body = JSON.stringify({ slug, name: 'Limits', ...settings })
  const created = await app.admin('/admin/accounts', { method: 'POST', body })
  const rate_limit = { per_second: perSecond, per_minute: perMinute }
  expect([created.status, await created.json()]).toMatchObject([201, { rate_limit }])
  const made = await app.admin(`/admin/accounts/${slug}/keys`, { method: 'POST', body: '{"alias":"a"}' })
  const { secret } = (await made.json()) as { secret: string }
  const usage = await app.call(secret, '/v2/usage')
  expect(await usage.json()).toMatchObject({ rate_limit })
  const policies = [
    ...(perSecond === null ? [] : [`"second";q=${perSecond};w=1`]),
    ...(perMinute === null ? [] : [`"minute";q=${perMinute};w=60`]),
  ]
  expect(usage.headers.get('ratelimit-policy')).toBe(policies.join(', ') || null)
})

test('an update sets the limit, and an update without a limit leaves it unchanged', async () => {
  const { slug, secret } = await app.account()
  const shown = async () =>
    ((await (await app.call(secret, '/v2/usage')).json()) as { rate_limit: object }).rate_limit
  await patch(slug, { name: 'Renamed' })
  expect(await shown()).toEqual({ per_second: 777, per_minute: null })
  await patch(slug, { rate_limit: null })
  expect(await shown()).toEqual({ per_second: null, per_minute: null })
  await patch(slug, { active: true, statistics_enabled: true })
  expect(await shown()).toEqual({ per_second: null, per_minute: null })
})

test('without a default limit, an account without a rate limit is unlimited', async () => {
  const open = await startApp({ limits: { defaultPerSecond: null } })
  const { secret } = await open.account()
  const usage = await open.call(secret, '/v2/usage')
  expect(await usage.json()).toMatchObject({ rate_limit: { per_second: null, per_minute: null } })
  expect(usage.headers.get('ratelimit-policy')).toBeNull()
  await open.close()
})

test("jobs start no faster than the default limit, and without a limit when the account's rate limit is null", async () => {
  const api = await startApp({ config: { role: 'api' } })
  const limitsOfJob = async (change: object) => {
    const { secret } = await api.account(change)
    const accepted = (await (await api.call(secret, `${validPath}&is_async=true`)).json()) as {
      job_id: string
    }
    expect(accepted).toMatchObject({ status: 'queued' })
    const { pool } = api.database
    const [group] = await createQueue({ pool, leaseSeconds: 15, defaultPerSecond: 777 }).listGroups(0)
    await pool.query(`update jobs set state = 'running'`)
    return group?.limits
  }
  expect(await limitsOfJob({})).toEqual({ perSecond: 777, perMinute: null })
  expect(await limitsOfJob({ rate_limit: null })).toEqual({ perSecond: null, perMinute: null })
  await api.close()
})
