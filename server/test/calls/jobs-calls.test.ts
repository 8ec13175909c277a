// Asynchronous calls as callers see them: accepted, polled, waited for, listed, cancelled; billed when they complete
// and never otherwise.
import { endpoints } from '@quarry/sources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../src/ledger/audit.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createGate } from '../support/gate.ts'
import {
  eventPath,
  faultQuery,
  type JobView,
  readBonus,
  readJobId,
  readJobLog,
  requestJob,
  waitForEnd,
} from '../support/jobs.ts'

let app: TestApp
/** Has a short timeout for sites that hang. */
let shortTimeout: TestApp
/** Accepts jobs and never runs them. */
let idle: TestApp
const slowAnswers = createGate()
beforeAll(async () => {
  app = await startApp({ sandboxSlow: slowAnswers.wait })
  shortTimeout = await startApp({ limits: { upstreamTryMs: 300, jobTotalMs: 1000 } })
  idle = await startApp({ config: { role: 'api' } })
})
afterAll(async () => {
  expect(await audit(app.database)).toEqual([])
  expect(await audit(idle.database)).toEqual([])
  expect(await audit(shortTimeout.database)).toEqual([])
  await app.close()
  await shortTimeout.close()
  await idle.close()
})

const missing = '00000000-0000-4000-8000-000000000000'

test('a job is accepted unbilled, and its result is the record of the direct call, billed once as 201', async () => {
  const { secret, slug } = await app.account()
  const direct = await (await app.call(secret, `${eventPath}?query=1000000000017`)).json()
  const accepted = await requestJob(app, secret)
  const body = (await accepted.clone().json()) as { job_id: string; status: string; url: string }
  expect(body).toEqual({ job_id: body.job_id, status: 'queued', url: `/jobs/${body.job_id}` })
  expect([accepted.status, accepted.headers.get('x-credits-used')]).toEqual([202, '0'])
  expect(accepted.headers.get('x-credits-remaining')).toBe('998')
  const job = await waitForEnd(app, secret, await readJobId(accepted))
  expect(Object.keys(job)).toEqual([
    'job_id',
    'status',
    'endpoint',
    'created_at',
    'started_at',
    'finished_at',
    'status_code',
    'credits',
    'provider',
    'provider_licence',
    'provider_source',
    'record_fields',
    'record_form',
    'record_observed',
    'result',
    'error',
  ])
  expect(job).toMatchObject({
    status: 'completed',
    endpoint: eventPath,
    status_code: 200,
    credits: 1,
    provider: 'sandbox',
    provider_source: expect.stringMatching(/^https:\/\/[\w.]+\.ticketing\.example\/e\//),
    error: null,
  })
  expect(job.result).toEqual(direct)
  expect(Date.parse(job.finished_at ?? '')).toBeGreaterThanOrEqual(Date.parse(job.started_at ?? ''))
  expect(await readBonus(app, slug)).toMatchObject({ available: 998, held: 0, charged: 2 })
  expect(await readJobLog(app.database, job.job_id)).toEqual([
    { recorded_status: 202, sent_status: 202, credits: 0, job_id: job.job_id },
    { recorded_status: 201, sent_status: null, credits: 1, job_id: job.job_id },
  ])
})

test('is_async is a boolean, in the query or in the body of a POST', async () => {
  const { secret } = await app.account()
  expect((await app.call(secret, `${eventPath}?query=1000000000017&is_async=1`)).status).toBe(400)
  expect((await app.call(secret, `${eventPath}?query=1000000000017&is_async=false`)).status).toBe(200)
  const posted = endpoints.find(({ method }) => method === 'POST')
  const post = (more: object) =>
    app.call(secret, posted?.path ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...(posted?.example as object), ...more }),
    })
  expect((await post({ is_async: 'true' })).status).toBe(400)
  const job = await waitForEnd(app, secret, await readJobId(await post({ is_async: true })))
  expect(job).toMatchObject({ status: 'completed', endpoint: posted?.path, status_code: 200 })
})

test('invalid parameters are 400 at once and create no job', async () => {
  const { secret, slug } = await app.account()
  expect((await requestJob(app, secret, 'nonsense')).status).toBe(400)
  expect(await readBonus(app, slug)).toMatchObject({ available: 1000, held: 0 })
  expect(await (await app.call(secret, '/v2/jobs')).json()).toEqual({ jobs: [], next_cursor: null })
})

