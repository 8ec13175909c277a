// One slow site, one large backlog or one limit does not slow other accounts: their jobs start and end as on a quiet
// worker. The long form (`npm run test:long -- jobs`) repeats the scenarios for ten minutes.
import { setTimeout as delay } from 'node:timers/promises'
import { sources } from '@quarry/sources'
import { afterEach, expect, test } from 'vitest'
import { startApp, type TestApp, type TestAppOptions } from '../support/app.ts'
import {
  eventPath,
  postBatch,
  readBatchId,
  readBonus,
  readJobId,
  requestBatch,
  requestJob,
  waitForBatch,
  waitForEnd,
  waitUntil,
} from '../support/jobs.ts'
import { longOrShort } from '../support/long.ts'
import { withSandbox } from '../support/with-sandbox.ts'

let apps: TestApp[] = []
async function closeApps(): Promise<void> {
  const started = apps
  apps = []
  for (const app of started) await app.close()
}
afterEach(closeApps)

const scenarios = 6
const repeatMs = (longOrShort('minutes', { short: 0, long: 10 }) * 60_000) / scenarios

function scenario(name: string, run: () => Promise<void>): void {
  test(name, async () => {
    const endsAt = performance.now() + repeatMs
    do {
      await run()
      await closeApps()
    } while (performance.now() < endsAt)
  })
}

async function start(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startApp(options)
  apps.push(app)
  return app
}

const unlimited = { bonus_credits: 10_000, rate_limit: null }
const hanging = (n: number) => `https://com.ticketing.example/e/fault-hang-${1000000000000 + n}`
const slow = (n: number) => `https://com.ticketing.example/e/fault-slow-${1000000000000 + n}`

const count = async ({ database }: TestApp, where: string, values: unknown[] = []): Promise<number> => {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::integer as n from jobs where ${where}`,
    values,
  )
  return rows[0]?.n ?? Number.NaN
}

const pageMs = 250

const searchPath = '/v2/sneakermarket/search'

scenario(
  '300 hanging lookups of one account, and 4 each of 16 others, do not slow a batch for another site',
  async () => {
    const app = await start({ sandboxSlow: () => delay(pageMs) })
    const victim = await app.account(unlimited)
    const measure = async () => {
      const startedAt = performance.now()
      const inputs = Array.from({ length: 20 }, (_, n) => ({ query: `fault-slow ${n} ${startedAt}` }))
      const id = await postBatch(app, victim.secret, searchPath, inputs)
      expect(await waitForBatch(app, victim.secret, id)).toMatchObject({ completed: 20 })
      return performance.now() - startedAt
    }
    await measure()
    const quietMs = await measure()
    const greedy = await app.account(unlimited)
    await postBatch(
      app,
      greedy.secret,
      eventPath,
      Array.from({ length: 300 }, (_, n) => ({ query: hanging(n) })),
    )
    for (let other = 1; other <= 16; other += 1) {
      const { secret } = await app.account(unlimited)
      for (let n = 0; n < 4; n += 1)
        await readJobId(await requestJob(app, secret, encodeURIComponent(hanging(1000 * other + n))))
    }
    // The hanging lookups fill what they may: the account and the site wait.
    await waitUntil(async () => (await count(app, `state = 'running'`)) >= 64)
    expect(await measure()).toBeLessThan(3 * quietMs)
    expect(await count(app, `state in ('queued', 'running') and endpoint = $1`, [eventPath])).toBeGreaterThan(
      64,
    )
  },
)

/** Uploads a file whose lines all ask for the same cached record. */
async function uploadLines(app: TestApp, secret: string, lines: number): Promise<string> {
  const response = await app.call(secret, `/v2/batches?endpoint=${eventPath}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: `query,max_age\n${'1000000000017,86400\n'.repeat(lines)}`,
  })
  expect(response.status).toBe(202)
  return ((await response.json()) as { batch_id: string }).batch_id
}

const setLimit = (app: TestApp, slug: string, perSecond: number) =>
  app.admin(`/admin/accounts/${slug}`, {
    method: 'PATCH',
    body: JSON.stringify({ rate_limit: { per_second: perSecond, per_minute: null } }),
  })

scenario('batches that wait for the rate limit leave no delay behind when they are cancelled', async () => {
  const app = await start()
  const { secret, slug } = await app.account({ bonus_credits: 10_000 })
  await setLimit(app, slug, 5)
  const inputs = Array.from({ length: 1_000 }, () => ({ query: '1000000000017', max_age: 86_400 }))
  const ids: string[] = []
  for (let batch = 0; batch < 3; batch += 1) ids.push(await postBatch(app, secret, eventPath, inputs))
  await waitUntil(async () => (await count(app, `state = 'completed'`)) >= 25)
  // The requests of the account have the same limit.
  for (const id of ids)
    await waitUntil(
      async () => (await app.call(secret, `/v2/batches/${id}`, { method: 'DELETE' })).status === 200,
    )
  // More than start in one second, so that some wait for the limit.
  const next = Array.from({ length: 8 }, (_, n) => ({ query: String(2_000_000_000_000 + n) }))
  let id = ''
  await waitUntil(async () => {
    const response = await requestBatch(app, secret, eventPath, next)
    id = response.status === 202 ? await readBatchId(response) : ''
    return id !== ''
  })
  await waitForBatch(app, secret, id)
  const late = `batch_id = $1 and started - created > interval '3 seconds'`
  expect(await count(app, late, [id])).toBe(0)
  expect(await count(app, `state = 'completed'`)).toBeLessThan(200)
})

