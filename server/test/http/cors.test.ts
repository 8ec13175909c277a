// Cross-origin requests: allowed origins may call every route for keys and read the responses, preflights included;
// other origins and operator routes get no CORS headers.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPaths } from '../../src/http/routes/route.ts'
import { startApp, type TestApp } from '../support/app.ts'

const named = 'https://app.example'
const otherOrigin = 'https://other.example:8443'
const otherOrigins = [
  'https://evil.example',
  'http://app.example',
  'https://app.example:444',
  'https://app.example.evil.example',
  'https://APP.example',
  `${named}, ${named}`,
  'null',
  '*',
]
const event = '/v2/ticketing/event?query=1000000000017'

let app: TestApp
let plain: TestApp
beforeAll(async () => {
  app = await startApp({ config: { corsOrigins: [named, otherOrigin] } })
  plain = await startApp()
})
afterAll(async () => {
  await app.close()
  await plain.close()
})

const pickCorsHeaders = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control'))
const preflight = (on: TestApp, path: string, origin: string, method = 'GET') =>
  fetch(on.url + path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'x-api-key, content-type',
    },
  })
const calls = async (slug: string) =>
  ((await (await app.admin(`/admin/calls?account=${slug}`)).json()) as { calls: unknown[] }).calls

test('every path open to keys answers the preflight of an allowed origin with its own methods', async () => {
  const methods = new Map<string, Set<string>>()
  for (const route of app.routes.filter(({ access }) => access === 'key'))
    for (const path of listPaths(route)) methods.set(path, (methods.get(path) ?? new Set()).add(route.method))
  for (const [path, all] of methods) {
    const response = await preflight(app, path.replaceAll(/\{\w+\}/g, 'x'), named)
    expect([path, response.status, await response.text()]).toEqual([path, 204, ''])
    const { headers } = response
    expect(headers.get('access-control-allow-origin')).toBe(named)
    expect(new Set(headers.get('access-control-allow-methods')?.split(', '))).toEqual(all)
    expect(Number(headers.get('access-control-max-age'))).toBeGreaterThan(0)
    expect(headers.get('vary')).toBe('origin')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  }
  const allowed = (await preflight(app, event, otherOrigin)).headers
  expect(allowed.get('access-control-allow-origin')).toBe(otherOrigin)
  // The console's own header is not allowed across origins.
  expect(allowed.get('access-control-allow-headers')?.split(', ')).toEqual([
    'x-api-key',
    'authorization',
    'content-type',
    'idempotency-key',
    'idempotency-ttl',
    'last-event-id',
  ])
})

test('an allowed origin can read responses and errors, with the headers about the call', async () => {
  const { secret } = await app.account({ rate_limit: { per_minute: 3 } })
  const callFrom = (key: string | null, path: string) => app.call(key, path, { headers: { origin: named } })
  const responses = [
    [200, await callFrom(secret, event)],
    [400, await callFrom(secret, '/v2/ticketing/event')],
    [200, await callFrom(secret, '/v2/usage')],
    [429, await callFrom(secret, '/v2/usage')],
    [401, await callFrom(null, event)],
    [401, await callFrom('wrong', '/v2/usage')],
  ] as const
  for (const [status, response] of responses) {
    expect(response.status).toBe(status)
    expect(response.headers.get('access-control-allow-origin')).toBe(named)
    expect(response.headers.get('vary')).toMatch(/^origin(?:, accept(?:, authorization, x-api-key)?)?$/)
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    const exposed = response.headers.get('access-control-expose-headers')?.split(', ') ?? []
    const names = [...response.headers.keys()].filter((name) =>
      /^(?:x-|age$|ratelimit|retry-after)/.test(name),
    )
    expect(exposed).toEqual(expect.arrayContaining(names.filter((name) => name !== 'x-content-type-options')))
    expect(exposed).toEqual(
      expect.arrayContaining(['x-next-cursor', 'x-next-from', 'idempotent-replay', 'age']),
    )
  }
})

test('other origins, and requests without an origin, get no CORS headers', async () => {
  const { secret } = await app.account()
  for (const origin of otherOrigins) {
    const response = await app.call(secret, event, { headers: { origin } })
    expect([origin, response.status, pickCorsHeaders(response), response.headers.get('vary')]).toEqual([
      origin,
      200,
      [],
      'origin, accept, authorization, x-api-key',
    ])
    const refused = await preflight(app, event, origin)
    expect([origin, refused.status, pickCorsHeaders(refused)]).toEqual([origin, 405, []])
    expect(refused.headers.get('allow')).toBe('GET')
  }
  expect(pickCorsHeaders(await app.call(secret, event))).toEqual([])
})

test('operator and public routes send no CORS headers, and without the setting no route does', async () => {
  for (const path of ['/admin/accounts', '/metrics', '/healthz', '/docs', '/openapi.json', '/nowhere']) {
    expect(pickCorsHeaders(await app.admin(path, { headers: { origin: named } }))).toEqual([])
    const response = await preflight(app, path, named)
    expect([path, response.status, pickCorsHeaders(response)]).toEqual([
      path,
      path === '/nowhere' ? 404 : 405,
      [],
    ])
  }
  const { secret } = await plain.account()
  const response = await plain.call(secret, event, { headers: { origin: named } })
  expect([pickCorsHeaders(response), response.headers.get('vary')]).toEqual([
    [],
    'accept, authorization, x-api-key',
  ])
  expect((await preflight(plain, event, named)).status).toBe(405)
})

test('a page of an allowed origin can use the MCP tools, any other cannot', async () => {
  const { secret } = await app.account()
  const response = await preflight(app, '/mcp', named, 'POST')
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, named])
  expect(response.headers.get('access-control-allow-methods')).toBe('POST')
  expect(response.headers.get('access-control-allow-headers')?.split(', ')).toEqual(
    expect.arrayContaining([
      'authorization',
      'content-type',
      'mcp-protocol-version',
      'mcp-method',
      'mcp-name',
    ]),
  )
  const list = (on: TestApp, origin: string) =>
    on.call(secret, '/mcp', {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}',
    })
  const listed = await list(app, named)
  expect([listed.status, listed.headers.get('access-control-allow-origin')]).toEqual([200, named])
  for (const origin of otherOrigins) {
    const preflighted = await preflight(app, '/mcp', origin, 'POST')
    expect([origin, preflighted.status, pickCorsHeaders(preflighted)]).toEqual([origin, 405, []])
    const refused = await list(app, origin)
    expect([origin, refused.status, pickCorsHeaders(refused)]).toEqual([origin, 403, []])
  }
  expect((await preflight(plain, '/mcp', named, 'POST')).status).toBe(405)
})

test('preflights cost nothing, need no key and are not counted', async () => {
  const { slug, secret } = await app.account({ rate_limit: { per_minute: 1 } })
  const before = await (await app.admin('/metrics')).text()
  for (let n = 0; n < 20; n += 1)
    expect((await preflight(app, `${event}&x_api_key=${secret}`, named)).status).toBe(204)
  const lines = (text: string) => text.split('\n').filter((line) => line.startsWith('quarry_calls_total'))
  expect(lines(await (await app.admin('/metrics')).text())).toEqual(lines(before))
  expect(await calls(slug)).toEqual([])
  expect((await app.call(secret, event)).status).toBe(200)
})