test('a job whose subject is missing is completed with 404 and billed by the 404 rule', async () => {
  const { secret, slug } = await app.account()
  const job = await waitForEnd(
    app,
    secret,
    await readJobId(await requestJob(app, secret, faultQuery('missing'))),
  )
  expect(job).toMatchObject({
    status: 'completed',
    status_code: 404,
    credits: 1,
    result: null,
    error: 'Not Found',
  })
  expect((await readJobLog(app.database, job.job_id)).map((row) => row.recorded_status)).toEqual([202, 404])
  const id = await readJobId(await requestJob(app, secret, faultQuery('missing'), '&soft_fail=true'))
  const soft = await waitForEnd(app, secret, id)
  expect(soft).toMatchObject({
    status: 'completed',
    status_code: 200,
    result: { error: 'Not Found' },
    credits: 1,
  })
  expect((await readJobLog(app.database, id)).map((row) => row.recorded_status)).toEqual([202, 404])
  expect(await readBonus(app, slug)).toMatchObject({ available: 998, held: 0, charged: 2 })
})

test.each(['error', 'blocked', 'garbage', 'hang', 'reset'])(
  'a job that fails (%s) is failed and free',
  async (kind) => {
    const on = kind === 'hang' ? shortTimeout : app
    const { secret, slug } = await on.account()
    const id = await readJobId(await requestJob(on, secret, faultQuery(kind)))
    const job = await waitForEnd(on, secret, id)
    expect(job).toMatchObject({
      status: 'failed',
      status_code: 500,
      credits: 0,
      result: null,
      error: 'Internal Error',
    })
    const again = await on.call(secret, `/jobs/${id}`)
    expect(again.headers.get('x-error-reason')).toMatch(/^(upstream_|page_changed)/)
    expect((await readJobLog(on.database, id)).map((row) => row.recorded_status)).toEqual([202, 500])
    expect(await readBonus(on, slug)).toMatchObject({ available: 1000, held: 0, charged: 0 })
  },
)

test('with credits for 5, 5 of 20 are accepted; the credits of 2 failed ones are returned', async () => {
  const first = await app.account({ bonus_credits: 5 })
  slowAnswers.close()
  const queries = Array.from({ length: 20 }, () => faultQuery('slow'))
  const responses = await Promise.all(queries.map((query) => requestJob(app, first.secret, query)))
  expect(responses.filter(({ status }) => status === 202)).toHaveLength(5)
  expect(responses.filter(({ status }) => status === 402)).toHaveLength(15)
  slowAnswers.open()
  for (const response of responses.filter(({ status }) => status === 202))
    expect((await waitForEnd(app, first.secret, await readJobId(response))).status).toBe('completed')
  expect(await readBonus(app, first.slug)).toMatchObject({ available: 0, held: 0, charged: 5 })
  const { secret, slug } = await app.account({ bonus_credits: 5 })
  const mixed = ['1000000000017', faultQuery('error'), '1000000007936', faultQuery('reset'), '1000000015855']
  const ids = await Promise.all(mixed.map(async (query) => readJobId(await requestJob(app, secret, query))))
  const ends = await Promise.all(ids.map((id) => waitForEnd(app, secret, id)))
  expect(ends.map(({ status }) => status)).toEqual([
    'completed',
    'failed',
    'completed',
    'failed',
    'completed',
  ])
  expect(await readBonus(app, slug)).toMatchObject({ available: 2, held: 0, charged: 3 })
  slowAnswers.close()
  const later: number[] = []
  for (let n = 0; n < 3; n += 1) later.push((await requestJob(app, secret, faultQuery('slow'))).status)
  slowAnswers.open()
  expect(later).toEqual([202, 202, 402])
})

