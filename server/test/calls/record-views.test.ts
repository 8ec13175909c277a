// `fields` and `format` in calls, jobs, batches, watches and agent tools: what is refused, what is replayed, and that
// they change neither the fetch nor the cache.
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { type Replica, sends, shop, startReplica } from '../support/two-providers.ts'

let site: Replica
let app: TestApp
let secret: string

beforeAll(async () => {
  site = await startReplica()
  app = await startApp({
    sources: [shop],
    tuning: { watchPollMs: 50 },
    file: {
      sources: { shop: { site: site.origin, allow_private: true, robots: false } },
      cors_origins: ['https://page.example'],
    },
  })
})
beforeEach(async () => {
  ;({ secret } = await app.account({ rate_limit: null }))
  site.requestUrls.length = 0
  site.respondWith(sends({ name: '=lamp', colour: 'amber' }))
})
afterAll(async () => {
  await app.close()
  await site.close()
})

let subjects = 0
/** A new subject, so that no earlier record is cached. */
const newSubject = () => {
  subjects += 1
  return `lamp${subjects}`
}
const get = (more: string, init: RequestInit = {}, query = 'lamp') =>
  app.call(secret, `/v2/shop/item?query=${query}${more}`, init)
const post = (path: string, body: object, headers = {}) =>
  app.call(secret, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const readBody = async (response: Response | Promise<Response>) =>
  (await (await response).json()) as Record<string, unknown>
const key = (name: string) => ({ headers: { 'idempotency-key': name } })

test.each([
  ['fields=color', 'fields names color, which is not a field of the record: the nearest is colour'],
  ['fields=-color', 'fields names color, which is not a field of the record: the nearest is colour'],
  ['fields=name,-colour', 'fields must name fields to return, or with a minus fields to leave out, not both'],
  ['format=xml', 'format must be one of json, csv, ndjson'],
  ['format=ndjson', 'format must be json or csv: ndjson is for lists, and this is one record'],
  ['format=csv&is_async=true', 'format cannot be combined with is_async: the result of a job is JSON'],
])('%s is 400 before the site is called', async (query, problem) => {
  const response = await get(`&${query}`)
  expect([response.status, response.headers.get('x-credits-used')]).toEqual([400, '0'])
  expect(await response.json()).toEqual({ error: `Bad Request: ${problem}` })
  expect(site.requestUrls).toEqual([])
})

test('an empty value counts as absent, and a required field may be left out of the response', async () => {
  expect(await readBody(get('&fields=&format='))).toEqual({ name: '=lamp', colour: 'amber' })
  const response = await get('&fields=colour&require=name')
  expect(response.headers.get('x-record-fields')).toBe('2/2')
  expect(await response.json()).toEqual({ colour: 'amber' })
  expect((await get('&fields=name&require=colour', {}, newSubject())).status).toBe(200)
})

test('a spreadsheet reads a record with the key in its URL', async () => {
  const address = `/v2/shop/item?query=lamp&format=csv&x_api_key=${secret}`
  const response = await app.call(null, address)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-security-policy')).toBeNull()
  expect(await response.text()).toBe("name,colour\r\n'=lamp,amber\r\n")
  expect(app.logged.join('')).not.toContain(secret)
})

test('a large record is reduced and formatted in a thread', async () => {
  const name = 'é;=1'.repeat(60_000)
  site.respondWith(sends({ name, colour: 'red' }))
  expect(await readBody(get('&fields=name', {}, newSubject()))).toEqual({ name })
  const [head, row] = (await (await get('&format=csv', {}, newSubject())).text()).split('\r\n')
  expect([head, row]).toEqual(['name,colour', `"${"é;'=1".repeat(60_000)}",red`])
})

test('errors and soft_fail stay JSON', async () => {
  site.respondWith(sends('', 404))
  for (const more of ['&format=csv', '&format=csv&soft_fail=true&fields=name']) {
    const response = await get(more, { headers: { accept: 'text/csv' } })
    expect(response.status).toBe(more.includes('soft') ? 200 : 404)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(await response.json()).toEqual({ error: 'Not Found' })
  }
})

test('vary includes the origin when other origins may call', async () => {
  const { headers } = await get('', { headers: { origin: 'https://page.example' } })
  expect(headers.get('access-control-allow-origin')).toBe('https://page.example')
  expect(headers.get('vary')).toBe('origin, accept, authorization, x-api-key')
})

test('a cached record serves every view, by parameter and by Accept', async () => {
  const subject = newSubject()
  const bodies = []
  for (const [more, accept] of [
    ['', '*/*'],
    ['&fields=name', '*/*'],
    ['&fields=-name', '*/*'],
    ['', 'text/csv'],
    ['', '*/*'],
  ] as const)
    bodies.push(await (await get(`&max_age=60${more}`, { headers: { accept } }, subject)).text())
  const fullRecord = '{"name":"=lamp","colour":"amber"}'
  const csv = "name,colour\r\n'=lamp,amber\r\n"
  expect(bodies).toEqual([fullRecord, '{"name":"=lamp"}', '{"colour":"amber"}', csv, fullRecord])
  expect(site.requestUrls).toHaveLength(1)
})

test('calls with different fields share one fetch', async () => {
  const openResponses: ServerResponse[] = []
  site.respondWith((_request, response) => void openResponses.push(response))
  const calls = ['&fields=name', '&fields=colour', '&format=csv', ''].map((more) => get(more))
  await eventually(async () => {
    const { rows } = await app.database.pool.query('select 1 from holds')
    expect([rows.length, openResponses.length]).toEqual([4, 1])
  })
  for (const response of openResponses) sends({ name: 'lamp', colour: 'red' })({} as never, response)
  expect(await Promise.all(calls.map(async (call) => (await call).text()))).toEqual([
    '{"name":"lamp"}',
    '{"colour":"red"}',
    'name,colour\r\nlamp,red\r\n',
    '{"name":"lamp","colour":"red"}',
  ])
  expect(site.requestUrls).toHaveLength(1)
})

test('a replay has the same bytes and type; other fields or another format are another request', async () => {
  const first = await get('&fields=name&format=csv', key('a'))
  const again = await get('&fields=name', { headers: { 'idempotency-key': 'a', accept: 'text/csv' } })
  expect(again.headers.get('idempotent-replay')).toBe('true')
  expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
  expect(await again.text()).toBe(await first.text())
  for (const more of ['', '&fields=name', '&fields=colour&format=csv', '&format=csv'])
    expect((await get(more, key('a'))).status).toBe(422)
  expect((await get('', key('b'))).status).toBe(200)
  expect((await get('&format=json', key('b'))).headers.get('idempotent-replay')).toBe('true')
  expect((await get('&fields=name', key('b'))).status).toBe(422)
})

test('a request without the new parameters has the same fingerprint as before', async () => {
  await get('&max_age=5', key('c'))
  const { rows } = await app.database.pool.query(
    `select encode(fingerprint, 'hex') as hex from idempotency_keys where key = 'c'`,
  )
  expect(rows).toEqual([{ hex: 'c6b3f0d0e0b56a58727dc69c91c71db24b8720afce924d9cdbf51e211fff33fc' }])
})

test('the result of a job and of each batch item is reduced, and counted as a whole', async () => {
  const { job_id: id } = await readBody(
    get('&fields=name&is_async=true', { headers: { accept: 'text/csv' } }),
  )
  const job = await readBody(app.call(secret, `/jobs/${id}?wait=20`))
  expect(job).toMatchObject({ result: { name: '=lamp' }, record_fields: '2/2', credits: 3 })
  expect(job.result).toEqual({ name: '=lamp' })
  const inputs = [{ query: 'a', fields: '-name' }, { query: 'b' }]
  const { batch_id: batch } = await readBody(post('/v2/batches', { endpoint: '/v2/shop/item', inputs }))
  await app.call(secret, `/v2/batches/${batch}?wait=20`)
  const { items } = (await readBody(app.call(secret, `/v2/batches/${batch}/results`))) as {
    items?: { result: unknown }[]
  }
  expect(items?.map(({ result }) => result)).toEqual([
    { colour: 'amber' },
    { name: '=lamp', colour: 'amber' },
  ])
  const wrong = post('/v2/batches', { endpoint: '/v2/shop/item', inputs: [{ query: 'a', fields: 'nam' }] })
  expect((await readBody(wrong)).error).toContain('inputs[0].fields names nam, which is not a field')
  const csv = post('/v2/batches', { endpoint: '/v2/shop/item', inputs: [{ query: 'a', format: 'csv' }] })
  expect(await readBody(csv)).toEqual({
    error: 'Bad Request: inputs[0].format is for direct calls: the result of a job is JSON',
  })
})

test('a watch compares the selected fields of the record', async () => {
  const watch = { endpoint: '/v2/shop/item', every: 300, params: { query: 'watched', fields: 'name' } }
  expect(await readBody(post('/v2/watches', { ...watch, fields: ['name'] }))).toEqual({
    error: 'Bad Request: params.fields cannot be combined with the fields of the watch: use one of them',
  })
  const { watch_id: id } = await readBody(post('/v2/watches', watch))
  const run = async (record: object, runs: number) => {
    site.respondWith(sends(record))
    await app.database.pool.query('update watches set next_at = quarry_now() where id = $1', [id])
    await eventually(async () => {
      const { rows } = await app.database.pool.query(
        'select runs, job_id, value from watches where id = $1',
        [id],
      )
      expect(rows).toEqual([
        { runs, job_id: null, value: JSON.stringify({ name: (record as { name: string }).name }) },
      ])
    })
  }
  await run({ name: 'a', colour: 'red' }, 1)
  await run({ name: 'a', colour: 'blue' }, 2)
  await run({ name: 'b', colour: 'blue' }, 3)
  const { events } = (await readBody(app.call(secret, `/v2/watches/${id}/history`))) as {
    events?: Record<string, unknown>[]
  }
  expect(events).toMatchObject([{ type: 'changed', before: { name: 'a' }, after: { name: 'b' } }])
})

test('an agent tool accepts fields', async () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' }
  const params = { name: 'shop_item', arguments: { query: 'lamp', fields: 'colour' } }
  const response = await post('/mcp', { ...call, params }, { accept: 'application/json, text/event-stream' })
  const text = await response.text()
  expect(text).toContain('amber')
  expect(text).not.toContain('=lamp')
})
