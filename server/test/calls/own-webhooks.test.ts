// Webhooks managed by their account: the signing secret, its state, and a test message to the receiver, which reveals
// no more about an address than a delivery would.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { requestJob } from '../support/jobs.ts'

type Json = Record<string, unknown>
type Message = { headers: IncomingHttpHeaders; body: string }

let app: TestApp
let receiver: Server
let base: string
let messages: Message[] = []
beforeAll(async () => {
  app = await startApp({ config: { webhooks: { allowPrivate: true } } })
  receiver = createServer(async (request, response) => {
    messages.push({ headers: request.headers, body: await text(request) })
    const status = Number(request.url?.slice(1)) || 200
    response
      .writeHead(status, { location: `${base}/200` })
      .end("what the receiver says is nobody else's business")
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
beforeEach(() => {
  messages = []
})
/** Messages of a job of an earlier test may arrive late. */
const testMessages = () => messages.filter(({ body }) => JSON.parse(body).type === 'test')
afterAll(async () => {
  await app.close()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})

const send = (on: TestApp, secret: string, path: string, body: Json) =>
  on.call(secret, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const rotate = async (secret: string, body: Json = {}) => {
  const response = await send(app, secret, '/v2/webhooks/secret', body)
  expect([response.status, response.headers.get('cache-control')]).toEqual([201, 'no-store'])
  return (await response.json()) as { secret: string; previous_until: string | null }
}
const sendTest = (secret: string, url: string, on = app) => send(on, secret, '/v2/webhooks/test', { url })
const readState = async (secret: string) => (await (await app.call(secret, '/v2/webhooks')).json()) as Json
const readError = async (response: Response) => [
  response.status,
  response.headers.get('x-error-reason'),
  ((await response.json()) as Json).error,
]
/** Which of the secrets signed the message. */
function signers({ headers, body }: Message, secrets: readonly string[]): string[] {
  const [time, ...signatures] = String(headers['quarry-signature']).split(',')
  const sign = (secret: string) =>
    createHmac('sha256', secret)
      .update(`${time?.replace('t=', '')}.${body}`)
      .digest('hex')
  expect(signatures).toHaveLength(
    secrets.filter((secret) => signatures.includes(`v1=${sign(secret)}`)).length,
  )
  return secrets.filter((secret) => signatures.includes(`v1=${sign(secret)}`))
}

test('an account creates its secret, sees its age, and rotates it with a grace period', async () => {
  const { slug, secret, key } = await app.account()
  expect(await readState(secret)).toEqual({ has_secret: false, secret_since: null, previous_until: null })
  const startedAt = Date.now()
  const first = await rotate(secret)
  expect(first).toMatchObject({ secret: expect.stringMatching(/^whsec_/), previous_until: null })
  const state = await readState(secret)
  expect(state).toMatchObject({ has_secret: true, previous_until: null })
  expect(Math.abs(Date.parse(String(state.secret_since)) - startedAt)).toBeLessThan(60_000)
  const second = await rotate(secret, { grace_seconds: 600 })
  const rotated = await readState(secret)
  expect(rotated.previous_until).toBe(second.previous_until)
  expect(Date.parse(String(rotated.secret_since))).toBeGreaterThan(Date.parse(String(state.secret_since)))
  expect((await sendTest(secret, `${base}/200`)).status).toBe(200)
  expect(signers(messages[0] as Message, [first.secret, second.secret])).toEqual([
    first.secret,
    second.secret,
  ])
  // The secret signs messages of jobs, too.
  expect((await requestJob(app, secret, undefined, `&webhook=${base}/200`)).status).toBe(202)

  const { changes } = (await (await app.admin(`/admin/changes?subject=${slug}`)).json()) as {
    changes: Json[]
  }
  const rotation = { actor: `key ${key.id}`, action: 'rotate webhook secret' }
  expect(changes.slice(0, 2)).toMatchObject([
    { ...rotation, detail: { grace_seconds: 600 } },
    { ...rotation, detail: { grace_seconds: 0 } },
  ])
  const { pool } = app.database
  const storedTables = await Promise.all(
    ['admin_log', 'calls', 'idempotency_keys'].map((table) => pool.query(`select t::text from ${table} t`)),
  )
  const everything = JSON.stringify([storedTables.map(({ rows }) => rows), rotated]) + app.logged.join('')
  expect(everything).not.toContain('whsec_')
  expect(await readError(await send(app, secret, '/v2/webhooks/secret', { grace_seconds: -1 }))).toEqual([
    422,
    'unprocessable',
    expect.stringContaining('grace_seconds'),
  ])
})

test("a test message is signed, sent once, and reports the receiver's response", async () => {
  const { slug, secret } = await app.account()
  const signing = (await rotate(secret)).secret
  for (const [status, delivered] of [
    [200, true],
    [204, true],
    [302, false],
    [404, false],
    [500, false],
  ] as const) {
    messages = []
    const response = await sendTest(secret, `${base}/${status}`)
    const outcome = (await response.json()) as Json
    expect([response.status, outcome]).toEqual([
      200,
      { delivery_id: expect.any(String), delivered, status, error: null, ms: expect.any(Number) },
    ])
    const [message, ...more] = testMessages() as [Message, ...Message[]]
    expect(more).toEqual([])
    expect(JSON.parse(message.body)).toEqual({
      type: 'test',
      delivery_id: outcome.delivery_id,
      account: slug,
    })
    expect(message.headers['quarry-delivery']).toBe(outcome.delivery_id)
    expect(message.headers['x-api-key']).toBeUndefined()
    expect(signers(message, [signing])).toEqual([signing])
  }
  const log = (await (await app.call(secret, '/v2/webhooks/deliveries')).json()) as { deliveries: Json[] }
  expect(log.deliveries).toEqual([])
})

test('a receiver that does not respond is reported as unreachable, with the same address checks as for deliveries', async () => {
  const guarded = await startApp({ tuning: { webhookTestMs: 100 } })
  const { slug, secret } = await guarded.account()
  await guarded.admin(`/admin/accounts/${slug}/webhook_secret`, { method: 'POST' })
  const bad = [
    `${base}/200`,
    'http://receiver.example/',
    'https://user:pass@receiver.example/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://receiver.example:6379/',
    'nonsense',
    '',
  ]
  for (const url of bad)
    expect(await readError(await sendTest(secret, url, guarded))).toEqual([
      400,
      'invalid_parameter',
      expect.stringContaining('Bad Request: url'),
    ])
  // A name that resolves to a private address, and one that does not resolve.
  const responses = await Promise.all(
    ['https://localhost/', 'https://nowhere.invalid/'].map((url) => sendTest(secret, url, guarded)),
  )
  for (const response of responses)
    expect([response.status, await response.json()]).toEqual([
      200,
      { delivery_id: expect.any(String), delivered: false, status: null, error: 'unreachable', ms: null },
    ])
  expect(testMessages()).toEqual([])
  await guarded.close()
})

test('a key with scopes cannot use these routes; one with manage can, and without a secret nothing is sent', async () => {
  const { slug, secret } = await app.account()
  const add = async (key: Json) => {
    const made = await app.admin(`/admin/accounts/${slug}/keys`, {
      method: 'POST',
      body: JSON.stringify(key),
    })
    return ((await made.json()) as { secret: string }).secret
  }
  expect(await readError(await sendTest(secret, `${base}/200`))).toEqual([
    400,
    'invalid_parameter',
    expect.stringContaining('url needs a signing secret'),
  ])
  const scoped = await add({ alias: 'scoped', scopes: ['ticketing'] })
  for (const response of [
    await app.call(scoped, '/v2/webhooks'),
    await send(app, scoped, '/v2/webhooks/secret', {}),
    await sendTest(scoped, `${base}/200`),
  ])
    expect(await readError(response)).toEqual([403, 'forbidden', 'Forbidden'])
  expect(await readState(secret)).toMatchObject({ has_secret: false })
  const manager = await add({ alias: 'manager', scopes: ['ticketing'], permissions: ['manage'] })
  await rotate(manager)
  expect((await sendTest(manager, `${base}/200`)).status).toBe(200)
  expect(testMessages()).toHaveLength(1)
})

test('ten test messages a minute are allowed; the eleventh is 429 and sends nothing', async () => {
  const { secret } = await app.account()
  await rotate(secret)
  const responses = await Promise.all(Array.from({ length: 11 }, () => sendTest(secret, `${base}/200`)))
  expect(responses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), 429])
  expect(responses.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(testMessages()).toHaveLength(10)
})

test('messages verify with the Standard Webhooks library, with both secrets of a rotation', async () => {
  const { secret } = await app.account()
  const first = (await rotate(secret)).secret
  expect(Buffer.from(first.slice('whsec_'.length), 'base64').toString('base64')).toBe(
    first.slice('whsec_'.length),
  )
  const second = (await rotate(secret, { grace_seconds: 600 })).secret
  const { delivery_id: id } = (await (await sendTest(secret, `${base}/200`)).json()) as Json
  const [{ headers, body }] = testMessages() as [Message]
  expect(headers['webhook-id']).toBe(id)
  expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2)
  const verify = (key: string, sent = body) =>
    new Webhook(key).verify(sent, headers as Record<string, string>)
  for (const key of [first, second]) expect(verify(key)).toEqual(JSON.parse(body))
  expect(() => verify(first, `${body} `)).toThrow('No matching signature')
  const other = (await rotate((await app.account()).secret)).secret
  expect(() => verify(other)).toThrow('No matching signature')
})

test('a secret of an older version signs in the older format only, also beside a new one', async () => {
  const { secret } = await app.account()
  await rotate(secret)
  const older = `whsec_${'Az09_-x'.repeat(6)}A`
  const { pool } = app.database
  const { rows } = await pool.query(
    `update webhook_secrets set secret = $1 where created = (select max(created) from webhook_secrets) returning account_id`,
    [older],
  )
  expect(rows).toHaveLength(1)
  expect((await sendTest(secret, `${base}/200`)).status).toBe(200)
  const [message] = testMessages() as [Message]
  expect(Object.keys(message.headers).filter((name) => name.startsWith('webhook-'))).toEqual([])
  expect(signers(message, [older])).toEqual([older])
  messages = []
  const current = (await rotate(secret, { grace_seconds: 600 })).secret
  await sendTest(secret, `${base}/200`)
  const [next] = testMessages() as [Message]
  expect(signers(next, [older, current])).toEqual([older, current])
  expect(String(next.headers['webhook-signature']).split(' ')).toHaveLength(1)
  new Webhook(current).verify(next.body, next.headers as Record<string, string>)
})
