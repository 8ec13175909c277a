// Requests on one connection: after a refused request nothing more runs and no second response is sent, responses keep
// their order, and a connection without requests is closed whatever else it sends.
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createServer } from '../../src/http/server/create-server.ts'

const idleTimeoutMs = 300
let server: FastifyInstance
let port: number
let runs: string[]
let releaseSlow: () => void

beforeEach(async () => {
  runs = []
  const slow = new Promise<void>((resolve) => {
    releaseSlow = resolve
  })
  server = createServer({ log: pino({ level: 'silent' }), trustedProxies: [], idleTimeoutMs })
  server.all('/quick/:name', async (request) => {
    runs.push(request.url)
    return 'done'
  })
  server.all('/slow', async (request) => {
    runs.push(request.url)
    await slow
    return 'done'
  })
  port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterEach(() => server.close())

/** Sends bytes and reads until the server closes the connection; every test here waits for that. */
function exchange(bytes: string, meanwhile: (send: (more: string) => void) => void = () => {}) {
  return new Promise<number[]>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.on('end', () => socket.end())
    socket.on('close', () =>
      resolve([...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]))),
    )
    socket.write(bytes)
    meanwhile((more) => void (socket.writable && socket.write(more)))
  })
}

const request = (path: string, lines: readonly string[] = [], body = '') =>
  `${[`GET ${path} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n')}${body}`
const good = request('/quick/behind')
const manyHeaders = Array.from({ length: 100 }, (_, index) => `a${index}: b`)

test.each([
  ['two Hosts', request('/quick/refused', ['Host: other']), 400],
  ['no Host', 'GET /quick/refused HTTP/1.1\r\n\r\n', 400],
  ['two encodings', request('/quick/refused', ['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'), 400],
  ['an unknown encoding', request('/quick/refused', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'), 400],
  ['101 headers', request('/quick/refused', manyHeaders), 431],
  ['an unreadable path and two Hosts', request('/quick/%zz', ['Host: other']), 400],
  ['no HTTP', 'nonsense\r\n\r\n', 400],
])('%s: one response, the connection is closed, and no later request runs', async (_name, bytes, status) => {
  expect(await exchange(bytes + good + good)).toEqual([status])
  expect(runs).toEqual([])
})

test('requests before the refused one are still answered, in order', async () => {
  const bad = request('/quick/refused', ['Host: other'])
  const responses = exchange(request('/slow') + request('/quick/before') + bad + good)
  await waitUntil(() => runs.length === 2)
  releaseSlow()
  expect(await responses).toEqual([200, 200, 400])
  expect(runs).toEqual(['/slow', '/quick/before'])
})

test('invalid bytes after a running request do not overtake its response', async () => {
  const responses = exchange(`${request('/slow')}nonsense\r\n\r\n`)
  await waitUntil(() => runs.length === 1)
  releaseSlow()
  expect(await responses).toEqual([200, 400])
})

test('an error in the body of an answered request causes no second response', async () => {
  const chunked = request('/quick/first', ['Transfer-Encoding: chunked'])
  expect(
    await exchange(chunked, (send) => void waitUntil(() => runs.length === 1).then(() => send('zz\r\n'))),
  ).toEqual([200])
})

test('an error in the body of a queued request is its response, in order', async () => {
  const responses = exchange(
    `${request('/slow')}${request('/slow', ['Transfer-Encoding: chunked'], 'zz\r\n')}${good}`,
  )
  await waitUntil(() => runs.length >= 1)
  releaseSlow()
  const [first, ...others] = await responses
  expect([first, others.length]).toEqual([200, 1])
  expect(runs).not.toContain('/quick/behind')
})

test.each(['an answered connection', 'a fresh connection'])(
  '%s that sends blank lines is closed like a silent one',
  async (kind) => {
    server.server.headersTimeout = idleTimeoutMs
    let blanks: NodeJS.Timeout | undefined
    const statuses = await exchange(kind.startsWith('an') ? request('/quick/once') : '', (send) => {
      blanks = setInterval(() => send('\r\n'), 50)
    })
    clearInterval(blanks)
    expect(statuses.filter((status) => status === 200)).toHaveLength(kind.startsWith('an') ? 1 : 0)
  },
)

test('a connection that waits for its response is not idle', async () => {
  const responses = exchange(request('/slow'))
  await waitUntil(() => runs.length === 1)
  // Lasts longer than the idle timeout, because this second connection is closed by it.
  await exchange(request('/quick/once'))
  releaseSlow()
  expect(await responses).toEqual([200])
})

async function waitUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

test('a server that stops waits for running responses, not for connections without a request', async () => {
  const silent = connect({ port, host: '127.0.0.1' })
  silent.on('error', () => {})
  const silentEnded = new Promise<void>((resolve) => silent.once('close', () => resolve()))
  await new Promise<void>((resolve) => silent.once('connect', () => resolve()))
  let finishedSlow = false
  const slow = exchange(request('/slow')).then((statuses) => {
    finishedSlow = true
    return statuses
  })
  while (runs.length === 0) await new Promise((resolve) => setImmediate(resolve))
  const stopped = server.close()
  await silentEnded
  expect(finishedSlow).toBe(false)
  releaseSlow()
  expect(await slow).toEqual([200])
  await stopped
})

/** A connection with one answered request. `send` writes at once, so that the bytes have arrived before it returns. */
async function openKeepAlive() {
  const socket = connect({ port, host: '127.0.0.1' })
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  const ended = new Promise<string>((resolve, reject) => {
    socket.on('error', reject).on('close', () => resolve(received))
  })
  socket.write(request('/quick/first'))
  await waitUntil(() => received.endsWith('done'))
  received = ''
  return { send: (bytes: string) => void socket.write(bytes), ended }
}

test('a request that follows on its connection after the server began to stop is answered and closes it', async () => {
  const { send, ended } = await openKeepAlive()
  const stopped = server.close()
  send(request('/quick/second'))
  expect(await ended).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n.*done$/is)
  await stopped
})

test('a stopping server reads what arrived while it was blocked before it closes an idle connection', async () => {
  const { send, ended } = await openKeepAlive()
  const stopped = server.close()
  await waitUntil(() => !server.server.listening)
  send(request('/quick/second'))
  const blockedUntil = performance.now() + 600
  while (performance.now() < blockedUntil);
  expect(await ended).toMatch(/^HTTP\/1\.1 200 .*done$/is)
  await stopped
})
