// Guarantees of workers: no job is lost when they stop, no account waits behind the backlog of another, limits and
// inactive keys are respected, and jobs that cannot finish are ended with their credits returned.

import { setTimeout as delay } from 'node:timers/promises'
import { sources } from '@quarry/sources'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createStorageLimit } from '../../src/calls/jobs/enqueue-jobs.ts'
import { createFinishJobs, failedEnd, type JobEnd } from '../../src/calls/jobs/finish-jobs.ts'
import { sweepJobs } from '../../src/calls/jobs/jobs.ts'
import { createQueue } from '../../src/calls/jobs/queue.ts'
import { audit } from '../../src/ledger/audit.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import {
  eventPath,
  faultQuery,
  type JobView,
  readBonus,
  readJobId,
  requestJob,
  waitForEnd,
  waitUntil,
} from '../support/jobs.ts'
import { withSandbox } from '../support/with-sandbox.ts'

let fresh: FreshDatabase
let api: TestApp
let opened: FreshDatabase[] = []
beforeEach(async () => {
  fresh = await freshDatabase()
  opened.push(fresh)
  api = await startApp({ database: fresh.database, config: { role: 'api' } })
  return async () => {
    expect(await audit(fresh.database)).toEqual([])
    await api.close()
  }
})
afterAll(async () => {
  for (const { drop } of opened) await drop()
  opened = []
})

const startWorker = (more: Parameters<typeof startApp>[0] = {}) =>
  startApp({ database: fresh.database, config: { role: 'worker' }, ...more })
const query = async <T extends object>(text: string) => (await fresh.database.pool.query<T>(text)).rows
const readState = async (secret: string, id: string) =>
  ((await (await api.call(secret, `/jobs/${id}`)).json()) as JobView).status
const isRunning = (secret: string, id: string) => async () => (await readState(secret, id)) === 'running'

function sweepTestJobs() {
  const { pool } = fresh.database
  const finishJobs = createFinishJobs({ pool, resultHours: 24 })
  return sweepJobs({
    pool,
    finishJobs,
    storage: createStorageLimit({ pool, maxBytes: null }),
    resultHours: 24,
  })
}

test('metrics show how many jobs wait and for how long', async () => {
  const { secret } = await api.account()
  const metric = async (name: string) => {
    const text = await (await api.admin('/metrics')).text()
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    )
  }
  expect(await metric('quarry_jobs{state="queued"}')).toBe(0)
  expect(await metric('quarry_jobs_oldest_queued_seconds')).toBe(0)
  const ids = await Promise.all([1, 2].map(async () => readJobId(await requestJob(api, secret))))
  await query(`update jobs set created = created - interval '90 seconds' where id = '${ids[0]}'`)
  expect(await metric('quarry_jobs{state="queued"}')).toBe(2)
  const waited = await metric('quarry_jobs_oldest_queued_seconds')
  expect(waited).toBeGreaterThanOrEqual(90)
  expect(waited).toBeLessThan(150)
  const worker = await startWorker()
  for (const id of ids) await waitForEnd(api, secret, id)
  expect(await metric('quarry_jobs{state="queued"}')).toBe(0)
  await worker.close()
})

test('an api server runs no jobs, and a worker serves no lookups', async () => {
  const { secret } = await api.account()
  const id = await readJobId(await requestJob(api, secret))
  expect(await readState(secret, id)).toBe('queued')
  const worker = await startWorker()
  expect((await waitForEnd(api, secret, id)).status).toBe('completed')
  expect((await worker.call(secret, `${eventPath}?query=1000000000017`)).status).toBe(404)
  expect((await worker.call(secret, '/v2/usage')).status).toBe(404)
  expect((await worker.call(null, '/readyz')).status).toBe(200)
  expect((await worker.admin('/metrics')).status).toBe(200)
  await worker.close()
})

