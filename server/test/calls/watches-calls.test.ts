// Watches over HTTP: creation and refusals, reported changes, and what pauses them. The clock is moved; that each run
// happens once in spite of crashes is tested in watches-time.slow.test.ts.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { applyPatch } from 'rfc6902'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCompareRuns, endRuns } from '../../src/calls/watches/end-runs.ts'
import type { ConfiguredEndpoint } from '../../src/lookups/sources/configure-endpoints.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createMovedClock, type MovedClock } from '../support/clocks.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { waitUntil } from '../support/jobs.ts'
import { type Replica, sends, shop, startReplica } from '../support/two-providers.ts'

type Json = Record<string, unknown>
type Watch = Json & { watch_id: string; status: string; runs: number; next_at: string }
type Event = Json & { number: number; type: string; patch: never; before: Json; after: Json }

let fresh: FreshDatabase
let clock: MovedClock
let site: Replica
let app: TestApp
let receiver: Server
let messages: Json[]
let account: Awaited<ReturnType<TestApp['account']>>
beforeAll(async () => {
  fresh = await freshDatabase()
  clock = await createMovedClock(fresh.database)
  site = await startReplica()
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      messages.push(JSON.parse(body) as Json)
      response.end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  app = await startApp({
    database: fresh.database,
    sources: [shop],
    file: { sources: { shop: { site: site.origin, allow_private: true, robots: false } } },
    config: { webhooks: { allowPrivate: true } },
    limits: { watchesPerAccount: 3 },
    tuning: { watchPollMs: 50 },
  })
})
beforeEach(async () => {
  messages = []
  account = await app.account()
  site.respondWith(sends({ name: 'lamp', colour: 'amber' }))
})
afterAll(async () => {
  await app.close()
  await fresh.drop()
  await site.close()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  app.call(account.secret, path, {
    method,
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
const lamp = { endpoint: '/v2/shop/item', params: { query: 'lamp' }, every: 300 }
/** Creates a watch that does not run by itself during the test: the first run may be due at once. */
const make = async (more: object = {}): Promise<Watch> => {
  const response = await send('POST', '/v2/watches', { ...lamp, ...more })
  expect(response.status).toBe(201)
  const watch = (await response.json()) as Watch
  if (new Date(watch.next_at).getTime() - (await clock.now()).getTime() > 60_000) return watch
  await send('DELETE', `/v2/watches/${watch.watch_id}`)
  return make(more)
}
const read = async ({ watch_id: id }: Watch) =>
  (await (await send('GET', `/v2/watches/${id}`)).json()) as Watch
const listEvents = async ({ watch_id: id }: Watch) =>
  ((await (await send('GET', `/v2/watches/${id}/history`)).json()) as { events: Event[] }).events
const hook = async () => {
  await send('POST', '/v2/webhooks/secret', {})
  return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
}
/** Advances the clock to the next run, or `lateSeconds` past it, and waits until the run has ended. */
const run = async (watch: Watch, lateSeconds = 0) => {
  const { runs, next_at: next } = await read(watch)
  const seconds = (new Date(next).getTime() - (await clock.now()).getTime()) / 1000
  await clock.move(Math.max(0, seconds) + lateSeconds)
  const isOpen = `select 1 from watches where id = $1 and (job_id is not null or runs = $2 and state = 'active')`
  await waitUntil(
    async () => (await fresh.database.pool.query(isOpen, [watch.watch_id, runs])).rowCount === 0,
  )
}
const readError = async (response: Response) => [
  response.status,
  ((await response.json()) as { error: string }).error,
]

test('the first run stores the record; a change is reported with its difference and both values', async () => {
  const watch = await make({ webhook: await hook(), params: { query: 'lamp', require: 'name' } })
  expect(watch).toMatchObject({ status: 'active', every: 300, runs: 0, changes: 0, fields: null })
  await run(watch)
  await run(watch)
  expect(await listEvents(watch)).toEqual([])
  site.respondWith(sends({ name: 'lamp', colour: 'red' }))
  await run(watch)
  const [event] = await listEvents(watch)
  expect(event).toMatchObject({
    number: 1,
    type: 'changed',
    provider: 'site',
    patch: [{ op: 'replace', path: '/colour', value: 'red' }],
    before: { name: 'lamp', colour: 'amber' },
    after: { name: 'lamp', colour: 'red' },
  })
  const patched = structuredClone(event?.before) ?? {}
  applyPatch(patched, event?.patch ?? [])
  expect(patched).toEqual(event?.after)
  const now = await read(watch)
  expect(now).toMatchObject({ runs: 3, missed: 0, changes: 1, without_record: 0, last_job_id: event?.job_id })
  const job = (await (await send('GET', `/jobs/${event?.job_id}`)).json()) as Json
  expect(job).toMatchObject({ status: 'completed', credits: 3, result: event?.after })
  await waitUntil(async () => messages.length > 0)
  expect(messages).toMatchObject([
    { type: 'watch.changed', values_omitted: false, event, watch: { watch_id: watch.watch_id } },
  ])
  const { deliveries } = (await (await send('GET', '/v2/webhooks/deliveries')).json()) as {
    deliveries: Json[]
  }
  expect(deliveries).toMatchObject([{ watch_id: watch.watch_id, job_id: null, batch_id: null }])
  const csv = await (await send('GET', `/v2/watches/${watch.watch_id}/history?format=csv`)).text()
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    'number,type,at,job_id,provider,reason,missed,patch,before,after',
    expect.stringMatching(/^1,changed,.*""colour"":""red""/),
  ])
  const { remaining } = (await (await send('GET', '/v2/usage')).json()) as { remaining: number }
  expect(remaining).toBe(991)
})

test('with named fields only their changes count', async () => {
  const watch = await make({ fields: ['name'] })
  await run(watch)
  site.respondWith(sends({ name: 'lamp', colour: 'red' }))
  await run(watch)
  site.respondWith(sends({ name: 'lantern', colour: 'red' }))
  await run(watch)
  expect(await listEvents(watch)).toMatchObject([
    { type: 'changed', before: { name: 'lamp' }, after: { name: 'lantern' }, patch: [{ path: '/name' }] },
  ])
})

test('a finished run that many servers process is one change', async () => {
  const watch = await make()
  await run(watch)
  const endpoint = shop.endpoints.find(({ path }) => path === lamp.endpoint)
  const configured = { endpoint, providers: [{ name: 'site', retentionSeconds: null }] }
  const { compare, close } = createCompareRuns({ onError: (error) => expect.fail(String(error)) })
  const endpoints = [configured as unknown as ConfiguredEndpoint]
  const deps = { pool: fresh.database.pool, endpoints, compare }
  const reopenRun = `update watches set job_id = last_job_id, value = '{"name":"old","colour":null}', value_mark = 'another' where id = $1`
  await fresh.database.pool.query(reopenRun, [watch.watch_id])
  await Promise.all(Array.from({ length: 8 }, () => endRuns(deps)))
  await close()
  expect(await listEvents(watch)).toMatchObject([{ number: 1, type: 'changed', before: { name: 'old' } }])
})

test('missed runs are made up by one run, and reported', async () => {
  const watch = await make()
  await run(watch)
  await run(watch, 3 * 300)
  expect(await read(watch)).toMatchObject({ runs: 2, missed: 3 })
  expect(await listEvents(watch)).toMatchObject([{ type: 'missed', missed: 3, patch: null }])
})

test('a watch can be paused, resumed and deleted; another key with scopes cannot see it', async () => {
  const watch = await make()
  const path = `/v2/watches/${watch.watch_id}`
  const paused = (await (await send('PATCH', path, { status: 'paused' })).json()) as Watch
  expect(paused).toMatchObject({ status: 'paused', next_at: null, paused_reason: 'paused' })
  await clock.move(3600)
  const resumed = (await (await send('PATCH', path, { status: 'active' })).json()) as Watch
  expect(resumed).toMatchObject({ status: 'active', paused_reason: null, runs: 0, missed: 0 })
  expect(new Date(resumed.next_at).getTime()).toBeGreaterThan((await clock.now()).getTime())
  const list = (await (await send('GET', '/v2/watches?status=active')).json()) as { watches: Watch[] }
  expect(list.watches.map(({ watch_id: id }) => id)).toEqual([watch.watch_id])
  const other = await app.admin(`/admin/accounts/${account.slug}/keys`, {
    method: 'POST',
    body: JSON.stringify({ alias: 'narrow', scopes: ['shop'] }),
  })
  const { secret } = (await other.json()) as { secret: string }
  expect((await app.call(secret, path)).status).toBe(404)
  expect((await app.call((await app.account()).secret, path)).status).toBe(404)
  expect((await send('DELETE', path)).status).toBe(200)
  expect((await send('GET', path)).status).toBe(404)
})

test('pausing and resuming keeps the schedule and causes no extra run', async () => {
  const everySeconds = 2_592_000
  const watch = await make({ every: everySeconds })
  await run(watch)
  const due = (await read(watch)).next_at
  const change = async (status: string) =>
    (await (await send('PATCH', `/v2/watches/${watch.watch_id}`, { status })).json()) as Watch
  for (let cycle = 0; cycle < 3; cycle += 1) {
    await change('paused')
    expect(await change('active')).toMatchObject({ next_at: due, runs: 1 })
  }
  // A run that was due meanwhile is skipped.
  await change('paused')
  await clock.move(everySeconds + 86_400)
  const next = new Date(new Date(due).getTime() + everySeconds * 1000).toISOString()
  expect(await change('active')).toMatchObject({ next_at: next, runs: 1, missed: 0 })
})

test('an account with too many watches is refused before the schedule is checked', async () => {
  for (let count = 0; count < 3; count += 1) await make()
  const impossibleSchedule = { ...lamp, every: '0 0 30 2 *' }
  expect((await readError(await send('POST', '/v2/watches', impossibleSchedule)))[0]).toBe(429)
})

test('without credits a watch is paused with a message, and runs again when it is resumed', async () => {
  account = await app.account({ bonus_credits: 3 })
  const watch = await make({ webhook: await hook() })
  await run(watch)
  await run(watch)
  expect(await read(watch)).toMatchObject({ status: 'paused', paused_reason: 'credits_exhausted', runs: 1 })
  expect(await listEvents(watch)).toMatchObject([{ type: 'paused', reason: 'credits_exhausted' }])
  await waitUntil(async () => messages.length > 0)
  expect(messages).toMatchObject([{ type: 'watch.paused', event: { reason: 'credits_exhausted' } }])
  await app.admin(`/admin/accounts/${account.slug}/credits`, {
    method: 'POST',
    body: '{"credits":3,"reason":"test"}',
  })
  await send('PATCH', `/v2/watches/${watch.watch_id}`, { status: 'active' })
  await run(watch)
  expect(await read(watch)).toMatchObject({ status: 'active', runs: 2 })
})

test('a revoked key pauses its watches', async () => {
  const watch = await make()
  await app.admin(`/admin/keys/${account.key.id}`, { method: 'PATCH', body: '{"active":false}' })
  await clock.move(300)
  const state = 'select paused_reason from watches where id = $1 and state = $2'
  const isPaused = async () => (await fresh.database.pool.query(state, [watch.watch_id, 'paused'])).rows
  await waitUntil(async () => (await isPaused()).length > 0)
  expect(await isPaused()).toEqual([{ paused_reason: 'inactive_key' }])
})

test('ten runs in a row without a record pause a watch; a run with a record resets the count', async () => {
  const watch = await make({ params: { query: 'lamp', require: 'colour' } })
  site.respondWith(sends({ name: 'lamp' }))
  for (let count = 0; count < 9; count += 1) await run(watch)
  site.respondWith(sends({ name: 'lamp', colour: 'red' }))
  await run(watch)
  expect(await read(watch)).toMatchObject({ status: 'active', without_record: 0, runs: 10 })
  site.respondWith(sends('', 404))
  for (let count = 0; count < 10; count += 1) await run(watch)
  expect(await read(watch)).toMatchObject({
    status: 'paused',
    paused_reason: 'not_found',
    runs: 20,
    changes: 0,
  })
})

test('a watch ends at its `until` time', async () => {
  const now = await clock.now()
  const watch = await make({ until: new Date(now.getTime() + 400_000).toISOString() })
  await run(watch)
  await clock.move(300)
  await waitUntil(async () => (await read(watch)).status === 'ended')
  const { runs, next_at: next } = await read(watch)
  expect([runs <= 2, next]).toEqual([true, null])
  expect((await send('PATCH', `/v2/watches/${watch.watch_id}`, { status: 'active' })).status).toBe(409)
})

test('invalid watches are refused with the name of the parameter, and leave nothing behind', async () => {
  const soon = new Date((await clock.now()).getTime() + 3_600_000).toISOString()
  const refused: [object, string][] = [
    [{ endpoint: '/v2/usage' }, 'endpoint must be the path of a lookup'],
    [{ params: {} }, 'params.query is required'],
    [{ params: { query: 'lamp', require: 'color' } }, 'params.require names color'],
    [{ params: { query: 'lamp', provider: 'nobody' } }, 'params.provider must be one of site'],
    [{ every: 299 }, 'every must be 300 to 2592000 seconds'],
    [{ every: '0 0 30 2 *' }, 'every has no next run'],
    [{ every: '* * * * *' }, 'every must not be closer than 300 seconds'],
    [{ fields: ['color'] }, 'fields names color, which is not a field of the record: the nearest is colour'],
    [{ until: '2001-01-01' }, 'until must be in the future'],
    [{ until: 'soon' }, 'until must be a date'],
    [{ every: '0 9 29 2 *', until: soon }, 'until is before the first run'],
    [{ webhook: 'https://receiver.example/' }, 'webhook needs a signing secret'],
    [{ wrong: 1 }, 'wrong'],
  ]
  for (const [more, problem] of refused) {
    const [status, error] = await readError(await send('POST', '/v2/watches', { ...lamp, ...more }))
    expect([status, error]).toEqual([400, expect.stringContaining(`Bad Request: ${problem}`)])
  }
  expect(((await (await send('GET', '/v2/watches')).json()) as Json).watches).toEqual([])
})

test('an account has a limited number of watches; repeated requests with one idempotency key create one watch', async () => {
  const headers = { 'idempotency-key': 'one' }
  const first = await send('POST', '/v2/watches', lamp, headers)
  await make({ every: '0 9 * * MON-FRI' })
  await make()
  const [status, error] = await readError(await send('POST', '/v2/watches', lamp))
  expect([status, error]).toEqual([429, 'Rate limit exceeded: an account has at most 3 watches'])
  const again = await send('POST', '/v2/watches', lamp, headers)
  expect([again.status, again.headers.get('idempotent-replay')]).toEqual([201, 'true'])
  expect(await again.text()).toBe(await first.text())
  expect((await send('POST', '/v2/watches', { ...lamp, every: 600 }, headers)).status).toBe(422)
  const { watches } = (await (await send('GET', '/v2/watches')).json()) as { watches: Watch[] }
  expect(watches.map(({ every }) => every)).toEqual([300, '0 9 * * MON-FRI', 300])
})
