// Operator actions on accounts and keys: what is created, changed and refused, and that each change writes an admin
// log row.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AccountStore, createAccountStore } from '../../src/accounts/account-store.ts'
import { ensureDemo } from '../../src/accounts/first-sign-in.ts'
import { createKeyring } from '../../src/accounts/keyring.ts'
import { createKeys, type KeyChange, type Keys, type KeyView } from '../../src/accounts/keys.ts'
import { audit } from '../../src/ledger/audit.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { addMember, buildRequest, countRows, openLedger } from '../support/ledger.ts'

let fresh: FreshDatabase
let accounts: AccountStore
let keys: Keys

beforeEach(async () => {
  fresh = await freshDatabase()
  accounts = createAccountStore(fresh.database)
  keys = createKeys(fresh.database)
})

afterEach(async () => {
  expect(await audit(fresh.database)).toEqual([])
  await fresh.drop()
})

const reason = async (work: () => Promise<unknown>) => {
  try {
    await work()
    return 'done'
  } catch (error) {
    return (error as { reason?: string }).reason ?? String(error)
  }
}

test('an account is created with all settings, read, changed and granted credits', async () => {
  const created = await accounts.create(
    {
      slug: 'acme',
      name: 'Acme',
      subscription_total: 100,
      period_days: 10,
      bonus_credits: 5,
      rate_limit: { per_second: 2, per_minute: null },
      statistics_enabled: true,
    },
    'operator',
  )
  expect(created).toMatchObject({
    slug: 'acme',
    name: 'Acme',
    active: true,
    open_invoices: false,
    statistics_enabled: true,
    rate_limit: { per_second: 2, per_minute: null },
    subscription_total: 100,
    period_days: 10,
    subscription: { granted: 100, available: 100, held: 0, charged: 0, expired: 0, corrected: 0 },
    bonus: { granted: 5, available: 5, held: 0, charged: 0, expired: 0, corrected: 0 },
  })
  const days = (Date.parse(created.period?.end ?? '') - Date.parse(created.period?.start ?? '')) / 86_400_000
  expect(days).toBe(10)
  const changed = await accounts.change(
    'acme',
    { name: 'Acme 2', active: false, open_invoices: true, rate_limit: { per_minute: 7 } },
    'operator',
  )
  expect(changed).toMatchObject({
    name: 'Acme 2',
    active: false,
    open_invoices: true,
    statistics_enabled: true,
    rate_limit: { per_second: 2, per_minute: 7 },
  })
  const granted = await accounts.changeCredits('acme', { credits: 20, reason: 'sorry' }, 'operator')
  expect(granted.bonus).toMatchObject({ granted: 25, available: 25 })
  expect(await accounts.get('acme')).toEqual(granted)
  const { rows } = await fresh.database.pool.query(
    'select actor, action, subject, detail from admin_log order by id',
  )
  expect(rows.map((row) => [row.actor, row.action, row.subject])).toEqual([
    ['operator', 'create account', 'acme'],
    ['operator', 'change account', 'acme'],
    ['operator', 'grant credits', 'acme'],
  ])
  expect(JSON.parse(rows[2].detail)).toEqual({ credits: 20, reason: 'sorry' })
})

