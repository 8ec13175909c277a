// Only the hosts of a source on global addresses are ever connected to: tests every notation of another address, given
// literally, by a resolver, by a resolver that changes its result, and by a site's redirects.
import { isIP } from 'node:net'
import { describe, expect, test } from 'vitest'
import { guardedConnect } from '../../src/fetching/address-guard.ts'
import {
  catchFailure,
  site,
  startCanary,
  startHttpSite,
  startSocketSite,
  startUpstream,
} from './upstream-sites.ts'

const privateAddresses = [
  '127.0.0.1',
  '127.8.9.10',
  '0.0.0.0',
  '10.0.0.5',
  '100.64.0.1',
  '100.100.100.200',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  '2001:db8::1',
  'fe80::1',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
]

const otherSpellings = [
  'http://127.0.0.1:CP/',
  'http://127.1:CP/',
  'http://2130706433:CP/',
  'http://0x7f.1:CP/',
  'http://0177.0.0.1:CP/',
  'http://0:CP/',
  'http://①②⑦.⓪.⓪.①:CP/',
  'http://127。0。0。1:CP/',
  'http://[::1]:CP/',
  'http://[::ffff:7f00:1]:CP/',
  'http://[::7f00:1]:CP/',
  'http://[64:ff9b::7f00:1]:CP/',
  'http://[2002:7f00:1::]:CP/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://[fd00:ec2::254]/',
  'http://168.63.129.16/',
  'http://localhost:CP/',
  'https://HOST@127.0.0.1:CP/',
  'https://127.0.0.1:CP#@HOST/',
  'https://HOST\\@127.0.0.1:CP/',
  'https://HOST.evil.example/',
  'https://evil.example/HOST',
  'https://HOST./',
  'https://HOST:CP/',
  'https://user:pass@HOST/',
  '//127.0.0.1:CP/',
  '\\\\127.0.0.1:CP\\',
  'file:///etc/passwd',
  'gopher://127.0.0.1:CP/',
  'data:text/html,x',
  'https://www.shоp.example/',
  'ht\ttp://127.0.0.1:CP/',
  'https://',
]

describe('the connector', () => {
  const connectTo = (hostname: string, port: number, addresses: string[] = []) =>
    new Promise<Error | null>((resolve) => {
      const connect = guardedConnect({
        allowPrivate: false,
        connectMs: 1_000,
        resolve: async () => addresses.map((address) => ({ address, family: isIP(address) })),
      })
      connect({ hostname, protocol: 'http:', port: String(port) }, (error, socket) => {
        socket?.destroy()
        resolve(error)
      })
    })

  test.each(privateAddresses)(
    'refuses %s, literal or resolved, alone or beside a global one',
    async (address) => {
      const canary = await startCanary()
      const literal = isIP(address) === 6 ? `[${address}]` : address
      const refusal = { refused: true, code: `address refused: ${address}` }
      expect(await connectTo(literal, canary.port)).toMatchObject(refusal)
      expect(await connectTo(address, canary.port)).toMatchObject(refusal)
      expect(await connectTo('www.shop.example', canary.port, [address])).toMatchObject(refusal)
      expect(await connectTo('www.shop.example', canary.port, ['2000::1', address])).toMatchObject(refusal)
      expect(await connectTo('www.shop.example', canary.port, [address, '2000::1'])).toMatchObject(refusal)
      expect(canary.connections()).toBe(0)
    },
  )

  test('refuses a result of the resolver that is not an address, or empty', async () => {
    const canary = await startCanary()
    expect(await connectTo('www.shop.example', canary.port, ['0x7f.1'])).toMatchObject({ refused: true })
    expect(await connectTo('www.shop.example', canary.port, [])).toMatchObject({ code: 'ENOTFOUND' })
    expect(canary.connections()).toBe(0)
  })

  test('connects to the address it checked, even if the name resolves differently a moment later', async () => {
    const reached: string[] = []
    const { port } = await startHttpSite((request, response) => {
      reached.push(request.socket.localAddress ?? '')
      response.setHeader('connection', 'close')
      response.end('page')
    }, '0.0.0.0')
    const addresses = ['127.0.0.2', '127.0.0.3']
    let resolutions = 0
    const upstream = startUpstream({
      resolve: async () => [{ address: addresses[resolutions++] ?? '127.0.0.1', family: 4 }],
    })
    const get = upstream.getFor(site({ allowPrivate: true }), { accountId: 'a' })
    await get(`http://www.shop.example:${port}/`)
    expect([resolutions, reached]).toEqual([1, ['127.0.0.2']])
    await get(`http://www.shop.example:${port}/`)
    expect([resolutions, reached]).toEqual([2, ['127.0.0.2', '127.0.0.3']])
  })
})

