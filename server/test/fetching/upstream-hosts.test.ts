// Protects hosts and callers from each other: slots shared fairly, circuit breakers that fail fast, robots.txt, and
// requested sandbox faults that are not counted.
import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { FetchEvent } from '../../src/fetching/upstream.ts'
import { setClockBack } from '../support/clocks.ts'
import { eventually } from '../support/eventually.ts'
import { catchFailure, site, startHttpSite, startSocketSite, startUpstream } from './upstream-sites.ts'

const address = 'https://www.shop.example/'

describe('slots', () => {
  test('no account holds more than half of the slots, and the rest stay free for others', async () => {
    const openResponses: { account: string; response: ServerResponse }[] = []
    let most = 0
    const sandboxSocket = await startSocketSite((request, response) => {
      openResponses.push({ account: request.url?.slice(1) ?? '', response })
      most = Math.max(most, openResponses.filter(({ account }) => account === 'bulk').length)
    })
    const upstream = startUpstream()
    const access = site({ sandboxSocket, concurrency: 8 })
    const get = (account: string) => upstream.getFor(access, { accountId: account })(`${address}${account}`)
    const bulk = Array.from({ length: 30 }, () => get('bulk'))
    await eventually(() => expect(openResponses).toHaveLength(4))
    const other = get('other')
    await eventually(() => expect(openResponses.map(({ account }) => account)).toContain('other'))
    expect(upstream.stats()).toMatchObject({ active: 5, queued: 26 })
    const answerAll = setInterval(() => {
      for (const { response } of openResponses.splice(0)) response.end('page')
    }, 1)
    await Promise.all([...bulk, other]).finally(() => clearInterval(answerAll))
    expect(most).toBe(4)
    expect(upstream.stats()).toMatchObject({ active: 0, queued: 0 })
  })

  test('a full queue refuses, and waiting ends with the timeout of the call', async () => {
    const sandboxSocket = await startSocketSite(() => {})
    const upstream = startUpstream({ limits: { queuedPerHost: 4, callMs: 100 } })
    const access = site({ sandboxSocket, concurrency: 1 })
    const results = await Promise.all(
      Array.from({ length: 5 }, () => catchFailure(upstream.getFor(access, { accountId: 'a' })(address))),
    )
    expect(results.map(({ reason }) => reason).sort()).toEqual([
      'upstream_failed',
      'upstream_failed',
      'upstream_timeout',
      'upstream_timeout',
      'upstream_timeout',
    ])
    // A call that times out while its connection is being opened keeps the slot until that has ended.
    await eventually(() => expect(upstream.stats()).toMatchObject({ active: 0, queued: 0 }))
  })
})

