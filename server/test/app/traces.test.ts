// Traces of whole calls as a collector receives them, with a receiver on loopback and a site that records its request
// headers.
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../../src/platform/config/config.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { type Replica, sends, shop, startReplica } from '../support/two-providers.ts'

type Value = { stringValue?: string; intValue?: string }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Value }[]
  status: { code?: number }
}

let collector: Server
let status = 200
let posts: { path: string; headers: IncomingHttpHeaders; text: string }[] = []
let site: Replica
let siteHeaders: IncomingHttpHeaders[] = []
let app: TestApp
let secret: string
beforeAll(async () => {
  collector = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      posts.push({ path: request.url ?? '', headers: request.headers, text })
      response.writeHead(status).end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  site = await startReplica()
  site.respondWith((request, response) => {
    siteHeaders.push(request.headers)
    if (request.url?.includes('missing')) response.writeHead(503).end()
    else sends({ name: 'lamp', colour: 'amber' })(request, response)
  })
  app = await startApp({
    sources: [shop],
    file: { sources: { shop: { site: site.origin, allow_private: true, robots: false } } },
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/otel/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-secret, x-tenant=7',
      OTEL_SERVICE_NAME: 'records',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test,service.name=other',
      OTEL_BSP_SCHEDULE_DELAY: '20',
    },
  })
  secret = (await app.account()).secret
})
beforeEach(() => {
  posts = []
  siteHeaders = []
  status = 200
})
afterAll(async () => {
  await app.close()
  await site.close()
  await new Promise((resolve) => collector.close(resolve))
})

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parent = '00f067aa0ba902b7'
const call = (query: string, headers: Record<string, string> = {}) =>
  app.call(secret, `/v2/shop/item?query=${query}`, { headers })
const spans = () =>
  posts.flatMap(({ text }) => {
    const [{ scopeSpans }] = (JSON.parse(text) as { resourceSpans: [{ scopeSpans: [{ spans: Span[] }] }] })
      .resourceSpans
    return scopeSpans[0].spans
  })
const attribute = (span: Span | undefined, name: string) =>
  Object.values(span?.attributes.find(({ key }) => key === name)?.value ?? {})[0]
const named = (name: string) => spans().find((span) => span.name === name)
const waitForSpan = (name: string) => eventually(() => expect(named(name)).toBeDefined())

test('a call is a trace of its steps, inside the trace of its caller', async () => {
  const response = await call('lamp', { traceparent: `00-${traceId}-${parent}-01` })
  expect(response.status).toBe(200)
  await waitForSpan('GET /v2/shop/item')
  await eventually(() => expect(spans()).toHaveLength(7))
  const all = spans()
  const of = (name: string) => all.find((span) => span.name === name)
  const tree = all.map((span) => [span.name, all.find(({ spanId }) => spanId === span.parentSpanId)?.name])
  expect(Object.fromEntries(tree)).toEqual({
    'GET /v2/shop/item': undefined,
    hold: 'GET /v2/shop/item',
    lookup: 'GET /v2/shop/item',
    ask: 'lookup',
    fetch: 'ask',
    read: 'ask',
    settle: 'GET /v2/shop/item',
  })
  const root = of('GET /v2/shop/item')
  expect([root?.parentSpanId, root?.kind, of('fetch')?.kind]).toEqual([parent, 2, 3])
  expect(new Set(all.map((span) => span.traceId))).toEqual(new Set([traceId]))
  expect(attribute(root, 'http.response.status_code')).toBe('200')
  expect(attribute(root, 'quarry.request_id')).toBe(response.headers.get('x-request-id'))
  expect(attribute(of('settle'), 'quarry.credits')).toBe('3')
  expect(attribute(of('lookup'), 'quarry.provider')).toBe('site')
  for (const span of all) {
    expect(BigInt(span.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(root?.startTimeUnixNano ?? 0))
    expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano))
    expect(Math.abs(Number(BigInt(span.startTimeUnixNano) / 1_000_000n) - Date.now())).toBeLessThan(60_000)
  }
})

