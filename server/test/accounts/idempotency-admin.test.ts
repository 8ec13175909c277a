// The Idempotency-Key header of the admin API: a repeated change is made once, on any server and after a crash, and its
// response is sent again unless it had a secret.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLookup } from '../../src/http/routes/route.ts'
import { audit } from '../../src/ledger/audit.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { eventPath, readBonus } from '../support/jobs.ts'

let fresh: FreshDatabase
let app: TestApp
let second: TestApp
beforeAll(async () => {
  fresh = await freshDatabase()
  app = await startApp({ database: fresh.database })
  second = await startApp({ database: fresh.database })
})
afterAll(async () => {
  expect(await audit(fresh.database)).toEqual([])
  await second.close()
  await app.close()
  await fresh.drop()
})

const query = async (text: string, values: unknown[] = []) =>
  (await fresh.database.pool.query(text, values)).rows
const send = (method: string, path: string, key: string, body: unknown, on = app, headers = {}) =>
  on.admin(path, { method, body: JSON.stringify(body), headers: { 'idempotency-key': key, ...headers } })
const pay = (slug: string, key: string, body: object = { credits: 5, reason: 'invoice 17' }, on = app) =>
  send('POST', `/admin/accounts/${slug}/credits`, key, body, on)
const isReplay = (response: Response) => response.headers.get('idempotent-replay')
const readReason = (response: Response) => [response.status, response.headers.get('x-error-reason')]
const countChanges = async (slug: string) =>
  (await query('select count(*)::integer as count from admin_log where subject = $1', [slug]))[0].count

test('a retried payment pays once, and gets the same bytes on any server', async () => {
  const { slug } = await app.account()
  const first = await pay(slug, 'invoice-17')
  expect([first.status, isReplay(first)]).toEqual([201, null])
  const text = await first.text()
  const reordered = { reason: 'invoice 17', credits: 5 }
  for (const again of [await pay(slug, '"invoice-17"'), await pay(slug, 'invoice-17', reordered, second)]) {
    expect([again.status, isReplay(again)]).toEqual([201, 'true'])
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(await again.text()).toBe(text)
  }
  expect(await readBonus(app, slug)).toMatchObject({ granted: 1005, available: 1005 })
  expect(await countChanges(slug)).toBe(2)
})

test('20 retries at once on two servers pay once', async () => {
  const { slug } = await app.account()
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => pay(slug, 'at-once', undefined, n % 2 === 0 ? app : second)),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201))
  expect(responses.filter((response) => isReplay(response) === null)).toHaveLength(1)
  expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1)
  expect(await readBonus(app, slug)).toMatchObject({ granted: 1005 })
})

test('another request under the key is 422 and changes nothing', async () => {
  const { slug } = await app.account()
  const other = await app.account()
  await pay(slug, 'one')
  for (const response of [
    await pay(slug, 'one', { credits: 6, reason: 'invoice 17' }),
    await pay(other.slug, 'one'),
    await send('PATCH', `/admin/accounts/${slug}`, 'one', { active: true }),
  ])
    expect(readReason(response)).toEqual([422, 'idempotency_mismatch'])
  expect(await readBonus(app, slug)).toMatchObject({ granted: 1005 })
  expect(await readBonus(app, other.slug)).toMatchObject({ granted: 1000 })
})

test('the operator and an account have keys of their own', async () => {
  const { slug, secret } = await app.account()
  const lookUp = () =>
    app.call(secret, `${eventPath}?query=1000000000017`, { headers: { 'idempotency-key': 'shared' } })
  for (const replayed of [null, 'true']) {
    expect(isReplay(await pay(slug, 'shared'))).toBe(replayed)
    expect(isReplay(await lookUp())).toBe(replayed)
  }
  expect(await readBonus(app, slug)).toMatchObject({ granted: 1005, charged: 1 })
})

