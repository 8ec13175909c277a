// The admin API over HTTP: bodies, statuses and the token check. The effects of the changes are tested in
// access-admin.test.ts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const post = (path: string, body: unknown) => app.admin(path, { method: 'POST', body: JSON.stringify(body) })
const patch = (path: string, body: unknown) =>
  app.admin(path, { method: 'PATCH', body: JSON.stringify(body) })
const json = async (response: Response) => (await response.json()) as Record<string, unknown>

test('an account is created, read, changed and granted credits', async () => {
  const created = await post('/admin/accounts', {
    slug: 'acme',
    name: 'Acme',
    subscription_total: 100,
    bonus_credits: 5,
    rate_limit: { per_second: 10, per_minute: null },
  })
  expect(created.status).toBe(201)
  expect(await json(created)).toMatchObject({
    slug: 'acme',
    rate_limit: { per_second: 10, per_minute: null },
    subscription_total: 100,
  })
  expect(
    await json(await patch('/admin/accounts/acme', { active: false, open_invoices: true })),
  ).toMatchObject({ active: false, open_invoices: true })
  expect((await post('/admin/accounts/acme/credits', { credits: 7, reason: 'sorry' })).status).toBe(201)
  expect(await json(await app.admin('/admin/accounts/acme'))).toMatchObject({
    bonus: { granted: 12, available: 12 },
  })
  const taken = await post('/admin/accounts/acme/credits', { credits: -2, reason: 'mistake' })
  expect([taken.status, await json(taken)]).toMatchObject([201, { bonus: { available: 10, corrected: 2 } }])
})

test('a key shows its secret once, works, is listed without the secret, rotated and changed', async () => {
  const { slug } = await app.account()
  const created = await json(
    await post(`/admin/accounts/${slug}/keys`, {
      alias: 'ci',
      category: 'development',
      quotas: { daily: 50 },
    }),
  )
  expect(created.secret).toMatch(/^qry_[A-Za-z0-9]{36}$/)
  const listed = await (await app.admin(`/admin/accounts/${slug}/keys`)).text()
  expect(listed).toContain('"ci"')
  expect(listed).not.toContain(String(created.secret))
  expect((await app.call(String(created.secret), '/v2/usage')).status).toBe(200)
  const rotated = await json(await post(`/admin/keys/${created.id}/rotate`, { grace_seconds: 0 }))
  expect((await app.call(String(rotated.secret), '/v2/usage')).status).toBe(200)
  await expect.poll(async () => (await app.call(String(created.secret), '/v2/usage')).status).toBe(401)
  expect(await json(await patch(`/admin/keys/${created.id}`, { category: 'production' }))).toMatchObject({
    category: 'production',
  })
})

test.each([
  ['POST', '/admin/accounts', { slug: 'x' }, 400, 'name is required'],
  ['POST', '/admin/accounts', { slug: 'x', name: 3 }, 400, 'name '],
  ['POST', '/admin/accounts', { slug: 'x', name: 'X', color: 'red' }, 400, 'color is not a field'],
  ['POST', '/admin/accounts', { slug: 'Not A Slug', name: 'X' }, 422, 'slug '],
  ['POST', '/admin/accounts', { slug: 'taken', name: 'X' }, 409, 'Conflict'],
  ['PATCH', '/admin/accounts/nobody', { name: 'X' }, 404, 'Not Found'],
  ['POST', '/admin/accounts/taken/credits', { credits: -5, reason: 'x' }, 422, 'credits '],
  ['POST', '/admin/accounts/taken/keys', { alias: 'a', scopes: 'x' }, 400, 'scopes '],
  ['POST', '/admin/accounts/taken/keys', { alias: 'a', allowed_ips: ['10/8'] }, 400, 'allowed_ips.0 must'],
  ['POST', '/admin/accounts', { slug: 'x', name: 'X', rate_limit: 5 }, 400, 'rate_limit '],
  ['POST', '/admin/accounts', { slug: 'x', name: 'X', rate_limit: { a: 1 } }, 400, 'rate_limit.a is not'],
  ['PATCH', '/admin/keys/not-a-uuid', { active: false }, 404, 'Not Found'],
  ['PATCH', '/admin/keys/00000000-0000-4000-8000-000000000000', { active: false }, 404, 'Not Found'],
])('%s %s %o is %i', async (method, path, body, status, message) => {
  await post('/admin/accounts', { slug: 'taken', name: 'Taken' })
  const response = await app.admin(path, { method, body: JSON.stringify(body) })
  expect([response.status, String((await json(response)).error)]).toEqual([
    status,
    expect.stringContaining(message),
  ])
})

