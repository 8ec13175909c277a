// A response stream on its connection: it is not closed as idle, reports when its client's buffer is full, drained or
// closed, and can be ended by the server whether or not the client reads.
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createServer } from '../../src/http/server/create-server.ts'
import { sendStream } from '../../src/http/server/serve-routes.ts'
import type { Sink } from '../../src/platform/route-data.ts'

const idleTimeoutMs = 300
let server: FastifyInstance
let port: number
let sink: Sink | undefined
let events: string[]
let releaseSlow: () => void
let sockets: Socket[]

beforeEach(async () => {
  const recorded: string[] = []
  events = recorded
  sockets = []
  sink = undefined
  const slow = new Promise<void>((resolve) => {
    releaseSlow = resolve
  })
  server = createServer({ log: pino({ level: 'silent' }), trustedProxies: [], idleTimeoutMs })
  server.get('/slow', async () => {
    recorded.push('slow')
    await slow
    return 'done'
  })
  server.get('/quick', async () => 'done')
  server.get('/stream', async (_request, reply) =>
    sendStream(reply, {
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      stream(opened) {
        sink = opened
        recorded.push('begun')
        return { drained: () => recorded.push('drained'), closed: () => recorded.push('closed') }
      },
    }),
  )
  port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterEach(async () => {
  releaseSlow()
  for (const socket of sockets) socket.destroy()
  await server.close()
})

function send(bytes: string) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  const seen = { text: '', isClosed: false }
  socket.on('data', (chunk) => (seen.text += chunk.toString('latin1')))
  socket.on('error', () => {})
  socket.on('close', () => (seen.isClosed = true))
  socket.write(bytes)
  return { socket, seen }
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

async function waitUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}
const pauseUntilFull = async (socket: Socket) => {
  socket.pause()
  while (sink?.write('x'.repeat(100_000))) await new Promise((resolve) => setImmediate(resolve))
}

test('a stream without data is not idle', async () => {
  const { seen } = send(get('/stream'))
  await waitUntil(() => sink !== undefined)
  const { seen: other } = send(get('/quick'))
  await waitUntil(() => other.isClosed)
  sink?.write('still here')
  await waitUntil(() => seen.text.includes('still here'))
  expect(seen.text).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(seen.text).toMatch(/\r\nconnection: close\r\n/i)
  expect(events).toEqual(['begun'])
})

test('a stream reports when its client has read everything and when it disconnects', async () => {
  const { socket } = send(get('/stream'))
  await waitUntil(() => sink !== undefined)
  await pauseUntilFull(socket)
  expect(events).toEqual(['begun'])
  socket.resume()
  await waitUntil(() => events.includes('drained'))
  socket.destroy()
  await waitUntil(() => events.includes('closed'))
  // The client is gone, so these calls have no effect.
  expect(sink?.write('anybody?')).toBe(false)
  sink?.end()
  expect(events.filter((what) => what === 'closed')).toHaveLength(1)
})

test('a stream sends all written data before it ends, and then closes its connection', async () => {
  const { seen } = send(get('/stream') + get('/quick'))
  await waitUntil(() => sink !== undefined)
  sink?.write('last words')
  sink?.end()
  await waitUntil(() => seen.isClosed)
  expect(seen.text).toContain('last words')
  expect(seen.text.match(/HTTP\/1\.1/g)).toHaveLength(1)
  expect(events).toEqual(['begun', 'closed'])
})

test.each(['end', 'cut'] as const)('%s does not wait for a client that does not read', async (how) => {
  const { socket } = send(get('/stream'))
  await waitUntil(() => sink !== undefined)
  await pauseUntilFull(socket)
  sink?.[how]()
  await waitUntil(() => events.includes('closed'))
})

test('a stream queued behind another response reports when its connection closes', async () => {
  const { socket } = send(get('/slow') + get('/stream'))
  await waitUntil(() => events.includes('begun'))
  socket.destroy()
  await waitUntil(() => events.includes('closed'))
  expect(events).toEqual(['slow', 'begun', 'closed'])
})
