// Webhooks: a signed message is sent to the configured URL when a job or batch is settled. Failed deliveries are
// retried, and the account can read their state.

import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toRetrySeconds } from '../../src/calls/webhooks/webhooks.ts'
import { createDeliver } from '../../src/fetching/deliver.ts'
import { audit } from '../../src/ledger/audit.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { eventPath, faultQuery, readJobId, requestJob, waitUntil } from '../support/jobs.ts'

type Message = { url: string; headers: IncomingHttpHeaders; body: string }
type Delivery = {
  delivery_id: string
  job_id: string | null
  batch_id: string | null
  url: string
  status: string
  attempts: number
  tries: { status: number | null; error: string | null }[]
}

let app: TestApp
let receiver: Server
let base: string
let received: Message[] = []
let statuses: number[] = []
beforeAll(async () => {
  app = await startApp({ config: { webhooks: { allowPrivate: true } } })
  receiver = createServer(async (request, response) => {
    const body = await text(request)
    received.push({ url: request.url ?? '', headers: request.headers, body })
    if (request.url === '/never') return
    response.writeHead(statuses.shift() ?? 200, { location: `${base}/elsewhere` }).end('thanks')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
beforeEach(() => {
  received = []
  statuses = []
})
afterAll(async () => {
  expect(await audit(app.database)).toEqual([])
  await app.close()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})

const rotate = async (slug: string, graceSeconds = 0) => {
  const response = await app.admin(`/admin/accounts/${slug}/webhook_secret`, {
    method: 'POST',
    body: JSON.stringify({ grace_seconds: graceSeconds }),
  })
  expect(response.status).toBe(201)
  return ((await response.json()) as { secret: string }).secret
}
async function signedAccount() {
  const account = await app.account()
  return { ...account, signing: await rotate(account.slug) }
}
const hook = (path: string) => `&webhook=${encodeURIComponent(base + path)}`
const deliveries = async (secret: string, query = '') =>
  (
    (await (await app.call(secret, `/v2/webhooks/deliveries${query}`)).json()) as {
      deliveries: Delivery[]
      next_cursor: string | null
    }
  ).deliveries
const settled = (secret: string, status: string) =>
  waitUntil(async () => (await deliveries(secret))[0]?.status === status)

/** Reads and checks the signatures as a receiver does. */
function readSignatures({ headers, body }: Message) {
  const parts = String(headers['quarry-signature']).split(',')
  const seconds = Number(parts[0]?.replace('t=', ''))
  expect(Math.abs(Date.now() / 1000 - seconds)).toBeLessThan(300)
  const sign = (secret: string) => createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return { signatures: parts.slice(1), sign: (secret: string) => `v1=${sign(secret)}` }
}

test('receivers that never answer delay no other message, and only some of their own', async () => {
  const [slow, quick] = [await signedAccount(), await signedAccount()]
  const countNever = () => received.filter(({ url }) => url === '/never').length
  for (let n = 0; n < 4; n += 1) await requestJob(app, slow.secret, undefined, hook('/never'))
  // No message of this account has been accepted yet.
  await waitUntil(async () => countNever() === 2)
  for (let n = 0; n < 3; n += 1) {
    await requestJob(app, quick.secret, undefined, hook(`/quick-${n}`))
    await waitUntil(async () => received.some(({ url }) => url === `/quick-${n}`))
  }
  // All slow deliveries are still running; otherwise the next one would have started.
  expect(countNever()).toBe(2)
  receiver.closeAllConnections()
  await waitUntil(async () => countNever() === 4)
  receiver.closeAllConnections()
  // Otherwise they would be retried during another test.
  await app.database.pool.query(`delete from webhook_deliveries where url like '%/never'`)
})

test('the end of a job is reported, signed with the secret of the account', async () => {
  const { secret, signing } = await signedAccount()
  const id = await readJobId(await requestJob(app, secret, '1000000000017', hook('/job?x=1')))
  await settled(secret, 'delivered')
  const [message] = received as [Message]
  expect([message.url, message.headers['content-type']]).toEqual([
    '/job?x=1',
    'application/json; charset=utf-8',
  ])
  expect(message.headers['x-api-key']).toBeUndefined()
  const { signatures, sign } = readSignatures(message)
  expect(signatures).toEqual([sign(signing)])
  const [delivery] = await deliveries(secret)
  const body = JSON.parse(message.body)
  expect(body).toEqual({
    type: 'job.completed',
    delivery_id: delivery?.delivery_id,
    result_omitted: false,
    job: await (await app.call(secret, `/jobs/${id}`)).json(),
  })
  expect(message.headers['quarry-delivery']).toBe(delivery?.delivery_id)
  expect(delivery).toMatchObject({
    job_id: id,
    batch_id: null,
    attempts: 1,
    tries: [{ status: 200, error: null }],
  })
})

test('failures are reported too, and a batch reports each item', async () => {
  const { secret } = await signedAccount()
  await readJobId(await requestJob(app, secret, faultQuery('garbage'), hook('/failed')))
  await settled(secret, 'delivered')
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
    type: 'job.failed',
    job: { status_code: 500, credits: 0 },
  })
  const inputs = ['1000000000017', `https://com.ticketing.example/e/fault-garbage-1000000000017`]
  const response = await app.call(secret, '/v2/batches', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      endpoint: eventPath,
      inputs: inputs.map((query) => ({ query })),
      webhook: `${base}/b`,
    }),
  })
  const { batch_id } = (await response.json()) as { batch_id: string }
  await waitUntil(async () => received.length === 2)
  expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({
    type: 'batch.completed',
    batch: { batch_id, completed: 1, failed: 1, credits: 1 },
    items: [
      { item: 0, status: 'completed', status_code: 200, credits: 1, error: null },
      {
        item: 1,
        status: 'failed',
        status_code: 500,
        credits: 0,
        error: 'Internal Error',
        reason: 'page_changed',
      },
    ],
  })
  await settled(secret, 'delivered')
  expect(await deliveries(secret)).toHaveLength(2)
})