test('the call log pages with a cursor', async () => {
  const { slug, secret } = await app.account()
  for (let i = 0; i < 5; i++) await app.call(secret, '/v2/ticketing/event?query=nonsense')
  type Calls = { calls: { request_id: string }[]; next_cursor: string | null }
  const one = (await (await app.admin(`/admin/calls?account=${slug}&limit=3`)).json()) as Calls
  const two = (await (
    await app.admin(
      `/admin/calls?account=${slug}&limit=3&cursor=${encodeURIComponent(String(one.next_cursor))}`,
    )
  ).json()) as Calls
  expect(new Set([...one.calls, ...two.calls].map((call) => call.request_id)).size).toBe(5)
  expect(two.next_cursor).toBeNull()
  expect((await app.admin('/admin/calls?limit=x')).status).toBe(400)
})

test('statistics are 403 unless enabled, and count calls', async () => {
  const closed = await app.account()
  expect((await app.call(closed.secret, '/v2/statistics')).status).toBe(403)
  const { secret } = await app.account({ statistics_enabled: true })
  await app.call(secret, '/v2/ticketing/event?query=1000000000017')
  await app.call(secret, '/v2/ticketing/event?query=nonsense')
  const statistics = (await (await app.call(secret, '/v2/statistics?group_by=endpoint')).json()) as Record<
    string,
    unknown
  >
  expect(statistics).toMatchObject({
    totals: { calls: 2, credits: 1, errors: 1 },
    series: [{ endpoint: '/v2/ticketing/event', calls: 2 }],
  })
  expect((await app.call(secret, '/v2/statistics?group_by=color')).status).toBe(400)
  expect((await app.call(secret, '/v2/statistics?from=2026-02-30')).status).toBe(400)
})

test('wrong tokens get 401 and are logged; the right token works after any number of them, for metrics too', async () => {
  const guess = (path: string) =>
    fetch(app.url + path, { headers: { authorization: 'Bearer wrong-wrong-wrong' } })
  expect((await fetch(`${app.url}/metrics`)).status).toBe(401)
  const guesses = Array.from({ length: 40 }, (_, n) => guess(n % 2 ? '/metrics' : '/admin/calls'))
  const early = await Promise.race(guesses)
  expect([early.status, early.headers.get('x-error-reason')]).toEqual([401, 'invalid_key'])
  for (const path of ['/metrics', '/admin/calls']) expect((await app.admin(path)).status).toBe(200)
  expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(Array(40).fill(401))
  for (const path of ['/metrics', '/admin/calls']) expect((await app.admin(path)).status).toBe(200)
  const failures = () =>
    app.logged
      .map((line) => JSON.parse(line) as { msg: string; address: string; failures: number })
      .filter(({ msg, address }) => msg === 'wrong admin token' && address === '127.0.0.1')
      .reduce((sum, line) => sum + line.failures, 0)
  await expect.poll(failures).toBe(41)
  expect(app.logged.join('')).not.toContain('wrong-wrong-wrong')
})

test('metrics contain endpoint names and never caller input', async () => {
  const other = await startApp()
  const { secret } = await other.account()
  await other.call(secret, '/v2/ticketing/event?query=1000000000017')
  const text = await (await other.admin('/metrics')).text()
  expect(text).toContain('quarry_calls_total{endpoint="/v2/ticketing/event",status="200"} 1')
  expect(text).toContain('quarry_fetches_total')
  expect(text).toContain('eventloop')
  expect(text).not.toContain('1000000000017')
  await other.close()
})

test('every operator route refuses a parameter that it does not take, by name, and changes nothing', async () => {
  const routes = app.routes.filter(({ access }) => access === 'admin')
  expect(routes.length).toBeGreaterThan(20)
  for (const { method, path } of routes) {
    const url = path.replaceAll(/\{\w+\}/g, 'unknown')
    const body = method === 'GET' ? {} : { body: JSON.stringify({ slug: 'never-made', name: 'Never' }) }
    const response = await app.admin(`${url}?odd=1`, { method, ...body })
    const reason = response.headers.get('x-error-reason')
    const { error } = JSON.parse(await response.text()) as { error: string }
    expect([method, path, response.status, reason]).toEqual([method, path, 400, 'invalid_parameter'])
    expect(error).toMatch(/^Bad Request: odd is not a parameter of this request/)
  }
  expect((await app.admin('/admin/accounts/never-made')).status).toBe(404)
})

test.each([
  ['/admin/activity?account=acme', 'account is not a parameter of this request: the nearest is days'],
  ['/admin/calls?acount=acme&limit=1', 'acount is not a parameter of this request: the nearest is account'],
  ['/admin/overview?x_api_key=secret-1', 'x_api_key is not a parameter of this request: it takes none'],
  ['/admin/calls?Limit=1', 'Limit is not a parameter of this request: the nearest is limit'],
])('%s is 400', async (path, problem) => {
  const response = await app.admin(path)
  expect([response.status, await json(response)]).toEqual([400, { error: `Bad Request: ${problem}` }])
})
