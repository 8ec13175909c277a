// The console session over HTTP: what it gives access to, and everything that must not be accepted as a session.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashKey } from '../../src/accounts/key-format.ts'
import { createSessions } from '../../src/accounts/sessions.ts'
import { adminToken, startApp, type TestApp } from '../support/app.ts'
import { isDoneWithin } from '../support/eventually.ts'

type Account = Awaited<ReturnType<TestApp['account']>>
const header = { 'x-quarry-console': '1' }
const lookup = '/v2/ticketing/event?query=1000000000017'

let app: TestApp
/** Another server on the same database. */
let other: TestApp
let account: Account
beforeAll(async () => {
  app = await startApp()
  other = await startApp({ database: app.database })
  account = await app.account({ statistics_enabled: true })
})
afterAll(async () => {
  await other.close()
  await app.close()
})

const signIn = (credentials: object, headers: Record<string, string> = header) =>
  fetch(`${app.url}/session`, {
    method: 'POST',
    body: JSON.stringify(credentials),
    headers: { 'content-type': 'application/json', ...headers },
  })

async function signInForCookie(credentials: object): Promise<string> {
  const response = await signIn(credentials)
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)])
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

const callWithCookie = (path: string, cookie: string, headers: Record<string, string> = header, on = app) =>
  fetch(on.url + path, { headers: { cookie, ...headers } })

const readStatus = async (...credentials: Parameters<typeof callWithCookie>) => {
  const response = await callWithCookie(...credentials)
  await response.body?.cancel()
  return response.status
}

test('a key signs in on every server, with the access of the key', async () => {
  const response = await signIn({ secret: account.secret })
  expect(response.headers.get('set-cookie')).toMatch(
    /^quarry_session=qrs_[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
  )
  expect(response.headers.get('cache-control')).toBe('no-store')
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  const shown = await response.json()
  expect(shown).toEqual({
    role: 'account',
    account: { slug: account.slug, name: account.slug },
    key: {
      id: account.key.id,
      alias: 'main',
      category: 'production',
      scopes: null,
      permissions: [],
    },
    may: { statistics: true, keys: false, webhooks: true },
  })
  expect(await (await callWithCookie('/session', cookie, header, other)).json()).toEqual(shown)
  const call = await callWithCookie(lookup, cookie, header, other)
  expect([call.status, call.headers.get('x-credits-used')]).toEqual([200, '1'])
  expect(await readStatus('/admin/overview', cookie)).toBe(401)
  // The call is logged for the key.
  const id = call.headers.get('x-request-id')
  const { calls } = (await (await app.call(account.secret, `/v2/calls?request_id=${id}`)).json()) as {
    calls: { key_id: string }[]
  }
  expect(calls.map(({ key_id: key }) => key)).toEqual([account.key.id])
})

test('the admin token signs in to the admin API, and to no lookup', async () => {
  const cookie = await signInForCookie({ secret: adminToken })
  expect(await (await callWithCookie('/session', cookie)).json()).toMatchObject({
    role: 'operator',
    account: null,
  })
  expect(await readStatus('/admin/overview', cookie, header, other)).toBe(200)
  expect(await readStatus(lookup, cookie)).toBe(401)
  // The admin token was changed since, so a session of the old one is no longer valid.
  const { pool } = app.database
  expect(createSessions({ pool, adminToken }).isOperator(hashKey('x'))).toBe(false)
})

test('the cookie is accepted only with the header, from the same origin, and once', async () => {
  const cookie = await signInForCookie({ secret: account.secret })
  const operator = await signInForCookie({ secret: adminToken })
  const refused: Record<string, string>[] = [
    {},
    { 'x-quarry-console': '0' },
    { ...header, origin: 'https://evil.example' },
    { ...header, origin: 'null' },
    { ...header, 'sec-fetch-site': 'cross-site' },
    { ...header, 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of refused) {
    expect(await readStatus(lookup, cookie, headers), JSON.stringify(headers)).toBe(401)
    expect(await readStatus('/admin/overview', operator, headers), JSON.stringify(headers)).toBe(401)
    const session = await (await callWithCookie('/session', cookie, headers)).json()
    expect(session, JSON.stringify(headers)).toMatchObject({ role: null })
  }
  expect(await readStatus(lookup, `${cookie}; ${cookie}`)).toBe(401)
  expect(
    await readStatus(lookup, cookie, { ...header, 'sec-fetch-site': 'same-origin', origin: app.url }),
  ).toBe(200)
})

test('sign-in and sign-out need the header and the same origin', async () => {
  for (const headers of [{}, { ...header, origin: 'https://evil.example' }]) {
    const response = await signIn({ secret: account.secret }, headers)
    expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null])
  }
  const cookie = await signInForCookie({ secret: account.secret })
  const end = await fetch(`${app.url}/session`, { method: 'DELETE', headers: { cookie } })
  expect(end.status).toBe(403)
  expect(await readStatus('/v2/usage', cookie)).toBe(200)
})

