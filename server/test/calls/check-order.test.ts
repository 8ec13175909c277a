// The order of the checks of a call: when two things are wrong, the earlier check answers.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPaths } from '../../src/http/routes/route.ts'
import { startApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const validPath = '/v2/ticketing/event?query=1000000000017'
const invalidPath = '/v2/ticketing/event?query=nonsense'

async function expectRefusal(response: Response, status: number, reason: string, message?: string) {
  const body = (await response.json()) as { error: string }
  expect([response.status, response.headers.get('x-error-reason')]).toEqual([status, reason])
  expect(Object.keys(body)).toEqual(['error'])
  if (message !== undefined) expect(body.error).toBe(message)
  expect(response.headers.get('connection')).not.toBe('close')
}

test('no key, a malformed key and an unknown key are 401, with any parameters', async () => {
  await expectRefusal(await app.call(null, invalidPath), 401, 'invalid_key', 'Invalid API Key')
  await expectRefusal(await app.call('nonsense', invalidPath), 401, 'invalid_key', 'Invalid API Key')
  const { secret } = await app.account()
  const other = secret.slice(0, -1) + (secret.endsWith('A') ? 'B' : 'A')
  await expectRefusal(await app.call(other, validPath), 401, 'invalid_key')
})

test('an ambiguous key is 401: two headers, or a header and a query that differ', async () => {
  const { secret } = await app.account()
  const { secret: another } = await app.account()
  await expectRefusal(await app.call(secret, `${validPath}&x_api_key=${another}`), 401, 'invalid_key')
  await expectRefusal(
    await app.call(null, `${validPath}&x_api_key=${secret}&X_API_KEY=${another}`),
    401,
    'invalid_key',
  )
  expect((await app.call(secret, `${validPath}&X_api_key=${secret}`)).status).toBe(200)
  expect((await app.call(null, `${validPath}&x_api_key=${secret}`)).status).toBe(200)
})

test('a key can be a bearer token, on lookups and free routes, and never beside another key', async () => {
  const { secret } = await app.account()
  const { secret: another } = await app.account()
  const bearer = (value: string, path: string, key: string | null = null) =>
    app.call(key, path, { headers: { authorization: value } })
  for (const path of [validPath, '/v2/usage', `/api${validPath}`, '/v2/jobs'])
    for (const value of [`Bearer ${secret}`, `bearer  ${secret}`])
      expect([value, path, (await bearer(value, path)).status]).toEqual([value, path, 200])
  expect((await bearer(`Bearer ${secret}`, `${validPath}&x_api_key=${secret}`, secret)).status).toBe(200)
  // Another scheme, such as that of a proxy, is not read as a key.
  expect((await bearer('Basic dTpw', validPath, secret)).status).toBe(200)
  for (const value of [`Bearer ${another}`, 'Bearer', 'Bearer nonsense'])
    await expectRefusal(await bearer(value, validPath, secret), 401, 'invalid_key')
  await expectRefusal(await bearer(`Bearer ${secret}`, `/v2/usage?x_api_key=${another}`), 401, 'invalid_key')
  for (const value of [`Basic ${secret}`, `Bearer${secret}`, secret])
    await expectRefusal(await bearer(value, validPath), 401, 'invalid_key')
  // A key does not open operator routes.
  await expectRefusal(await bearer(`Bearer ${secret}`, '/admin/accounts'), 401, 'invalid_key')
  expect(app.logged.join('')).not.toContain(secret)
})

test('an inactive or expired key is 401 before its account is checked', async () => {
  const { secret, key } = await app.account({ active: false })
  await expectRefusal(await app.call(secret, validPath), 403, 'account_deactivated', 'Account Deactivated')
  await app.admin(`/admin/keys/${key.id}`, { method: 'PATCH', body: '{"active":false}' })
  await expect
    .poll(async () => (await app.call(secret, validPath)).headers.get('x-error-reason'))
    .toBe('inactive_key')
  const expired = await app.account({}, { expires: '2001-01-01T00:00:00Z' })
  await expectRefusal(await app.call(expired.secret, invalidPath), 401, 'expired_key', 'Expired API Key')
})

test('scope and address are 403 before rate limit and parameters', async () => {
  const scoped = await app.account(
    { rate_limit: { per_second: 1, per_minute: 1 } },
    { scopes: ['/v2/ticketing/search'] },
  )
  for (let i = 0; i < 3; i++)
    await expectRefusal(await app.call(scoped.secret, invalidPath), 403, 'forbidden', 'Forbidden')
  expect((await app.call(scoped.secret, '/v2/ticketing/search')).status).toBe(200)
  const bound = await app.account({}, { allowed_ips: ['10.0.0.0/8'] })
  await expectRefusal(await app.call(bound.secret, invalidPath), 403, 'forbidden')
})

test('the rate limit is 429 before body size and parameters, and refusals do not count', async () => {
  const { secret } = await app.account({ rate_limit: { per_second: null, per_minute: 2 } })
  await expectRefusal(await app.call(secret, invalidPath), 400, 'invalid_parameter')
  expect((await app.call(secret, validPath)).status).toBe(200)
  const refused = await app.call(secret, invalidPath)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('ratelimit-policy')).toBe('"minute";q=2;w=60')
  expect(refused.headers.get('ratelimit')).toMatch(/^"minute";r=0;t=\d+$/)
  await expectRefusal(refused, 429, 'rate_limited', 'Rate limit exceeded')
})

