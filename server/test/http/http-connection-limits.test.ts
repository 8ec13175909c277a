// Open connections are bounded, so that idle ones cannot use up the descriptors of the server.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { createServer, type ServerOptions } from '../../src/http/server/create-server.ts'
import { eventually } from '../support/eventually.ts'

let server: FastifyInstance | undefined
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server?.close()
})

async function startServer(options: Partial<ServerOptions> = {}) {
  const logged: string[] = []
  const knownKeys = new Set<string>()
  server = createServer({
    log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
    trustedProxies: [],
    connectionLimits: { max: 8, maxUnknown: 6, maxUnknownPerNetwork: 3 },
    isKnownKey: (key) => knownKeys.has(key),
    ...options,
  })
  server.get('/', async ({ headers }) => {
    // As a lookup does: a valid key is known once it has been read.
    if (headers['x-api-key'] === 'valid') knownKeys.add('valid')
    return 'done'
  })
  const port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port)
  const open = async () => {
    const socket = connect({ port, host: '127.0.0.1' })
    sockets.push(socket.on('error', () => {}).resume())
    await once(socket, 'connect')
    return socket
  }
  return { open, logged, server }
}

async function ask(socket: Socket, ...headers: string[]): Promise<string> {
  socket.write([`GET / HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n'))
  const [response] = (await once(socket, 'data')) as [Buffer]
  return response.toString('latin1').slice(9, 12)
}

const openSockets = () => sockets.filter(({ readyState }) => readyState === 'open').length

test('idle connections of one unknown client give way to those that send requests', async () => {
  const { open } = await startServer()
  for (let n = 0; n < 12; n += 1) await open()
  await eventually(() => expect(openSockets()).toBe(3))
  expect(await ask(await open())).toBe('200')
})

test('connections with a valid key stay open, and do not count', async () => {
  const { open } = await startServer()
  const known = await Promise.all(Array.from({ length: 4 }, open))
  for (const socket of known) expect(await ask(socket, 'x-api-key: valid')).toBe('200')
  for (let n = 0; n < 4; n += 1) await open()
  await eventually(() => expect(openSockets()).toBe(7))
  for (const socket of known) expect(await ask(socket, 'x-api-key: valid')).toBe('200')
})

test('a key that is not valid changes nothing', async () => {
  const { open } = await startServer()
  const guesses = await Promise.all(Array.from({ length: 3 }, open))
  for (const socket of guesses) expect(await ask(socket, 'x-api-key: wrong')).toBe('200')
  await open()
  await eventually(() => expect(guesses[0]?.readyState).not.toBe('open'))
})

test('connections of a trusted proxy are not those of one unknown client', async () => {
  const { open } = await startServer({ trustedProxies: ['127.0.0.1'] })
  const proxied = await Promise.all(Array.from({ length: 3 }, open))
  for (const socket of proxied) expect(await ask(socket, 'x-forwarded-for: 192.0.2.7')).toBe('200')
  for (let n = 0; n < 3; n += 1) await ask(await open())
  expect(openSockets()).toBe(6)
})

test('above the limit of all connections new ones are closed, which is logged once', async () => {
  const { open, logged } = await startServer()
  for (let n = 0; n < 8; n += 1) await ask(await open(), 'x-api-key: valid')
  for (let n = 0; n < 2; n += 1) await once(await open(), 'close')
  expect(openSockets()).toBe(8)
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { max: 8, msg: expect.stringContaining('ulimit') },
  ])
})
