// The stored data of an account is bounded: jobs and batches count in bytes and are refused above the limit, the
// parameters of a job are deleted when it ends, and a refused call logs only the names and lengths of its parameters.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStorageLimit } from '../../src/calls/jobs/enqueue-jobs.ts'
import { createFinishJobs } from '../../src/calls/jobs/finish-jobs.ts'
import { sweepJobs } from '../../src/calls/jobs/jobs.ts'
import { audit } from '../../src/ledger/audit.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { eventPath, readBonus, readJobId, requestJob, waitForEnd } from '../support/jobs.ts'

const maxBytes = 60_000
const classifiedsPath = '/v2/classifieds/search_api'
let app: TestApp
/** Accepts jobs and never runs them; an account may store 60 kB there, and as much under idempotency keys. */
let idle: TestApp
beforeAll(async () => {
  app = await startApp()
  const { limits } = loadConfig({})
  const bounds = { storedBytesPerAccount: maxBytes, idempotentBytesPerAccount: maxBytes }
  idle = await startApp({ config: { role: 'api', limits: { ...limits, ...bounds } } })
})
afterAll(async () => {
  expect(await audit(app.database)).toEqual([])
  expect(await audit(idle.database)).toEqual([])
  await app.close()
  await idle.close()
})

const postJson = (on: TestApp, secret: string, path: string, body: unknown) =>
  on.call(secret, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** The stored bytes per account, after checking that the counted bytes equal the present ones. */
async function storedIn(on: TestApp) {
  const { rows } = await on.database.pool.query<{ slug: string; counted: number; present: number }>(`
    select a.slug,
      (select coalesce(sum(s.bytes), 0)::float8 from stored_bytes s where s.account_id = a.id) as counted,
      (select coalesce(sum(500 + octet_length(params) + coalesce(octet_length(result), 0)
        + coalesce(octet_length(webhook), 0)), 0)::float8 from jobs j where j.account_id = a.id)
      + (select coalesce(sum(500 + coalesce(octet_length(webhook), 0)), 0)::float8 from batches b
        where b.account_id = a.id)
      + (select coalesce(sum(500 + octet_length(url)), 0)::float8 from webhook_deliveries d
        where d.account_id = a.id) as present
    from accounts a order by a.id`)
  for (const { counted, present } of rows) expect(counted).toBe(present)
  return new Map(rows.map(({ slug, counted }) => [slug, counted]))
}

const sweepApp = (on: TestApp) => {
  const { pool } = on.database
  const finishJobs = createFinishJobs({ pool, resultHours: 24 })
  return sweepJobs({ pool, finishJobs, storage: createStorageLimit({ pool, maxBytes }), resultHours: 720 })
}

const longFilters = (chars: number) => ({ filters: { enums: Object.fromEntries(longEnums(chars)) } })
const longEnums = (chars: number) =>
  Array.from({ length: Math.ceil(chars / 4_000) }, (_, n): [string, string[]] => [
    `k${n}`,
    Array.from({ length: 10 }, (_, m) => `${n}-${m}-`.padEnd(390, 'x')),
  ])

test('jobs and batches above the limit are 429, cost nothing, and are accepted again when others are gone', async () => {
  const { secret, slug } = await idle.account()
  const body = { ...longFilters(16_000), is_async: true }
  const responses: Response[] = []
  for (let n = 0; n < 4; n += 1) responses.push(await postJson(idle, secret, classifiedsPath, body))
  expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 429])
  const refused = responses[3] as Response
  expect([refused.headers.get('x-error-reason'), await refused.json()]).toEqual([
    'storage_exceeded',
    { error: 'Rate limit exceeded' },
  ])
  const inputs = Array.from({ length: 30 }, () => ({ query: '1000000000017' }))
  const batch = await postJson(idle, secret, '/v2/batches', { endpoint: eventPath, inputs })
  expect([batch.status, batch.headers.get('x-error-reason')]).toEqual([429, 'storage_exceeded'])
  expect(await readBonus(idle, slug)).toMatchObject({ available: 997, held: 3 })

  const other = await idle.account()
  expect((await postJson(idle, other.secret, classifiedsPath, body)).status).toBe(202)

  // A cancelled job stores almost nothing.
  const id = await readJobId(responses[0] as Response)
  const before = (await storedIn(idle)).get(slug) ?? 0
  expect((await idle.call(secret, `/jobs/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect(before - ((await storedIn(idle)).get(slug) ?? 0)).toBeGreaterThan(15_000)
  expect((await postJson(idle, secret, classifiedsPath, body)).status).toBe(202)
})

test('concurrent calls are admitted independently', async () => {
  const { secret, slug } = await idle.account()
  const body = { ...longFilters(16_000), is_async: true }
  const responses = await Promise.all(
    Array.from({ length: 12 }, () => postJson(idle, secret, classifiedsPath, body)),
  )
  const acceptedCount = responses.filter(({ status }) => status === 202).length
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(12 - acceptedCount)
  // Each transaction only sees committed ones, so the limit may be exceeded by what arrived at the same time.
  expect(acceptedCount).toBeGreaterThanOrEqual(3)
  expect(await readBonus(idle, slug)).toMatchObject({ held: acceptedCount, available: 1000 - acceptedCount })
  const later = await postJson(idle, secret, classifiedsPath, body)
  expect(later.status).toBe(429)
})

test('the counted bytes equal the stored bytes after any change of a row, and counts are folded', async () => {
  const { secret, slug } = await app.account()
  const done = await readJobId(await requestJob(app, secret))
  await waitForEnd(app, secret, done)
  const inputs = [{ query: '1000000000017' }, { query: '1000000007936' }]
  const created = await postJson(app, secret, '/v2/batches', { endpoint: eventPath, inputs })
  const { batch_id } = (await created.json()) as { batch_id: string }
  await app.call(secret, `/v2/batches/${batch_id}?wait=30`)
  const { pool } = app.database
  const bytesBefore = (await storedIn(app)).get(slug)
  expect(bytesBefore).toBeGreaterThan(3_000)
  await sweepApp(app)
  expect((await storedIn(app)).get(slug)).toBe(bytesBefore)
  const folded = await pool.query(
    'select 1 from stored_bytes s join accounts a on a.id = s.account_id and a.slug = $1',
    [slug],
  )
  expect(folded.rows).toHaveLength(1)
  await pool.query('update jobs set expires = now() where expires is not null')
  await pool.query('update batches set expires = now() where expires is not null')
  await sweepApp(app)
  expect((await storedIn(app)).get(slug)).toBe(0)
})

test("a job's parameters are deleted when it ends; a batch item keeps its input unless it was cancelled", async () => {
  const { secret } = await app.account()
  const readParams = async (on: TestApp, where: string, id: string) =>
    (await on.database.pool.query<{ params: string }>(`select params from jobs where ${where} = $1`, [id]))
      .rows
  const id = await readJobId(await requestJob(app, secret))
  await waitForEnd(app, secret, id)
  expect(await readParams(app, 'id', id)).toEqual([{ params: 'null' }])

  const cancelled = await idle.account()
  const job = await requestJob(idle, cancelled.secret)
  const jobId = await readJobId(job)
  await idle.call(cancelled.secret, `/jobs/${jobId}`, { method: 'DELETE' })
  expect(await readParams(idle, 'id', jobId)).toEqual([{ params: 'null' }])
  const batch = await postJson(idle, cancelled.secret, '/v2/batches', {
    endpoint: eventPath,
    inputs: [{ query: '1000000000017' }],
  })
  const { batch_id } = (await batch.json()) as { batch_id: string }
  await idle.call(cancelled.secret, `/v2/batches/${batch_id}`, { method: 'DELETE' })
  const results = (format: string) =>
    idle.call(cancelled.secret, `/v2/batches/${batch_id}/results?format=${format}`)
  expect(await (await results('json')).json()).toMatchObject({
    items: [{ status: 'failed', error: 'Cancelled', input: null, result: null }],
  })
  expect(await (await results('csv')).text()).toContain(',Cancelled,')
})

test('above the limit the oldest idempotent responses are deleted and their keys kept: a retry is 409 and free', async () => {
  const { secret, slug } = await idle.account()
  const other = await idle.account()
  const lookUp = (owner: string, key: string) =>
    idle.call(owner, `${eventPath}?query=1000000000017`, { headers: { 'idempotency-key': key } })
  const isReplayed = async (owner: string, key: string) =>
    (await lookUp(owner, key)).headers.get('idempotent-replay') === 'true'
  await lookUp(other.secret, 'k0')
  const size = 500 + (await (await lookUp(secret, 'k0')).text()).length
  const fitting = Math.floor(maxBytes / size)
  const total = fitting * 2
  for (let n = 1; n < total; n += 1) expect((await lookUp(secret, `k${n}`)).status).toBe(200)
  const { pool } = idle.database
  const stored = async () => {
    const { rows } = await pool.query<{ bytes: number; keys: string[] }>(
      `select sum(500 + octet_length(body))::float8 as bytes, array_agg(key order by at) as keys
      from idempotency_keys i join accounts a on a.id = i.account_id where a.slug = $1 and body <> ''`,
      [slug],
    )
    return rows[0] ?? { bytes: 0, keys: [] }
  }
  // A sixteenth more may be stored until the next check.
  await expect.poll(async () => (await stored()).bytes).toBeLessThan(maxBytes * (1 + 1 / 16) + size)
  const { keys } = await stored()
  expect(keys).toEqual(Array.from({ length: keys.length }, (_, n) => `k${total - keys.length + n}`))
  expect(keys.length).toBeGreaterThanOrEqual(fitting)
  expect(await isReplayed(secret, keys.at(-1) ?? '')).toBe(true)
  expect(await isReplayed(other.secret, 'k0')).toBe(true)
  const spent = async () =>
    ((await (await idle.call(secret, '/v2/usage')).json()) as { total_used: number }).total_used
  const before = await spent()
  const retry = await lookUp(secret, 'k0')
  expect([retry.status, Object.fromEntries(retry.headers)]).toMatchObject([
    409,
    { 'x-error-reason': 'idempotency_result_gone', 'x-credits-used': '0', 'x-credits-original': '1' },
  ])
  expect(retry.headers.get('idempotent-replay')).toBeNull()
  expect(await spent()).toBe(before)
  const mismatch = await idle.call(secret, `${eventPath}?query=1000000007936`, {
    headers: { 'idempotency-key': 'k0' },
  })
  expect(mismatch.headers.get('x-error-reason')).toBe('idempotency_mismatch')
})

test('a refused call and a cancelled job log only the names and lengths of parameters', async () => {
  const poor = await idle.account({ bonus_credits: 0 })
  const secretText = 'c0nfidential'.repeat(300)
  const body = {
    filters: { keywords: { text: 'bike' }, enums: { k: [secretText.slice(0, 400)] } },
    limit: 20,
  }
  expect((await postJson(idle, poor.secret, classifiedsPath, body)).status).toBe(402)
  const wrong = { ...body, filters: { bogus: secretText } }
  expect((await postJson(idle, poor.secret, classifiedsPath, wrong)).status).toBe(400)
  expect((await idle.call(poor.secret, `${eventPath}?query=${secretText.slice(0, 1_000)}`)).status).toBe(400)
  const rich = await idle.account()
  const id = await readJobId(await requestJob(idle, rich.secret))
  await idle.call(rich.secret, `/jobs/${id}`, { method: 'DELETE' })
  const readLog = async (slug: string) =>
    (
      await idle.database.pool.query<{ recorded_status: number; params: string }>(
        `select c.recorded_status, c.params from calls c join accounts a on a.id = c.account_id
        where a.slug = $1 and c.params is not null order by c.id`,
        [slug],
      )
    ).rows.map(({ recorded_status, params }) => [recorded_status, JSON.parse(params)])
  expect(await readLog(poor.slug)).toEqual([
    [402, { filters: { length: JSON.stringify(body.filters).length }, limit: { length: 2 } }],
    [400, { filters: { length: JSON.stringify(wrong.filters).length }, limit: { length: 2 } }],
    [400, { query: { length: 1_000 } }],
  ])
  expect(await readLog(rich.slug)).toEqual([
    [202, { query: '1000000000017' }],
    [500, { query: { length: 13 } }],
  ])
})