test('a failed delivery is retried later, redirects are not followed, and retries end after a day', async () => {
  const { secret } = await signedAccount()
  statuses = [500, 302, 410, 200]
  await readJobId(await requestJob(app, secret, '1000000000017', hook('/retry')))
  const { pool } = app.database
  const due = `update webhook_deliveries set next_at = now() where state = 'pending'`
  for (const [n, status] of [500, 302, 410].entries()) {
    await waitUntil(async () => (await deliveries(secret))[0]?.tries.length === n + 1)
    const [delivery] = await deliveries(secret)
    expect(delivery).toMatchObject({ status: 'pending', attempts: n + 1 })
    expect(delivery?.tries.at(-1)).toMatchObject({ status, error: null })
    await pool.query(due)
  }
  await settled(secret, 'delivered')
  expect(received.map(({ url }) => url)).toEqual(['/retry', '/retry', '/retry', '/retry'])
  expect(new Set(received.map(({ headers }) => headers['quarry-delivery'])).size).toBe(1)

  statuses = [500]
  await readJobId(await requestJob(app, secret, '1000000000017', hook('/late')))
  await waitUntil(async () => (await deliveries(secret))[0]?.tries.length === 1)
  statuses = [500]
  await pool.query(
    `update webhook_deliveries set next_at = now(), give_up_at = now() where state = 'pending'`,
  )
  await settled(secret, 'failed')
})