test('a key that is sent takes precedence over the session', async () => {
  const cookie = await signInForCookie({ secret: account.secret })
  const otherAccount = await app.account()
  const usage = await callWithCookie('/v2/usage', cookie, { ...header, 'x-api-key': otherAccount.secret })
  expect(await usage.json()).toMatchObject({ account: { slug: otherAccount.slug } })
  expect(await readStatus('/v2/usage', cookie, { ...header, 'x-api-key': 'qry_wrong' })).toBe(401)
  const operator = await signInForCookie({ secret: adminToken })
  expect(await readStatus('/admin/overview', operator, { ...header, authorization: 'Bearer wrong' })).toBe(
    401,
  )
})

test('signing out ends one session, or all sessions of the key', async () => {
  const [first, second, third] = [
    await signInForCookie({ secret: account.secret }),
    await signInForCookie({ secret: account.secret }),
    await signInForCookie({ secret: account.secret }),
  ]
  const operator = await signInForCookie({ secret: adminToken })
  const end = (query: string, cookie: string) =>
    fetch(`${app.url}/session${query}`, { method: 'DELETE', headers: { cookie, ...header } })
  const ended = await end('', first)
  expect(ended.headers.get('set-cookie')).toMatch(/^quarry_session=; Path=\/; Max-Age=0; /)
  expect(await ended.json()).toMatchObject({ role: null })
  await expect.poll(() => readStatus('/v2/usage', first)).toBe(401)
  expect(await readStatus('/v2/usage', second)).toBe(200)
  await end('?everywhere=true', second)
  for (const cookie of [second, third]) await expect.poll(() => readStatus('/v2/usage', cookie)).toBe(401)
  expect(await readStatus('/admin/overview', operator)).toBe(200)
})

test('a change of the key applies to its session within a second, on every server', async () => {
  const { secret, key, slug } = await app.account()
  const cookie = await signInForCookie({ secret })
  const change = (body: object) =>
    app.admin(`/admin/keys/${key.id}`, { method: 'PATCH', body: JSON.stringify(body) })
  const becomes = async (status: number) => {
    for (const on of [app, other])
      expect(
        await isDoneWithin(1_500, async () => (await readStatus(lookup, cookie, header, on)) === status),
      ).toBe(true)
  }
  await becomes(200)
  await change({ scopes: ['company'] })
  await becomes(403)
  await change({ scopes: null, allowed_ips: ['10.0.0.0/8'] })
  await becomes(403)
  await change({ allowed_ips: null, quotas: { daily: 0 } })
  await becomes(401)
  await change({ quotas: { daily: null } })
  await becomes(200)
  await change({ active: false })
  await becomes(401)
  expect(await (await callWithCookie('/session', cookie)).json()).toMatchObject({ role: null })
  await change({ active: true })
  await becomes(200)
  // A session belongs to the secret that started it.
  await app.admin(`/admin/keys/${key.id}/rotate`, { method: 'POST', body: '{}' })
  await becomes(401)
  expect((await signIn({ secret })).status).toBe(401)
  await app.admin(`/admin/accounts/${slug}`, { method: 'PATCH', body: '{"active":false}' })
})

test('a stream opened by a session ends with it, on every server, and no other does', async () => {
  const { secret } = await app.account()
  const leave = new AbortController()
  for (const [path, credentials, token] of [
    ['/v2/events', secret, { 'x-api-key': secret }],
    ['/admin/events', adminToken, { authorization: `Bearer ${adminToken}` }],
  ] as const) {
    const cookie = await signInForCookie({ secret: credentials })
    const staying = await signInForCookie({ secret: credentials })
    const streams = await Promise.all([
      callWithCookie(path, cookie),
      callWithCookie(path, cookie, header, other),
    ])
    const others = await Promise.all(
      [
        { cookie: staying, ...header },
        { cookie, ...header, ...token },
      ].map((headers) => fetch(app.url + path, { headers, signal: leave.signal })),
    )
    expect([...streams, ...others].map(({ status }) => status)).toEqual([200, 200, 200, 200])
    let ended = 0
    const left = others.map((one) => one.text().finally(() => (ended += 1)))
    await fetch(`${app.url}/session`, { method: 'DELETE', headers: { cookie, ...header } })
    // Reads each stream to its end.
    for (const stream of streams) expect(await stream.text()).toMatch(/^retry: /)
    expect([path, ended]).toEqual([path, 0])
    void Promise.allSettled(left)
  }
  leave.abort()
})

