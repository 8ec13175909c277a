// The sandbox sites over a real Unix socket: hosts, bodies, compression, and failing sites.
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { SandboxSite } from '@quarry/kit/source'
import { addDays, formatDay } from '@quarry/sources/sandbox/dates'
import { listRounds } from '@quarry/sources/sandbox/funding'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSandbox } from '../../src/fetching/sandbox/start-sandbox.ts'
import { rawRequest } from '../support/unix-request.ts'

const echo: SandboxSite = ({ method, url, json, now }) => ({
  contentType: 'application/json',
  body: JSON.stringify({ method, url: url.href, json, now }),
})
const other: SandboxSite = ({ url }) => {
  if (url.pathname === '/throws') throw new SyntaxError('a bug in the site')
  if (url.pathname === '/gone') return { status: 410, headers: { 'x-from': 'site' }, body: 'gone' }
  if (url.pathname === '/moved') return { status: 302, headers: { location: '/elsewhere' }, body: '' }
  return { body: `<p>${'été '.repeat(2000)}</p>` }
}
const dated: SandboxSite = ({ now }) => ({
  body: formatDay(addDays(now, -(listRounds()[2000]?.announcedDaysAgo ?? 0))),
})

let folder: string
let socketPath: string
let now = new Date('2026-05-04T10:00:00Z')
let sandbox: Awaited<ReturnType<typeof startSandbox>>

beforeAll(async () => {
  folder = await mkdtemp('/tmp/quarry-sandbox-')
  socketPath = join(folder, 'made', 'sandbox.sock')
  sandbox = await startSandbox({
    sites: [
      { hosts: ['www.x.example'], site: echo },
      { hosts: ['fr.y.example', 'es.y.example'], site: other },
      { hosts: ['www.z.example'], site: dated },
    ],
    socketPath,
    clock: () => now,
  })
})

afterAll(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true })
})

const json = { 'content-type': 'application/json' }
const read = async (options: Parameters<typeof rawRequest>[1]) => {
  const response = await rawRequest(socketPath, options)
  return { ...response, text: response.body.toString('utf8') }
}

describe('the socket', () => {
  test('can only be opened by its owner', async () => {
    expect((await stat(socketPath)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'made'))).mode & 0o777).toBe(0o700)
  })

  test('replaces the socket of a dead server, and is deleted when the sandbox closes', async () => {
    const path = join(folder, 'again.sock')
    const start = () => startSandbox({ sites: [], socketPath: path, clock: () => now })
    const first = await start()
    const second = await start()
    expect((await rawRequest(path, { path: '/' })).status).toBe(421)
    await first.close()
    await second.close()
    await second.close()
    await expect(stat(path)).rejects.toThrow('ENOENT')
  })

  test('is refused if it cannot or must not be created', async () => {
    const start = (path: string) => startSandbox({ sites: [], socketPath: path, clock: () => now })
    await expect(start(join(folder, 'x'.repeat(120)))).rejects.toThrow('longer than 107 bytes')
    await writeFile(join(folder, 'precious'), 'data')
    await expect(start(join(folder, 'precious'))).rejects.toThrow('not a socket')
  })
})

describe('a request', () => {
  test('reaches the site of its host with its URL and the time', async () => {
    const { status, text } = await read({ path: '/a%20b?q=%C3%A9&q=2', host: 'WWW.X.example:443' })
    expect(status).toBe(200)
    expect(JSON.parse(text)).toEqual({
      method: 'GET',
      url: 'https://www.x.example/a%20b?q=%C3%A9&q=2',
      now: '2026-05-04T10:00:00.000Z',
    })
    for (const host of ['fr.y.example', 'es.y.example'])
      expect((await read({ path: '/', host })).text).toContain('été')
  })

  test('includes its JSON body', async () => {
    const { text } = await read({ path: '/s', method: 'POST', headers: json, body: '{"a":[1,"é"]}' })
    expect(JSON.parse(text)).toMatchObject({ method: 'POST', json: { a: [1, 'é'] } })
  })

  test('stays on its host with any path', async () => {
    expect(JSON.parse((await read({ path: '//evil.example/x' })).text).url).toBe(
      'https://www.x.example//evil.example/x',
    )
    expect((await read({ path: 'http://evil.example/' })).status).toBe(400)
  })

  test('for an unknown site, with another method, or with a broken or too large body is refused', async () => {
    expect((await read({ path: '/', host: 'www.unknown.example' })).status).toBe(421)
    expect((await read({ path: '/', method: 'DELETE' })).status).toBe(405)
    expect((await read({ path: '/', method: 'POST', headers: json, body: '{"a":' })).status).toBe(400)
    const statusOfBytes = async (bytes: number) =>
      (await read({ path: '/', method: 'POST', headers: json, body: JSON.stringify('x'.repeat(bytes - 2)) }))
        .status
    expect(await statusOfBytes(1024 * 1024)).toBe(200)
    expect(await statusOfBytes(1024 * 1024 + 1)).toBe(413)
    expect(await statusOfBytes(8 * 1024 * 1024)).toBe(413)
  })

  test('nested too deeply for a site fails without affecting others', async () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000)
    expect((await read({ path: '/', method: 'POST', headers: json, body: deep })).status).toBe(500)
    expect((await read({ path: '/' })).status).toBe(200)
  })

  test('for robots.txt gets one that allows everything', async () => {
    expect((await read({ path: '/robots.txt' })).text).toBe('User-agent: *\nAllow: /\n')
  })
})

describe('a response', () => {
  test('is compressed for clients that accept it', async () => {
    const packed = await read({ path: '/', host: 'fr.y.example', headers: { 'accept-encoding': 'br, gzip' } })
    const plain = await read({ path: '/', host: 'fr.y.example' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(packed.body.length).toBeLessThan(plain.body.length / 10)
    expect(gunzipSync(packed.body)).toEqual(plain.body)
    expect(plain.headers['content-type']).toBe('text/html; charset=utf-8')
    const small = await read({ path: '/gone', host: 'fr.y.example', headers: { 'accept-encoding': 'gzip' } })
    expect(small.headers['content-encoding']).toBeUndefined()
  })

  test('has the status and headers of the site', async () => {
    expect(await read({ path: '/gone', host: 'fr.y.example' })).toMatchObject({
      status: 410,
      text: 'gone',
      headers: { 'x-from': 'site' },
    })
    expect(await read({ path: '/moved', host: 'fr.y.example' })).toMatchObject({
      status: 302,
      headers: { location: '/elsewhere' },
    })
  })

  test('is 500 when the site throws, and the next one is complete', async () => {
    const broken = await read({ path: '/throws', host: 'fr.y.example' })
    expect(broken.status).toBe(500)
    expect(broken.text).not.toContain('a bug')
    expect((await read({ path: '/', host: 'fr.y.example' })).status).toBe(200)
  })

  test('is dated by the clock at its request', async () => {
    const first = (await read({ path: '/', host: 'www.z.example' })).text
    now = addDays(now, 40)
    const second = (await read({ path: '/', host: 'www.z.example' })).text
    expect(formatDay(addDays(new Date(first), 40))).toBe(second)
  })

  test('leaves the connection open for the next', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports = new Set<unknown>()
    for (let i = 0; i < 3; i++) {
      await new Promise<void>((resolve, reject) => {
        const sent = request(
          { socketPath, agent, path: '/', headers: { host: 'www.x.example' } },
          (response) => {
            response.resume().once('end', resolve)
          },
        )
        sent.once('socket', (socket) => ports.add(socket))
        sent.once('error', reject).end()
      })
    }
    agent.destroy()
    expect(ports.size).toBe(1)
  })
})