describe('upstream', () => {
  test('fails a host that resolves to a private address, without a retry', async () => {
    let resolutions = 0
    const upstream = startUpstream({
      resolve: async () => {
        resolutions += 1
        return [
          { address: '2000::1', family: 6 },
          { address: '10.0.0.5', family: 4 },
        ]
      },
    })
    const failure = await catchFailure(
      upstream.getFor(site(), { accountId: 'a' })('https://www.shop.example/'),
    )
    expect(failure).toMatchObject({
      reason: 'upstream_failed',
      message: expect.stringContaining('address refused: 10.0.0.5'),
    })
    expect(resolutions).toBe(1)
  })

  test('refuses a name that becomes private between two connections', async () => {
    const canary = await startCanary()
    const addresses = ['2000::1', '127.0.0.1']
    const upstream = startUpstream({
      limits: { connectMs: 1_000 },
      resolve: async () => [{ address: addresses.shift() ?? '127.0.0.1', family: addresses.length ? 6 : 4 }],
    })
    const failure = await catchFailure(
      upstream.getFor(site(), { accountId: 'a' })('https://www.shop.example/'),
    )
    expect(failure.message).toContain('address refused: 127.0.0.1')
    expect(canary.connections()).toBe(0)
  })

  test.each(otherSpellings)('a source cannot fetch %s', async (address) => {
    const canary = await startCanary()
    const upstream = startUpstream({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    const url = address.replaceAll('HOST', 'www.shop.example').replaceAll('CP', String(canary.port))
    expect(await catchFailure(upstream.getFor(site(), { accountId: 'a' })(url))).toMatchObject({
      reason: 'upstream_failed',
      message: expect.stringMatching(/^address refused/),
    })
    expect(canary.connections()).toBe(0)
  })

  // A private site is the operator's exception for its own hosts, so its redirects are the strongest attack.
  test.each(otherSpellings)('a private site cannot redirect to %s', async (address) => {
    const canary = await startCanary()
    const location = address.replaceAll('HOST', 'www.shop.example').replaceAll('CP', String(canary.port))
    const { port } = await startHttpSite((_request, response) => {
      response.writeHead(302, {
        location: Buffer.from(location)
          .toString('latin1')
          .replace(/[\r\n]/g, ''),
      })
      response.end()
    })
    const upstream = startUpstream({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    const get = upstream.getFor(site({ allowPrivate: true }), { accountId: 'a' })
    const failure = await catchFailure(get(`http://www.shop.example:${port}/`))
    expect(failure).toMatchObject({
      reason: 'upstream_failed',
      message: expect.stringMatching(/^address refused/),
    })
    expect(canary.connections()).toBe(0)
  })

  test('a redirect is followed on the hosts of the source only, and Page.url is its final URL', async () => {
    const sandboxSocket = await startSocketSite((request, response) => {
      const at = `${request.headers.host}${request.url}`
      const next: Record<string, string> = {
        'www.shop.example/a': 'https://fr.shop.example/b#part',
        'fr.shop.example/b': '/c?d=1',
        'www.shop.example/out': 'https://shop.example/',
        'www.shop.example/plain': 'http://www.shop.example/',
      }
      const location = next[at]
      if (location) response.writeHead(302, { location })
      response.end(at)
    })
    const hosts = ['www.shop.example', 'fr.shop.example']
    const get = startUpstream().getFor(site({ sandboxSocket, hosts }), { accountId: 'a' })
    expect(await get('https://www.shop.example/a')).toMatchObject({
      url: 'https://fr.shop.example/c?d=1',
      body: 'fr.shop.example/c?d=1',
    })
    expect((await catchFailure(get('https://www.shop.example/out'))).message).toContain(
      'shop.example is not a host',
    )
    expect((await catchFailure(get('https://www.shop.example/plain'))).message).toContain('scheme http:')
  })

  test('five redirects are followed, a sixth is not', async () => {
    const sandboxSocket = await startSocketSite((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` })
      response.end('page')
    })
    const get = startUpstream().getFor(site({ sandboxSocket }), { accountId: 'a' })
    expect((await get('https://www.shop.example/5')).body).toBe('page')
    expect((await catchFailure(get('https://www.shop.example/6'))).message).toBe('more than 5 redirects')
  })

  test('a private site may use another port, but its redirects stay on it', async () => {
    const canary = await startCanary()
    const { port } = await startHttpSite((request, response) => {
      if (request.url === '/same') response.writeHead(302, { location: '/page' })
      if (request.url === '/other')
        response.writeHead(302, { location: `http://www.shop.example:${canary.port}/` })
      response.end('page')
    })
    const upstream = startUpstream({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    const get = upstream.getFor(site({ allowPrivate: true }), { accountId: 'a' })
    expect((await get(`http://www.shop.example:${port}/same`)).body).toBe('page')
    expect((await catchFailure(get(`http://www.shop.example:${port}/other`))).message).toContain('port')
    expect(canary.connections()).toBe(0)
  })
})