test('parameters are 400 before quota and credits', async () => {
  const { secret } = await app.account({ bonus_credits: 0 }, { quotas: { daily: 0 } })
  await expectRefusal(await app.call(secret, invalidPath), 400, 'invalid_parameter')
})

test('the key quota is 401 before credits and invoices', async () => {
  const { secret } = await app.account({ bonus_credits: 0, open_invoices: true }, { quotas: { daily: 0 } })
  await expectRefusal(
    await app.call(secret, validPath),
    401,
    'quota_exceeded',
    'Rate limit exceeded for the API key: quota daily',
  )
})

test('open invoices and exhausted credits are 402', async () => {
  const owing = await app.account({ open_invoices: true })
  await expectRefusal(await app.call(owing.secret, validPath), 402, 'open_invoices', 'Payment required')
  const poor = await app.account({ bonus_credits: 0 })
  await expectRefusal(await app.call(poor.secret, validPath), 402, 'credits_exhausted', 'Payment required')
})

test('an unknown route is 404 with or without a key, with any method', async () => {
  const { secret } = await app.account()
  for (const key of [null, secret])
    for (const method of ['GET', 'DELETE', 'OPTIONS'])
      await expectRefusal(await app.call(key, '/v2/nothing', { method }), 404, 'unknown_route', 'Not Found')
  await expectRefusal(
    await app.call(secret, `/v2/jobs/${'x'.repeat(300)}`, { method: 'GET' }),
    404,
    'unknown_route',
  )
})

test('a wrong method is 405 with the allowed methods, with or without a key', async () => {
  const { secret } = await app.account()
  const callWith = (key: string | null, method: string, path = validPath) => app.call(key, path, { method })
  for (const key of [null, secret, 'nonsense'])
    for (const path of [validPath, `/api${validPath}`])
      for (const method of ['DELETE', 'POST', 'PUT', 'OPTIONS', 'PROPFIND']) {
        const response = await callWith(key, method, path)
        expect([method, response.headers.get('allow')]).toEqual([method, 'GET'])
        expect(response.headers.get('www-authenticate')).toBeNull()
        await expectRefusal(response, 405, 'method_not_allowed', 'Method Not Allowed')
      }
  const head = await callWith(secret, 'HEAD')
  expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET'])
  expect(((await (await app.call(secret, '/v2/usage')).json()) as { total_used: number }).total_used).toBe(0)
})

test('every served path answers a wrong method with 405 and its own methods', async () => {
  const methods = new Map<string, Set<string>>([['/mcp', new Set(['POST'])]])
  for (const route of app.routes)
    for (const path of listPaths(route)) {
      methods.set(path, (methods.get(path) ?? new Set()).add(route.method))
      if (route.hasHead) methods.get(path)?.add('HEAD')
    }
  for (const path of ['/', '/docs', '/docs/main.js', '/status', '/console/usage'])
    methods.set(path, new Set(['GET']))
  for (const [path, all] of methods) {
    const response = await app.call(null, path.replaceAll(/\{\w+\}/g, 'x'), { method: 'PUT' })
    expect([path, response.status]).toEqual([path, 405])
    expect([path, new Set(response.headers.get('allow')?.split(', '))]).toEqual([path, all])
  }
})

test('a 401 names the scheme of the credentials that the route accepts', async () => {
  const challenge = async (path: string, method = 'GET') => {
    const { status, headers } = await app.call(null, path.replaceAll(/\{\w+\}/g, 'x'), { method })
    return [path, status, headers.get('www-authenticate')]
  }
  for (const route of app.routes.filter(({ access }) => access === 'key'))
    for (const path of listPaths(route))
      expect(await challenge(path, route.method)).toEqual([path, 401, 'ApiKey realm="quarry"'])
  for (const path of ['/admin/accounts', '/metrics'])
    expect(await challenge(path)).toEqual([path, 401, 'Bearer realm="quarry"'])
  expect(await challenge('/mcp', 'POST')).toEqual(['/mcp', 401, 'Bearer realm="quarry"'])
  const limited = await app.account({}, { quotas: { total: 0 } })
  const response = await app.call(limited.secret, validPath)
  expect([response.headers.get('x-error-reason'), response.headers.get('www-authenticate')]).toEqual([
    'quota_exceeded',
    'ApiKey realm="quarry"',
  ])
})

test('every authenticated lookup is logged once, refused ones too, and no secret is logged', async () => {
  const { slug, secret } = await app.account()
  await app.call(secret, validPath)
  await app.call(secret, invalidPath)
  await app.call(null, `${validPath}&x_api_key=${secret}&soft_fail=true`)
  const { calls } = (await (await app.admin(`/admin/calls?account=${slug}`)).json()) as {
    calls: { endpoint: string; recorded_status: number; credits: number }[]
  }
  expect(calls.map(({ endpoint, recorded_status, credits }) => [endpoint, recorded_status, credits])).toEqual(
    [
      ['/v2/ticketing/event', 200, 1],
      ['/v2/ticketing/event', 400, 0],
      ['/v2/ticketing/event', 200, 1],
    ],
  )
  expect(JSON.stringify(calls)).not.toContain(secret)
  expect(app.logged.join('')).not.toContain(secret)
})
