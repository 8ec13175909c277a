// The page plugin in a server: its sandbox, the hosts that an operator allows, and the way to them.
import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { loadPlugins } from '../../src/lookups/plugins/load-plugins.ts'
import type { LoadedSource } from '../../src/lookups/sources/configure-endpoints.ts'
import { makeCertificate } from '../fetching/upstream-certificate.ts'
import { catchFailure, site, startTlsSite, startUpstream } from '../fetching/upstream-sites.ts'
import { startApp, type TestApp } from '../support/app.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
let sources: LoadedSource[]
let sandbox: TestApp
let live: TestApp
let secret: string
let liveSecret: string

beforeAll(async () => {
  const built = spawnSync(process.execPath, ['plugins/page/build.mjs', '--if-stale'], { cwd: root })
  expect(String(built.stderr)).toBe('')
  sources = await loadPlugins({ names: ['@quarry/source-page'], folder: root, setting: 'plugins' }, [])
  sandbox = await startApp({ sources })
  live = await startApp({
    sources,
    file: { sources: { page: { hosts: ['shop.example', '*.news.example'] } } },
  })
  secret = (await sandbox.account()).secret
  liveSecret = (await live.account()).secret
})
afterAll(async () => {
  await sandbox?.close()
  await live?.close()
})

const toQuery = (address: string) => `query=${encodeURIComponent(address)}`

test.each([
  [
    'article',
    'https://news.page.example/article/mixed-1',
    { publisher: 'Harbour Post', text: /The council/ },
  ],
  ['product', 'https://shop.page.example/product/microdata-1', { price: 13.55, currency: 'EUR' }],
  ['event', 'https://events.page.example/event/json-ld-1', { venue: 'Mill Hall' }],
  ['recipe', 'https://kitchen.page.example/recipe/graph-1', { cook_minutes: 21 }],
  ['metadata', 'https://news.page.example/article/meta-1', { language: 'en' }],
])('%s is read from the sandbox and billed', async (name, address, fields) => {
  const response = await sandbox.call(secret, `/v2/page/${name}?${toQuery(address)}`)
  const { text, ...rest } = fields as { text?: RegExp }
  const record = (await response.json()) as Record<string, unknown>
  expect([response.status, response.headers.get('x-credits-used')]).toEqual([200, '1'])
  expect(record).toMatchObject(rest)
  if (text) expect(record.text).toMatch(text)
  expect(response.headers.get('x-record-form')).toMatch(/^(?:json-ld|microdata|open-graph|meta)/)
})

test('a page about something else is a 404, free of charge', async () => {
  for (const address of [
    'https://news.page.example/article/meta-1',
    'https://shop.page.example/product/none-1',
  ]) {
    const response = await sandbox.call(secret, `/v2/page/product?${toQuery(address)}`)
    expect([response.status, response.headers.get('x-credits-used')]).toEqual([404, '0'])
  }
})

test('an address on a host that is not allowed is a 400 that names the parameter, free of charge', async () => {
  for (const address of [
    'https://other.example/a',
    'https://news.page.example/article/meta-1',
    'https://127.0.0.1/',
  ])
    for (const path of ['/v2/page/article', '/v2/page/metadata']) {
      const response = await live.call(liveSecret, `${path}?${toQuery(address)}`)
      expect([response.status, response.headers.get('x-credits-used'), await response.json()]).toEqual([
        400,
        '0',
        { error: 'Bad Request: query must be an address on https://shop.example or https://*.news.example' },
      ])
    }
})

test('with open data and no hosts the endpoints are not configured', async () => {
  const open = await startApp({ sources, file: { data: 'open' } })
  onTestFinished(() => open.close())
  const { secret: key } = await open.account()
  const response = await open.call(key, `/v2/page/article?${toQuery('https://news.example/')}`)
  expect([
    response.status,
    response.headers.get('x-error-reason'),
    response.headers.get('x-credits-used'),
  ]).toEqual([500, 'not_configured', '0'])
})

/** A proxy that opens every tunnel to one local port: hosts need no names on the network. */
async function startProxy(port: number): Promise<string> {
  const proxy = createServer().on('connect', (_, client) => {
    const tunnel = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      tunnel.pipe(client).pipe(tunnel)
    })
    tunnel.on('error', () => client.destroy())
    client.on('error', () => tunnel.destroy())
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  onTestFinished(() => void proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

test('robots.txt, redirects and the rate limit hold for each host of a wildcard', async () => {
  const pair = makeCertificate(['a.news.example', 'b.news.example', 'evil.example'])
  const requests: string[] = []
  const { port } = await startTlsSite(pair, (request, response) => {
    const { host } = request.headers
    requests.push(`${host}${request.url}`)
    if (request.url === '/robots.txt')
      response.end(host?.startsWith('a.') ? 'User-agent: *\nDisallow: /private' : '')
    else if (request.url === '/away') response.writeHead(302, { location: 'https://evil.example/' }).end()
    else if (request.url === '/sister')
      response.writeHead(302, { location: 'https://b.news.example/private' }).end()
    else response.end(`page of ${host}`)
  })
  const access = site({
    hosts: ['*.news.example'],
    proxy: await startProxy(port),
    robots: true,
    perHostPerSecond: 100,
  })
  const get = startUpstream({ ca: pair.cert }).getFor(access, { accountId: 'a' })
  expect((await get('https://a.news.example/page')).body).toBe('page of a.news.example')
  expect((await catchFailure(get('https://a.news.example/private'))).message).toContain(
    'robots.txt disallows',
  )
  expect((await get('https://a.news.example/sister')).url).toBe('https://b.news.example/private')
  expect((await catchFailure(get('https://a.news.example/away'))).message).toContain(
    'evil.example is not a host of the source',
  )
  expect((await catchFailure(get('https://evil.example/'))).message).toContain('is not a host of the source')
  expect(requests.filter((request) => request.startsWith('evil'))).toEqual([])
})
