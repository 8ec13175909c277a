// Receivers that hang delay only the messages of their own accounts, on one server, on several and after a restart.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp, type TestAppOptions } from '../support/app.ts'
import { readJobId, requestJob, waitForEnd, waitUntil } from '../support/jobs.ts'

const failingSlots = 8

let receiver: Server
let base: string
/** Requests that are not answered, and how often each other message arrived. */
let hanging: Set<ServerResponse>
let arrived: Map<string, number>
let open: number
let mostOpen: number
let apps: TestApp[]
beforeEach(async () => {
  apps = []
  hanging = new Set()
  arrived = new Map()
  open = 0
  mostOpen = 0
  receiver = createServer(async (request, response) => {
    request.resume()
    if (request.url === '/hang') {
      hanging.add(response)
      response.on('close', () => hanging.delete(response))
      return
    }
    const id = String(request.headers['webhook-id'])
    arrived.set(id, (arrived.get(id) ?? 0) + 1)
    open += 1
    mostOpen = Math.max(mostOpen, open)
    await delay(50)
    open -= 1
    response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterEach(async () => {
  const closed = Promise.all(apps.toReversed().map((app) => app.close()))
  const breaking = setInterval(() => receiver.closeAllConnections(), 50)
  await closed
  clearInterval(breaking)
  await new Promise((resolve) => receiver.close(resolve))
})

async function start(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startApp({ ...options, config: { webhooks: { allowPrivate: true } } })
  apps.push(app)
  return app
}

async function createAccount(app: TestApp) {
  const { secret } = await app.account()
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  expect((await app.call(secret, '/v2/webhooks/secret', init)).status).toBe(201)
  const jobId = await readJobId(await requestJob(app, secret))
  await waitForEnd(app, secret, jobId)
  return { secret, jobId }
}
type Account = Awaited<ReturnType<typeof createAccount>>

/** Queues messages about the job of the account. */
const queueMessages = ({ database }: TestApp, { jobId }: Account, path: string, count: number) =>
  database.pool.query(
    `insert into webhook_deliveries (account_id, key_id, job_id, url, created, next_at, give_up_at)
    select account_id, key_id, id, $2, now(), now(), now() + interval '1 day' from jobs, generate_series(1, $3)
    where id = $1`,
    [jobId, base + path, count],
  )

const count = async ({ database }: TestApp, where: string): Promise<number> => {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::integer as count from webhook_deliveries where ${where}`,
  )
  return rows[0]?.count ?? Number.NaN
}

/** Seconds from the end of a job of this account until its message arrives. */
async function measure(app: TestApp, { secret }: Account): Promise<number> {
  const before = arrived.size
  await readJobId(await requestJob(app, secret, undefined, `&webhook=${encodeURIComponent(`${base}/quick`)}`))
  await waitUntil(async () => arrived.size > before)
  const { rows } = await app.database.pool.query<{ seconds: number }>(
    `select extract(epoch from clock_timestamp() - max(created))::float8 as seconds
    from webhook_deliveries where url like '%/quick'`,
  )
  return rows[0]?.seconds ?? Number.NaN
}

/** Ends the hanging tries, as if their time were over, until it is so. */
async function breakHangingUntil(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) {
    receiver.closeAllConnections()
    await delay(20)
  }
}

const isHanging = `url like '%/hang'`
async function createHangingAccounts(app: TestApp, accounts: number, messages: number): Promise<void> {
  const created: Account[] = []
  for (let n = 0; n < accounts; n += 1) created.push(await createAccount(app))
  await Promise.all(created.map((account) => queueMessages(app, account, '/hang', messages)))
}

test('a message leaves within 2 s while four accounts have 1,000 messages for receivers that hang', async () => {
  const app = await start()
  const { pool } = app.database
  const victim = await createAccount(app)
  await createHangingAccounts(app, 4, 250)
  await waitUntil(async () => hanging.size === 8)
  // The first message of an account and a later one, while nothing is known about the others.
  expect(await measure(app, victim)).toBeLessThan(2)
  expect(await measure(app, victim)).toBeLessThan(2)
  // Until all of them are failing, and some messages are tried again.
  await breakHangingUntil(async () => {
    expect(hanging.size).toBeLessThanOrEqual(failingSlots)
    await pool.query(
      `update webhook_deliveries set next_at = now() where ${isHanging} and lease_until is null and attempts > 0`,
    )
    return (await count(app, `${isHanging} and attempts > 1`)) > failingSlots
  })
  expect(await measure(app, victim)).toBeLessThan(2)
  expect(await measure(app, await createAccount(app))).toBeLessThan(2)
  // No account tried a message again before all of them had been tried.
  const isRetrying = `account_id in (select account_id from webhook_deliveries where attempts > 1)`
  expect(await count(app, `attempts = 0 and ${isRetrying}`)).toBe(0)
})

const areFailing = async ({ database }: TestApp, accounts: number) => {
  const { rows } = await database.pool.query('select 1 from webhook_secrets where failures = 3')
  return rows.length === accounts
}

const countTries = async ({ database }: TestApp): Promise<number> => {
  const { rows } = await database.pool.query<{ tries: number }>(
    'select sum(attempts)::integer as tries from webhook_deliveries',
  )
  return rows[0]?.tries ?? Number.NaN
}

test('a server that starts knows which accounts are failing', async () => {
  const app = await start()
  const victim = await createAccount(app)
  const accounts = 12
  await createHangingAccounts(app, accounts, 30)
  await waitUntil(async () => hanging.size === 2 * accounts)
  await breakHangingUntil(() => areFailing(app, accounts))
  const tries = await countTries(app)
  // The tries that began before are over.
  await breakHangingUntil(async () => (await countTries(app)) > tries + 50 && hanging.size === failingSlots)
  await start({ database: app.database })
  await waitUntil(async () => hanging.size === 2 * failingSlots)
  expect(await measure(app, victim)).toBeLessThan(2)
  expect(hanging.size).toBe(2 * failingSlots)
})

test('two servers send a large backlog beside failing accounts, each message once', async () => {
  const app = await start()
  const healthy = await createAccount(app)
  await createHangingAccounts(app, 4, 30)
  await waitUntil(async () => hanging.size > 0)
  await breakHangingUntil(() => areFailing(app, 4))
  await start({ database: app.database })
  await queueMessages(app, healthy, '/quick', 400)
  await waitUntil(async () => (await count(app, `state = 'delivered'`)) === 400)
  expect([arrived.size, new Set(arrived.values())]).toEqual([400, new Set([1])])
  // Eight on each server.
  expect(mostOpen).toBeGreaterThan(8)
  expect(mostOpen).toBeLessThanOrEqual(16)
  expect(await count(app, `${isHanging} and state = 'pending'`)).toBe(120)
})

test('an account whose receiver answers again has all of its slots back', async () => {
  const app = await start()
  const account = await createAccount(app)
  await queueMessages(app, account, '/hang', 6)
  await waitUntil(async () => hanging.size === 2)
  await breakHangingUntil(() => areFailing(app, 1))
  await app.database.pool.query(`update webhook_deliveries set url = replace(url, 'hang', 'quick'), next_at = now()
    where lease_until is null`)
  await breakHangingUntil(async () => arrived.size > 0)
  await queueMessages(app, account, '/quick', 100)
  await waitUntil(async () => arrived.size > 100)
  expect(mostOpen).toBe(8)
})

test('a message leaves within 2 s while 5,000 failing accounts have messages', async () => {
  const app = await start()
  const { jobId } = await createAccount(app)
  const { pool } = app.database
  await pool.query(
    `insert into accounts (slug, name) select 'failing-' || n, 'Test' from generate_series(1, 5000) n`,
  )
  await pool.query(`insert into webhook_secrets (account_id, secret, failures)
    select id, 'secret', 3 from accounts where slug like 'failing-%'`)
  // Behind all of them in the index.
  const victim = await createAccount(app)
  await pool.query(
    `with copies as (
      insert into jobs select (jsonb_populate_record(j, jsonb_build_object('id', gen_random_uuid(), 'account_id', a.id))).*
      from jobs j, accounts a where j.id = $1 and a.slug like 'failing-%' returning id, account_id)
    insert into webhook_deliveries (account_id, job_id, url, created, next_at, give_up_at)
    select account_id, id, $2, now(), now(), now() + interval '1 day' from copies`,
    [jobId, `${base}/hang`],
  )
  await waitUntil(async () => hanging.size === failingSlots)
  expect(await measure(app, victim)).toBeLessThan(2)
  expect(hanging.size).toBe(failingSlots)
})