test('a message can be redelivered', async () => {
  const { secret } = await signedAccount()
  const other = await signedAccount()
  await readJobId(await requestJob(app, secret, '1000000000017', hook('/again')))
  await settled(secret, 'delivered')
  const [{ delivery_id: id }] = (await deliveries(secret)) as [Delivery]
  const path = `/v2/webhooks/deliveries/${id}`
  expect((await app.call(other.secret, path)).status).toBe(404)
  expect((await app.call(other.secret, `${path}/redeliver`, { method: 'POST' })).status).toBe(404)
  expect((await app.call(secret, '/v2/webhooks/deliveries/x')).status).toBe(404)
  expect(await deliveries(other.secret)).toEqual([])
  const redelivered = await app.call(secret, `/api${path}/redeliver`, { method: 'POST' })
  expect([redelivered.status, await redelivered.json()]).toMatchObject([202, { delivery_id: id }])
  await waitUntil(async () => received.length === 2)
  expect(received[1]?.body).toBe(received[0]?.body)
  await settled(secret, 'delivered')
  expect((await deliveries(secret, '?status=failed&limit=1')).length).toBe(0)
  expect((await app.call(secret, '/v2/webhooks/deliveries?status=x')).status).toBe(400)
})

test('a message can be redelivered once a minute, and an account can redeliver thirty a minute', async () => {
  const { secret, slug } = await signedAccount()
  const { pool } = app.database
  await readJobId(await requestJob(app, secret, '1000000000017', hook('/often')))
  await settled(secret, 'delivered')
  const [{ delivery_id: id }] = (await deliveries(secret)) as [Delivery]
  const redeliver = (one: string) =>
    app.call(secret, `/v2/webhooks/deliveries/${one}/redeliver`, { method: 'POST' })
  // Concurrent redeliveries of one message count as one.
  const redelivered = await Promise.all(Array.from({ length: 6 }, () => redeliver(id)))
  expect(redelivered.map(({ status }) => status).sort()).toEqual([202, 429, 429, 429, 429, 429])
  const refused = redelivered.find(({ status }) => status === 429) as Response
  expect([refused.headers.get('x-error-reason'), await refused.json()]).toEqual([
    'rate_limited',
    { error: 'Rate limit exceeded' },
  ])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  await pool.query(
    `update webhook_deliveries set redelivered = now() - interval '61 seconds' where id = $1`,
    [id],
  )
  expect((await redeliver(id)).status).toBe(202)

  const { rows } = await pool.query<{ id: string }>(
    `insert into webhook_deliveries (account_id, job_id, url, state, created, give_up_at, finished, redelivered)
    select a.id, gen_random_uuid(), 'https://receiver.example/', 'delivered', now(), now(), now(),
      case when n <= 29 then now() - interval '20 seconds' end
    from accounts a cross join generate_series(1, 31) as n where a.slug = $1 order by n desc returning id`,
    [slug],
  )
  const many = await redeliver(rows[0]?.id ?? '')
  expect(many.status).toBe(429)
  expect(Number(many.headers.get('retry-after'))).toBeGreaterThan(30)
  expect(Number(many.headers.get('retry-after'))).toBeLessThanOrEqual(40)
  await pool.query(`update webhook_deliveries set redelivered = null where id = $1`, [rows[30]?.id])
  expect((await redeliver(rows[0]?.id ?? '')).status).toBe(202)
  await pool.query(`delete from webhook_deliveries where url = 'https://receiver.example/'`)
})

test('every unreachable receiver is reported with the same error', async () => {
  const outcomes: string[] = []
  const deliver = createDeliver({
    allowPrivate: false,
    userAgent: 'test',
    onUnreachable: (detail) => outcomes.push(detail),
    resolve: async (host) => {
      if (host === 'nowhere.example') throw Object.assign(new Error('no'), { code: 'ENOTFOUND' })
      return [{ address: '10.0.0.5', family: 4 }]
    },
  })
  const unguarded = createDeliver({
    allowPrivate: true,
    userAgent: 'test',
    onUnreachable: (detail) => outcomes.push(detail),
  })
  const message = { headers: {}, body: '{}' }
  const reset = createServer((request) => request.socket.resetAndDestroy())
  await new Promise<void>((resolve) => reset.listen(0, '127.0.0.1', resolve))
  const { port } = reset.address() as AddressInfo
  const errors = [
    await deliver.post('https://nowhere.example/', message),
    await deliver.post('https://inside.example/', message),
    await deliver.post('https://127.0.0.1/', message),
    await unguarded.post(`http://127.0.0.1:${port}/`, message),
    await unguarded.post('http://127.0.0.1:1/', message),
    await unguarded.post(`https://127.0.0.1:${port}/`, message),
  ]
  expect(errors).toEqual(errors.map(() => ({ error: 'unreachable' })))
  // The operator sees different reasons.
  expect(new Set(outcomes).size).toBeGreaterThan(3)
  await deliver.close()
  await unguarded.close()
  await new Promise((resolve) => reset.close(resolve))
})

