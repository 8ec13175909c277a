// Keys managed by a key with the manage permission: what it can create and change, and every way in which it could try
// to get broader access.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeyView, KeyWithSecret, NewKeyRequest } from '../../src/accounts/keys.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { eventPath } from '../support/jobs.ts'

type Json = Record<string, unknown>
type Account = Awaited<ReturnType<TestApp['account']>>

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const send = (secret: string, method: string, path: string, body?: Json, headers: Json = {}) =>
  app.call(secret, path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
  })
const make = (secret: string, body: Json) => send(secret, 'POST', '/v2/keys', body)
const change = (secret: string, id: string, body: Json) => send(secret, 'PATCH', `/v2/keys/${id}`, body)
const rotate = (secret: string, id: string, body: Json = {}) =>
  send(secret, 'POST', `/v2/keys/${id}/rotate`, body)
const readCreated = async (response: Response): Promise<KeyWithSecret> => {
  const body = (await response.json()) as KeyWithSecret
  expect([response.status, body]).toMatchObject([201, { secret: expect.any(String) }])
  return body
}
const readError = async (response: Response) => [
  response.status,
  response.headers.get('x-error-reason'),
  ((await response.json()) as Json).error,
]

const managerWith = (key: Partial<NewKeyRequest> = {}) => app.account({}, { permissions: ['manage'], ...key })
/** Creates a key as the operator. */
const operatorKey = async ({ slug }: Account, key: Json): Promise<KeyWithSecret> =>
  readCreated(await app.admin(`/admin/accounts/${slug}/keys`, { method: 'POST', body: JSON.stringify(key) }))
const operatorChange = (id: string, body: Json) =>
  app.admin(`/admin/keys/${id}`, { method: 'PATCH', body: JSON.stringify(body) })
const listKeys = async ({ slug }: Account): Promise<KeyView[]> =>
  ((await (await app.admin(`/admin/accounts/${slug}/keys`)).json()) as { keys: KeyView[] }).keys

