// Bodies from unknown callers: open routes check everything else first and buffer at most a few kilobytes.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

const consoleHeader = 'x-quarry-console: 1'

async function openSignIn(...headers: string[]): Promise<Socket> {
  const socket = connect(app.port, '127.0.0.1')
  sockets.push(socket)
  await once(socket, 'connect')
  const head = [
    'POST /session HTTP/1.1',
    `Host: 127.0.0.1:${app.port}`,
    'Content-Type: application/json',
    ...headers,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  return socket
}

/** The response status of a request whose body never ends. */
async function readStatus(socket: Socket): Promise<number> {
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  return Number(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1'))?.[1])
}

const buildChunk = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`

test('a sign-in without the console header is refused before its body has arrived', {
  timeout: 5_000,
}, async () => {
  expect(await readStatus(await openSignIn('Content-Length: 1000'))).toBe(403)
})

test('a sign-in with a body above 4 KiB is refused before it has arrived', { timeout: 5_000 }, async () => {
  expect(await readStatus(await openSignIn(consoleHeader, 'Content-Length: 4097'))).toBe(413)
  const chunked = await openSignIn(consoleHeader, 'Transfer-Encoding: chunked')
  chunked.write(buildChunk(4096) + buildChunk(1))
  expect(await readStatus(chunked)).toBe(413)
})

test('a sign-in with a body of 4 KiB is read', async () => {
  const { secret } = await app.account()
  const socket = await openSignIn(consoleHeader, 'Content-Length: 4096', 'Connection: close')
  socket.write(JSON.stringify({ secret }).padEnd(4096, ' '))
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
})

test('every open route with a body has a limit of at most 4 KiB', () => {
  const limits = app.routes
    .filter(({ access, body }) => access === 'open' && body !== undefined)
    .map((route) => [route.path, 'maxBodyBytes' in route ? route.maxBodyBytes : undefined])
  expect(limits).toEqual([['/session', 4096]])
})
