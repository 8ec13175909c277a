// Faults of the sandbox as a caller sees them: status, reason, bill. A hanging site is called on a separate server
// with a short timeout, because the other faults may take longer than that on a busy machine.
import { listRounds } from '@quarry/sources/sandbox/funding'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

let app: TestApp
let shortTimeout: TestApp
let secret: string
let shortTimeoutSecret: string
beforeAll(async () => {
  app = await startApp({ sandboxSlow: () => Promise.resolve() })
  shortTimeout = await startApp({ limits: { upstreamTryMs: 300, upstreamTotalMs: 2_000 } })
  secret = (await app.account()).secret
  shortTimeoutSecret = (await shortTimeout.account()).secret
})
afterAll(async () => {
  await app.close()
  await shortTimeout.close()
})

const callFor = (kind: string, path: string) =>
  kind.includes('hang') ? shortTimeout.call(shortTimeoutSecret, path) : app.call(secret, path)

const provoke = (kind: string) =>
  callFor(
    kind,
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

// The search has no subject, so the fault word is sent as the id of an investor or a company.
const provokeSearch = (word: string, parameter = 'investor_identifiers', days = 360) =>
  callFor(word, `/v2/startupdb/funding_rounds?days_since_announcement=${days}&${parameter}=${word}`)

test.each([
  ['missing', 'page_changed'],
  ['removed', 'page_changed'],
  ['error', 'upstream_failed'],
  ['blocked', 'upstream_blocked'],
  ['garbage', 'page_changed'],
  ['hang', 'upstream_timeout'],
  ['reset', 'upstream_failed'],
  ['huge', 'upstream_failed'],
  ['bomb', 'upstream_failed'],
  ['redirect-private', 'upstream_failed'],
])('%s in the search of rounds is 500 %s, and free', async (kind, reason) => {
  const response = await provokeSearch(`fault-${kind}`)
  expect([
    response.status,
    response.headers.get('x-error-reason'),
    response.headers.get('x-credits-used'),
  ]).toEqual([500, reason, '0'])
})

test('fault-slow in the search of rounds is otherwise ignored, and both parameters can cause faults', async () => {
  // Creates the sandbox data first, which on a busy machine may take longer than the short limits here.
  expect(listRounds().length).toBeGreaterThan(0)
  const investor = '0f25beac-1ae8-4b17-a7cd-0dc85bb202ab'
  const [all, slow, narrow, slowNarrow] = (await Promise.all(
    [
      // Few enough for one page, because each page of the list is slow.
      app.call(secret, '/v2/startupdb/funding_rounds?days_since_announcement=14'),
      provokeSearch('fault-slow', 'investor_identifiers', 14),
      provokeSearch(investor),
      provokeSearch(`fault-slow-${investor}`),
    ].map(async (answer) => (await answer).json()),
  )) as { total: number }[]
  expect([slow?.total, slowNarrow?.total]).toEqual([all?.total, narrow?.total])
  expect(all?.total).toBeGreaterThan(narrow?.total ?? 0)
  expect(narrow?.total).toBeGreaterThan(0)
  const other = await provokeSearch('fault-blocked', 'funded_organization_identifier')
  expect(other.headers.get('x-error-reason')).toBe('upstream_blocked')
})

test('fault-slow succeeds after its delay', async () => {
  const response = await provoke('slow')
  expect([response.status, response.headers.get('x-credits-used')]).toEqual([200, '1'])
  expect(await response.json()).toMatchObject({ event_id: '1000000000017' })
})

test('requested faults do not make the source degraded', async () => {
  for (let i = 0; i < 12; i++) await provoke('error')
  const response = await app.call(secret, '/v2/ticketing/event?query=1000000000017')
  expect([response.status, response.headers.get('x-source-status')]).toEqual([200, 'operational'])
})
