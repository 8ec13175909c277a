// Malicious clients, kind by kind against a whole server: each gets its proper response, is charged nothing, and
// others are served meanwhile. Guessed keys are tested in key-guessing.slow.test.ts, bodies that are slow to parse in
// hostile-bodies.test.ts, single connections in http-connections.test.ts.
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { audit } from '../../src/ledger/audit.ts'
import { startApp, type TestApp } from '../support/app.ts'

type Json = Record<string, unknown>

const lookup = '/v2/websearch/search'
const validPath = '/v2/company?query=fenmont.example'

let app: TestApp
let attacker: { slug: string; secret: string }
let other: { secret: string }
beforeAll(async () => {
  app = await startApp()
  // Shorter than in production, where it is ten seconds for a head and twenty for a request.
  app.http.headersTimeout = 600
  app.http.requestTimeout = 900
  attacker = await app.account()
  other = await app.account()
})
afterEach(async () => {
  expect((await app.call(other.secret, validPath)).status).toBe(200)
  const { total_used: used } = (await (await app.call(attacker.secret, '/v2/usage')).json()) as Json
  const { rows } = await app.database.pool.query('select 1 from holds')
  expect([used, rows]).toEqual([0, []])
})
afterAll(async () => {
  expect(await audit(app.database)).toEqual([])
  await app.close()
})

const open = () => {
  const socket = connect(app.port, '127.0.0.1')
  socket.on('error', () => {})
  return socket
}
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))
const statusesIn = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]))

/** Sends bytes and returns the statuses of all responses until the server closes the connection. */
async function readStatuses(bytes: string | Buffer, meanwhile: (socket: Socket) => void = () => {}) {
  const socket = open()
  let received = ''
  socket.on('data', (chunk) => (received += chunk.toString('latin1')))
  socket.write(bytes)
  meanwhile(socket)
  await closed(socket)
  return statusesIn(received)
}

const request = (method: string, path: string, lines: readonly string[] = [], body = '') =>
  `${[`${method} ${path} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n')}${body}`
const keyed = () => `x-api-key: ${attacker.secret}`
/** A lookup that would be charged if the server parsed the hidden bytes as a request. */
const smuggled = () => request('GET', validPath, [keyed()])

const smuggling: [string, string[], (hidden: string) => string][] = [
  [
    'Content-Length before Transfer-Encoding',
    ['Content-Length: 4', 'Transfer-Encoding: chunked'],
    (hidden) => `0\r\n\r\n${hidden}`,
  ],
  [
    'Transfer-Encoding before Content-Length',
    ['Transfer-Encoding: chunked', 'Content-Length: 6'],
    (hidden) => `0\r\n\r\n${hidden}`,
  ],
  ['two Content-Length headers', ['Content-Length: 0', 'Content-Length: 400'], (hidden) => hidden],
  ['a list in Content-Length', ['Content-Length: 0, 0'], (hidden) => hidden],
  ['a signed Content-Length', ['Content-Length: +0'], (hidden) => hidden],
  ['a hexadecimal Content-Length', ['Content-Length: 0x0'], (hidden) => hidden],
  [
    'two Transfer-Encoding headers',
    ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
    (hidden) => `0\r\n\r\n${hidden}`,
  ],
  ['an unknown Transfer-Encoding', ['Transfer-Encoding: xchunked'], (hidden) => `0\r\n\r\n${hidden}`],
  ['a folded Transfer-Encoding', ['Transfer-Encoding:', ' chunked'], (hidden) => `0\r\n\r\n${hidden}`],
  ['a space before a colon', ['Transfer-Encoding : chunked'], (hidden) => `0\r\n\r\n${hidden}`],
  ['an invalid chunk size', ['Transfer-Encoding: chunked'], (hidden) => `0x0\r\n\r\n${hidden}`],
  ['an overflowing chunk size', ['Transfer-Encoding: chunked'], (hidden) => `${'f'.repeat(20)}\r\n${hidden}`],
]

test.each(smuggling)(
  'a request smuggled with %s is not run: one 400, and the connection is closed',
  async (_name, lines, body) => {
    const first = request('POST', lookup, [keyed(), 'content-type: application/json', ...lines])
    expect(await readStatuses(first + body(smuggled()))).toEqual([400])
  },
)

test('a head or a body sent one byte at a time gets 408 after the timeout', async () => {
  const sendSlowly = (socket: Socket) => {
    const timer = setInterval(() => socket.write('a'), 50)
    socket.once('close', () => clearInterval(timer))
  }
  const slow = [
    request('GET', validPath, [keyed()]).slice(0, -2),
    request(
      'POST',
      lookup,
      [keyed(), 'content-type: application/json', 'content-length: 100000'],
      '{"query":"',
    ),
    request('POST', lookup, ['content-length: 100000'], '{"query":"'),
  ]
  const many = slow.flatMap((bytes) => Array.from({ length: 50 }, () => readStatuses(bytes, sendSlowly)))
  expect((await app.call(other.secret, validPath)).status).toBe(200)
  const responses = await Promise.all(many)
  expect(responses.slice(0, 100)).toEqual(Array(100).fill([408]))
  // Without a key the server refuses before it reads the body.
  for (const [first] of responses.slice(100)) expect(first).toBe(401)
})

