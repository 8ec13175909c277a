// Real TLS handshakes: the certificate must match the host name, even though the connection goes to a checked address;
// a configured proxy is a tunnel with the same rule.
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { makeCertificate } from './upstream-certificate.ts'
import { catchFailure, site, startTlsSite, startUpstream } from './upstream-sites.ts'

const pair = makeCertificate(['www.shop.example'])
const resolve = async () => [{ address: '127.0.0.1', family: 4 }]

const startSite = () =>
  startTlsSite(pair, (request, response) => response.end(String((request.socket as TLSSocket).servername)))

/** A proxy that opens tunnels to the local port for clients with the password. */
async function startProxy(port: number, status = 200) {
  const requested: string[] = []
  const proxy = createServer().on('connect', (request, client) => {
    requested.push(`${request.url} ${request.headers['proxy-authorization'] ?? 'none'}`)
    if (status !== 200) {
      client.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    const site = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      site.pipe(client).pipe(site)
    })
    site.on('error', () => client.destroy())
    client.on('error', () => site.destroy())
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  onTestFinished(() => void proxy.close())
  return { port: (proxy.address() as AddressInfo).port, requested }
}

test('a page is fetched over TLS from the resolved address, by its host name', async () => {
  const { port } = await startSite()
  const get = startUpstream({ resolve, ca: pair.cert }).getFor(site({ allowPrivate: true }), {
    accountId: 'a',
  })
  expect((await get(`https://www.shop.example:${port}/`)).body).toBe('www.shop.example')
})

test('a certificate for another name, or of an unknown issuer, fails', async () => {
  const { port } = await startSite()
  const access = site({ allowPrivate: true, hosts: ['www.shop.example', 'fr.shop.example'] })
  const trusting = startUpstream({ resolve, ca: pair.cert }).getFor(access, { accountId: 'a' })
  expect((await catchFailure(trusting(`https://fr.shop.example:${port}/`))).message).toContain('ALTNAME')
  const plain = startUpstream({ resolve }).getFor(access, { accountId: 'a' })
  expect((await catchFailure(plain(`https://www.shop.example:${port}/`))).message).toMatch(
    /SELF_SIGNED|VERIFY/,
  )
})

test('a tunnel to the host is requested from a proxy, and TLS runs through it', async () => {
  const { port } = await startSite()
  const proxy = await startProxy(port)
  const access = site({ proxy: `http://user:hidden@127.0.0.1:${proxy.port}` })
  const get = startUpstream({ ca: pair.cert }).getFor(access, { accountId: 'a' })
  expect((await get('https://www.shop.example/')).body).toBe('www.shop.example')
  expect(proxy.requested).toEqual([`www.shop.example:443 Basic ${btoa('user:hidden')}`])
})

test('behind a proxy, foreign hosts and private addresses are still refused', async () => {
  const proxy = await startProxy(9)
  const access = site({ proxy: `http://127.0.0.1:${proxy.port}`, hosts: ['www.shop.example', '10.0.0.5'] })
  const get = startUpstream().getFor(access, { accountId: 'a' })
  expect((await catchFailure(get('https://evil.example/'))).message).toContain('address refused')
  expect((await catchFailure(get('https://10.0.0.5/'))).message).toContain('address refused')
  expect(proxy.requested).toEqual([])
})

test.each([407, 502])('a proxy that answers %i is retried, and its password is not shown', async (status) => {
  const proxy = await startProxy(9, status)
  const access = site({ proxy: `http://user:hidden@127.0.0.1:${proxy.port}` })
  const failure = await catchFailure(
    startUpstream().getFor(access, { accountId: 'a' })('https://www.shop.example/'),
  )
  expect(failure.reason).toBe('upstream_failed')
  expect(proxy.requested).toHaveLength(3)
  const shown = JSON.stringify([failure.message, failure.stack, failure.cause])
  expect(shown).not.toContain('hidden')
  expect(shown).not.toContain(btoa('user:hidden'))
})

test('an unreachable proxy fails', async () => {
  const access = site({ proxy: 'http://user:hidden@127.0.0.1:9' })
  const failure = await catchFailure(
    startUpstream().getFor(access, { accountId: 'a' })('https://www.shop.example/'),
  )
  expect(failure.message).toContain('ECONNREFUSED (tries: 3)')
})