describe('the breaker', () => {
  const startFailingSite = async (limits = {}) => {
    const state = { status: 500, requests: 0, held: [] as ServerResponse[] }
    const sandboxSocket = await startSocketSite((request, response) => {
      state.requests += 1
      if (request.url === '/hold') state.held.push(response)
      else response.writeHead(state.status).end()
    })
    const events: FetchEvent[] = []
    const upstream = startUpstream({ limits, nowMs: () => now, onFetch: (event) => events.push(event) })
    const access = site({ sandboxSocket })
    const get = (path = '', accountId = 'a') => upstream.getFor(access, { accountId })(`${address}${path}`)
    /** Makes this many failed attempts per account. */
    const fail = async (tries: number, ...accounts: string[]) => {
      for (let n = 0; n < tries; n += 1) for (const account of accounts) await catchFailure(get('', account))
    }
    return { state, upstream, get, fail, events }
  }
  const notTried = { reason: 'upstream_failed', message: 'www.shop.example failed too often; not tried' }
  let now = 0
  const advance = (ms: number) => {
    now += ms
  }

  test('one account, with any number of failures, only opens its own breaker', async () => {
    const { state, upstream, get, fail } = await startFailingSite()
    await fail(14, 'a')
    expect(state.requests).toBe(10)
    expect(await catchFailure(get('another-subject', 'a'))).toMatchObject(notTried)
    expect(upstream.stats()).toMatchObject({ openBreakers: [], openAccountBreakers: 1 })
    state.status = 200
    for (const account of ['b', 'c']) expect((await get('', account)).status).toBe(200)
    expect(state.requests).toBe(12)
  })

  test("an account's own breaker lets one trial through, and closes when it succeeds", async () => {
    const { state, upstream, get, fail } = await startFailingSite()
    await fail(10, 'a')
    advance(10_000)
    await fail(3, 'a')
    expect(state.requests).toBe(11)
    state.status = 200
    advance(10_000)
    expect(await catchFailure(get())).toMatchObject(notTried)
    advance(10_000)
    const trial = get('hold')
    await eventually(() => expect(state.held).toHaveLength(1))
    expect(await catchFailure(get())).toMatchObject(notTried)
    state.held[0]?.end('page')
    expect((await trial).body).toBe('page')
    expect((await get()).status).toBe(200)
    expect(upstream.stats().openAccountBreakers).toBe(0)
  })

  test('is open no longer while the clock is set back', async () => {
    const { state, upstream, get, fail } = await startFailingSite()
    await fail(5, 'a', 'b')
    setClockBack()
    advance(9_999)
    expect(await catchFailure(get())).toMatchObject(notTried)
    advance(1)
    state.status = 200
    expect((await get()).status).toBe(200)
    expect(upstream.stats()).toMatchObject({ openBreakers: [], openAccountBreakers: 0 })
  })

  test('failures of several accounts open the breaker for everyone, until any trial succeeds', async () => {
    const { state, upstream, get, fail } = await startFailingSite()
    await fail(5, 'a', 'b')
    expect(upstream.stats().openBreakers).toEqual(['www.shop.example'])
    expect(await catchFailure(get('', 'c'))).toMatchObject(notTried)
    expect(state.requests).toBe(10)
    advance(60_000)
    state.status = 200
    expect((await get('', 'c')).status).toBe(200)
    expect(upstream.stats().openBreakers).toEqual([])
    for (const account of ['a', 'b']) expect((await get('', account)).status).toBe(200)
  })

  test('two failing accounts do not open the breaker for two accounts that succeed', async () => {
    const { state, upstream, get, fail } = await startFailingSite()
    state.status = 200
    for (let n = 0; n < 5; n += 1) for (const reader of ['c', 'd']) await get('', reader)
    state.status = 500
    await fail(10, 'a', 'b')
    expect(upstream.stats()).toMatchObject({ openBreakers: [], openAccountBreakers: 2 })
  })

  test('old failures do not count', async () => {
    const { upstream, fail } = await startFailingSite()
    await fail(5, 'b')
    advance(120_001)
    await fail(9, 'a')
    expect(upstream.stats()).toMatchObject({ openBreakers: [], openAccountBreakers: 0 })
  })

  test('a trial that fails or never ends counts for its account only; a trial of another account decides for all', async () => {
    const { state, upstream, get, fail } = await startFailingSite()
    await fail(5, 'a', 'b')
    advance(10_000)
    const endless = get('hold', 'a')
    await eventually(() => expect(state.held).toHaveLength(1))
    await fail(3, 'b')
    expect(state.requests).toBe(12)
    expect(await catchFailure(get('', 'a'))).toMatchObject(notTried)
    state.status = 200
    expect((await get('', 'c')).status).toBe(200)
    expect(upstream.stats().openBreakers).toEqual([])
    state.held[0]?.end('page')
    await endless
  })

  test('failed trials of two accounts open the breaker again, for longer', async () => {
    const { state, get, fail } = await startFailingSite()
    await fail(5, 'a', 'b')
    advance(10_000)
    await fail(1, 'a', 'b')
    expect(state.requests).toBe(12)
    state.status = 200
    advance(19_999)
    expect(await catchFailure(get('', 'c'))).toMatchObject(notTried)
    advance(1)
    expect((await get('', 'c')).status).toBe(200)
    expect(state.requests).toBe(13)
  })

  test('a single caller whose trial failed may try again', async () => {
    const { state, get, fail } = await startFailingSite()
    await fail(5, 'a', 'b')
    advance(10_000)
    await fail(1, 'a')
    state.status = 200
    advance(9_999)
    expect(await catchFailure(get('', 'a'))).toMatchObject(notTried)
    advance(1)
    expect((await get('', 'a')).status).toBe(200)
  })

  test.each([403, 404, 400])('a %i does not count as a failure of the host', async (status) => {
    const { state, upstream, get } = await startFailingSite()
    state.status = status
    for (let n = 0; n < 25; n += 1) await get().catch(() => {})
    expect(upstream.stats()).toMatchObject({ openBreakers: [], openAccountBreakers: 0 })
    expect(state.requests).toBe(25)
  })

  test('requested sandbox faults count neither for the breaker nor for health, in any spelling', async () => {
    const { state, upstream, get, events } = await startFailingSite()
    for (const path of ['fault-error', 'fault%2Derror', 'f%61ult-error'])
      for (let n = 0; n < 12; n += 1) await catchFailure(get(path, n % 2 === 0 ? 'a' : 'b'))
    expect(upstream.stats()).toMatchObject({ openBreakers: [], openAccountBreakers: 0 })
    expect(state.requests).toBe(36)
    expect(new Set(events.map(({ provoked }) => provoked))).toEqual(new Set([true]))
    await catchFailure(get('honest-error'))
    expect(events.at(-1)).toMatchObject({ provoked: false })
  })

  test('a fault in a JSON body is recognised, and on a live site no fault is requested', async () => {
    const { port } = await startHttpSite((_request, response) => response.end())
    const sandboxSocket = await startSocketSite((_request, response) => response.end())
    const events: FetchEvent[] = []
    const upstream = startUpstream({
      onFetch: (event) => events.push(event),
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    const json = { query: 'fault-error' }
    await upstream.getFor(site({ sandboxSocket }), { accountId: 'a' })(address, { json })
    const live = upstream.getFor(site({ allowPrivate: true }), { accountId: 'a' })
    await live(`http://www.shop.example:${port}/fault-error`, { json })
    expect(events.map(({ provoked }) => provoked)).toEqual([true, false])
  })
})

describe('robots.txt', () => {
  type RobotsReply = { status: number; body?: string; location?: string; type?: string }
  const withRobots = async (reply: (times: number) => RobotsReply) => {
    const state = { robots: 0, pages: 0, agents: new Set<string | undefined>(), kinds: [] as string[] }
    const { port } = await startHttpSite((request, response) => {
      state.agents.add(request.headers['user-agent'])
      if (request.url === '/robots.txt') {
        state.robots += 1
        const { status, body, location, type = 'text/plain' } = reply(state.robots)
        response.writeHead(status, { 'content-type': type, ...(location && { location }) }).end(body)
      } else if (request.url === '/robots-moved.txt') {
        response.end('User-agent: *\nDisallow: /moved')
      } else {
        state.pages += 1
        response.end('page')
      }
    })
    let now = 0
    const upstream = startUpstream({
      nowMs: () => now,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      onRobotsPage: ({ kind }) => state.kinds.push(kind),
    })
    const access = site({ allowPrivate: true, robots: true })
    const get = (path: string) =>
      upstream.getFor(access, { accountId: 'a' })(`http://www.shop.example:${port}${path}`)
    const advance = (ms: number) => {
      now += ms
    }
    return { state, get, advance, upstream, port }
  }

  test('is fetched once a day and obeyed', async () => {
    const { state, get, advance } = await withRobots(() => ({
      status: 200,
      body: 'User-agent: *\nDisallow: /private\nAllow: /private/open',
    }))
    const pages = await Promise.all([get('/a'), get('/b'), get('/private/open')])
    expect(pages.map(({ body }) => body)).toEqual(['page', 'page', 'page'])
    expect(await catchFailure(get('/private/x'))).toMatchObject({
      reason: 'upstream_failed',
      message: 'www.shop.example: robots.txt disallows this address',
    })
    expect(state).toMatchObject({ robots: 1, pages: 3 })
    advance(24 * 3_600_000 - 1)
    await get('/a')
    expect(state.robots).toBe(1)
    advance(1)
    await get('/a')
    expect(state.robots).toBe(2)
    expect(state.agents.size).toBe(1)
  })

  test('is fetched again on time while the clock is set back', async () => {
    const { state, get, advance } = await withRobots((times) => ({ status: times === 1 ? 404 : 500 }))
    await get('/a')
    setClockBack()
    advance(24 * 3_600_000)
    await get('/a')
    const { robots } = state
    expect(robots).toBeGreaterThan(1)
    advance(60_000)
    await get('/a')
    expect(state.robots).toBeGreaterThan(robots)
  })

  test.each([404, 403, 410])('a site that answers %i allows all', async (status) => {
    const { state, get } = await withRobots(() => ({ status }))
    await get('/a')
    await get('/b')
    expect(state).toMatchObject({ robots: 1, pages: 2 })
  })

  test('a redirected file is followed', async () => {
    const { get } = await withRobots(() => ({ status: 302, location: '/robots-moved.txt' }))
    expect((await catchFailure(get('/moved'))).message).toContain('robots.txt disallows')
  })

  test.each([500, 503, 429])(
    'a site that answers %i is not fetched, and robots.txt is requested again later',
    async (status) => {
      let current = status
      const { state, get, advance } = await withRobots(() => ({ status: current }))
      expect((await catchFailure(get('/a'))).message).toContain('robots.txt could not be read')
      const robotsRequests = state.robots
      advance(59_999)
      await catchFailure(get('/a'))
      expect(state).toMatchObject({ robots: robotsRequests, pages: 0 })
      current = 404
      advance(1)
      expect((await get('/a')).body).toBe('page')
    },
  )

  const wall = '<!doctype html><title>Just a moment...</title><div id="challenge-running"></div>'

  test.each<[string, RobotsReply]>([
    ['a bot check', { status: 200, type: 'text/html', body: wall }],
    ['a bot check that says it is text', { status: 200, body: wall }],
    [
      'a bot check in JSON',
      { status: 200, type: 'application/json', body: '{"url": "https://x.example/captcha"}' },
    ],
    ['a redirect to a sign-in page', { status: 302, location: '/login' }],
  ])('%s counts as unreachable, and robots.txt is requested again later', async (_what, first) => {
    let reply = first
    const { state, get, advance } = await withRobots(() => reply)
    expect(await catchFailure(get('/a'))).toMatchObject({
      reason: 'upstream_failed',
      message: 'www.shop.example: robots.txt is a bot check; not fetched',
    })
    expect(state).toMatchObject({ robots: 1, kinds: ['wall'] })
    reply = { status: 200, body: 'User-agent: *\nDisallow: /private' }
    advance(60_000)
    expect((await get('/a')).body).toBe('page')
    reply = first
    advance(24 * 3_600_000)
    expect((await get('/a')).body).toBe('page')
    expect((await catchFailure(get('/private'))).message).toContain('disallows')
  })

  test('any other page counts as no file', async () => {
    const body = '<!doctype html><title>Shop</title><p>\nUser-agent: *\nDisallow: /\n</p>'
    const { state, get } = await withRobots(() => ({ status: 200, type: 'text/html', body }))
    await get('/a')
    await get('/b')
    expect(state).toMatchObject({ robots: 1, pages: 2, kinds: ['page'] })
  })

  test.each([
    ['is served as HTML', '# No automated access\nUser-agent: *\nDisallow: /private'],
    ['follows a warning', '<br />\n<b>Warning</b>: no cache\nUser-agent: *\nDisallow: /private'],
  ])('a file that %s is obeyed', async (_what, body) => {
    const { state, get } = await withRobots(() => ({ status: 200, type: 'text/html', body }))
    await get('/a')
    expect((await catchFailure(get('/private'))).message).toContain('disallows')
    expect(state.kinds).toEqual([])
  })

  test('the last valid copy is used while the site does not respond', async () => {
    const { get, advance } = await withRobots((times) =>
      times === 1 ? { status: 200, body: 'User-agent: *\nDisallow: /private' } : { status: 500 },
    )
    await get('/a')
    advance(24 * 3_600_000)
    expect((await get('/a')).body).toBe('page')
    expect((await catchFailure(get('/private'))).message).toContain('disallows')
  })

  test('a robots.txt that never arrives ends the call at its timeout', async () => {
    const { port } = await startHttpSite(() => {})
    const upstream = startUpstream({
      limits: { callMs: 80 },
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    const get = upstream.getFor(site({ allowPrivate: true, robots: true }), { accountId: 'a' })
    expect((await catchFailure(get(`http://www.shop.example:${port}/`))).reason).toBe('upstream_timeout')
  })
})
