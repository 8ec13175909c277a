// The requests of one call to a site: what is sent and what is not, how statuses are read, what is retried, and what
// is kept from page to page.
import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { FetchEvent } from '../../src/fetching/upstream.ts'
import { catchFailure, site, startSocketSite, startUpstream } from './upstream-sites.ts'

const address = 'https://www.shop.example/'

describe('statuses', () => {
  const cases: [number, number, string][] = [
    [200, 1, 'ok'],
    [204, 1, 'ok'],
    [404, 1, 'not_found'],
    [410, 1, 'not_found'],
    [401, 1, 'upstream_blocked'],
    [403, 1, 'upstream_blocked'],
    [407, 1, 'upstream_blocked'],
    [429, 3, 'upstream_blocked'],
    [999, 1, 'upstream_blocked'],
    [304, 1, 'upstream_failed'],
    [302, 1, 'upstream_failed'],
    [400, 1, 'upstream_failed'],
    [451, 1, 'upstream_failed'],
    [500, 1, 'upstream_failed'],
    [502, 3, 'upstream_failed'],
    [503, 3, 'upstream_failed'],
    [504, 3, 'upstream_failed'],
  ]
  test.each(cases)('%i takes %i tries and is %s', async (status, tries, outcome) => {
    let requests = 0
    const sandboxSocket = await startSocketSite((_request, response) => {
      requests += 1
      response.writeHead(status).end()
    })
    const events: FetchEvent[] = []
    const upstream = startUpstream({ onFetch: (event) => events.push(event) })
    const result = await upstream
      .getFor(site({ sandboxSocket }), { accountId: 'a' })(address)
      .catch((error: Error) => error)
    expect(requests).toBe(tries)
    expect(events).toEqual([
      {
        source: 'shop',
        provider: 'site',
        host: 'www.shop.example',
        ms: expect.any(Number),
        outcome,
        status,
        bytes: 0,
        tries,
        provoked: false,
      },
    ])
    expect(result).toMatchObject(
      outcome === 'ok' || outcome === 'not_found' ? { status, url: address } : { reason: outcome },
    )
  })
})

describe('a retry', () => {
  const failingFirst = (
    times: number,
    headers: Record<string, string> = {},
  ): [RequestListener, () => number] => {
    let requests = 0
    const handler: RequestListener = (_request, response) => {
      requests += 1
      response.writeHead(requests > times ? 200 : 503, headers).end('page')
    }
    return [handler, () => requests]
  }

  test('succeeds when the site recovers', async () => {
    const [handler, requests] = failingFirst(2)
    const get = startUpstream().getFor(site({ sandboxSocket: await startSocketSite(handler) }), {
      accountId: 'a',
    })
    expect((await get(address)).body).toBe('page')
    expect(requests()).toBe(3)
  })

  test('is made at once if Retry-After says so, and not at all if it is too late', async () => {
    const [soon, soonRequests] = failingFirst(1, { 'retry-after': '0' })
    const upstream = startUpstream({ limits: { retryMs: 1_000_000 } })
    const socket = await startSocketSite(soon)
    await upstream.getFor(site({ sandboxSocket: socket }), { accountId: 'a' })(address)
    expect(soonRequests()).toBe(2)
    const [late, lateRequests] = failingFirst(1, { 'retry-after': '31' })
    const get = startUpstream().getFor(site({ sandboxSocket: await startSocketSite(late) }), {
      accountId: 'a',
    })
    expect((await catchFailure(get(address))).message).toContain('status 503')
    expect(lateRequests()).toBe(1)
  })

  test('is made when no connection can be opened, three attempts in all', async () => {
    const events: FetchEvent[] = []
    const upstream = startUpstream({ onFetch: (event) => events.push(event) })
    const get = upstream.getFor(site({ sandboxSocket: '/nowhere/at-all.sock' }), { accountId: 'a' })
    expect((await catchFailure(get(address))).message).toContain('ENOENT')
    expect(events).toMatchObject([{ tries: 3, status: null, outcome: 'upstream_failed' }])
  })

  test('is not multiplied by redirects', async () => {
    let requests = 0
    const sandboxSocket = await startSocketSite((request, response) => {
      requests += 1
      if (requests % 2 === 1) response.writeHead(503).end()
      else response.writeHead(302, { location: `${request.url}x` }).end()
    })
    const get = startUpstream().getFor(site({ sandboxSocket }), { accountId: 'a' })
    await catchFailure(get(address))
    expect(requests).toBe(5)
  })

  test('a call ends at its timeout, even if retries are left', async () => {
    const sandboxSocket = await startSocketSite((_request, response) => response.writeHead(503).end())
    const upstream = startUpstream({ limits: { callMs: 20_000, retryMs: 100_000 } })
    const get = upstream.getFor(site({ sandboxSocket }), { accountId: 'a' })
    expect((await catchFailure(get(address))).message).toContain('tries: 1')
  })

  test('the timeout of a call applies to all its pages together', async () => {
    const sandboxSocket = await startSocketSite((request, response) => {
      if (request.url === '/') response.end('page')
    })
    const upstream = startUpstream({ limits: { callMs: 5_000, tryMs: 10_000 } })
    const get = upstream.getFor(site({ sandboxSocket }), { accountId: 'a' })
    await get(address)
    expect((await catchFailure(get(`${address}hang`))).reason).toBe('upstream_timeout')
    expect((await catchFailure(get(address))).reason).toBe('upstream_timeout')
  })

  test('a cancelled call fails at once and does not count against the host', async () => {
    const aborter = new AbortController()
    const sandboxSocket = await startSocketSite(() => aborter.abort())
    const upstream = startUpstream()
    const get = upstream.getFor(site({ sandboxSocket }), { accountId: 'a', signal: aborter.signal })
    expect((await catchFailure(get(address))).message).toContain('cancelled')
    expect((await catchFailure(get(address))).message).toContain('cancelled')
  })
})

