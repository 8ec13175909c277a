// The company lookups of a server with open data: Wikidata and Wikipedia have the records, are credited, and are called
// within their rules; a fault there costs nothing and leaves nothing behind.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { company } from '@quarry/sources/company/index'
import { socialnet } from '@quarry/sources/socialnet/index'
import { type FakeWikidata, fakeWikidata } from '@quarry/sources/testing/fake-wikidata'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { endRests, type Replica, sends, startReplica } from '../support/two-providers.ts'

let facts: Replica
let texts: Replica
let app: TestApp
let secret: string
let wikidata: FakeWikidata
const agents = new Set<string | undefined>()

type Handler = Parameters<Replica['respondWith']>[0]

const serve =
  (host: string): Handler =>
  (request: IncomingMessage, response: ServerResponse) => {
    agents.add(request.headers['user-agent'])
    sends(wikidata.respond(new URL(request.url ?? '', `https://${host}`)))(request, response)
  }

beforeAll(async () => {
  ;[facts, texts] = await Promise.all([startReplica(), startReplica()])
  app = await startApp({
    sources: [company, socialnet],
    file: {
      data: 'open',
      contact: 'ops@example.org',
      // Without the registers, which are called for names that Wikidata does not have.
      sources: { company: { providers: ['wikidata'] } },
      providers: {
        wikidata: {
          sites: { 'www.wikidata.org': facts.origin, 'en.wikipedia.org': texts.origin },
          allow_private: true,
          rate_limit: { per_minute: 10_000 },
        },
      },
    },
    limits: { upstreamTryMs: 5_000, upstreamTotalMs: 20_000 },
  })
  secret = (await app.account()).secret
})
beforeEach(() => {
  wikidata = fakeWikidata('company')
  facts.respondWith(serve('www.wikidata.org'))
  texts.respondWith(serve('en.wikipedia.org'))
  agents.clear()
})
afterAll(async () => {
  await app.close()
  await Promise.all([facts.close(), texts.close()])
})

const get = (path: string) => app.call(secret, `/v2/${path}`)
const remaining = async () => {
  const usage = (await (await get('usage')).json()) as { remaining: number }
  return usage.remaining
}

const article = 'https://en.wikipedia.org/wiki/Harborline_Instruments'
const item = 'https://www.wikidata.org/wiki/Q990900001'

test.each([
  ['company?query=harborline.example', 'company', article, '12/12'],
  ['company?query=Harborline', 'company', article, '12/12'],
  [
    'company/suggest?query=harbor',
    'company',
    'https://www.wikidata.org/w/index.php?search=harbor&ns0=1',
    '3/3',
  ],
  ['company/social?query=harborline.example', 'company', item, '4/4'],
  ['socialnet/company/info?query=harborline-instruments', 'socialnet', article, '22/28'],
  ['socialnet/company/info?query=https://www.wikidata.org/wiki/Q990910001', 'socialnet', article, '22/28'],
])('%s returns a record and its attribution', async (path, fixture, source, fields) => {
  wikidata = fakeWikidata(fixture)
  const response = await get(path)
  expect([response.status, response.headers.get('x-error-reason')]).toEqual([200, null])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-provider': 'wikidata',
    'x-provider-licence': 'CC0-1.0 AND CC-BY-SA-4.0',
    'x-provider-source': source,
    'x-record-form': 'wikidata',
    'x-record-fields': fields,
    'x-credits-used': '1',
  })
  expect([...agents]).toEqual([expect.stringMatching(/^Quarry.*\(ops@example\.org\)$/)])
})

test('a company that Wikidata does not know is not found, free of charge', async () => {
  for (const path of ['company?query=nobody.example', 'company?query=Drao', 'company/suggest?query=zzzz']) {
    const response = await get(path)
    expect([response.status, response.headers.get('x-credits-used')], path).toEqual([404, '0'])
  }
})

