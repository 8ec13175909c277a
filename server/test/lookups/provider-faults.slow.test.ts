// Every registered provider of every endpoint under every generic fault: the documented reason, nothing billed, the
// next provider called, nothing stored. A new provider is tested with its own example as soon as an endpoint lists it;
// fields of another type are tested in provider-forms.test.ts.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { onProvider } from '@quarry/kit/testing/on-site'
import { endpoints, sources } from '@quarry/sources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtInNames } from '../../src/lookups/sources/load-sources.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { endRests, type Replica, sends, startReplica } from '../support/two-providers.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

let upstream: Replica
let site: Replica
let app: TestApp
/** Has a short timeout for providers that never respond. */
let shortTimeout: TestApp

/** Circuit breakers forget tries that are older than this. */
const breakerWindowMs = 120_000
let clockOffsetMs = 0
const closeBreakers = () => {
  clockOffsetMs += breakerWindowMs + 1
}

const fast = {
  per_second: 100_000,
  per_minute: 100_000,
  per_day: 1_000_000,
  per_month: 1_000_000,
  seconds_apart: 0,
}

beforeAll(async () => {
  ;[upstream, site] = await Promise.all([startReplica(), startReplica()])
  const createApis = (name: string) => [
    ...new Set(
      builtInNames.sources.find((source) => source.name === name)?.endpoints.flatMap(({ apis }) => apis),
    ),
  ]
  const options = {
    nowMs: () => performance.now() + clockOffsetMs,
    env: Object.fromEntries(
      builtInNames.apis.flatMap(({ credentials }) => (credentials ? [[credentials.env, 'key-4711']] : [])),
    ),
    file: {
      contact: 'ops@example.org',
      sources: Object.fromEntries(
        sources.map(({ name }) => [
          name,
          {
            site: site.origin,
            allow_private: true,
            robots: false,
            providers: [...createApis(name), 'site'],
          },
        ]),
      ),
      providers: Object.fromEntries(
        builtInNames.apis.map(({ name, hosts }) => [
          name,
          {
            sites: Object.fromEntries(hosts.map((host) => [host, upstream.origin])),
            allow_private: true,
            rate_limit: fast,
          },
        ]),
      ),
    },
  }
  app = await startApp(options)
  shortTimeout = await startApp({ ...options, limits: { upstreamTryMs: 200, upstreamTotalMs: 4_000 } })
})
afterAll(async () => {
  await app?.close()
  await shortTimeout?.close()
  await Promise.all([upstream?.close(), site?.close()])
})

const html = '<html><head><title>Error</title></head><body><h1>Something went wrong</h1></body></html>'
const unreadable = [
  ['JSON that is cut off', sends('{"total": 3, "items": [{"id": "7", "na')],
  ['a page of HTML', sends(html, 200, { 'content-type': 'text/html' })],
  ['an empty response', sends('')],
] as const

const faults: [string, Handler, string, string?][] = [
  ['a timeout', () => {}, 'upstream_timeout'],
  ['429', sends('', 429), 'upstream_paced'],
  ['429 with Retry-After', sends('', 429, { 'retry-after': '77' }), 'upstream_paced', '77'],
  ['500', sends('', 500), 'upstream_failed'],
  ...unreadable.map(([name, handler]): [string, Handler, string] => [name, handler, 'page_changed']),
]

const tried = endpoints.flatMap((endpoint) =>
  endpoint.providers
    .filter(({ api: through }) => through !== undefined)
    .map((provider) => ({ endpoint, provider, name: `${endpoint.path} by ${provider.name}` })),
)

test('every registered provider is tested', () => {
  expect(new Set(tried.map(({ provider }) => provider.name))).toEqual(
    new Set(builtInNames.sources.flatMap((source) => source.endpoints.flatMap(({ apis }) => apis))),
  )
  expect(tried.length).toBeGreaterThan(10)
})

test.each(tried.map((one) => [one.name, one] as const))('%s handles each fault', async (_, one) => {
  const { endpoint, provider } = one
  const example = (provider.example ?? endpoint.example) as object
  const hasNext = canAskSite(one, example)
  const call = async (on: TestApp, secret: string, more: object = {}) => {
    // The clock moves by more than two minutes between two calls.
    const params = { ...example, max_age: 3600, ...more }
    await endRests(on)
    if (endpoint.method === 'GET') {
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(params)) query.set(name, String(value))
      return on.call(secret, `${endpoint.path}?${query}`)
    }
    const headers = { 'content-type': 'application/json' }
    return on.call(secret, endpoint.path, { method: 'POST', headers, body: JSON.stringify(params) })
  }
  for (const [name, handler, reason, retryAfter] of faults) {
    const on = reason === 'upstream_timeout' ? shortTimeout : app
    const { secret } = await on.account()
    upstream.respondWith(handler)
    site.respondWith(sends('', 500))
    const before = upstream.requestUrls.length
    const failed = await call(on, secret, { provider: provider.name })
    const { status, headers } = failed
    expect([status, headers.get('x-error-reason'), headers.get('x-provider')], name).toEqual([
      500,
      reason,
      provider.name,
    ])
    if (retryAfter !== undefined) expect(headers.get('retry-after'), name).toBe(retryAfter)
    if (reason === 'upstream_paced') expect(Number(headers.get('retry-after')), name).toBeGreaterThan(0)
    expect(upstream.requestUrls.length, `${name} reaches the provider`).toBeGreaterThan(before)
    // A breaker counts per host, and all upstream APIs of the endpoint share one host here.
    closeBreakers()
    const requestsBefore = upstream.requestUrls.length
    site.requestUrls.length = 0
    const again = await call(on, secret)
    expect(again.headers.get('age'), name).toBeNull()
    expect(upstream.requestUrls.length, `${name} is not cached`).toBeGreaterThan(requestsBefore)
    expect(site.requestUrls.length > 0, `${name}: the next is called`).toBe(hasNext)
    expect(again.headers.get('x-credits-remaining'), name).toBe('1000')
    closeBreakers()
  }
})

/** Whether the source's own site supports the same lookup. */
function canAskSite({ endpoint, provider }: (typeof tried)[number], params: object): boolean {
  const own = endpoint.providers.find(({ name }) => name === 'site')
  return own !== undefined && !own.cannotAnswer?.(onProvider(endpoint, provider).parse(params))
}