test('a managing key creates working keys, lists them without secrets, changes, rotates and deactivates them', async () => {
  const manager = await managerWith()
  const response = await make(manager.secret, {
    alias: 'reports',
    scopes: ['ticketing'],
    quotas: { daily: 5 },
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
  const key = await readCreated(response)
  expect(key).toMatchObject({
    alias: 'reports',
    scopes: ['ticketing'],
    permissions: [],
    account: manager.slug,
  })
  expect((await app.call(key.secret, `${eventPath}?query=1000000000017`)).status).toBe(200)

  const { keys } = (await (await send(manager.secret, 'GET', '/v2/keys')).json()) as { keys: KeyView[] }
  expect(keys).toEqual(await listKeys(manager))
  expect(keys.map(({ alias, permissions }) => [alias, permissions])).toEqual([
    ['main', ['manage']],
    ['reports', []],
  ])
  expect(JSON.stringify(keys)).not.toContain(key.secret)
  // The used amount is shown only for keys with a quota.
  const none = { total: null, daily: null, weekly: null, monthly: null }
  expect(keys.map(({ quotas_used: used }) => used)).toEqual([none, { ...none, daily: 1 }])

  const changed = await change(manager.secret, key.id, { alias: 'figures', quotas: { daily: null } })
  expect([changed.status, await changed.json()]).toMatchObject([
    200,
    { alias: 'figures', quotas: { daily: null } },
  ])
  expect(keys[1]?.previous_until).toBeNull()
  const graced = await readCreated(await make(manager.secret, { alias: 'graced' }))
  const { previous_until: until } = (await (
    await rotate(manager.secret, graced.id, { grace_seconds: 3600 })
  ).json()) as KeyWithSecret
  expect(Date.parse(until ?? '') - Date.now()).toBeGreaterThan(3_000_000)
  const rotated = await rotate(manager.secret, key.id)
  expect([rotated.status, rotated.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const { secret } = (await rotated.json()) as KeyWithSecret
  expect((await app.call(secret, '/v2/usage')).status).toBe(200)
  await expect.poll(async () => (await app.call(key.secret, '/v2/usage')).status).toBe(401)
  expect((await change(manager.secret, key.id, { active: false })).status).toBe(200)
  await expect.poll(async () => (await app.call(secret, '/v2/usage')).status).toBe(401)
})

test('a key without the permission is 403, with scopes or without', async () => {
  const account = await managerWith()
  const { id } = await operatorKey(account, { alias: 'target' })
  for (const key of [{ alias: 'plain' }, { alias: 'scoped', scopes: ['ticketing'] }]) {
    const { secret } = await operatorKey(account, key)
    for (const response of [
      await send(secret, 'GET', '/v2/keys'),
      await make(secret, { alias: 'more' }),
      await change(secret, id, { active: false }),
      await rotate(secret, id),
    ])
      expect(await readError(response)).toEqual([403, 'forbidden', 'Forbidden'])
  }
  expect((await app.call(null, '/v2/keys')).status).toBe(401)
})

test('only the operator grants the permission, and never together with quotas', async () => {
  const account = await app.account()
  const path = `/admin/accounts/${account.slug}/keys`
  const both = { alias: 'both', permissions: ['manage'], quotas: { monthly: 10 } }
  const refused = await app.admin(path, { method: 'POST', body: JSON.stringify(both) })
  expect(await readError(refused)).toEqual([400, 'invalid_parameter', expect.stringContaining('permissions')])
  expect((await listKeys(account)).map(({ alias }) => alias)).toEqual(['main'])

  const { id } = await operatorKey(account, { alias: 'limited', quotas: { daily: 0 } })
  const granting = await operatorChange(id, { permissions: ['manage'] })
  expect(await readError(granting)).toEqual([
    400,
    'invalid_parameter',
    expect.stringContaining('permissions'),
  ])
  const freed = await operatorChange(id, { permissions: ['manage'], quotas: { daily: null } })
  expect([freed.status, await freed.json()]).toMatchObject([200, { permissions: ['manage'] }])
  const limited = await operatorChange(id, { quotas: { total: 1 } })
  expect(await readError(limited)).toEqual([400, 'invalid_parameter', expect.stringContaining('quotas')])
  for (const odd of [['manage', 'manage'], ['everything'], 'manage', null])
    expect((await operatorChange(id, { permissions: odd })).status).toBe(400)
  const withdrawing = await operatorChange(id, { permissions: [], quotas: { total: 1 } })
  expect([withdrawing.status, await withdrawing.json()]).toMatchObject([
    200,
    { permissions: [], quotas: { total: 1 } },
  ])
})

test('of a permission and a quota set at the same time, one is refused', async () => {
  const account = await app.account()
  for (let n = 0; n < 5; n += 1) {
    const { id } = await operatorKey(account, { alias: `raced ${n}` })
    const responses = await Promise.all([
      operatorChange(id, { permissions: ['manage'] }),
      operatorChange(id, { quotas: { daily: 1 } }),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
  }
})

test('omitted bounds are inherited, and given bounds must be within those of the managing key', async () => {
  const expires = '2031-01-01T00:00:00Z'
  const bounds = { scopes: ['company', '/v2/ticketing/*'], allowed_ips: ['127.0.0.0/8'], expires }
  const { secret } = await managerWith(bounds)
  expect(await readCreated(await make(secret, { alias: 'same' }))).toMatchObject(bounds)
  const less = { scopes: ['/v2/company', eventPath], allowed_ips: ['127.0.0.1'], expires: '2030-12-31' }
  const narrower = await readCreated(await make(secret, { alias: 'narrower', ...less }))
  expect(narrower).toMatchObject({ ...less, expires: '2030-12-31T00:00:00Z' })
  expect((await change(secret, narrower.id, bounds)).status).toBe(200)

  const wider: [string, unknown][] = [
    ['scopes', null],
    ['scopes', ['company', 'ticketing']],
    ['scopes', ['/v2/*']],
    ['scopes', ['newssearch']],
    ['allowed_ips', null],
    ['allowed_ips', ['0.0.0.0/0']],
    ['allowed_ips', ['127.0.0.1', '::1']],
    ['allowed_ips', ['126.0.0.0/7']],
    ['expires', null],
    ['expires', '2031-01-01T00:00:00.001Z'],
    ['expires', '2030-12-31T23:59:59-00:01'],
  ]
  const before = await listKeys({ slug: narrower.account } as Account)
  for (const [name, value] of wider) {
    const named = [400, 'invalid_parameter', expect.stringContaining(`Bad Request: ${name} must not exceed`)]
    expect(await readError(await make(secret, { alias: 'wide', [name]: value }))).toEqual(named)
    expect(await readError(await change(secret, narrower.id, { [name]: value }))).toEqual(named)
  }
  expect(await listKeys({ slug: narrower.account } as Account)).toEqual(before)
})

test('a managing key cannot grant permissions: not to a new key, another key or itself', async () => {
  const manager = await managerWith()
  const { id } = await operatorKey(manager, { alias: 'plain' })
  const permissions = ['manage']
  for (const response of [
    await make(manager.secret, { alias: 'heir', permissions }),
    await change(manager.secret, id, { permissions }),
    await change(manager.secret, id, { permissions: [] }),
    await change(manager.secret, manager.key.id, { permissions }),
  ])
    expect(await readError(response)).toEqual([
      400,
      'invalid_parameter',
      expect.stringContaining('permissions'),
    ])
  expect((await listKeys(manager)).map((key) => key.permissions)).toEqual([['manage'], []])
})

test('a managing key cannot change or rotate itself or another managing key', async () => {
  const manager = await managerWith({
    scopes: ['ticketing'],
    allowed_ips: ['127.0.0.1'],
    expires: '2031-01-01',
  })
  const other = await operatorKey(manager, { alias: 'other', permissions: ['manage'], scopes: ['ticketing'] })
  const before = await listKeys(manager)
  const attempts: Json[] = [
    { scopes: null },
    { allowed_ips: null },
    { expires: null },
    { expires: '2030-01-01' },
    { active: true },
    { active: false },
    { alias: 'renamed' },
    { quotas: { daily: 1 } },
    {},
  ]
  for (const [id, why] of [
    [manager.key.id, 'Forbidden: a key cannot change itself'],
    [manager.key.id.toUpperCase(), 'Forbidden: a key cannot change itself'],
    [other.id, 'Forbidden: only the operator can change keys with the permission manage'],
  ] as const) {
    for (const body of attempts)
      expect(await readError(await change(manager.secret, id, body))).toEqual([403, 'forbidden', why])
    expect(await readError(await rotate(manager.secret, id))).toEqual([403, 'forbidden', why])
  }
  expect(await listKeys(manager)).toEqual(before)
  expect((await send(manager.secret, 'GET', '/v2/keys')).status).toBe(200)
})

test('a managing key cannot change a key with broader access', async () => {
  const manager = await managerWith({
    scopes: ['ticketing'],
    allowed_ips: ['127.0.0.1'],
    expires: '2031-01-01',
  })
  const inside = { scopes: ['ticketing'], allowed_ips: ['127.0.0.1'], expires: '2031-01-01' }
  for (const [name, bounds] of Object.entries({
    scopes: { scopes: null },
    allowed_ips: { allowed_ips: ['127.0.0.0/31'] },
    expires: { expires: null },
  })) {
    const { id, secret } = await operatorKey(manager, { alias: `further ${name}`, ...inside, ...bounds })
    const named = [403, 'forbidden', expect.stringContaining(name)]
    // Not even to narrow it: the key is in use for paths, addresses or times outside of the manager's bounds.
    for (const body of [{ active: false }, inside, { alias: 'taken over' }])
      expect(await readError(await change(manager.secret, id, body))).toEqual(named)
    expect(await readError(await rotate(manager.secret, id, { grace_seconds: 60 }))).toEqual(named)
    expect((await app.call(secret, '/v2/usage')).status).toBe(200)
  }
})

test("another account's key, an unknown one and a malformed id are 404", async () => {
  const manager = await managerWith()
  const otherAccount = await app.account()
  for (const id of [otherAccount.key.id, randomUUID(), 'none', "'or''='"]) {
    const path = encodeURIComponent(id)
    expect(await readError(await change(manager.secret, path, { active: false }))).toEqual([
      404,
      'not_found',
      'Not Found',
    ])
    expect(await readError(await rotate(manager.secret, path))).toEqual([404, 'not_found', 'Not Found'])
  }
  expect((await app.call(otherAccount.secret, '/v2/usage')).status).toBe(200)
})

test('an alias is unique within its account only', async () => {
  const manager = await managerWith()
  const other = await managerWith()
  const { id } = await readCreated(await make(manager.secret, { alias: 'twice' }))
  expect(await readError(await make(manager.secret, { alias: 'twice' }))).toEqual([
    409,
    'conflict',
    'Conflict',
  ])
  expect(await readError(await change(manager.secret, id, { alias: 'main' }))).toEqual([
    409,
    'conflict',
    'Conflict',
  ])
  await readCreated(await make(other.secret, { alias: 'twice' }))
  expect((await listKeys(manager)).map(({ alias }) => alias)).toEqual(['main', 'twice'])
})

test('each change is in the admin log with the key that made it, and no secret is stored', async () => {
  const manager = await managerWith()
  const response = await send(
    manager.secret,
    'POST',
    '/v2/keys',
    { alias: 'seen' },
    { 'idempotency-key': 'again' },
  )
  const key = await readCreated(response)
  // The Idempotency-Key header is ignored here: a response with a secret is never stored.
  expect(
    (await send(manager.secret, 'POST', '/v2/keys', { alias: 'seen' }, { 'idempotency-key': 'again' }))
      .status,
  ).toBe(409)
  await change(manager.secret, key.id, { category: 'development' })
  const { secret } = (await (
    await rotate(manager.secret, key.id, { grace_seconds: 5 })
  ).json()) as KeyWithSecret
  const { changes } = (await (await app.admin(`/admin/changes?subject=${key.id}`)).json()) as {
    changes: { actor: string; action: string; detail: Json }[]
  }
  const actor = `key ${manager.key.id}`
  expect(changes).toMatchObject([
    { actor, action: 'rotate key', detail: { grace_seconds: 5 } },
    { actor, action: 'change key', detail: { category: 'development' } },
    { actor, action: 'create key', detail: { alias: 'seen' } },
  ])
  const { pool } = app.database
  const storedTables = await Promise.all(
    ['admin_log', 'calls', 'keys', 'idempotency_keys'].map((table) =>
      pool.query(`select t::text from ${table} t`),
    ),
  )
  const everything = JSON.stringify(storedTables.map(({ rows }) => rows)) + app.logged.join('')
  for (const one of [key.secret, secret, manager.secret]) expect(everything).not.toContain(one)
  expect((await pool.query('select 1 from idempotency_keys')).rows).toEqual([])
})

test('a removed permission, narrower scopes or a deactivated key take effect at once', async () => {
  const manager = await managerWith()
  await readCreated(await make(manager.secret, { alias: 'first' }))
  await operatorChange(manager.key.id, { scopes: ['ticketing'] })
  expect((await make(manager.secret, { alias: 'second', scopes: ['company'] })).status).toBe(400)
  await operatorChange(manager.key.id, { permissions: [] })
  expect((await make(manager.secret, { alias: 'third' })).status).toBe(403)
  await operatorChange(manager.key.id, { permissions: ['manage'] })
  await expect.poll(async () => (await send(manager.secret, 'GET', '/v2/keys')).status).toBe(200)
  await operatorChange(manager.key.id, { active: false })
  expect([401, 403]).toContain((await make(manager.secret, { alias: 'fourth' })).status)
  expect((await listKeys(manager)).map(({ alias }) => alias)).toEqual(['main', 'first'])
})

test('an account may make sixty changes a minute and have a thousand keys', async () => {
  const manager = await managerWith()
  const { id } = await readCreated(await make(manager.secret, { alias: 'changed' }))
  // Invalid requests do not count as changes.
  expect((await change(manager.secret, id, { scopes: ['*'] })).status).toBe(422)
  // A few at a time: on a busy machine the last of many would wait too long for a database connection.
  const responses: Response[] = []
  while (responses.length < 62)
    responses.push(...(await Promise.all([1, 2].map(() => change(manager.secret, id, { active: true })))))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(59)
  const limited = responses.filter(({ status }) => status === 429)
  expect(limited.map(({ headers }) => Number(headers.get('retry-after')) > 0)).toEqual([true, true, true])

  const full = await managerWith()
  await app.database.pool.query(
    `insert into keys (account_id, alias, category, hash, last_four)
    select a.id, 'filled ' || n, 'production', sha256(convert_to(a.slug || n, 'UTF8')), '0000'
    from accounts a cross join generate_series(1, 999) n where a.slug = $1`,
    [full.slug],
  )
  expect(await readError(await make(full.secret, { alias: 'one more' }))).toEqual([
    422,
    'unprocessable',
    expect.stringContaining('1000 keys'),
  ])
})

test.each<[Json, number, string]>([
  [{}, 400, 'alias'],
  [{ alias: 3 }, 400, 'alias'],
  [{ alias: 'a', expires: 'soon' }, 422, 'expires'],
  [{ alias: 'a', allowed_ips: ['10/8'] }, 400, 'allowed_ips.0'],
  [{ alias: 'a', scopes: ['../admin'] }, 422, 'scopes'],
  [{ alias: 'a', secret: 'qry_mine' }, 400, 'secret'],
  [{ alias: 'a', account: 'other' }, 400, 'account'],
  [{ alias: 'a', active: true }, 400, 'active'],
])('%o is %i and names %s', async (body, status, name) => {
  const manager = await managerWith({ allowed_ips: ['127.0.0.1'], scopes: ['ticketing'] })
  expect(await readError(await make(manager.secret, body))).toEqual([
    status,
    expect.any(String),
    expect.stringContaining(name),
  ])
  expect(await listKeys(manager)).toHaveLength(1)
})
