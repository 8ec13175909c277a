// Faults provoked on the sandbox, as a caller sees them: status, reason, bill. The long ones run with short
// limits; what the limits are by default is the configuration's business.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../src/config.ts'
import { startApp, type TestApp } from './support/app.ts'

let app: TestApp
let secret: string
beforeAll(async () => {
  const config = loadConfig({})
  app = await startApp({
    config: { limits: { ...config.limits, upstreamTryMs: 5000, upstreamTotalMs: 6000 } },
  })
  secret = (await app.account()).secret
})
afterAll(() => app.close())

const provoke = (kind: string) =>
  app.call(
    secret,
    `/v2/ticketing/event?query=${encodeURIComponent(`https://com.ticketing.example/e/fault-${kind}-1000000000017`)}`,
  )

test.each([
  ['missing', 404, 'not_found', '1'],
  ['removed', 404, 'not_found', '1'],
  ['error', 500, 'upstream_failed', '0'],
  ['blocked', 500, 'upstream_blocked', '0'],
  ['garbage', 500, 'page_changed', '0'],
  ['hang', 500, 'upstream_timeout', '0'],
  ['reset', 500, 'upstream_failed', '0'],
  ['huge', 500, 'upstream_failed', '0'],
  ['bomb', 500, 'upstream_failed', '0'],
  ['redirect-private', 500, 'upstream_failed', '0'],
])('%s is %i %s', async (kind, status, reason, credits) => {
  const response = await provoke(kind)
  const body = (await response.json()) as { error: string }
  expect([
    response.status,
    response.headers.get('x-error-reason'),
    response.headers.get('x-credits-used'),
  ]).toEqual([status, reason, credits])
  expect(body).toEqual({ error: status === 404 ? 'Not Found' : 'Internal Error' })
})

test('slow succeeds after its three seconds', async () => {
  const response = await provoke('slow')
  expect([response.status, response.headers.get('x-credits-used')]).toEqual([200, '1'])
  expect(await response.json()).toMatchObject({ event_id: '1000000000017' })
})

test('provoked faults do not make the source degraded', async () => {
  for (let i = 0; i < 12; i++) await provoke('error')
  const response = await app.call(secret, '/v2/ticketing/event?query=1000000000017')
  expect([response.status, response.headers.get('x-source-status')]).toEqual([200, 'operational'])
})