scenario('a raised rate limit acts at once on the jobs that wait', async () => {
  const app = await start()
  const { secret, slug } = await app.account({ bonus_credits: 10_000 })
  await setLimit(app, slug, 5)
  const id = await uploadLines(app, secret, 3_000)
  await waitUntil(async () => (await count(app, `state = 'completed'`)) >= 10)
  await setLimit(app, slug, 500)
  const { rows } = await app.database.pool.query<{ at: Date }>('select now() as at')
  expect(await waitForBatch(app, secret, id)).toMatchObject({ completed: 3_000 })
  expect(await count(app, `finished > $1::timestamptz + interval '30 seconds'`, [rows[0]?.at])).toBe(0)
})

scenario('100,000 waiting jobs of 20 accounts do not delay the first job of a new account', async () => {
  const app = await start()
  const keys: string[] = []
  for (let n = 0; n < 20; n += 1) keys.push((await app.account(unlimited)).key.id)
  // Half of them hang, the others are quick, so that the worker is busy.
  await app.database.pool.query(
    `insert into jobs (id, account_id, key_id, endpoint, params, soft_fail, max_age_seconds, price, created)
    select gen_random_uuid(), k.account_id, k.id, case when n % 2 = 0 then $2 else $3 end,
      case when n % 2 = 0 then $4 else $5 end, false, 86400, 0, now()
    from generate_series(1, 5000) n, keys k where k.id = any($1::uuid[])`,
    [
      keys,
      eventPath,
      searchPath,
      JSON.stringify({ query: '1000000000017' }),
      JSON.stringify({ query: 'fault-hang shoe' }),
    ],
  )
  await waitUntil(async () => (await count(app, `state = 'completed'`)) >= 100)
  const { secret } = await app.account()
  const jobId = await readJobId(await requestJob(app, secret))
  const atHangingSite = await app.call(secret, `${searchPath}?query=quick&is_async=true`)
  const ids = [jobId, await readJobId(atHangingSite)]
  for (const id of ids) expect(await waitForEnd(app, secret, id)).toMatchObject({ status: 'completed' })
  expect(await count(app, `id = any($1) and started - created > interval '2 seconds'`, [ids])).toBe(0)
  expect(await count(app, `state = 'queued'`)).toBeGreaterThan(10_000)
})

scenario(
  'cancelling a batch ends the items that wait for their site, and those that were sent finish',
  async () => {
    let release = () => {}
    const sent = new Promise<void>((resolve) => {
      release = resolve
    })
    const app = await start({ sandboxSlow: () => sent })
    const { secret, slug } = await app.account(unlimited)
    const inputs = Array.from({ length: 60 }, (_, n) => ({ query: slow(n) }))
    const id = await postBatch(app, secret, eventPath, inputs)
    await waitUntil(async () => (await count(app, `state = 'running'`)) >= 30)
    const cancelled = await app.call(secret, `/v2/batches/${id}`, { method: 'DELETE' })
    expect(cancelled.status).toBe(200)
    // The account has half of the site's eight slots.
    await waitUntil(async () => (await count(app, `state = 'failed' and error = 'Cancelled'`)) === 56)
    expect(await readBonus(app, slug)).toMatchObject({ held: 4, charged: 0 })
    release()
    expect(await waitForBatch(app, secret, id)).toMatchObject({
      status: 'cancelled',
      completed: 4,
      failed: 56,
    })
    expect(await readBonus(app, slug)).toMatchObject({ held: 0, charged: 4 })
  },
)

scenario('a worker that stops writes the results that it has fetched', async () => {
  let searches = 0
  const watched = sources.map((source) =>
    withSandbox(source, (request, site) => {
      if (source.name === 'sneakermarket') searches += 1
      return site(request)
    }),
  )
  const api = await start({ config: { role: 'api' } })
  const [first, second] = [await api.account(), await api.account()]
  const { pool } = api.database
  // The end of the first job waits for the row of its account, and that of the second one for the end of the first.
  const blocker = await pool.connect()
  await blocker.query('begin')
  const id = await readJobId(await requestJob(api, first.secret))
  await blocker.query('select 1 from accounts where slug = $1 for update', [first.slug])
  const worker = await startApp({ database: api.database, config: { role: 'worker' }, sources: watched })
  const isBlocked = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await waitUntil(async () => (await pool.query(isBlocked)).rows.length > 0)
  const otherId = await readJobId(await api.call(second.secret, `${searchPath}?query=shoe&is_async=true`))
  await waitUntil(async () => searches === 1)
  const closed = worker.close()
  const graceMs = 3_000
  await delay(graceMs + 500)
  await blocker.query('commit')
  blocker.release()
  await closed
  expect(await count(api, `id = any($1) and state = 'completed' and attempts = 1`, [[id, otherId]])).toBe(2)
  expect(searches).toBe(1)
})