test('a worker that stops returns its unfinished jobs, and another finishes each once', async () => {
  const { secret, slug } = await api.account()
  const id = await readJobId(await requestJob(api, secret, faultQuery('hang')))
  const first = await startWorker()
  await waitUntil(isRunning(secret, id))
  await first.close()
  expect(await readState(secret, id)).toBe('queued')
  expect(await readBonus(api, slug)).toMatchObject({ held: 1, charged: 0 })
  await fresh.database.pool.query('update jobs set params = $1', ['{"query":"1000000000017"}'])
  const second = await startWorker()
  expect((await waitForEnd(api, secret, id)).status).toBe('completed')
  expect(await readBonus(api, slug)).toMatchObject({ held: 0, charged: 1 })
  await second.close()
})

test('a single server takes over the running jobs of its predecessor at once', async () => {
  const { secret } = await api.account()
  const id = await readJobId(await requestJob(api, secret))
  await query(
    `update jobs set state = 'running', attempts = 1, started = now(), lease_until = now() + interval '1 hour'`,
  )
  const worker = await startWorker({ alone: true, tuning: { jobLeaseSeconds: 3600 } })
  expect((await waitForEnd(api, secret, id)).status).toBe('completed')
  await worker.close()
})

test('an outcome that arrives after the job was given to another worker changes nothing', async () => {
  const { secret, slug, key } = await api.account()
  const id = await readJobId(await requestJob(api, secret))
  await query(`update jobs set state = 'running', attempts = 2, started = now()`)
  const { pool } = fresh.database
  const finishJobs = createFinishJobs({ pool, resultHours: 24 })
  const [account] = await query<{ id: number }>('select account_id as id from jobs')
  const job = { id, accountId: account?.id ?? 0, keyId: key.id, endpoint: eventPath, params: '{}', price: 1 }
  const endAs = (attempts: number) => finishJobs([failedEnd({ ...job, attempts }, ['running'], {})])
  expect(await endAs(1)).toEqual([false])
  expect([await readState(secret, id), (await readBonus(api, slug)).held]).toEqual(['running', 1])
  expect(await Promise.all([endAs(2), endAs(2), endAs(1)])).toContainEqual([true])
  expect(await endAs(2)).toEqual([false])
  expect([await readState(secret, id), (await readBonus(api, slug)).held]).toEqual(['failed', 0])
})

test('two attempts of a job that finish together count once, and block no other job', async () => {
  const { secret, slug, key } = await api.account()
  const ids = [await readJobId(await requestJob(api, secret)), await readJobId(await requestJob(api, secret))]
  await query(`update jobs set state = 'running', attempts = 2, started = now()`)
  const { pool } = fresh.database
  const finishJobs = createFinishJobs({ pool, resultHours: 24 })
  const [account] = await query<{ id: number }>('select account_id as id from jobs')
  const of = { accountId: account?.id ?? 0, keyId: key.id, endpoint: eventPath, params: '{}', price: 1 }
  const end = (id: string | undefined, attempts: number): JobEnd => ({
    ...failedEnd({ ...of, id: id ?? '', attempts }, ['running'], {}),
    ...{ state: 'completed', statusCode: 200, recordedStatus: 201, credits: 1, result: '{}', error: null },
  })
  const ends = [end(ids[0], 1), end(ids[1], 2), end(ids[0], 2), end(ids[0], 2)]
  expect(await finishJobs(ends)).toEqual([false, true, true, false])
  expect(await readBonus(api, slug)).toMatchObject({ held: 0, charged: 2 })
})

test('jobs start no faster than the rate limit of their account', async () => {
  const { secret, slug } = await api.account()
  const ids = await Promise.all(Array.from({ length: 7 }, () => requestJob(api, secret).then(readJobId)))
  await api.admin(`/admin/accounts/${slug}`, {
    method: 'PATCH',
    body: '{"rate_limit":{"per_second":2,"per_minute":null}}',
  })
  const worker = await startWorker()
  await waitUntil(
    async () => (await query(`select 1 from jobs where state = 'completed'`)).length === ids.length,
  )
  const rows = await query<{ started: Date }>('select started from jobs order by started')
  const times = rows.map(({ started }) => started.getTime())
  // Two in each second, counted from the first. The worker's clock enforces the limit, and the times in the database
  // may lag behind it.
  for (const [n, time] of times.entries())
    expect(time - (times[0] as number)).toBeGreaterThan(Math.floor(n / 2) * 1_000 - 600)
  await worker.close()
})

