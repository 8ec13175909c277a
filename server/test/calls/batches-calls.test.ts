// Batches over HTTP: accepted as a whole or not at all, polled, read in three formats, cancelled; each item has its
// own outcome, bill and log row.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStorageLimit } from '../../src/calls/jobs/enqueue-jobs.ts'
import { createFinishJobs } from '../../src/calls/jobs/finish-jobs.ts'
import { sweepJobs } from '../../src/calls/jobs/jobs.ts'
import { audit } from '../../src/ledger/audit.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { eventPath, readBonus } from '../support/jobs.ts'

let app: TestApp
/** Accepts batches and never runs them. */
let idle: TestApp
beforeAll(async () => {
  app = await startApp()
  idle = await startApp({ config: { role: 'api' } })
})
afterAll(async () => {
  expect(await audit(app.database)).toEqual([])
  expect(await audit(idle.database)).toEqual([])
  await app.close()
  await idle.close()
})

const fault = (kind: string) => `https://com.ticketing.example/e/fault-${kind}-1000000000017`
const missing = '00000000-0000-4000-8000-000000000000'

type Batch = { batch_id: string; status: string; finished_at: string | null } & Record<string, unknown>
type Item = { item: number; status: string; status_code: number | null; credits: number } & Record<
  string,
  unknown
>

