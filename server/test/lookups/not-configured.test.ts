// With open data, an endpoint without a provider responds 500 not_configured: free, without a hold, and without effect
// on its health. All requests that start a lookup are refused in the same way.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

const path = '/v2/company/email_pattern'
let app: TestApp
let secret: string

beforeAll(async () => {
  app = await startApp({
    env: { QUARRY_DATA: 'open', QUARRY_CONTACT: 'ops@example.org' },
    file: { sources: { sneakermarket: { providers: ['sandbox'] } } },
  })
  secret = (await app.account()).secret
})
afterAll(() => app?.close())

const post = (to: string, body: unknown) =>
  app.call(secret, to, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('a call, a job, a batch and a watch are refused free of charge', async () => {
  const input = { query: 'example.org' }
  const responses = [
    await app.call(secret, `${path}?query=example.org`),
    // Nothing can read the parameters, so invalid ones get the same response.
    await app.call(secret, `${path}?query=example.org&provider=sandbox`),
    await app.call(secret, `${path}?query=example.org&is_async=true`),
    await app.call(secret, `${path}?query=example.org`, { headers: { 'idempotency-key': 'k-1' } }),
    await post('/v2/batches', { endpoint: path, inputs: [input] }),
    await post('/v2/watches', { endpoint: path, params: input, every: '1h' }),
  ]
  for (const response of responses) {
    expect([response.status, response.headers.get('x-error-reason')]).toEqual([500, 'not_configured'])
    expect(await response.json()).toEqual({ error: 'Internal Error' })
  }
  const { rows } = await app.database.pool.query(
    'select (select count(*)::int from holds) as holds, (select count(*)::int from jobs) as jobs',
  )
  expect(rows).toEqual([{ holds: 0, jobs: 0 }])
  expect(await (await app.call(secret, '/v2/usage')).json()).toMatchObject({ remaining: 1000 })
  expect(app.logged.join('')).not.toContain('"level":50')
})

test('its status is not_configured after any number of calls, and its health counts no failure', async () => {
  for (let n = 0; n < 12; n += 1) await app.call(secret, `${path}?query=example.org`)
  type Endpoint = { path: string; status: string; failure_share: number }
  for (const page of ['/status.json', '/v2/status']) {
    const { endpoints } = (await (await app.call(null, page)).json()) as { endpoints: Endpoint[] }
    const shown = endpoints.find((endpoint) => endpoint.path === path)
    expect([shown?.status, shown?.failure_share ?? 0]).toEqual(['not_configured', 0])
  }
  const { status, headers } = await app.call(secret, `${path}?query=example.org`)
  expect([status, headers.get('x-source-status')]).toEqual([500, 'not_configured'])
  const page = await (await app.call(null, '/status')).text()
  expect(page).toContain('not configured')
})

test('fifteen endpoints have a provider without any key', async () => {
  const { endpoints } = (await (await app.call(null, '/status.json')).json()) as {
    endpoints: { path: string; status: string }[]
  }
  const configured = endpoints.filter(({ status }) => status !== 'not_configured').map(({ path }) => path)
  expect(configured.filter((one) => one !== '/v2/sneakermarket/search')).toHaveLength(15)
})

test('a source whose providers are ["sandbox"] uses its sandbox', async () => {
  const response = await app.call(secret, '/v2/sneakermarket/search?query=runner')
  expect([response.status, response.headers.get('x-provider')]).toEqual([200, 'sandbox'])
})
