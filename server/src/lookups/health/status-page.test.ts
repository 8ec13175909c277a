// The public status page: its content, and how often it is built.
import type { Endpoint } from '@quarry/kit/endpoint'
import { expect, test } from 'vitest'
import type { DriftAlarm } from '../drift/drift.ts'
import type { EndpointHistory, Incident } from './status-history.ts'
import { createStatusPage } from './status-page.ts'

const day = (name: string, failed: number) => ({
  day: name,
  calls: 1234,
  failed_share: failed,
  p50_ms: 20,
  p95_ms: 80,
})

function createPage(read: () => Promise<EndpointHistory[]>) {
  const time = { nowMs: 0 }
  const drift: { version: number; alarms: DriftAlarm[] } = { version: 0, alarms: [] }
  const incidents: { all: Incident[] } = { all: [] }
  const getStatusPage = createStatusPage({
    endpoints: [{ path: '/v2/a' }, { path: '/v2/b' }] as unknown as Endpoint[],
    health: { getStatus: ({ path }) => (path === '/v2/a' ? 'degraded' : 'operational') },
    history: { read },
    incidents: { read: async () => incidents.all },
    drift: { getAlarms: (path) => (path === '/v2/a' ? drift.alarms : []), version: () => drift.version },
    clock: () => new Date('2031-03-01T00:30:00Z'),
    nowMs: () => time.nowMs,
    onError: () => {},
  })
  return { ask: getStatusPage, time, drift, incidents }
}

test('the page has thirty days of each endpoint, as shares and times and without counts', async () => {
  const days = [day('2031-01-31', 0.5), day('2031-02-28', 0.1234), day('2031-03-01', 0)]
  const { ask: getStatusPage } = createPage(async () => [{ endpoint: '/v2/a', days }])
  const text = await getStatusPage()
  const { endpoints } = JSON.parse(text)
  expect(endpoints.map(({ path, status }: { path: string; status: string }) => [path, status])).toEqual([
    ['/v2/a', 'degraded'],
    ['/v2/b', 'operational'],
  ])
  const [a, b] = endpoints
  expect(a.history).toHaveLength(30)
  expect(a.history[0]).toEqual({ day: '2031-01-31', uptime: 0.5, p50_ms: 20, p95_ms: 80 })
  expect(a.history[1]).toEqual({ day: '2031-02-01', uptime: null, p50_ms: null, p95_ms: null })
  expect(a.history.slice(-2).map(({ uptime }: { uptime: number }) => uptime)).toEqual([0.8766, 1])
  expect(b.history.every(({ uptime }: { uptime: null }) => uptime === null)).toBe(true)
  expect(text).not.toContain('1234,')
})

test('the page is built once every few seconds, however many callers request it', async () => {
  let reads = 0
  const { ask: getStatusPage, time } = createPage(async () => {
    reads += 1
    return []
  })
  await Promise.all(Array.from({ length: 100 }, getStatusPage))
  time.nowMs += 2_999
  await getStatusPage()
  expect(reads).toBe(1)
  time.nowMs += 1
  await getStatusPage()
  expect(reads).toBe(2)
})

test('an alarm shows at once, without the requests that show it', async () => {
  const { ask: getStatusPage, drift } = createPage(async () => [])
  const alarmsIn = (page: string) =>
    JSON.parse(page).endpoints.map(({ alarms }: { alarms: unknown }) => alarms)
  expect(alarmsIn(await getStatusPage())).toEqual([[], []])
  const alarm = {
    provider: 'site',
    form: 'json',
    field: 'price',
    kind: 'number' as const,
    since: '2031-03-01T00:30:00.000Z',
    baseline: 10,
    now: 1000,
  }
  drift.alarms = [{ ...alarm, examples: ['a-request'] }]
  drift.version += 1
  expect(alarmsIn(await getStatusPage())).toEqual([[alarm], []])
})

test('ended alarms are reported with their endpoint', async () => {
  const { ask: getStatusPage, incidents } = createPage(async () => [])
  const incident = {
    provider: 'site',
    form: 'json',
    field: 'price',
    kind: 'number' as const,
    since: '2031-02-20T00:30:00.000Z',
    until: '2031-02-21T00:30:00.000Z',
  }
  incidents.all = [{ endpoint: '/v2/b', ...incident }]
  const { endpoints } = JSON.parse(await getStatusPage())
  expect(endpoints.map(({ incidents: of }: { incidents: unknown }) => of)).toEqual([[], [incident]])
})
