// A stream on its connection: it lives while idle connections are closed, tells when its reader is full, empty or gone,
// and is ended by the server whether he reads or not.
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createServer } from '../src/http/create-server.ts'
import { sendStream } from '../src/http/serve-routes.ts'
import type { Sink } from '../src/route-data.ts'

const idleTimeoutMs = 300
let server: FastifyInstance
let port: number
let sink: Sink | undefined
let told: string[]
let letSlowGo: () => void
let sockets: Socket[]

beforeEach(async () => {
  const heard: string[] = []
  told = heard
  sockets = []
  sink = undefined
  const slow = new Promise<void>((resolve) => {
    letSlowGo = resolve
  })
  server = createServer({ log: pino({ level: 'silent' }), trustedProxies: [], idleTimeoutMs })
  server.get('/slow', async () => {
    heard.push('slow')
    await slow
    return 'done'
  })
  server.get('/quick', async () => 'done')
  server.get('/stream', async (_request, reply) =>
    sendStream(reply, {
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      stream(given) {
        sink = given
        heard.push('begun')
        return { drained: () => heard.push('drained'), closed: () => heard.push('closed') }
      },
    }),
  )
  port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterEach(async () => {
  letSlowGo()
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

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}
const pauseUntilFull = async (socket: Socket) => {
  socket.pause()
  while (sink?.write('x'.repeat(100_000))) await new Promise((resolve) => setImmediate(resolve))
}

test('a stream on which nothing happens is not idle', async () => {
  const { seen } = send(get('/stream'))
  await until(() => sink !== undefined)
  const { seen: other } = send(get('/quick'))
  await until(() => other.isClosed)
  sink?.write('still here')
  await until(() => seen.text.includes('still here'))
  expect(seen.text).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(seen.text).toMatch(/\r\nconnection: close\r\n/i)
  expect(told).toEqual(['begun'])
})

test('it is told when its reader has taken everything, and when he goes', async () => {
  const { socket } = send(get('/stream'))
  await until(() => sink !== undefined)
  await pauseUntilFull(socket)
  expect(told).toEqual(['begun'])
  socket.resume()
  await until(() => told.includes('drained'))
  socket.destroy()
  await until(() => told.includes('closed'))
  // The client is gone: nothing happens.
  expect(sink?.write('anybody?')).toBe(false)
  sink?.end()
  expect(told.filter((what) => what === 'closed')).toHaveLength(1)
})

test('it ends with what was written, and its connection with it', async () => {
  const { seen } = send(get('/stream') + get('/quick'))
  await until(() => sink !== undefined)
  sink?.write('last words')
  sink?.end()
  await until(() => seen.isClosed)
  expect(seen.text).toContain('last words')
  expect(seen.text.match(/HTTP\/1\.1/g)).toHaveLength(1)
  expect(told).toEqual(['begun', 'closed'])
})

test.each(['end', 'cut'] as const)('%s does not wait for who does not read', async (how) => {
  const { socket } = send(get('/stream'))
  await until(() => sink !== undefined)
  await pauseUntilFull(socket)
  sink?.[how]()
  await until(() => told.includes('closed'))
})

test('one that waits behind another answer is told when its connection goes', async () => {
  const { socket } = send(get('/slow') + get('/stream'))
  await until(() => told.includes('begun'))
  socket.destroy()
  await until(() => told.includes('closed'))
  expect(told).toEqual(['slow', 'begun', 'closed'])
})