describe('the site receives', () => {
  const echo = () =>
    startSocketSite((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        response.end(
          JSON.stringify({ method: request.method, url: request.url, raw: request.rawHeaders, body }),
        )
      })
    })

  test('an honest user agent, the configured headers and nothing else', async () => {
    const headers = {
      'X-Partner': 'yes',
      Host: 'evil.example',
      'Content-Length': '9',
      'Accept-Language': 'fr',
    }
    const access = site({ sandboxSocket: await echo(), headers, robots: true })
    const get = startUpstream({ userAgent: 'Quarry/1.2.3' }).getFor(access, { accountId: 'a' })
    const seen = JSON.parse((await get(`${address}a?b=c#d`)).body)
    expect(seen).toMatchObject({ method: 'GET', url: '/a?b=c', body: '' })
    const names = seen.raw.filter((_: string, at: number) => at % 2 === 0)
    expect(names.sort()).toEqual(
      [
        'accept',
        'accept-encoding',
        'accept-language',
        'connection',
        'host',
        'user-agent',
        'x-partner',
      ].sort(),
    )
    expect(seen.raw).toContain('www.shop.example')
    expect(seen.raw).toContain('Quarry/1.2.3 (+self-hosted; robots honoured)')
  })

  test('the user agent makes no false claim when robots.txt is ignored', async () => {
    const access = site({ sandboxSocket: await echo() })
    const seen = await startUpstream().getFor(access, { accountId: 'a' })(address)
    expect(seen.body).toContain('"Quarry (+self-hosted)"')
  })

  test('a JSON body is sent as JSON, and line ends in values stay inside it', async () => {
    const get = startUpstream().getFor(site({ sandboxSocket: await echo() }), { accountId: 'a' })
    const seen = JSON.parse((await get(address, { json: { q: 'a\r\nX-Evil: 1' } })).body)
    expect(seen).toMatchObject({ method: 'POST', body: '{"q":"a\\r\\nX-Evil: 1"}' })
    expect(seen.raw).toContain('application/json')
    expect((await catchFailure(get(`${address}?q=\r\nX-Evil: 1`))).message).toContain('control character')
    const encoded = JSON.parse((await get(`${address}?q=%0d%0aX-Evil:1`)).body)
    expect(encoded.url).toBe('/?q=%0d%0aX-Evil:1')
    expect(encoded.raw.join(' ').toLowerCase()).not.toContain('x-evil')
  })

  test('a configured header with a line end fails without showing its value', async () => {
    const access = site({ sandboxSocket: await echo(), headers: { 'x-token': 'secret\r\nx-evil: 1' } })
    const failure = await catchFailure(startUpstream().getFor(access, { accountId: 'a' })(address))
    expect(failure.reason).toBe('upstream_failed')
    expect(JSON.stringify([failure.message, failure.cause, failure.stack])).not.toContain('secret')
  })

  test.each([
    [301, 'GET'],
    [302, 'GET'],
    [303, 'GET'],
    [307, 'POST'],
    [308, 'POST'],
  ])('after a %i a POST becomes a %s', async (status, method) => {
    const sandboxSocket = await startSocketSite((request, response) => {
      if (request.url === '/') response.writeHead(status, { location: '/next' })
      response.end(request.method)
    })
    const get = startUpstream().getFor(site({ sandboxSocket }), { accountId: 'a' })
    expect((await get(address, { json: {} })).body).toBe(method)
  })

  test('cookies of earlier pages, within one call only', async () => {
    const sandboxSocket = await startSocketSite((request, response) => {
      if (request.url === '/set')
        response.setHeader('set-cookie', ['a=1; Path=/', 'b=2; HttpOnly', 'c=3; Domain=evil.example'])
      if (request.url === '/drop') response.setHeader('set-cookie', 'a=; Max-Age=0')
      response.end(request.headers.cookie ?? 'none')
    })
    const hosts = ['www.shop.example', 'fr.shop.example']
    const upstream = startUpstream()
    const access = site({ sandboxSocket, hosts })
    const get = upstream.getFor(access, { accountId: 'a' })
    expect((await get(`${address}set`)).body).toBe('none')
    expect((await get(address)).body).toBe('a=1; b=2')
    expect((await get('https://fr.shop.example/')).body).toBe('none')
    await get(`${address}drop`)
    expect((await get(address)).body).toBe('b=2')
    expect((await upstream.getFor(access, { accountId: 'a' })(address)).body).toBe('none')
  })
})

