// Every fault that docs/sandbox.md lists, requested over a real Unix socket.
import { mkdtemp, rm } from 'node:fs/promises'
import { OutgoingMessage } from 'node:http'
import { join } from 'node:path'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startSandbox } from '../../src/fetching/sandbox/start-sandbox.ts'
import {
  openRequest,
  type RawResponse,
  rawRequest,
  type UnixRequestOptions,
} from '../support/unix-request.ts'

let folder: string
let socketPath: string
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let siteCalls: string[] = []

beforeEach(async () => {
  folder = await mkdtemp('/tmp/quarry-faults-')
  socketPath = join(folder, 's.sock')
  siteCalls = []
  sandbox = await startSandbox({
    sites: [
      {
        hosts: ['www.x.example'],
        site: ({ url, json }) => {
          siteCalls.push(url.href)
          return { body: JSON.stringify({ url: url.href, json }) }
        },
      },
    ],
    socketPath,
    clock: () => new Date('2026-05-04T10:00:00Z'),
  })
})

afterEach(async () => {
  // In this order: a spy on a faked timer would restore the fake.
  vi.restoreAllMocks()
  vi.useRealTimers()
  await sandbox.close()
  await rm(folder, { recursive: true })
})

const provoke = (kind: string, options: Partial<UnixRequestOptions> = {}): Promise<RawResponse> =>
  rawRequest(socketPath, { path: `/company/fault-${kind}-acme`, ...options })

/** A complete exchange on another connection: an immediate response would have arrived before its end. */
const roundTrip = () => rawRequest(socketPath, { path: '/' })

describe('pages', () => {
  test.each([
    ['missing', 404],
    ['removed', 410],
    ['error', 500],
  ])('fault-%s answers %i with a page, without calling the site', async (kind, status) => {
    const response = await provoke(kind)
    expect(response.status).toBe(status)
    expect(response.headers['content-type']).toContain('text/html')
    expect(response.body.length).toBeGreaterThan(20_000)
    expect(siteCalls).toEqual([])
  })

  test('fault-blocked answers 200 with a bot wall of realistic size', async () => {
    const response = await provoke('blocked')
    expect(response.status).toBe(200)
    expect(response.body.length).toBeGreaterThan(15_000)
    expect(response.body.toString()).toMatch(/verify you are a human/i)
    expect(response.body.toString()).not.toContain('acme')
    expect(siteCalls).toEqual([])
  })

  test('fault-garbage answers 200 with bytes that are neither text nor data', async () => {
    const { status, body, complete } = await provoke('garbage')
    expect([status, complete]).toEqual([200, true])
    expect(body.toString('utf8')).toContain('\ufffd')
    expect(body.toString('utf8')).not.toContain('</html>')
    expect(siteCalls).toEqual([])
  })

  test('fault-redirect-private redirects to the metadata address', async () => {
    const response = await provoke('redirect-private')
    expect([response.status, response.headers.location]).toEqual([
      302,
      'https://169.254.169.254/latest/meta-data/',
    ])
  })

  test('are also requested by a query or a JSON body; an unknown kind is an ordinary subject', async () => {
    expect((await provoke('', { path: '/s?q=red%20fault-missing' })).status).toBe(404)
    const post = { path: '/api', method: 'POST', headers: { 'content-type': 'application/json' } }
    expect((await provoke('', { ...post, body: '{"filters":{"text":"fault-removed"}}' })).status).toBe(410)
    expect((await provoke('unheard')).status).toBe(200)
    expect(siteCalls).toEqual(['https://www.x.example/company/fault-unheard-acme'])
  })
})