test('a job is found under every spelling of its id, by its own account only, and a malformed id is 404', async () => {
  const { secret } = await app.account()
  const other = await app.account()
  const id = await readJobId(await requestJob(app, secret))
  await waitForEnd(app, secret, id)
  const bodies = await Promise.all(
    ['/jobs', '/v2/jobs', '/api/jobs', '/api/v2/jobs'].map(async (path) => {
      const response = await app.call(secret, `${path}/${id}`)
      expect([response.status, response.headers.get('x-credits-used')]).toEqual([200, '0'])
      return response.text()
    }),
  )
  expect(new Set(bodies).size).toBe(1)
  const foreignResponses = [
    await app.call(other.secret, `/jobs/${id}`),
    await app.call(other.secret, `/jobs/${missing}`),
    await app.call(secret, '/jobs/nonsense'),
    await app.call(other.secret, `/jobs/${id}?wait=30`),
    await app.call(other.secret, `/jobs/${id}`, { method: 'DELETE' }),
  ]
  for (const response of foreignResponses) {
    expect([response.status, response.headers.get('x-error-reason')]).toEqual([404, 'not_found'])
    expect(await response.json()).toEqual({ error: 'Not Found' })
  }
  expect((await app.call(null, `/jobs/${id}`)).status).toBe(401)
})

test('wait is at most 30 whole seconds, and the response comes when the job ends', async () => {
  const { secret } = await app.account()
  slowAnswers.close()
  const id = await readJobId(await requestJob(app, secret, faultQuery('slow')))
  for (const wait of ['31', '-1', '1.5', 'x', ''])
    expect((await app.call(secret, `/jobs/${id}?wait=${wait}`)).status).toBe(400)
  const now = (await (await app.call(secret, `/jobs/${id}`)).json()) as JobView
  expect(['queued', 'running']).toContain(now.status)
  const waited = app.call(secret, `/jobs/${id}?wait=30`)
  slowAnswers.open()
  expect(await (await waited).json()).toMatchObject({ status: 'completed' })
})

test('the list contains the account’s own jobs, newest first, by state, in pages', async () => {
  const { secret } = await idle.account()
  const other = await idle.account()
  await requestJob(idle, other.secret)
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.push(await readJobId(await requestJob(idle, secret)))
  const read = async (query: string) =>
    (await (await idle.call(secret, `/v2/jobs${query}`)).json()) as {
      jobs: JobView[]
      next_cursor: string | null
    }
  const first = await read('?limit=2')
  const second = await read(`?limit=2&cursor=${first.next_cursor}`)
  const third = await read(`?limit=2&cursor=${second.next_cursor}`)
  const listed = [...first.jobs, ...second.jobs, ...third.jobs].map((job) => job.job_id)
  expect(listed).toEqual(ids.toReversed())
  expect(third.next_cursor).toBeNull()
  expect((await read('?state=queued')).jobs).toHaveLength(5)
  expect((await read('?state=completed')).jobs).toEqual([])
  for (const bad of ['?state=done', '?limit=0', '?limit=101', '?cursor=x', `?cursor=1_${missing}x`])
    expect((await idle.call(secret, `/v2/jobs${bad}`)).status).toBe(400)
})

test('a queued job can be cancelled once, and its hold is released', async () => {
  const { secret, slug } = await idle.account({ bonus_credits: 1 })
  const id = await readJobId(await requestJob(idle, secret))
  expect(await readBonus(idle, slug)).toMatchObject({ available: 0, held: 1 })
  const cancelled = await idle.call(secret, `/jobs/${id}`, { method: 'DELETE' })
  expect(await cancelled.json()).toMatchObject({ status: 'failed', error: 'Cancelled', credits: 0 })
  expect(await readBonus(idle, slug)).toMatchObject({ available: 1, held: 0, charged: 0 })
  const again = await idle.call(secret, `/jobs/${id}`, { method: 'DELETE' })
  expect([again.status, again.headers.get('x-error-reason')]).toEqual([409, 'conflict'])
  expect((await readJobLog(idle.database, id)).map((row) => row.recorded_status)).toEqual([202, 500])
})

test('a running job cannot be cancelled', async () => {
  const { secret } = await app.account()
  slowAnswers.close()
  const id = await readJobId(await requestJob(app, secret, faultQuery('slow')))
  await expect
    .poll(async () => ((await (await app.call(secret, `/jobs/${id}`)).json()) as JobView).status)
    .toBe('running')
  expect((await app.call(secret, `/jobs/${id}`, { method: 'DELETE' })).status).toBe(409)
  slowAnswers.open()
  expect((await waitForEnd(app, secret, id)).status).toBe('completed')
})
