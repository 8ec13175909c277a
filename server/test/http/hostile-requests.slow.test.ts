// Malformed and generated requests: none may get a 5xx, crash the server or get two responses.
import { connect } from 'node:net'
import { endpoints } from '@quarry/sources'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

let app: TestApp
let secret: string
beforeAll(async () => {
  app = await startApp()
  const account = await app.account({ bonus_credits: 100_000 })
  secret = account.secret
})
afterAll(() => app.close())

/** Writes bytes to a new connection and reads until it is closed or quiet. */
function raw(bytes: string | Buffer, quietMs = 300): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(app.port, '127.0.0.1')
    let received = ''
    const done = () => {
      socket.destroy()
      resolve(received)
    }
    let timer = setTimeout(done, 5000)
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      clearTimeout(timer)
      timer = setTimeout(done, quietMs)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(received)
    })
    socket.write(bytes)
  })
}

const statuses = (text: string) =>
  [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map((match) => Number(match[1]))
const head = (lines: string[]) => `${['POST /v2/ticketing/event HTTP/1.1', ...lines, '', ''].join('\r\n')}`
const host = 'Host: localhost'

test.each([
  [
    'Content-Length and Transfer-Encoding',
    `${head([host, 'Content-Length: 5', 'Transfer-Encoding: chunked'])}0\r\n\r\n`,
  ],
  [
    'two Transfer-Encoding headers',
    `${head([host, 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'])}0\r\n\r\n`,
  ],
  ['an unknown encoding', `${head([host, 'Transfer-Encoding: xchunked'])}0\r\n\r\n`],
  ['two encodings', `${head([host, 'Transfer-Encoding: gzip, chunked'])}0\r\n\r\n`],
  ['two Host headers', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  ['two Content-Length headers', `${head([host, 'Content-Length: 1', 'Content-Length: 2'])}ab`],
  ['a bare line feed', 'GET /healthz HTTP/1.1\nHost: a\n\n'],
  ['no Host header', 'GET /healthz HTTP/1.1\r\n\r\n'],
  ['no HTTP at all', '\u0000\u0001\u0002 nonsense\r\n\r\n'],
])('%s: one response below 500, or none, and the connection is closed', async (_name, bytes) => {
  const sent = statuses(await raw(bytes))
  expect(sent.length).toBeLessThanOrEqual(1)
  for (const status of sent) expect([400, 404, 431]).toContain(status)
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
})

test('2,100 headers, or one of 64 kB, are 431', async () => {
  const many = Array.from({ length: 2100 }, (_, i) => `a${i}: b`)
  expect(statuses(await raw(['GET /healthz HTTP/1.1', host, ...many, '', ''].join('\r\n')))).toEqual([431])
  const some = Array.from({ length: 500 }, (_, i) => `a${i}: b`)
  expect(statuses(await raw(['GET /healthz HTTP/1.1', host, ...some, '', ''].join('\r\n')))).toEqual([431])
  expect(
    statuses(await raw(['GET /healthz HTTP/1.1', host, `x: ${'y'.repeat(65_536)}`, '', ''].join('\r\n'))),
  ).toEqual([431])
})

test('a header value with a control character never reaches a route', async () => {
  const sent = statuses(await raw(`GET /v2/usage HTTP/1.1\r\n${host}\r\nx-api-key: a\u0000b\r\n\r\n`))
  expect(sent).toEqual([400])
})

test('a key that is sent twice is refused, in any header and even with equal values', async () => {
  const { secret } = await app.account()
  const sendWithHeaders = async (...headers: string[]) =>
    statuses(
      await raw(['GET /v2/usage HTTP/1.1', host, ...headers, 'connection: close', '', ''].join('\r\n')),
    )
  const key = `x-api-key: ${secret}`
  const bearer = `Authorization: Bearer ${secret}`
  expect(await sendWithHeaders(key, bearer)).toEqual([200])
  for (const headers of [
    [key, key],
    [bearer, bearer],
    [bearer, 'authorization: bearer other'],
    [key, bearer, bearer],
  ])
    expect(await sendWithHeaders(...headers)).toEqual([401])
})

test('thousands of generated requests to every route get no 5xx', async () => {
  const paths = [
    ...endpoints.map(({ path }) => path),
    '/v2/usage',
    '/v2/statistics',
    '/jobs/x',
    '/admin/accounts',
    '/admin/calls',
    '/openapi.json',
    '/docs',
    '/status.json',
    '/metrics',
    '/nowhere',
  ]
  const methods = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS')
  const name = fc.oneof(
    fc.constantFrom(
      'query',
      'domain',
      'page',
      'is_async',
      'soft_fail',
      'max_age',
      'x_api_key',
      'limit',
      'cursor',
      'from',
      'group_by',
    ),
    fc.string({ maxLength: 10 }),
  )
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '%',
      '%00',
      '%ff',
      '-1',
      '1e400',
      '1.5',
      'true',
      '',
      '/../',
      'https://127.0.0.1/',
      '__proto__',
    ),
  )
  const query = fc
    .array(fc.tuple(name, value), { maxLength: 4 })
    .map((pairs) => pairs.map(([key, text]) => `${encodeLoosely(key)}=${encodeLoosely(text)}`).join('&'))
  const body = fc.oneof(
    fc.json(),
    fc.string({ maxLength: 60 }),
    fc.constantFrom(
      '{"query":"a","query":"b"}',
      '{"filters":{"__proto__":{}}}',
      `${'['.repeat(5000)}`,
      '{"page":1e400}',
      '"',
      '[]',
      'null',
    ),
  )
  const type = fc.constantFrom(
    'application/json',
    'text/plain',
    'application/json; charset=utf-16',
    'multipart/form-data',
    '',
  )
  const request = fc.record({
    path: fc.constantFrom(...paths),
    prefix: fc.constantFrom('', '/api', '/api/api', '//'),
    method: methods,
    query,
    body,
    type,
    withKey: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 25, maxLength: 25 }), async (requests) => {
      const responses = await Promise.all(
        requests.map(
          async ({ path, prefix, method, query: search, body: text, type: contentType, withKey }) => {
            const response = await fetch(`${app.url}${prefix}${path}?${search}`, {
              method,
              headers: {
                ...(withKey ? { 'x-api-key': secret } : {}),
                ...(contentType ? { 'content-type': contentType } : {}),
              },
              ...(method === 'GET' ? {} : { body: text }),
            })
            return {
              path,
              search,
              method,
              text,
              status: response.status,
              spent: response.headers.get('x-credits-used'),
            }
          },
        ),
      )
      for (const response of responses) expect(response.status, JSON.stringify(response)).toBeLessThan(500)
    }),
    { numRuns: 80 },
  )
  expect((await app.call(secret, '/v2/usage')).status).toBe(200)
})

const encodeLoosely = (text: string) =>
  text.replace(/[\s#&\u0000-\u001f\u007f-\uffff]/g, (char) =>
    char.isWellFormed() ? encodeURIComponent(char) : '%ED%A0%80',
  )

test('a body over 1 MiB is 413, with a length or chunked; a deeply nested one is 400', async () => {
  const path = endpoints.find(({ method, alsoMethod }) => method === 'POST' || alsoMethod === 'POST')?.path
  if (path === undefined) throw new Error('no endpoint takes a body')
  const post = (body: RequestInit['body'], extra: object = {}) =>
    app.call(secret, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: body ?? null,
      ...extra,
    })
  expect((await post('x'.repeat(2 * 1024 * 1024))).status).toBe(413)
  const chunks = new ReadableStream({
    start(controller) {
      for (let i = 0; i < 40; i++) controller.enqueue(new TextEncoder().encode('x'.repeat(65_536)))
      controller.close()
    },
  })
  expect((await post(chunks, { duplex: 'half' })).status).toBe(413)
  expect((await post(`{"query":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)).status).toBe(400)
})