describe('connections', () => {
  test('fault-reset closes the connection halfway through the body', async () => {
    const response = await provoke('reset')
    expect(response.status).toBe(200)
    expect(response.complete).toBe(false)
    expect(response.body.length).toBe(Number(response.headers['content-length']) / 2)
  })

  test('fault-hang sends nothing until the sandbox closes', async () => {
    const { responded } = openRequest(socketPath, { path: '/fault-hang' })
    let ended = 'still waiting'
    const waiting = responded.then(
      () => (ended = 'answered'),
      (error: Error) => (ended = error.message),
    )
    await roundTrip()
    expect(ended).toBe('still waiting')
    await sandbox.close()
    await waiting
    expect(ended).toBe('socket hang up')
  })

  test('fault-huge never ends, respects backpressure, and stops when the client disconnects', async () => {
    const writes = vi.spyOn(OutgoingMessage.prototype, 'write')
    const writesDuringExchanges = async () => {
      const before = writes.mock.calls.length
      for (let i = 0; i < 50; i++) await roundTrip()
      return writes.mock.calls.length - before
    }
    const { sent, responded } = openRequest(socketPath, { path: '/fault-huge' })
    const response = await responded
    response.on('error', () => {})
    let bytes = 0
    for await (const part of response.iterator({ destroyOnReturn: false })) {
      bytes += (part as Buffer).length
      if (bytes > 32 * 1024 * 1024) break
    }
    // The client does not read, so only as much is written as the socket buffers.
    expect(await writesDuringExchanges()).toBeLessThan(20)
    sent.destroy()
    await new Promise((resolve) => response.once('close', resolve))
    await roundTrip()
    expect(await writesDuringExchanges()).toBe(0)
  })

  test.each([
    ['gzip, deflate, br', 'br', createBrotliDecompress],
    ['gzip', 'gzip', createGunzip],
  ] as const)(
    'fault-bomb, accepting %s, is a small %s body of more than 300 MB',
    async (accept, encoding, unpack) => {
      const response = await provoke('bomb', { headers: { 'accept-encoding': accept } })
      expect([response.status, response.headers['content-encoding']]).toEqual([200, encoding])
      expect(response.body.length).toBeLessThan(512 * 1024)
      let bytes = 0
      const unpacked = unpack()
      unpacked.end(response.body)
      for await (const part of unpacked) bytes += (part as Buffer).length
      expect(bytes).toBeGreaterThan(300_000_000)
    },
  )

  test('fault-bomb is compressed even for a client that accepts no encoding', async () => {
    const response = await provoke('bomb', { headers: { 'accept-encoding': 'identity' } })
    expect([response.status, response.headers['content-encoding']]).toEqual([200, 'gzip'])
  })
})

describe('fault-slow', () => {
  const post = { path: '/api', method: 'POST', headers: { 'content-type': 'application/json' } }

  /** Waits until the sandbox delays a response. Only its own timer counts: the test runner starts timers too. */
  async function waitForSlowTimer(): Promise<NodeJS.Timeout> {
    const started = vi.mocked(setTimeout)
    for (;;) {
      const at = started.mock.calls.findIndex(([, ms]) => ms === 3000)
      if (at >= 0) return started.mock.results[at]?.value
      await roundTrip()
    }
  }

  test.each([
    [{ path: '/company/fault-slow-acme?x=1' }, { url: 'https://www.x.example/company/acme?x=1' }],
    [
      { ...post, body: '{"text":"red fault-slow bike"}' },
      { url: 'https://www.x.example/api', json: { text: 'red bike' } },
    ],
  ])('waits three seconds, then answers as if no fault had been requested', async (options, expected) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.spyOn(globalThis, 'setTimeout')
    const { responded } = openRequest(socketPath, options)
    let arrived = false
    responded.then(() => (arrived = true)).catch(() => {})
    await waitForSlowTimer()
    vi.advanceTimersByTime(2999)
    await roundTrip()
    expect(arrived).toBe(false)
    vi.advanceTimersByTime(1)
    const parts: Buffer[] = []
    for await (const part of await responded) parts.push(part as Buffer)
    expect(JSON.parse(Buffer.concat(parts).toString())).toEqual(expected)
  })

  test('does not delay the closing of the sandbox, and leaves no timer behind', async () => {
    vi.spyOn(globalThis, 'setTimeout')
    const cleared = vi.spyOn(globalThis, 'clearTimeout')
    const { responded } = openRequest(socketPath, { path: '/fault-slow' })
    const ended = expect(responded).rejects.toThrow('socket hang up')
    const timer = await waitForSlowTimer()
    await sandbox.close()
    await ended
    expect(cleared.mock.calls.some(([id]) => id === timer)).toBe(true)
  })
})
