// HTTP/1.1 pipelining: a connection runs a few requests at a time, responses keep their order, and a client that does
// not read its responses can neither fill the memory nor keep its connection.
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createServer } from '../../src/http/server/create-server.ts'
import type { ResponseQueueLimits } from '../../src/http/server/response-queue.ts'

const maxRunning = 4
const largeBytes = 1024 * 1024
/** Larger than what the kernel buffers for a connection. */
const hugeBytes = 8 * largeBytes

let server: FastifyInstance
let port: number
let clients: Socket[]
let serverSockets: Socket[]
let responses: ServerResponse[]
let started: string[]
let running: number
let mostRunning: number
/** Requests for `/echo/behind` that were started without a break. */
let startedAtOnce: number
let mostAtOnce: number
let release: () => void

beforeEach(() => {
  clients = []
  serverSockets = []
  responses = []
  started = []
  running = 0
  mostRunning = 0
  startedAtOnce = 0
  mostAtOnce = 0
})
afterEach(async () => {
  release()
  for (const client of clients) client.destroy()
  await server.close()
})

async function start(limits: Partial<ResponseQueueLimits> = {}): Promise<void> {
  const queueLimits = { maxRunning, checkIntervalMs: 10, ...limits }
  server = createServer({ log: pino({ level: 'silent' }), trustedProxies: [], queueLimits })
  server.server.on('connection', (socket) => serverSockets.push(socket))
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  server.addHook('onRequest', (request, reply, done) => {
    started.push(request.url)
    if (request.url === '/echo/behind') startedAtOnce += 1
    mostAtOnce = Math.max(mostAtOnce, startedAtOnce)
    process.nextTick(() => (startedAtOnce = 0))
    responses.push(reply.raw)
    done()
  })
  server.get('/echo/:name', async (request) => {
    running += 1
    mostRunning = Math.max(mostRunning, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    return request.url
  })
  server.get('/blocked', async () => {
    await released
    return 'done'
  })
  server.get('/large', async () => Buffer.alloc(largeBytes, 'x'))
  server.get('/huge', async () => Buffer.alloc(hugeBytes, 'x'))
  port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port)
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

/** Sends bytes and reads nothing. */
async function sendUnread(bytes: string): Promise<Socket> {
  const client = connect(port, '127.0.0.1')
  client.pause()
  client.on('error', () => {})
  clients.push(client)
  client.write(bytes)
  await once(client, 'connect')
  return client
}

async function waitUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

/** Makes some round trips with another client, during which the server handles what it received before. */
async function roundTrips(): Promise<void> {
  for (let n = 0; n < 20; n += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/echo/other`)
    expect([response.status, await response.text()]).toEqual([200, '/echo/other'])
  }
}

const countStarted = (path: string) => started.filter((url) => url === path).length
const countPendingBytes = () =>
  responses
    .filter(({ req }) => !req.socket.destroyed)
    .reduce((sum, response) => sum + response.writableLength, 0)

test('pipelined requests are answered in order, a few at a time', async () => {
  await start()
  const names = Array.from({ length: 500 }, (_, n) => `/echo/${n}`)
  const client = connect(port, '127.0.0.1')
  clients.push(client)
  let received = ''
  client.on('data', (chunk) => (received += chunk.toString('latin1')))
  client.write(names.map(get).join(''))
  await waitUntil(() => (received.match(/HTTP\/1\.1 200/g)?.length ?? 0) === 500 && received.endsWith('/499'))
  expect([...received.matchAll(/\/echo\/\d+/g)].map(([name]) => name)).toEqual(names)
  expect(mostRunning).toBeLessThanOrEqual(maxRunning)
  // The connection still serves ordinary requests.
  client.write(get('/echo/last'))
  await waitUntil(() => received.endsWith('/echo/last'))
})

test('a connection that does not read its responses runs a few of its requests and is not read further', async () => {
  await start()
  const client = await sendUnread(get('/huge').repeat(5_000))
  await waitUntil(() => countStarted('/huge') > 0)
  await roundTrips()
  expect(countStarted('/huge')).toBeLessThanOrEqual(maxRunning + 1)
  expect(countPendingBytes()).toBeLessThanOrEqual((maxRunning + 1) * (hugeBytes + 1_000))
  expect(serverSockets[0]?.isPaused()).toBe(true)
  // The same connection gets all responses once it reads.
  let receivedBytes = 0
  client.on('data', (chunk) => (receivedBytes += chunk.length))
  client.resume()
  await waitUntil(() => countStarted('/huge') > maxRunning + 1)
  expect(receivedBytes).toBeGreaterThan(hugeBytes)
})

test('a connection that reads no bytes of its pending responses is destroyed', async () => {
  await start({ stallTimeoutMs: 100 })
  await sendUnread(get('/huge').repeat(20))
  await waitUntil(() => serverSockets[0]?.destroyed === true)
  await roundTrips()
  expect(countPendingBytes()).toBe(0)
})

test('the stall timer starts again after a connection has drained', async () => {
  const stallTimeoutMs = 50_000
  await start({ stallTimeoutMs })
  const client = await sendUnread(get('/huge').repeat(maxRunning))
  await waitUntil(() => serverSockets[0]?.timeout === stallTimeoutMs)
  client.on('data', () => {})
  client.resume()
  await waitUntil(() => responses.filter(({ writableFinished }) => writableFinished).length === maxRunning)
  expect(serverSockets[0]?.timeout).not.toBe(stallTimeoutMs)
  client.pause()
  client.write(get('/huge').repeat(maxRunning))
  await waitUntil(() => serverSockets[0]?.timeout === stallTimeoutMs)
})

test('unread bytes of all connections together are bounded: connections with the most are destroyed', async () => {
  const maxTotalPendingBytes = 40 * largeBytes
  await start({ maxTotalPendingBytes })
  for (let n = 0; n < 8; n += 1) await sendUnread(get('/huge').repeat(20))
  const modest = await sendUnread(get('/echo/modest'))
  await waitUntil(() => serverSockets.some(({ destroyed }) => destroyed))
  await waitUntil(() => countPendingBytes() <= maxTotalPendingBytes)
  await roundTrips()
  expect(countPendingBytes()).toBeLessThanOrEqual(maxTotalPendingBytes)
  modest.resume()
  const [response] = await once(modest, 'data')
  expect(String(response)).toMatch(/^HTTP\/1\.1 200 /)
})

test('queued requests are started one at a time, with time for others in between', async () => {
  await start()
  for (let n = 0; n < 5; n += 1) await sendUnread(get('/echo/first') + get('/echo/behind').repeat(20))
  await waitUntil(() => countStarted('/echo/behind') === 100)
  expect(mostAtOnce).toBe(1)
})

test('queued requests are bounded over all connections', async () => {
  await start({ maxWaiting: 300 })
  const modest = await sendUnread(get('/blocked').repeat(20))
  await waitUntil(() => countStarted('/blocked') === maxRunning)
  await sendUnread(get('/blocked').repeat(1_000))
  await waitUntil(() => serverSockets[1]?.destroyed === true)
  expect(serverSockets[0]?.destroyed).toBe(false)
  release()
  let received = ''
  modest.on('data', (chunk) => (received += chunk.toString('latin1')))
  modest.resume()
  await waitUntil(() => received.match(/HTTP\/1\.1 200/g)?.length === 20)
})