test('credits are taken back down to zero and never below, and held credits stay held', async () => {
  const { accountId, keyId } = await addMember(fresh.database, { slug: 'acme', bonus_credits: 100 })
  const ledger = openLedger(fresh.database)
  const { credits } = ledger
  await credits.hold(buildRequest({ accountId, keyId }, 60, 'job'))
  await fresh.database.pool.query(
    `insert into jobs (id, account_id, key_id, endpoint, params, soft_fail, max_age_seconds, price, created)
    select id, account_id, key_id, endpoint, '{}', false, 0, 60, created from holds`,
  )
  const correct = (amount: number) =>
    accounts.changeCredits('acme', { credits: -amount, reason: 'mistake' }, 'operator')
  await expect(correct(41)).rejects.toMatchObject({
    reason: 'unprocessable',
    message: 'Unprocessable: credits can take back at most the 40 bonus credits that are available',
  })
  expect((await accounts.get('acme')).bonus).toMatchObject({ granted: 100, available: 40, corrected: 0 })
  const all = await Promise.allSettled(Array.from({ length: 6 }, () => correct(10)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  expect((await accounts.get('acme')).bonus).toEqual({
    granted: 100,
    available: 0,
    held: 60,
    charged: 0,
    expired: 0,
    corrected: 40,
  })
  const usage = await ledger.readUsage({ accountId, keyId })
  expect(usage).toMatchObject({ remaining: 0, credits: { given: 60, consumed: 60, percent_used: 100 } })
  await ledger.close()
  const { rows } = await fresh.database.pool.query(
    `select fund, entry, credits, reason from ledger where entry <> 'grant'`,
  )
  expect(rows).toEqual(Array(4).fill({ fund: 'bonus', entry: 'correct', credits: 10, reason: 'mistake' }))
  const logged = await fresh.database.pool.query(
    `select action, detail from admin_log where subject = 'acme' order by id desc limit 1`,
  )
  expect(logged.rows).toEqual([{ action: 'correct credits', detail: '{"credits":-10,"reason":"mistake"}' }])
})

test('a key update sets only the given fields, null included', async () => {
  await accounts.create({ slug: 'acme', name: 'Acme' }, 'x')
  const { secret: _, ...made } = await keys.create(
    'acme',
    {
      alias: 'one',
      category: 'test',
      expires: '2031-02-03T10:00:00Z',
      quotas: { total: 4, daily: 1, weekly: 2, monthly: 3 },
      scopes: ['/v2/*'],
      allowed_ips: ['10.0.0.0/8'],
    },
    'x',
  )
  const { quotas, quotas_used: used } = made
  const changes: [change: KeyChange, shown: Partial<KeyView>][] = [
    [{}, {}],
    [{ alias: 'other' }, { alias: 'other' }],
    [{ category: 'live' }, { category: 'live' }],
    [{ active: false }, { active: false }],
    [{ expires: '2032-01-01T00:00:00Z' }, { expires: '2032-01-01T00:00:00Z' }],
    [{ expires: null }, { expires: null }],
    [{ quotas: { total: 9 } }, { quotas: { ...quotas, total: 9 } }],
    [
      { quotas: { daily: null } },
      { quotas: { ...quotas, daily: null }, quotas_used: { ...used, daily: null } },
    ],
    [
      { quotas: { weekly: null, monthly: 8 } },
      { quotas: { ...quotas, weekly: null, monthly: 8 }, quotas_used: { ...used, weekly: null } },
    ],
    [{ scopes: ['/v2/usage'] }, { scopes: ['/v2/usage'] }],
    [{ scopes: null }, { scopes: null }],
    [{ allowed_ips: null }, { allowed_ips: null }],
  ]
  const { alias, category, active, expires, scopes, allowed_ips } = made
  for (const [change, shown] of changes) {
    expect(await keys.change(made.id, change, 'x')).toEqual({ ...made, ...shown })
    const back = { alias, category, active, expires, quotas, scopes, allowed_ips }
    expect(await keys.change(made.id, back, 'x')).toEqual(made)
  }
})

test('404 for unknown accounts and keys, 409 for a slug or alias that is taken', async () => {
  await accounts.create({ slug: 'acme', name: 'Acme' }, 'x')
  await accounts.create({ slug: 'other', name: 'Other' }, 'x')
  expect(await reason(() => accounts.create({ slug: 'acme', name: 'Again' }, 'x'))).toBe('conflict')
  const first = await keys.create('acme', { alias: 'one' }, 'x')
  expect(await reason(() => keys.create('acme', { alias: 'one' }, 'x'))).toBe('conflict')
  expect(await reason(() => keys.create('other', { alias: 'one' }, 'x'))).toBe('done')
  await keys.create('acme', { alias: 'two' }, 'x')
  expect(await reason(() => keys.change(first.id, { alias: 'two' }, 'x'))).toBe('conflict')
  for (const slug of ['nobody', '', 'a\0b', '../x']) {
    expect(await reason(() => accounts.get(slug))).toBe('not_found')
    expect(await reason(() => accounts.change(slug, { active: true }, 'x'))).toBe('not_found')
    expect(await reason(() => accounts.changeCredits(slug, { credits: 1, reason: 'r' }, 'x'))).toBe(
      'not_found',
    )
    expect(await reason(() => keys.create(slug, { alias: 'a' }, 'x'))).toBe('not_found')
    expect(await reason(() => keys.list(slug))).toBe('not_found')
  }
  for (const id of ['nothing', '00000000-0000-4000-8000-000000000000', "'; drop table keys"]) {
    expect(await reason(() => keys.change(id, { active: true }, 'x'))).toBe('not_found')
    expect(await reason(() => keys.rotate(id, { grace_seconds: 0 }, 'x'))).toBe('not_found')
  }
  // Refused requests write no rows.
  expect(await countRows(fresh.database, 'accounts')).toBe(2)
  expect(await countRows(fresh.database, 'admin_log')).toBe(5)
})

test('422 for impossible values, with their names', async () => {
  await accounts.create({ slug: 'acme', name: 'Acme' }, 'x')
  const { id } = await keys.create('acme', { alias: 'one' }, 'x')
  const attempts: [string, () => Promise<unknown>][] = [
    ['slug', () => accounts.create({ slug: 'Not A Slug', name: 'N' }, 'x')],
    ['slug', () => accounts.create({ slug: 'a'.repeat(64), name: 'N' }, 'x')],
    ['name', () => accounts.create({ slug: 'b', name: ' ' }, 'x')],
    ['name', () => accounts.change('acme', { name: 'a\0' }, 'x')],
    ['bonus_credits', () => accounts.create({ slug: 'b', name: 'B', bonus_credits: -1 }, 'x')],
    ['subscription_total', () => accounts.change('acme', { subscription_total: 1.5 }, 'x')],
    ['subscription_total', () => accounts.change('acme', { subscription_total: 1e12 }, 'x')],
    ['period_days', () => accounts.change('acme', { period_days: 0 }, 'x')],
    ['rate_limit.per_second', () => accounts.change('acme', { rate_limit: { per_second: 0 } }, 'x')],
    ['credits', () => accounts.changeCredits('acme', { credits: 0, reason: 'r' }, 'x')],
    ['credits', () => accounts.changeCredits('acme', { credits: -1e10, reason: 'r' }, 'x')],
    ['reason', () => accounts.changeCredits('acme', { credits: 1, reason: '' }, 'x')],
    ['alias', () => keys.create('acme', { alias: '' }, 'x')],
    ['category', () => keys.create('acme', { alias: 'a', category: '\n' }, 'x')],
    ['expires', () => keys.create('acme', { alias: 'a', expires: 'tomorrow' }, 'x')],
    ['expires', () => keys.change(id, { expires: '2031-02-30' }, 'x')],
    ['expires', () => keys.change(id, { expires: '2031-02-03T10:00:00' }, 'x')],
    ['quotas.daily', () => keys.change(id, { quotas: { daily: -1 } }, 'x')],
    ['scopes', () => keys.change(id, { scopes: ['/v3/x'] }, 'x')],
    ['grace_seconds', () => keys.rotate(id, { grace_seconds: -1 }, 'x')],
  ]
  for (const [name, work] of attempts) {
    await expect(async () => work()).rejects.toMatchObject({
      reason: 'unprocessable',
      message: expect.stringMatching(`^Unprocessable: ${name} must`),
    })
  }
  expect(await countRows(fresh.database, 'accounts')).toBe(1)
  expect(await countRows(fresh.database, 'keys')).toBe(1)
})

test('400 for an invalid address range, with its value', async () => {
  await accounts.create({ slug: 'acme', name: 'Acme' }, 'x')
  const { id } = await keys.create('acme', { alias: 'one', allowed_ips: ['10.0.0.0/8'] }, 'x')
  const attempts: [string[], string][] = [
    [['192.0.2.1', '10/8'], 'allowed_ips.1 must be a full IPv4 or IPv6 address'],
    [['10.0.0.0/40'], 'allowed_ips.0 must be a full'],
    [['10.1.0.0/8'], 'allowed_ips.0 must be a range without bits beyond its prefix: 10.0.0.0/8'],
    [Array(101).fill('192.0.2.1'), 'allowed_ips must have at most 100 entries'],
  ]
  for (const [allowed_ips, message] of attempts) {
    const refusal = {
      reason: 'invalid_parameter',
      message: expect.stringContaining(`Bad Request: ${message}`),
    }
    await expect(async () => keys.change(id, { allowed_ips }, 'x')).rejects.toMatchObject(refusal)
    await expect(async () => keys.create('acme', { alias: 'two', allowed_ips }, 'x')).rejects.toMatchObject(
      refusal,
    )
  }
  expect(await keys.list('acme')).toMatchObject([{ id, allowed_ips: ['10.0.0.0/8'] }])
})

test('a key is created, listed without its secret, updated in part, and null removes its limits', async () => {
  await accounts.create({ slug: 'acme', name: 'Acme' }, 'x')
  const { secret, ...made } = await keys.create(
    'acme',
    {
      alias: 'one',
      category: 'development',
      expires: '2031-06-01',
      quotas: { daily: 10, total: 0 },
      scopes: ['ticketing', '/v2/company/*'],
      allowed_ips: ['192.0.2.0/24', '2001:db8::1'],
    },
    'x',
  )
  expect(made).toMatchObject({
    account: 'acme',
    alias: 'one',
    category: 'development',
    active: true,
    expires: '2031-06-01T00:00:00Z',
    quotas: { total: 0, daily: 10, weekly: null, monthly: null },
    scopes: ['ticketing', '/v2/company/*'],
    allowed_ips: ['192.0.2.0/24', '2001:db8::1'],
    last_four: secret.slice(-4),
  })
  expect(await keys.list('acme')).toEqual([made])
  const changed = await keys.change(
    made.id,
    { quotas: { daily: null, weekly: 3 }, scopes: null, expires: null, active: false },
    'x',
  )
  expect(changed).toEqual({
    ...made,
    quotas: { total: 0, daily: null, weekly: 3, monthly: null },
    quotas_used: { total: 0, daily: null, weekly: 0, monthly: null },
    scopes: null,
    expires: null,
    active: false,
  })
  expect(await keys.change(made.id, {}, 'x')).toEqual(changed)
})

test('a new database gets one demo account and key, however many servers start', async () => {
  const demos = await Promise.all(Array.from({ length: 5 }, () => ensureDemo(fresh.database)))
  const secrets = demos.flatMap((demo) => (demo ? [demo.secret] : []))
  expect(secrets).toHaveLength(1)
  expect(await ensureDemo(fresh.database)).toBeNull()
  expect((await accounts.get('demo')).subscription.available).toBe(1000)
  const keyring = createKeyring({ database: fresh.database, defaultPerSecond: 1000 })
  expect(await keyring.authenticate(secrets[0] ?? '', '127.0.0.1')).toMatchObject({
    accountSlug: 'demo',
    keyAlias: 'demo',
    limits: { perSecond: 1000, perMinute: null },
  })
})