test('connections are reused for page after page, including redirects and short error pages', async () => {
  const sockets = new Set<unknown>()
  const sandboxSocket = await startSocketSite((request, response) => {
    sockets.add(request.socket)
    if (request.url === '/redirect') response.writeHead(302, { location: '/' })
    if (request.url === '/blocked') response.writeHead(403)
    if (request.url === '/missing') response.writeHead(404)
    if (request.url === '/gzip') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('page'))
    else {
      response.flushHeaders()
      // Sent after its headers, because otherwise nothing would be left to read when they arrive.
      setTimeout(() => response.end('page'), 5)
    }
  })
  const get = startUpstream().getFor(site({ sandboxSocket }), { accountId: 'a' })
  for (let round = 0; round < 10; round += 1)
    for (const path of ['', 'gzip', 'redirect', 'missing', 'blocked'])
      await get(address + path).catch(() => {})
  // The pool may open another connection when a page is requested just as the last one arrives; one per round would
  // mean that some kind of page loses its connection.
  expect(sockets.size).toBeLessThanOrEqual(5)
})

test('text is decoded with the charset of its header', async () => {
  const sandboxSocket = await startSocketSite((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=ISO-8859-1')
    response.end(Buffer.from('caf\xe9', 'latin1'))
  })
  const get = startUpstream().getFor(site({ sandboxSocket }), { accountId: 'a' })
  expect(await get(address)).toMatchObject({ body: 'café', contentType: 'text/html; charset=ISO-8859-1' })
})

test('after close all requests fail at once, queued ones too', async () => {
  let arrived = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const sandboxSocket = await startSocketSite(() => arrived())
  const upstream = startUpstream()
  const access = site({ sandboxSocket, concurrency: 1 })
  const get = upstream.getFor(access, { accountId: 'a' })
  const failures = [catchFailure(get(address)), catchFailure(get(address))]
  await arrival
  expect(upstream.stats()).toMatchObject({ active: 1, queued: 1 })
  await upstream.close()
  expect((await Promise.all(failures)).map(({ reason }) => reason)).toEqual([
    'upstream_failed',
    'upstream_failed',
  ])
  expect((await catchFailure(get(address))).message).toBe('the server is stopping')
  expect(upstream.stats()).toMatchObject({ active: 0, queued: 0 })
})