test.each([
  ['key', (slug: string, key: string) => [`/admin/keys/${key}`, slug]],
  ['account', (slug: string) => [`/admin/accounts/${slug}`, slug]],
])(
  'queued jobs of a deactivated %s fail unbilled, by the worker and by the sweep',
  async (_what, buildPath) => {
    const { secret, slug, key } = await api.account()
    await Promise.all([requestJob(api, secret).then(readJobId), requestJob(api, secret).then(readJobId)])
    const [path = ''] = buildPath(slug, key.id)
    expect((await api.admin(path, { method: 'PATCH', body: '{"active":false}' })).status).toBe(200)
    const setLast = (set: string) =>
      query(`update jobs set ${set} where id = (select max(id::text)::uuid from jobs)`)
    await setLast(`state = 'running'`)
    expect(await sweepTestJobs()).toEqual({ deactivated: 1, expired: 0 })
    await setLast(`state = 'queued'`)
    const worker = await startWorker()
    await waitUntil(async () => (await query(`select 1 from jobs where state = 'failed'`)).length === 2)
    await worker.close()
    expect(await query('select distinct state, reason, credits from jobs')).toEqual([
      { state: 'failed', reason: 'forbidden', credits: 0 },
    ])
    expect(await readBonus(api, slug)).toMatchObject({ available: 1000, held: 0, charged: 0 })
  },
)

test('a job that stopping workers returned many times still completes; its attempts keep their numbers', async () => {
  const { secret } = await api.account()
  const id = await readJobId(await requestJob(api, secret))
  const queue = createQueue({ pool: fresh.database.pool, leaseSeconds: 15, defaultPerSecond: null })
  for (let count = 1; count <= 12; count += 1) {
    const [group] = await queue.listGroups(0)
    const taken = group ? await queue.take([{ group, count: 5 }]) : []
    expect(taken).toMatchObject([{ id, attempts: count }])
    await queue.handBack(taken)
  }
  const worker = await startWorker()
  expect(await waitForEnd(api, secret, id)).toMatchObject({ status: 'completed' })
  await worker.close()
})

test('a job whose worker crashed on every attempt is ended as failed', async () => {
  const { secret, slug } = await api.account()
  const deadly = await readJobId(await requestJob(api, secret))
  await query('update jobs set attempts = 8')
  const worker = await startWorker()
  expect(await waitForEnd(api, secret, deadly)).toMatchObject({ status: 'failed', credits: 0 })
  await worker.close()
  expect(await readBonus(api, slug)).toMatchObject({ available: 1000, held: 0 })
})

test('a listener that loses its connection reconnects', async () => {
  const { secret } = await api.account()
  const worker = await startWorker()
  const listening = `from pg_stat_activity where datname = current_database() and query like 'listen %'`
  const before = await query<{ pid: number }>(`select pid ${listening}`)
  await query(`select pg_terminate_backend(pid) ${listening}`)
  await waitUntil(async () => {
    const now = await query<{ pid: number }>(`select pid ${listening}`)
    return now.length === 2 && !now.some(({ pid }) => before.some((old) => old.pid === pid))
  })
  expect((await waitForEnd(api, secret, await readJobId(await requestJob(api, secret)))).status).toBe(
    'completed',
  )
  await worker.close()
})

test("waiting for a slot of a busy site does not count towards a job's timeout", async () => {
  const { limits } = loadConfig({})
  const app = await startApp({
    config: { limits: { ...limits, jobTotalMs: 3500 } },
    sandboxSlow: () => delay(1200),
  })
  const { secret } = await app.account()
  // Four at a time, 1.2 s each: the last one waits longer than the job timeout.
  const ids = await Promise.all(
    Array.from({ length: 13 }, (_, n) =>
      requestJob(app, secret, faultQuery('slow', String(1000000000000 + n))).then(readJobId),
    ),
  )
  const ends = await Promise.all(ids.map((id) => waitForEnd(app, secret, id)))
  expect(ends.map(({ status }) => status)).toEqual(Array(13).fill('completed'))
  await app.close()
})

