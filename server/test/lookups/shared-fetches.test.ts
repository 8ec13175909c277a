// Equal lookups share one fetch, and no caller loses a slot of the site or time by sharing.
import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Endpoint } from '@quarry/kit/endpoint'
import { found } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { object, text } from '@quarry/kit/schema'
import { siteAt } from '@quarry/kit/site'
import { describe, expect, test } from 'vitest'
import type { FetchLimits } from '../../src/fetching/limits.ts'
import { createFindRecord } from '../../src/lookups/find-record.ts'
import { createRunProvider } from '../../src/lookups/reading/run-provider.ts'
import { site, startSocketSite, startUpstream } from '../fetching/upstream-sites.ts'
import { eventually } from '../support/eventually.ts'

const address = 'https://www.shop.example/'

const endpoint = {
  path: '/v2/shop/item',
  record: object({ page: text('a page') }),
} as unknown as Endpoint

const pages = provider<unknown, { page: string }>({
  page: (query) => address + query,
  extract: ({ body }) => found({ page: body }, { form: 'text' }),
})

/** Lookups over a real socket, on a site that holds requests until the test answers them. */
async function startShop(limits: Partial<FetchLimits> = {}, concurrency = 4) {
  const openResponses = new Map<string, ServerResponse[]>()
  const requests: string[] = []
  const sandboxSocket = await startSocketSite((request, response) => {
    const subject = request.url?.slice(1) ?? ''
    requests.push(subject)
    openResponses.set(subject, [...(openResponses.get(subject) ?? []), response])
  })
  const upstream = startUpstream({ limits })
  const { runProvider } = createRunProvider(() => {})
  const findRecord = createFindRecord({
    cache: { get: () => undefined, set: async () => {} },
    finalResponses: { get: async () => undefined, set: async () => {}, close: async () => {} },
    runProvider,
    diagnosis: { store: () => {}, count: async () => 0 },
    renderRecord: (result) => result,
    onCache: () => {},
    onList: () => {},
    onFound: () => {},
    onAttempt: () => {},
  })
  const access = site({ sandboxSocket, concurrency })
  const configured = {
    name: 'site',
    source: { name: 'shop', module: import.meta.url },
    licence: null,
    price: 1,
    retentionSeconds: null,
    rateLimit: {},
    definition: pages,
    site: siteAt(address),
    location: address,
    startPause: async () => {},
    open: (job?: { isLast: boolean }) => upstream.open(access, job && { timeMs: 5_000, ...job }),
    timeMs: () => 30_000,
    hasSandboxFault: () => false,
  }
  const lookUp = (accountId: string, query: string, signal?: AbortSignal) =>
    findRecord({
      endpoint,
      query,
      queryText: query,
      providers: [configured],
      price: 1,
      caller: { accountId, signal },
      isJob: signal !== undefined,
    })
  const answer = (subject: string, status = 200) => {
    for (const response of openResponses.get(subject)?.splice(0) ?? [])
      response.writeHead(status).end(subject)
  }
  const requestFor = (subject: string, times = 1) =>
    eventually(() => expect(requests.filter((request) => request === subject)).toHaveLength(times))
  return { upstream, ask: lookUp, answer, requestFor, requests }
}

const page = (subject: string) => ({
  kind: 'found',
  body: Buffer.from(JSON.stringify({ page: subject })),
})