test('each old secret signs beside the new one for its own grace period', async () => {
  const { secret, slug, signing } = await signedAccount()
  const newer = await rotate(slug, 3600)
  await readJobId(await requestJob(app, secret, '1000000000017', hook('/two')))
  await waitUntil(async () => received.length === 1)
  const first = readSignatures(received[0] as Message)
  expect(first.signatures).toEqual([first.sign(newer), first.sign(signing)])
  const newest = await rotate(slug)
  await readJobId(await requestJob(app, secret, '1000000000017', hook('/one')))
  await waitUntil(async () => received.length === 2)
  const second = readSignatures(received[1] as Message)
  // The newer secret has no grace period, the first one keeps its own.
  expect(second.signatures).toEqual([second.sign(newest), second.sign(signing)])
  const { rows } = await app.database.pool.query('select detail from admin_log where action = $1', [
    'rotate webhook secret',
  ])
  expect(JSON.stringify(rows)).not.toContain('whsec_')
  expect(app.logged.join('')).not.toContain('whsec_')
})

test('a webhook needs a job, a secret and a valid URL', async () => {
  const { secret } = await app.account()
  const unsigned = await requestJob(app, secret, '1000000000017', hook('/x'))
  expect([unsigned.status, await unsigned.json()]).toMatchObject([
    400,
    { error: expect.stringContaining('webhook needs a signing secret') },
  ])
  const signed = await signedAccount()
  expect((await app.call(signed.secret, `${eventPath}?query=1000000000017${hook('/x')}`)).status).toBe(400)
  expect((await requestJob(app, signed.secret, '1000000000017', '&webhook=nonsense')).status).toBe(400)
  expect(received).toEqual([])
})

test('no message is sent to a private address unless the operator allows it', async () => {
  const guarded = await startApp({ database: app.database })
  const { secret } = await signedAccount()
  for (const address of [
    `${base}/x`,
    'http://receiver.example/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'https://user:pass@receiver.example/',
    'https://receiver.example:8443/',
    'https://receiver.example\\@127.0.0.1/',
    'ftp://receiver.example/',
  ]) {
    const query = `&webhook=${encodeURIComponent(address)}`
    expect([address, (await requestJob(guarded, secret, '1000000000017', query)).status]).toEqual([
      address,
      400,
    ])
  }
  await guarded.close()
  expect(received).toEqual([])
})

test('a name that resolves to a private address is refused when the message is sent', async () => {
  const guarded = await startApp()
  const { secret, slug } = await guarded.account()
  await guarded.admin(`/admin/accounts/${slug}/webhook_secret`, { method: 'POST', body: '{}' })
  await readJobId(await requestJob(guarded, secret, '1000000000017', '&webhook=https%3A%2F%2Flocalhost%2F'))
  const first = async () =>
    ((await (await guarded.call(secret, '/v2/webhooks/deliveries')).json()) as { deliveries: Delivery[] })
      .deliveries[0]
  await waitUntil(async () => ((await first())?.tries.length ?? 0) > 0)
  expect((await first())?.tries[0]).toMatchObject({ status: null, error: 'unreachable', ms: null })
  await guarded.close()
})

test('retries are spread over a day, with growing intervals', () => {
  const spans = Array.from({ length: 14 }, (_, n) => toRetrySeconds(n + 1, () => 0.5))
  expect(spans.slice(0, 4)).toEqual([10, 30, 90, 270])
  expect(Math.max(...spans)).toBe(3 * 3600)
  expect(spans.reduce((sum, span) => sum + span, 0)).toBeGreaterThan(24 * 3600 - 3 * 3600)
})
