// The public status page over HTTP: open without a key, with the counts of earlier servers.
import { endpoints as offered } from '@quarry/sources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { eventPath, faultQuery } from '../support/jobs.ts'

type Day = { day: string; uptime: number | null; p50_ms: number | null; p95_ms: number | null }
type Status = { at: string; endpoints: { path: string; status: string; history: Day[] }[] }

let fresh: FreshDatabase
let app: TestApp
beforeAll(async () => {
  fresh = await freshDatabase()
  const before = await startApp({ database: fresh.database })
  const { secret } = await before.account()
  expect((await before.call(secret, `${eventPath}?query=1000000000017`)).status).toBe(200)
  // A requested fault does not count against the endpoint.
  expect((await before.call(secret, `${eventPath}?query=${faultQuery('error')}`)).status).toBe(500)
  // Counts are written at the latest when a server stops.
  await before.close()
  app = await startApp({ database: fresh.database })
})
afterAll(async () => {
  await app.close()
  await fresh.drop()
})

test.each(['/v2/status', '/api/v2/status'])(
  '%s shows the current and past state of each endpoint',
  async (path) => {
    const response = await app.call(null, path)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ])
    const { endpoints } = (await response.json()) as Status
    expect(endpoints.map((endpoint) => endpoint.path)).toEqual(offered.map((one) => one.path))
    for (const { history } of endpoints) expect(history).toHaveLength(30)
    const days = endpoints.find((endpoint) => endpoint.path === eventPath)?.history ?? []
    expect(days.filter(({ uptime }) => uptime !== null)).toEqual([
      {
        day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        uptime: 1,
        p50_ms: expect.any(Number),
        p95_ms: expect.any(Number),
      },
    ])
  },
)

test.each(['/status.json', '/api/status.json', '/v2/status', '/api/v2/status'])(
  '%s shows unknown callers shares and times, never a number of calls',
  async (path) => {
    const { secret } = await app.account()
    for (let n = 0; n < 3; n += 1)
      expect((await app.call(secret, `${eventPath}?query=1000000000017`)).status).toBe(200)
    const { endpoints } = (await (await app.call(null, path)).json()) as { endpoints: { path: string }[] }
    const shown = endpoints.find((endpoint) => endpoint.path === eventPath)
    expect(Object.keys(shown ?? {}).sort()).toEqual(
      path.endsWith('.json')
        ? ['alarms', 'failure_share', 'p50_ms', 'p95_ms', 'path', 'pinned', 'status']
        : ['alarms', 'history', 'incidents', 'path', 'status'],
    )
    if (path.endsWith('.json')) expect(shown).toMatchObject({ failure_share: 0, p50_ms: expect.any(Number) })
  },
)

test('the status page shows no number of calls', async () => {
  const html = await (await app.call(null, '/status')).text()
  expect(html).toContain(eventPath)
  expect(html).not.toMatch(/\d\s*(?:calls|lookups)/)
})
