// A source configured with a live site: the lookup fetches from that site, with the operator's headers and without the
// caller's.
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sources } from '@quarry/sources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

const ticketing = sources.find(({ name }) => name === 'ticketing')
let site: Server
let received: { url: string; headers: IncomingHttpHeaders }[] = []
let app: TestApp
let secret: string

beforeAll(async () => {
  const sandboxSite = await ticketing?.sandbox?.()
  // The sandbox site's own pages, served by a plain server on a private address.
  site = createServer((request, response) => {
    received.push({ url: request.url ?? '', headers: request.headers })
    if (request.url === '/robots.txt') return void response.end('User-agent: *\nDisallow: /e/secret\n')
    const url = new URL(request.url ?? '/', 'https://com.ticketing.example')
    const page = sandboxSite?.({ method: 'GET', url, json: undefined, now: new Date() })
    response.writeHead(page?.status ?? 200, { 'content-type': 'text/html; charset=utf-8' }).end(page?.body)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  app = await startApp({
    config: {
      sources: { ticketing: { site: address, allow_private: true, headers: { 'x-site-token': 'operator' } } },
    },
  })
  secret = (await app.account()).secret
})
afterAll(async () => {
  await app.close()
  site.close()
})

test('the record comes from the configured site', async () => {
  received = []
  const response = await app.call(secret, '/v2/ticketing/event?query=1000000000017', {
    headers: { cookie: 'mine=1', 'x-custom': 'mine' },
  })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ event_id: '1000000000017', domain: null })
  const page = received.find(({ url }) => url.startsWith('/e/'))
  expect(page?.headers['x-site-token']).toBe('operator')
  expect(page?.headers['user-agent']).toMatch(/^Quarry\//)
  expect(JSON.stringify(page?.headers)).not.toMatch(/mine|qry_|x-api-key/)
})

test('robots.txt is respected', async () => {
  const address = String(app.url).replace(/:\d+$/, '')
  const response = await app.call(
    secret,
    `/v2/ticketing/event?query=${encodeURIComponent(`${address}/e/secret-1000000000017`)}`,
  )
  expect([
    response.status,
    response.headers.get('x-error-reason'),
    response.headers.get('x-credits-used'),
  ]).toEqual([500, 'upstream_failed', '0'])
  expect(received.some(({ url }) => url.includes('secret'))).toBe(false)
})

test('a URL of the sandbox host is refused by a source with a live site', async () => {
  const response = await app.call(
    secret,
    `/v2/ticketing/event?query=${encodeURIComponent('https://fr.ticketing.example/e/x-1000000000017')}`,
  )
  expect(response.status).toBe(400)
})
