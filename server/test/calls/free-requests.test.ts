// However many free requests an account sends, it occupies few database connections, and calls and reads of other
// accounts go on. Locks make each such request last as long as the test needs. All are counted, and only changes are
// logged.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { waitUntil } from '../support/jobs.ts'

const lookup = '/v2/ticketing/event?query=1000000000017'
const listed = '/v2/webhooks/deliveries'
const many = 40
const nothing = '00000000-0000-4000-8000-000000000000'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** Counts statements of this kind that wait for a lock in this database. */
async function waiting(like: string): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
    [like],
  )
  return rows[0]?.count ?? 0
}

/** Holds a lock while the work runs. */
async function locked<T>(statement: string, values: unknown[], work: () => Promise<T>): Promise<T> {
  const client = await app.database.pool.connect()
  try {
    await client.query('begin')
    await client.query(statement, values)
    return await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function expectOthersServed(): Promise<void> {
  const other = await app.account()
  for (let n = 0; n < 5; n += 1) expect((await app.call(other.secret, lookup)).status).toBe(200)
  const usage = (await (await app.call(other.secret, '/v2/usage')).json()) as { remaining: number }
  expect(usage.remaining).toBe(995)
}

/** Expects each response to be the served status or 429 with Retry-After. */
async function expectServedOrRetry(requests: readonly Promise<Response>[], served: number): Promise<void> {
  for (const request of requests) {
    const { status, headers } = await request
    if (status !== served) expect([status, headers.get('retry-after')]).toEqual([429, '1'])
  }
}

test('hanging reads occupy half of the read connections, and other accounts do not wait for them', async () => {
  const busy = await app.account()
  const statement = 'lock table webhook_deliveries in access exclusive mode'
  const requests = await locked(statement, [], async () => {
    const sent = Array.from({ length: many }, () => app.call(busy.secret, listed))
    await waitUntil(async () => (await waiting('%select id as delivery_id%')) > 0)
    await expectOthersServed()
    expect(await waiting('%select id as delivery_id%')).toBe(2)
    return sent
  })
  await expectServedOrRetry(requests, 200)
})

test('hanging changes occupy one of the other connections, and other accounts do not wait for them', async () => {
  const busy = await app.account()
  const statement = 'select 1 from accounts where slug = $1 for update'
  const requests = await locked(statement, [busy.slug], async () => {
    const body = JSON.stringify({
      endpoint: '/v2/ticketing/event',
      inputs: [{ query: '1000000000017' }],
    })
    const headers = { 'content-type': 'application/json' }
    const sent = Array.from({ length: many }, () =>
      app.call(busy.secret, '/v2/batches', { method: 'POST', headers, body }),
    )
    await waitUntil(async () => (await waiting('%')) > 0)
    await expectOthersServed()
    expect(await waiting('%')).toBe(1)
    return sent
  })
  await expectServedOrRetry(requests, 202)
})

test('free reads are counted but not logged, refused or not; changes are logged', async () => {
  const { slug, secret } = await app.account({ statistics_enabled: true })
  const reads = [
    '/v2/usage',
    '/v2/statistics',
    '/v2/calls',
    '/v2/jobs',
    '/v2/batches',
    listed,
    `/jobs/${nothing}`,
  ]
  for (const path of reads) await (await app.call(secret, path)).text()
  expect((await app.call(secret, '/v2/jobs?limit=none')).status).toBe(400)
  expect((await app.call(secret, `/jobs/${nothing}`, { method: 'DELETE' })).status).toBe(404)
  const { calls } = (await (await app.admin(`/admin/calls?account=${slug}`)).json()) as {
    calls: { endpoint: string; recorded_status: number }[]
  }
  expect(calls).toMatchObject([{ endpoint: '/jobs/{id}', recorded_status: 404 }])
  const metrics = await (await app.admin('/metrics')).text()
  for (const path of ['/v2/statistics', '/v2/calls', '/v2/jobs'])
    expect(metrics).toContain(`quarry_calls_total{endpoint="${path}",status="200"} 1\n`)
  expect(metrics).toContain('quarry_calls_total{endpoint="/v2/jobs",status="400"} 1\n')
  expect(metrics).toContain('quarry_calls_total{endpoint="/jobs/{id}",status="404"} 2\n')
})