test('a refused change leaves its key unused, and so does a bad key everything', async () => {
  const { slug } = await app.account()
  const take = { credits: -2000, reason: 'too much' }
  expect((await pay('nobody', 'free')).status).toBe(404)
  expect((await pay(slug, 'free', { credits: 0, reason: 'none' })).status).toBe(422)
  expect(readReason(await pay(slug, 'free', take))).toEqual([422, 'unprocessable'])
  expect(isReplay(await pay(slug, 'free'))).toBeNull()
  for (const bad of ['', 'a b', 'x'.repeat(256)])
    expect(readReason(await pay(slug, bad))).toEqual([400, 'invalid_parameter'])
  const ttl = { 'idempotency-ttl': '59' }
  expect((await send('PATCH', `/admin/accounts/${slug}`, 'k', { active: false }, app, ttl)).status).toBe(400)
  expect(await readBonus(app, slug)).toMatchObject({ granted: 1005 })
})

test('a key is stored for a day or the given time, and then forgotten', async () => {
  const { slug } = await app.account()
  await pay(slug, 'day')
  const body = { credits: 5, reason: 'invoice 17' }
  await send('POST', `/admin/accounts/${slug}/credits`, 'short', body, app, { 'idempotency-ttl': '900' })
  expect(
    await query(
      `select key, extract(epoch from expires - at)::integer as seconds from idempotency_keys
      where account_id = 0 and key in ('day', 'short') order by key`,
    ),
  ).toEqual([
    { key: 'day', seconds: 86_400 },
    { key: 'short', seconds: 900 },
  ])
  await query(`update idempotency_keys set expires = now() where key = 'day'`)
  expect(isReplay(await pay(slug, 'day'))).toBeNull()
  expect(await readBonus(app, slug)).toMatchObject({ granted: 1015 })
})

test('a payment whose connection dies before the commit is not stored, and its retry pays once', async () => {
  const { slug } = await app.account()
  const blocker = await fresh.database.pool.connect()
  await blocker.query('begin')
  await blocker.query('select from accounts where slug = $1 for update', [slug])
  const dying = pay(slug, 'crash')
  const waiting = `from pg_stat_activity where wait_event_type = 'Lock' and query like '%quarry_grant_bonus%'
    and datname = current_database()`
  await eventually(async () => expect(await query(`select ${waiting}`)).toHaveLength(1))
  await query(`select pg_terminate_backend(pid) ${waiting}`)
  expect((await dying).status).toBe(500)
  await blocker.query('rollback')
  blocker.release()
  for (const replayed of [null, 'true']) expect(isReplay(await pay(slug, 'crash'))).toBe(replayed)
  expect(await readBonus(app, slug)).toMatchObject({ granted: 1005 })
})

test('every change of the admin API is made once; a response with a secret is not stored', async () => {
  const { slug, key } = await app.account({ slug: 'changed' })
  const changes = app.routes.filter((route) => route.access === 'admin' && route.method !== 'GET')
  expect(changes.map(({ name }) => name).sort()).toEqual([
    'change_account',
    'change_key',
    'create_account',
    'create_key',
    'grant_credits',
    'make_webhook_secret',
    'rotate_key',
  ])
  const secrets: string[] = []
  for (const route of changes) {
    if (isLookup(route)) continue
    const { method, name, path } = route
    const url = path.replace('{slug}', slug).replace('{id}', key.id)
    const body = name === 'create_key' ? { alias: 'once' } : route.example.body
    const change = () => send(method, url, name, body)
    const count = async () => (await query('select count(*)::integer as count from admin_log'))[0].count
    const before = await count()
    const first = await change()
    const text = await first.text()
    expect([name, first.status < 300, isReplay(first)]).toEqual([name, true, null])
    const { secret } = JSON.parse(text) as { secret?: string }
    const again = await change()
    const repeated = await again.text()
    if (secret === undefined) expect([name, isReplay(again), repeated]).toEqual([name, 'true', text])
    else {
      secrets.push(secret)
      expect([name, ...readReason(again)]).toEqual([name, 409, 'idempotency_result_gone'])
      expect(JSON.parse(repeated).error).toContain('its secret is stored nowhere')
    }
    expect([name, await count()]).toEqual([name, before + 1])
  }
  expect(secrets).toHaveLength(3)
  const stored = JSON.stringify(await query('select * from idempotency_keys'))
  for (const secret of secrets) expect(stored).not.toContain(secret)
})