test('traces are sent as the variables configure, without secrets and lookup parameters', async () => {
  await call('a-subject')
  await waitForSpan('GET /v2/shop/item')
  const [post] = posts
  expect(post).toMatchObject({
    path: '/otel/v1/traces',
    headers: {
      authorization: 'Bearer collector-secret',
      'x-tenant': '7',
      'content-type': 'application/json',
    },
  })
  const { resourceSpans } = JSON.parse(post?.text ?? '') as { resourceSpans: { resource: unknown }[] }
  expect(JSON.stringify(resourceSpans[0]?.resource)).toContain(
    '"service.name","value":{"stringValue":"records"}',
  )
  for (const { text } of posts) for (const word of [secret, 'a-subject']) expect(text).not.toContain(word)
  const settings = await (await app.admin('/admin/settings')).text()
  expect(settings).toContain('/otel/v1/traces')
  for (const text of [settings, app.logged.join('')]) expect(text).not.toContain('collector-secret')
})

test('sites get no trace headers; an invalid traceparent starts a new trace', async () => {
  for (const traceparent of ['rubbish', `00-${'0'.repeat(32)}-${parent}-01`, `ff-${traceId}-${parent}-01`]) {
    posts = []
    await call('lamp', { traceparent, tracestate: 'vendor=1' })
    await waitForSpan('GET /v2/shop/item')
    const root = named('GET /v2/shop/item')
    expect([root?.traceId.length, root?.traceId === traceId, root?.parentSpanId]).toEqual([
      32,
      false,
      undefined,
    ])
  }
  expect(siteHeaders.length).toBe(3)
  for (const headers of siteHeaders)
    expect(Object.keys(headers).filter((name) => name.startsWith('trace'))).toEqual([])
})

test('a caller can turn tracing off for its call, and a failure is marked', async () => {
  await call('lamp', { traceparent: `00-${traceId}-${parent}-00` })
  expect((await call('missing')).status).toBe(500)
  await waitForSpan('GET /v2/shop/item')
  expect(spans().filter((span) => span.traceId === traceId)).toEqual([])
  expect(
    spans()
      .filter(({ status: { code } }) => code === 2)
      .map(({ name }) => name),
  ).toEqual(expect.arrayContaining(['fetch', 'lookup', 'GET /v2/shop/item']))
  expect(attribute(named('settle'), 'quarry.credits')).toBe('0')
})

test('a failing collector is logged once, and no call fails for it', async () => {
  status = 500
  for (let n = 0; n < 3; n += 1) {
    const before = posts.length
    expect((await call('lamp')).status).toBe(200)
    await eventually(() => expect(posts.length).toBeGreaterThan(before))
  }
  const lost = () => app.logged.filter((line) => line.includes('traces could not be delivered'))
  await eventually(() => expect(lost()).toEqual([expect.stringContaining('status 500')]))
})

test('tracing is off without an endpoint, and the variables are validated', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  for (const env of [
    {},
    { OTEL_SERVICE_NAME: 'records' },
    { ...endpoint, OTEL_SDK_DISABLED: 'true' },
    { ...endpoint, OTEL_TRACES_EXPORTER: 'none' },
  ])
    expect(loadConfig(env).traces).toBeNull()
  expect(loadConfig(endpoint).traces?.sampler).toEqual({ share: 1, followsCaller: true })
  const ratio = { ...endpoint, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }
  expect(loadConfig(ratio).traces?.sampler).toEqual({ share: 0.25, followsCaller: false })
  for (const [name, value] of [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:word@collector.example'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'my-secret'],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', 'soon'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ] as const) {
    const load = () => loadConfig({ ...endpoint, [name]: value })
    expect(load).toThrow(`${name} is `)
    expect(load).not.toThrow(/my-secret|user:word/)
  }
  expect(() => loadConfig({ ...ratio, OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow(
    'OTEL_TRACES_SAMPLER_ARG is "2"',
  )
})