test('too many or too large headers are 431', async () => {
  for (const flood of [
    Array.from({ length: 100 }, (_, n) => `a${n}: b`),
    Array.from({ length: 5_000 }, (_, n) => `a${n}: b`),
    [`a: ${'b'.repeat(17_000)}`],
    [`cookie: ${'a=b; '.repeat(4_000)}`],
  ])
    expect(await readStatuses(request('GET', validPath, [keyed(), ...flood]))).toEqual([431])
})

const text = (body: string) => Buffer.from(body)
const bodies: [string, Buffer, number, RegExp][] = [
  ['huge', Buffer.alloc(1024 * 1024 + 1, ' '), 413, /^Payload Too Large/],
  ['nested too deeply', text(`{"query":${'['.repeat(5_000)}${']'.repeat(5_000)}}`), 400, /nested|deep/],
  ['with a duplicate name', text('{"query":"solar","query":"wind"}'), 400, /query.*(twice|more than once)/],
  ['with __proto__', text('{"query":"solar","__proto__":{"page":2}}'), 400, /__proto__/],
  ['with a nested __proto__', text('{"query":{"__proto__":{"a":1}}}'), 400, /__proto__/],
  ['with a constructor', text('{"query":"solar","constructor":{"prototype":{"a":1}}}'), 400, /constructor/],
  ['with an infinite number', text('{"query":"solar","page":1e400}'), 400, /page/],
  ['with a negative number', text('{"query":"solar","page":-1}'), 400, /page/],
  ['with an unsafe integer', text('{"query":"solar","page":9007199254740993}'), 400, /page/],
  ['that is not UTF-8', Buffer.from('{"query":"caf\xe9"}', 'latin1'), 400, /UTF-8/],
  ['with a lone surrogate', text('{"query":"\\ud800"}'), 400, /query/],
  ['with a NUL character', text('{"query":"a\\u0000b"}'), 400, /query/],
  ['that is truncated', text('{"query":"solar"'), 400, /JSON/],
  ['that is a list', text('["solar"]'), 400, /object/],
]

test.each(bodies)(
  'a body %s is refused with a message that says why',
  async (_name, body, status, problem) => {
    const response = await app.call(attacker.secret, lookup, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const { error } = (await response.json()) as { error: string }
    expect([response.status, error]).toEqual([status, expect.stringMatching(problem)])
  },
)

test.each([
  ['query=solar&query=wind', /query/],
  ['query=solar&page=1e400', /page/],
  ['query=solar&page=99999999999999999999', /page/],
  ['query=solar&max_age=-1', /max_age/],
  ['query=caf%e9', /UTF-8|query/],
  ['query=%ed%a0%80', /UTF-8|query/],
  ['query=a%00b', /query/],
  ['query=%', /query|escape/],
])('?%s is refused with the name of the parameter', async (query, problem) => {
  const response = await app.call(attacker.secret, `${lookup}?${query}`)
  const { error } = (await response.json()) as { error: string }
  expect([response.status, error]).toEqual([400, expect.stringMatching(problem)])
})

test('a thousand pipelined requests are answered in order, each separately', async () => {
  const paths = Array.from({ length: 1_000 }, (_, n) => (n % 2 === 0 ? validPath : '/nowhere'))
  const bytes = paths.map((path) => request('GET', path)).join('')
  const last = request('GET', '/healthz', ['connection: close'])
  expect(await readStatuses(bytes + last)).toEqual([
    ...paths.map((path) => (path === validPath ? 401 : 404)),
    200,
  ])
})

test('aborted uploads leave nothing behind', async () => {
  const heads = [
    ['content-length: 900000'],
    ['transfer-encoding: chunked'],
    ['content-length: 900000', 'expect: 100-continue'],
  ]
  const ends = Array.from({ length: 150 }, (_, n) => {
    const socket = open()
    const lines = [keyed(), 'content-type: application/json', ...(heads[n % 3] ?? [])]
    socket.write(
      request('POST', n % 2 === 0 ? lookup : '/v2/batches', lines, `4000\r\n{"query":"${'a'.repeat(9_000)}`),
    )
    setTimeout(() => (n % 2 === 0 ? socket.destroy() : socket.resetAndDestroy()), n)
    return closed(socket)
  })
  await Promise.all(ends)
  const { rows } = await app.database.pool.query('select 1 from jobs union all select 1 from batches')
  expect(rows).toEqual([])
})

test('two thousand idle connections block no other client: one thousand stay, and are closed later', async () => {
  const { headersTimeout, requestTimeout } = app.http
  app.http.headersTimeout = 60_000
  app.http.requestTimeout = 60_000
  const gone: Promise<void>[] = []
  for (let wave = 0; wave < 8; wave += 1) {
    const sockets = Array.from({ length: 250 }, open)
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
    gone.push(...sockets.map((socket) => closed(socket.resume())))
  }
  const count = () => new Promise<number>((resolve) => app.http.getConnections((_error, n) => resolve(n)))
  // Besides those of the tests before.
  await expect.poll(count).toBeLessThan(1_100)
  expect(await count()).toBeGreaterThanOrEqual(1_000)
  expect((await app.call(other.secret, validPath)).status).toBe(200)
  app.http.headersTimeout = headersTimeout
  app.http.requestTimeout = requestTimeout
  await Promise.all(gone)
})