test('a session ends after twelve hours, or after one hour without use; using it extends the latter', async () => {
  const { secret, key } = await app.account()
  const cookie = await signInForCookie({ secret })
  const age = (column: string, time: string) =>
    app.database.pool.query(`update sessions set ${column} = quarry_now() - $2::interval where key_id = $1`, [
      key.id,
      time,
    ])
  const role = async () =>
    ((await (await callWithCookie('/session', cookie)).json()) as { role: string | null }).role
  await age('seen_at', '59 minutes')
  // The session is read again within a second, which marks it as used.
  const countUsed = async () => {
    expect(await role()).toBe('account')
    const { rows } = await app.database.pool.query(
      `select 1 from sessions where key_id = $1 and seen_at > quarry_now() - interval '1 minute'`,
      [key.id],
    )
    return rows.length
  }
  await expect.poll(countUsed, { timeout: 5_000 }).toBe(1)
  await age('seen_at', '61 minutes')
  await expect.poll(role, { timeout: 5_000 }).toBe(null)
  await age('seen_at', '0 minutes')
  await expect.poll(role, { timeout: 5_000 }).toBe('account')
  await age('created_at', '12 hours 1 minute')
  await expect.poll(role, { timeout: 5_000 }).toBe(null)
  await expect.poll(() => readStatus('/v2/usage', cookie)).toBe(401)
})

test('a code signs in once, within ten minutes', async () => {
  const sessions = createSessions({ pool: app.database.pool, adminToken })
  const code = await sessions.makeCode({ keyId: null, secretHash: hashKey(adminToken) })
  expect(await readStatus('/admin/overview', await signInForCookie({ code }))).toBe(200)
  expect((await signIn({ code })).status).toBe(401)
  const late = await sessions.makeCode({ keyId: account.key.id, secretHash: hashKey(account.secret) })
  await app.database.pool.query(`update session_codes set until = quarry_now()`)
  expect((await signIn({ code: late })).status).toBe(401)
  expect((await signIn({ code: late, secret: account.secret })).status).toBe(400)
  expect((await signIn({})).status).toBe(400)
})

test('neither tokens nor codes nor secrets are stored or logged', async () => {
  const { secret } = await app.account()
  const cookie = await signInForCookie({ secret })
  const token = cookie.split('=')[1] ?? 'no token'
  await signIn({ secret: 'a-wrong-admin-token-98765' })
  const { rows } = await app.database.pool.query(
    `select encode(hash, 'escape') || encode(secret_hash, 'escape') as kept from sessions`,
  )
  const all = JSON.stringify(rows) + app.logged.join()
  expect(rows.length).toBeGreaterThan(0)
  for (const text of [token, secret, 'a-wrong-admin-token-98765', adminToken]) expect(all).not.toContain(text)
})

test('a wrong secret is logged like a wrong token', async () => {
  const countLogged = () => app.logged.filter((line) => line.includes('wrong admin token')).length
  const before = countLogged()
  const { status, headers } = await signIn({ secret: 'neither-a-key-nor-the-token' })
  expect([status, headers.get('x-error-reason'), headers.get('set-cookie')]).toEqual([
    401,
    'invalid_key',
    null,
  ])
  // Failures within one second are logged together.
  await expect.poll(countLogged).toBeGreaterThan(before)
  expect((await signIn({ secret: account.secret })).status).toBe(200)
})

test('behind https the cookie is marked Secure', async () => {
  const proxied = await startApp({ database: app.database, config: { trustedProxies: ['127.0.0.1'] } })
  const public_ = await startApp({ database: app.database, config: { publicUrl: 'https://quarry.example' } })
  for (const [on, headers] of [
    [proxied, { 'x-forwarded-proto': 'https' }],
    [public_, {}],
  ] as const) {
    const response = await fetch(`${on.url}/session`, {
      method: 'POST',
      body: JSON.stringify({ secret: account.secret }),
      headers: { 'content-type': 'application/json', ...header, ...headers },
    })
    expect(response.headers.get('set-cookie')).toMatch(/; SameSite=Strict; Secure$/)
  }
  await proxied.close()
  await public_.close()
})
