// Problem details (RFC 9457): callers that accept them get them for every kind of error; all others get the default
// body.
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { sharedApp } from '../support/app.ts'
import { eventPath, faultQuery } from '../support/jobs.ts'

let app: TestApp
let secret: string
beforeAll(async () => {
  app = await sharedApp()
  secret = (await app.account()).secret
})

const event = eventPath
const fault = (kind: string) => `${event}?query=${faultQuery(kind)}`
const problemType = 'application/problem+json'
type Problem = Record<string, unknown>

const send = (path: string, init: RequestInit = {}, accept = problemType, key: string | null = secret) =>
  app.call(key, path, { ...init, headers: { accept, ...(init.headers as Record<string, string>) } })

const json = { 'content-type': 'application/json' }
const errors: [string, number, string, () => Promise<Response>][] = [
  ['a missing parameter', 400, 'invalid_parameter', () => send(event)],
  [
    'a malformed body',
    400,
    'malformed_body',
    () => send('/v2/batches', { method: 'POST', body: '{', headers: json }),
  ],
  ['no key', 401, 'invalid_key', () => send(event, {}, problemType, null)],
  ['a wrong admin token', 401, 'invalid_key', () => send('/admin/accounts')],
  [
    'no key on /mcp',
    401,
    'invalid_key',
    () => send('/mcp', { method: 'POST', body: '{}' }, problemType, null),
  ],
  ['a missing record', 404, 'not_found', () => send(fault('missing'))],
  ['an unknown job', 404, 'not_found', () => send('/jobs/nothing')],
  ['an unknown path', 404, 'unknown_route', () => send('/nothing')],
  ['a malformed path', 404, 'unknown_route', () => send('/v2/jobs/%zz')],
  ['an unknown download', 404, 'unknown_route', () => send('/downloads/nothing')],
  ['a wrong method', 405, 'method_not_allowed', () => send(event, { method: 'DELETE' })],
  ['a wrong method on /mcp', 405, 'method_not_allowed', () => send('/mcp')],
  [
    'a large body',
    413,
    'body_too_large',
    () => send('/v2/webhooks/secret', { method: 'POST', body: ' '.repeat(1_100_000), headers: json }),
  ],
  ['a failing site', 500, 'upstream_failed', () => send(fault('error'))],
]

test.each(errors)('%s: %i %s as problem details', async (_name, status, reason, request) => {
  const response = await request()
  const problem = (await response.json()) as Problem
  expect([response.status, response.headers.get('content-type')]).toEqual([status, problemType])
  expect(response.headers.get('x-error-reason')).toBe(reason)
  expect(response.headers.get('vary')).toMatch(/^accept\b/)
  expect(problem).toMatchObject({ type: `/docs#error-${reason}`, status, reason })
  expect(problem.request_id).toBe(response.headers.get('x-request-id'))
  for (const name of ['title', 'detail']) expect(problem[name]).toMatch(/^[A-Z].{5,}/)
  expect('parameter' in problem).toBe(reason === 'invalid_parameter')
})

test('a problem names the parameter that is wrong', async () => {
  const parameter = async (path: string, init?: RequestInit) =>
    ((await (await send(path, init)).json()) as Problem).parameter
  expect(await parameter(event)).toBe('query')
  expect(await parameter(`${event}?query=1&max_age=x`)).toBe('max_age')
  expect(await parameter(`${event}?query=1`, { headers: { 'idempotency-key': '"a' } })).toBe(
    'Idempotency-Key',
  )
  expect(await parameter('/v2/calls?limit=x')).toBe('limit')
})

test.each([
  undefined,
  '*/*',
  'application/*',
  'application/json',
  'application/problem+json;q=0',
  'application/problem+json; q=0.000',
  'application/problem+jsonx, text/html',
  'text/application/problem+json',
])('with accept %s an error is the default body, byte for byte', async (accept) => {
  const response = await app.call(secret, event, accept === undefined ? {} : { headers: { accept } })
  expect(await response.text()).toBe('{"error":"Bad Request: query is required"}')
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('vary')).toMatch(/^accept\b/)
})

test.each([
  'Application/Problem+JSON',
  'text/html;q=0.1, application/problem+json;q=0.5',
  'application/json, application/problem+json',
  'application/problem+json;charset=utf-8;q=1',
])('accept %s requests problem details', async (accept) => {
  const response = await send(event, {}, accept)
  expect(response.headers.get('content-type')).toBe(problemType)
})

test('records and soft failures are unchanged', async () => {
  const record = await send(`${event}?query=1000000000017`)
  expect([record.status, record.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ])
  const soft = await send(`${fault('missing')}&soft_fail=true`)
  expect([soft.status, await soft.text()]).toEqual([200, '{"error":"Not Found"}'])
})

test('a stored 404 is replayed in the format that the caller accepts', async () => {
  const headers = { 'idempotency-key': '"problem 1"' }
  const path = fault('missing')
  const first = await send(path, { headers }, 'application/json')
  expect(await first.text()).toBe('{"error":"Not Found"}')
  const again = await send(path, { headers })
  expect([again.headers.get('idempotent-replay'), again.headers.get('content-type')]).toEqual([
    'true',
    problemType,
  ])
  expect(await again.json()).toMatchObject({ reason: 'not_found', detail: 'Not Found' })
})

async function sendRaw(head: string): Promise<{ head: string; body: Problem }> {
  const socket = connect(app.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(head)
  const [headers = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { head: headers, body: JSON.parse(body) }
}

const accepts = `accept: ${problemType}\r\n`

test('requests that are not valid HTTP get problem details if their headers can be read', async () => {
  const noHost = await sendRaw(`GET / HTTP/1.1\r\n${accepts}\r\n`)
  expect(noHost.body).toMatchObject({
    status: 400,
    reason: 'malformed_request',
    type: '/docs#error-malformed_request',
  })
  const many = Array.from({ length: 101 }, (_, n) => `x-${n}: 1\r\n`).join('')
  const flood = await sendRaw(`GET / HTTP/1.1\r\nhost: a\r\n${accepts}${many}\r\n`)
  expect(flood.body).toMatchObject({ status: 431, reason: 'headers_too_large' })
  const body = `POST /session HTTP/1.1\r\nhost: a\r\nx-quarry-console: 1\r\n${accepts}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`
  const chunk = await sendRaw(body)
  expect(chunk.head).toContain(`content-type: ${problemType}`)
  expect(chunk.body).toMatchObject({ status: 400, reason: 'malformed_request' })
  // Headers that are too large to be read get the default format.
  const large = await sendRaw(`GET / HTTP/1.1\r\nhost: a\r\n${accepts}x: ${'a'.repeat(20_000)}\r\n\r\n`)
  expect(large.body).toEqual({ error: 'Request Header Fields Too Large' })
})

test('every reason has its section on /docs', async () => {
  const { reasons } = await import('../../src/platform/errors.ts')
  const page = await (await fetch(`${app.url}/docs`)).text()
  for (const reason of reasons) expect(page.split(`id="error-${reason}"`), reason).toHaveLength(2)
})