const cutOff: Handler = (request, response) => {
  const fullResponse = JSON.stringify(
    wikidata.respond(new URL(request.url ?? '', 'https://www.wikidata.org')),
  )
  sends(fullResponse.slice(0, fullResponse.length / 2))(request, response)
}

test.each<[string, Handler, string, number | null]>([
  ['silence', () => {}, 'upstream_timeout', null],
  ['429 with Retry-After', sends('', 429, { 'retry-after': '77' }), 'upstream_paced', 77],
  ['429 without', sends('', 429), 'upstream_paced', 60],
  ['too often, with 200', sends({ error: { code: 'ratelimited', info: 'Slow.' } }), 'upstream_paced', 60],
  ['500', sends('', 500), 'upstream_failed', null],
  ['JSON that is cut off', cutOff, 'page_changed', null],
  ['an HTML page', sends('<!doctype html><title>Error</title>', 200), 'page_changed', null],
  ['nothing', sends('', 200), 'page_changed', null],
  ['a changed type', sends({ query: { search: 'Q1' }, search: 'Q1', entities: 'Q1' }), 'page_changed', null],
])(
  '%s fails with its reason, costs nothing and is not cached',
  async (fault, handler, reason, retryAfter) => {
    const before = await remaining()
    // A name without cached data.
    const word = fault.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
    nameAfter(word)
    const paths = [
      `company?query=${word}.example`,
      `company/suggest?query=${word}`,
      `company/social?query=${word}.example`,
      `socialnet/company/info?domain=${word}.example`,
    ]
    for (const path of paths) {
      facts.respondWith(handler)
      const failed = await get(path)
      expect(
        [failed.status, failed.headers.get('x-error-reason'), failed.headers.get('x-credits-used')],
        path,
      ).toEqual([500, reason, '0'])
      if (retryAfter !== null)
        expect(Number(failed.headers.get('retry-after'))).toBeGreaterThanOrEqual(retryAfter)
      facts.respondWith(serve('www.wikidata.org'))
      await endRests(app)
      const retried = await get(`${path}&max_age=60`)
      expect([retried.status, retried.headers.get('age')], path).toEqual([200, null])
      // Successful calls in between keep the circuit breaker closed.
      for (let times = 0; times < 2; times += 1) expect((await get(path)).status).toBe(200)
    }
    expect(await remaining()).toBe(before - 12)
  },
)

/** Gives one of the companies of the fixture the word as its name and domain. */
function nameAfter(word: string): void {
  const item = wikidata.items.get('Q990900012')
  if (!item || Array.isArray(item.claims)) throw new Error('no item')
  item.labels = { en: { value: word } }
  for (const { mainsnak } of item.claims.P856 ?? [])
    mainsnak.datavalue = { value: `https://${word}.example/` }
}

test('a failing Wikipedia text fails the lookup, so that equal lookups have equal records', async () => {
  texts.respondWith(sends('', 500))
  const failed = await get('company?query=harborline-shop.example&max_age=60')
  expect([failed.status, failed.headers.get('x-error-reason')]).toEqual([500, 'upstream_failed'])
  texts.respondWith(serve('en.wikipedia.org'))
  const retried = await get('company?query=harborline-shop.example&max_age=60')
  expect([retried.status, retried.headers.get('age')]).toEqual([200, null])
  facts.respondWith(sends('', 500))
  expect((await get('company?query=harborline-shop.example&max_age=60')).headers.get('age')).toBe('0')
})

test('an item too large to be parsed on the event loop is still read', async () => {
  const item = wikidata.items.get('Q990900001')
  if (!item || Array.isArray(item.claims)) throw new Error('no item')
  const [claim] = item.claims.P31 ?? []
  item.claims.P9999 = Array.from({ length: 3000 }, () => structuredClone(claim)).filter(
    (one) => one !== undefined,
  )
  const response = await get('company?query=harborline.example')
  expect([response.status, response.headers.get('x-record-fields')]).toEqual([200, '12/12'])
})