test('a finished job is not run again', async () => {
  const { secret, slug } = await api.account()
  const worker = await startWorker()
  const id = await readJobId(await requestJob(api, secret))
  const ended = await waitForEnd(api, secret, id)
  await query('update jobs set lease_until = created')
  // A later job is taken by a poll of the queue that also passes the first one.
  await waitForEnd(api, secret, await readJobId(await requestJob(api, secret)))
  expect(await waitForEnd(api, secret, id)).toEqual(ended)
  expect(await readBonus(api, slug)).toMatchObject({ held: 0, charged: 2 })
  await worker.close()
})

test('a result is deleted after its retention time', async () => {
  const { secret } = await api.account()
  const id = await readJobId(await requestJob(api, secret))
  const worker = await startWorker()
  await waitForEnd(api, secret, id)
  const [retention] = await query<{ hours: number }>(
    'select extract(epoch from expires - finished)::integer / 3600 as hours from jobs',
  )
  expect(retention?.hours).toBe(24)
  await query('update jobs set expires = now(), result_until = now()')
  const reasonFor = async (key: string) => {
    const response = await api.call(key, `/jobs/${id}`)
    return [response.status, await response.json(), response.headers.get('x-error-reason')]
  }
  expect(await reasonFor(secret)).toEqual([404, { error: 'Not Found' }, 'result_expired'])
  // Other accounts get the same response as for a job that never existed.
  expect(await reasonFor((await api.account()).secret)).toEqual([404, { error: 'Not Found' }, 'not_found'])
  const list = async () => (await api.call(secret, '/v2/jobs')).json()
  expect(await sweepTestJobs()).toMatchObject({ expired: 0 })
  expect(await query('select result from jobs')).toEqual([{ result: null }])
  const listed = expect.objectContaining({ job_id: id, status: 'completed', status_code: 200 })
  expect(await list()).toEqual({ jobs: [listed], next_cursor: null })
  // The row is deleted 30 days after the job ended.
  await query(
    `update jobs set finished = finished - interval '30 days', expires = expires - interval '29 days'`,
  )
  expect(await list()).toEqual({ jobs: [], next_cursor: null })
  expect(await reasonFor(secret)).toEqual([404, { error: 'Not Found' }, 'not_found'])
  expect(await sweepTestJobs()).toMatchObject({ expired: 1 })
  expect(await query('select 1 from jobs')).toEqual([])
  await worker.close()
})

test('equal jobs share a fetch; a direct call has its own, because it must not wait like a job or end with a worker', async () => {
  let fetched = 0
  const watched = sources.map((source) =>
    withSandbox(source, (request, site) => {
      fetched += 1
      return site(request)
    }),
  )
  const app = await startApp({ sources: watched })
  const { secret } = await app.account()
  const ids = await Promise.all([1, 2].map(() => requestJob(app, secret, faultQuery('slow')).then(readJobId)))
  await waitUntil(async () => {
    const { rows } = await app.database.pool.query(`select 1 from jobs where state = 'running'`)
    return rows.length === 2
  })
  expect((await app.call(secret, `${eventPath}?query=${faultQuery('slow')}`)).status).toBe(200)
  for (const id of ids) expect((await waitForEnd(app, secret, id)).status).toBe('completed')
  expect(fetched).toBe(2)
  await app.close()
})

test('a site that responds 500 twice fails a direct call but not a job', async () => {
  let failures = 0
  const shaky = sources.map((source) =>
    source.name === 'ticketing'
      ? withSandbox(source, (request, site) => {
          failures -= 1
          return failures >= 0 ? { status: 500, body: 'sorry' } : site(request)
        })
      : source,
  )
  const app = await startApp({ sources: shaky })
  const { secret } = await app.account()
  failures = 2
  expect((await app.call(secret, `${eventPath}?query=1000000000017`)).status).toBe(500)
  failures = 2
  const job = await waitForEnd(app, secret, await readJobId(await requestJob(app, secret)))
  expect(job).toMatchObject({ status: 'completed', status_code: 200 })
  failures = 3
  const late = await waitForEnd(app, secret, await readJobId(await requestJob(app, secret)))
  expect(late).toMatchObject({ status: 'failed' })
  await app.close()
})