const post = (on: TestApp, secret: string, body: unknown, headers: Record<string, string> = {}) =>
  on.call(secret, '/v2/batches', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const postInputs = (
  on: TestApp,
  secret: string,
  queries: readonly string[],
  headers?: Record<string, string>,
) => post(on, secret, { endpoint: eventPath, inputs: queries.map((query) => ({ query })) }, headers)
const readId = async (response: Response) => {
  const body = (await response.json()) as Batch
  expect([response.status, body]).toMatchObject([202, { status: 'running' }])
  return body.batch_id
}
async function waitForEnd(secret: string, id: string): Promise<Batch> {
  for (;;) {
    const batch = (await (await app.call(secret, `/v2/batches/${id}?wait=30`)).json()) as Batch
    if (batch.finished_at !== null) return batch
  }
}

const mixed = ['1000000000017', fault('missing'), fault('garbage'), '1000000007936']

test('each item has its own outcome (found, missing or failed) and its own credits', async () => {
  const { secret, slug } = await app.account()
  const accepted = await postInputs(app, secret, mixed)
  expect(accepted.headers.get('x-credits-used')).toBe('0')
  const id = await readId(accepted)
  const batch = await waitForEnd(secret, id)
  expect(batch).toMatchObject({
    batch_id: id,
    status: 'completed',
    endpoint: eventPath,
    total: 4,
    queued: 0,
    running: 0,
    completed: 3,
    failed: 1,
    not_found: 1,
    credits: 3,
    results_url: `/v2/batches/${id}/results`,
  })
  const response = await app.call(secret, `/v2/batches/${id}/results`)
  const { items, ...page } = (await response.json()) as { items: Item[] }
  expect(page).toEqual({ batch_id: id, total: 4, from: 0, next_from: null })
  expect(items.map(({ item, status, status_code, credits }) => [item, status, status_code, credits])).toEqual(
    [
      [0, 'completed', 200, 1],
      [1, 'completed', 404, 1],
      [2, 'failed', 500, 0],
      [3, 'completed', 200, 1],
    ],
  )
  // Ids are ordered by time: first the id of the request and batch, then those of its items in order.
  const ids = [id, ...items.map(({ job_id }) => String(job_id))]
  expect(ids).toEqual([...new Set(ids)].sort())
  expect(ids.filter((candidate) => candidate[14] !== '7')).toEqual([])
  expect(items[0]).toMatchObject({ input: { query: '1000000000017' }, result: { event_id: '1000000000017' } })
  expect(items[1]).toMatchObject({ result: null, error: 'Not Found', reason: 'not_found' })
  expect(items[2]).toMatchObject({ result: null, error: 'Internal Error', reason: 'page_changed' })
  const job = (await (await app.call(secret, `/jobs/${items[3]?.job_id}`)).json()) as Item
  expect(job).toMatchObject({ status: 'completed', result: items[3]?.result })
  expect(await readBonus(app, slug)).toMatchObject({ available: 997, held: 0, charged: 3 })
})

test('results can be read by range, as JSON, NDJSON and CSV', async () => {
  const { secret } = await app.account()
  const id = await readId(await postInputs(app, secret, mixed))
  await waitForEnd(secret, id)
  const read = (query: string) => app.call(secret, `/v2/batches/${id}/results?${query}`)
  const first = await read('from=0&limit=3')
  expect(await first.json()).toMatchObject({ next_from: 3, items: [{ item: 0 }, { item: 1 }, { item: 2 }] })
  expect(await (await read('from=3&limit=3')).json()).toMatchObject({ next_from: null, items: [{ item: 3 }] })
  expect(await (await read('from=1000')).json()).toMatchObject({ next_from: null, items: [] })

  const lines = await read('format=ndjson&from=1&limit=2')
  expect([lines.headers.get('content-type'), lines.headers.get('x-next-from')]).toEqual([
    'application/x-ndjson; charset=utf-8',
    '3',
  ])
  const parsed = (await lines.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Item)
  expect(parsed.map(({ item }) => item)).toEqual([1, 2])

  const csv = await read('format=csv')
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const [head = '', found = '', gone = ''] = (await csv.text()).split('\r\n')
  expect(head).toMatch(
    /^item,job_id,status,status_code,credits,error,reason,provider,provider_licence,provider_source,record_fields,record_form,record_observed,input\.query,.*result\.venue\.city,/,
  )
  expect(found).toMatch(
    /^0,[0-9a-f-]{36},completed,200,1,,,sandbox,,https:[^,]+,\d+\/43,next-data,,1000000000017,/,
  )
  expect(gone).toMatch(/^1,[0-9a-f-]{36},completed,404,1,Not Found,not_found,sandbox,,/)
  const last = (await (await read('format=csv&from=3')).text()).split('\r\n')
  expect(last[0]).toBe(head)
  for (const bad of ['format=xml', 'from=-1', 'limit=0', 'limit=1001'])
    expect((await read(bad)).status).toBe(400)
})

test('credits are held for all items or for none', async () => {
  const { secret, slug } = await idle.account({ bonus_credits: 3 })
  const short = await postInputs(idle, secret, mixed)
  expect([short.status, short.headers.get('x-error-reason')]).toEqual([402, 'credits_exhausted'])
  expect(await readBonus(idle, slug)).toMatchObject({ available: 3, held: 0 })
  await readId(await postInputs(idle, secret, mixed.slice(1)))
  expect(await readBonus(idle, slug)).toMatchObject({ available: 0, held: 3 })
  const { rows } = await idle.database.pool.query(
    'select 1 from jobs j join accounts a on a.id = j.account_id where a.slug = $1',
    [slug],
  )
  expect(rows).toHaveLength(3)
})

test('a key quota applies to a batch as a whole', async () => {
  const { secret, slug } = await idle.account({}, { quotas: { daily: 3 } })
  const over = await postInputs(idle, secret, mixed)
  expect([over.status, over.headers.get('x-error-reason')]).toEqual([401, 'quota_exceeded'])
  expect(await readBonus(idle, slug)).toMatchObject({ available: 1000, held: 0 })
})

test('a thousand lines of NDJSON are held as a whole', async () => {
  const { secret, slug } = await idle.account()
  const line = '{"query":"1000000000017"}\n'
  const send = (body: string, query = `endpoint=${eventPath}`) =>
    idle.call(secret, `/v2/batches?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body,
    })
  const id = await readId(await send(`\n${line.repeat(1000)}\n`))
  expect(await readBonus(idle, slug)).toMatchObject({ available: 0, held: 1000 })
  expect(await (await idle.call(secret, `/v2/batches/${id}`)).json()).toMatchObject({
    total: 1000,
    queued: 1000,
  })
  for (const body of ['', `${line}nonsense\n`, `${line}[]\n`, `${line}{"query":1}\n`])
    expect((await send(body)).status).toBe(400)
  expect((await (await send(`${line}{`)).json()) as object).toEqual({
    error: 'Bad Request: line 2: it is not valid JSON',
  })
  expect((await send(line, 'endpoint=/v2/nothing')).status).toBe(400)
  const cancelled = await idle.call(secret, `/v2/batches/${id}`, { method: 'DELETE' })
  expect(await cancelled.json()).toMatchObject({ status: 'cancelled', failed: 1000, credits: 0 })
  expect(await readBonus(idle, slug)).toMatchObject({ available: 1000, held: 0 })
})

test('an invalid batch is 400 and the message names the error', async () => {
  const { secret, slug } = await idle.account()
  const cases: [unknown, string][] = [
    [{ inputs: [{ query: '1' }] }, 'endpoint must be the path of a lookup'],
    [{ endpoint: eventPath }, 'inputs must be an array of objects'],
    [{ endpoint: eventPath, inputs: [] }, 'inputs must be 1 to 1000 objects'],
    [{ endpoint: eventPath, inputs: [{ query: '1000000000017' }, 3] }, 'inputs[1] must be an object'],
    [{ endpoint: eventPath, inputs: [{ query: '1000000000017' }, {}] }, 'inputs[1].query is required'],
    [{ endpoint: eventPath, inputs: [{ query: 'nonsense' }] }, 'inputs[0].query'],
    [{ endpoint: eventPath, inputs: [{ query: '1000000000017', max_age: '3' }] }, 'inputs[0].max_age'],
    ['{', 'the body is not valid JSON'],
  ]
  for (const [body, message] of cases) {
    const response = await post(idle, secret, body)
    expect(response.status).toBe(400)
    expect(((await response.json()) as { error: string }).error).toContain(message)
  }
  expect(await readBonus(idle, slug)).toMatchObject({ available: 1000, held: 0 })
})

test('a key without the scope of the endpoint gets 403', async () => {
  const { secret } = await idle.account({}, { scopes: ['/v2/ticketing/search'] })
  expect((await postInputs(idle, secret, mixed)).status).toBe(403)
})

test('other accounts cannot see a batch', async () => {
  const { secret } = await idle.account()
  const other = await idle.account()
  const id = await readId(await postInputs(idle, secret, mixed))
  for (const path of [
    `/v2/batches/${id}`,
    `/v2/batches/${missing}`,
    '/v2/batches/x',
    `/v2/batches/${id}/results`,
  ])
    expect((await idle.call(other.secret, path)).status).toBe(404)
  expect((await idle.call(other.secret, `/v2/batches/${id}`, { method: 'DELETE' })).status).toBe(404)
  expect((await idle.call(secret, `/api/v2/batches/${id}`)).status).toBe(200)
})

test('a finished batch cannot be cancelled; a cancelled one is finished', async () => {
  const { secret } = await app.account()
  const id = await readId(await postInputs(app, secret, ['1000000000017']))
  await waitForEnd(secret, id)
  expect((await app.call(secret, `/v2/batches/${id}`, { method: 'DELETE' })).status).toBe(409)
})

test('repeated requests with one idempotency key create one batch', async () => {
  const { secret, slug } = await idle.account()
  const key = { 'idempotency-key': 'batch-1' }
  const responses = await Promise.all(Array.from({ length: 8 }, () => postInputs(idle, secret, mixed, key)))
  const ids = new Set(await Promise.all(responses.map(readId)))
  expect(ids.size).toBe(1)
  expect(responses.filter((response) => response.headers.get('idempotent-replay') === null)).toHaveLength(1)
  expect((await postInputs(idle, secret, mixed.slice(1), key)).status).toBe(422)
  expect(await readBonus(idle, slug)).toMatchObject({ held: 4 })
})

test('a batch that is refused under an idempotency key leaves the key unused and no hold', async () => {
  const { secret, slug } = await idle.account({ bonus_credits: 3 })
  const key = { 'idempotency-key': 'refused-batch' }
  for (const _ of [1, 2]) expect((await postInputs(idle, secret, mixed, key)).status).toBe(402)
  expect(await readBonus(idle, slug)).toMatchObject({ available: 3, held: 0 })
  const fits = await postInputs(idle, secret, mixed.slice(1), key)
  expect(fits.headers.get('idempotent-replay')).toBeNull()
  await readId(fits)
  expect(await readBonus(idle, slug)).toMatchObject({ available: 0, held: 3 })
})

test('a batch and its items are deleted together after their retention time', async () => {
  const { secret } = await app.account()
  const id = await readId(await postInputs(app, secret, ['1000000000017', '1000000007936']))
  await waitForEnd(secret, id)
  const { pool } = app.database
  await pool.query('update batches set expires = now() where id = $1', [id])
  expect((await app.call(secret, `/v2/batches/${id}`)).status).toBe(404)
  await sweepJobs({
    resultHours: 24,
    pool,
    finishJobs: createFinishJobs({ pool, resultHours: 24 }),
    storage: createStorageLimit({ pool, maxBytes: null }),
  })
  expect((await pool.query('select 1 from jobs where batch_id = $1', [id])).rows).toEqual([])
})