describe('a shared fetch', () => {
  test('starts at the queue position of its highest-priority member, and is made once', async () => {
    const { upstream, ask: lookUp, answer, requestFor, requests } = await startShop()
    const bulk = Array.from({ length: 40 }, (_, n) => lookUp('bulk', `bulk-${n}`))
    const queued = lookUp('bulk', 'shared')
    await eventually(() => expect(upstream.stats()).toMatchObject({ active: 2, queued: 39 }))
    const joined = lookUp('other', 'shared')
    await requestFor('shared')
    expect(upstream.stats()).toMatchObject({ active: 3, queued: 38 })
    answer('shared')
    for (const lookup of [queued, joined]) expect(await lookup).toMatchObject(page('shared'))
    const all = Promise.all(bulk)
    const serving = setInterval(() => {
      for (const subject of requests) answer(subject)
    }, 1)
    await all.finally(() => clearInterval(serving))
    expect(requests.filter((subject) => subject === 'shared')).toHaveLength(1)
    expect(upstream.stats()).toMatchObject({ active: 0, queued: 0 })
  })

  test('counts towards the slots of the account whose queue entry started it', async () => {
    const { upstream, ask: lookUp, answer, requestFor } = await startShop()
    const bulk = ['x', 'y'].map((subject) => lookUp('bulk', subject))
    const shared = [lookUp('bulk', 'shared'), lookUp('other', 'shared')]
    await requestFor('shared')
    const others = [lookUp('other', 'second'), lookUp('other', 'third')]
    await requestFor('second')
    // One account may have two of four slots: the shared fetch has taken one of them.
    expect(upstream.stats()).toMatchObject({ active: 4, queued: 1 })
    for (const subject of ['shared', 'second', 'x', 'y']) answer(subject)
    await requestFor('third')
    answer('third')
    await Promise.all([...bulk, ...shared, ...others])
  })

  test('continues for a caller that joined late when the first one times out', async () => {
    const { ask: lookUp, answer, requestFor, requests } = await startShop({ callMs: 4_000 })
    const first = lookUp('a', 'slow')
    await requestFor('slow')
    await delay(2_000)
    const second = lookUp('b', 'slow')
    expect(await first).toMatchObject({ kind: 'failed', failure: { reason: 'upstream_timeout' } })
    answer('slow')
    expect(await second).toMatchObject(page('slow'))
    expect(requests).toEqual(['slow'])
  })

  test('does not exceed the timeout of any caller, queued or in flight', async () => {
    const { upstream, ask: lookUp, requestFor, requests } = await startShop({ callMs: 2_000 }, 1)
    const first = lookUp('a', 'never')
    await requestFor('never')
    const waiting = [lookUp('b', 'behind'), lookUp('c', 'behind'), lookUp('b', 'never')]
    for (const lookup of [first, ...waiting])
      expect(await lookup).toMatchObject({ kind: 'failed', failure: { reason: 'upstream_timeout' } })
    await eventually(() => expect(upstream.stats()).toMatchObject({ active: 0, queued: 0 }))
    expect(requests.filter((subject) => subject === 'never')).toHaveLength(1)
  })

  test('does not share a failure with late joiners: they retry together', async () => {
    const { ask: lookUp, answer, requestFor, requests } = await startShop()
    const first = lookUp('a', 'shaky')
    await requestFor('shaky')
    const late = ['b', 'c', 'd'].map((account) => lookUp(account, 'shaky'))
    await Promise.resolve()
    answer('shaky', 500)
    expect(await first).toMatchObject({ kind: 'failed', failure: { reason: 'upstream_failed' } })
    await requestFor('shaky', 2)
    answer('shaky', 500)
    for (const lookup of late) expect(await lookup).toMatchObject({ kind: 'failed' })
    expect(requests).toHaveLength(2)
  })

  test('an account with a full queue is still served by the queue of another account', async () => {
    const { ask: lookUp, answer, requestFor } = await startShop({ queuedPerHost: 4 }, 1)
    const holding = lookUp('z', 'held')
    await requestFor('held')
    const line = [lookUp('a', 'a1'), lookUp('a', 'a2')]
    expect(await lookUp('a', 'a3')).toMatchObject({ kind: 'failed' })
    const shared = [lookUp('b', 'b1'), lookUp('a', 'b1')]
    for (const subject of ['held', 'a1', 'b1', 'a2']) {
      await requestFor(subject)
      answer(subject)
    }
    for (const lookup of shared) expect(await lookup).toMatchObject(page('b1'))
    await Promise.all([holding, ...line])
  })

  test('of jobs continues when one of them is cancelled, and is not shared with direct calls', async () => {
    const { ask: lookUp, answer, requestFor } = await startShop()
    const stopped = new AbortController()
    const first = lookUp('a', 'job', stopped.signal)
    const second = lookUp('b', 'job', new AbortController().signal)
    const direct = lookUp('a', 'job')
    await requestFor('job', 2)
    stopped.abort()
    expect(await first).toMatchObject({ kind: 'failed', failure: { message: 'the call was cancelled' } })
    answer('job')
    for (const lookup of [second, direct]) expect(await lookup).toMatchObject(page('job'))
  })
})
