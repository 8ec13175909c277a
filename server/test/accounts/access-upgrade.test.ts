// Rows written by earlier versions keep their meaning: accounts without a rate limit or a subscription, rotated keys,
// messages without a key.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAccountStore } from '../../src/accounts/account-store.ts'
import { hashKey, makeKey } from '../../src/accounts/key-format.ts'
import { createKeyring } from '../../src/accounts/keyring.ts'
import { createKeys } from '../../src/accounts/keys.ts'
import { createDeliveries } from '../../src/calls/webhooks/read-deliveries.ts'
import { audit } from '../../src/ledger/audit.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { migrations } from '../../src/platform/db/migrations/index.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { buildLog, buildRequest, openLedger, setNow } from '../support/ledger.ts'

const defaultPerSecond = 1000
let fresh: FreshDatabase

beforeEach(async () => {
  fresh = await freshDatabase({ max: 1 })
})
afterEach(() => fresh.drop())

// The exact statements of those versions.
async function oldAccount(slug: string, limit: number | null = null): Promise<number> {
  const { pool } = fresh.database
  const { rows } = await pool.query<{ id: number }>(
    'insert into accounts (slug, name) values ($1, $2) on conflict (slug) do nothing returning id',
    [slug, slug],
  )
  await pool.query('update accounts set limit_per_second = $2 where id = $1', [rows[0]?.id, limit])
  return rows[0]?.id ?? 0
}
async function oldKey(account: number): Promise<{ id: string; secret: string }> {
  const { secret, hash, lastFour } = makeKey()
  const { rows } = await fresh.database.pool.query<{ id: string }>(
    `insert into keys (account_id, alias, category, hash, last_four) values ($1, $2, $3, $4, $5)
    on conflict (account_id, alias) do nothing returning id`,
    [account, 'main', 'production', hash, lastFour],
  )
  return { id: rows[0]?.id ?? '', secret }
}
async function oldRotation(id: string, graceSeconds: number): Promise<string> {
  const { secret, hash, lastFour } = makeKey()
  await fresh.database.pool.query(
    `update keys set previous_hash = hash, previous_until = quarry_now() + $2 * interval '1 second',
      hash = $3, last_four = $4 where id = $1`,
    [id, graceSeconds, hash, lastFour],
  )
  return secret
}
const oldRead = async (secret: string) =>
  (
    await fresh.database.pool.query(
      'select from keys k where k.hash = $1 or (k.previous_hash = $1 and k.previous_until > quarry_now())',
      [hashKey(secret)],
    )
  ).rowCount

const readPerSecond = async (secret: string) => {
  const keyring = createKeyring({ database: fresh.database, defaultPerSecond })
  const { accountId, keyId, limits } = await keyring.authenticate(secret, '192.0.2.1')
  const ledger = openLedger(fresh.database, { defaultPerSecond })
  const usage = await ledger.readUsage({ accountId, keyId })
  await ledger.close()
  expect(usage.rate_limit.per_second).toBe(limits.perSecond)
  return limits.perSecond
}

test('accounts of an earlier version keep the limits they had', async () => {
  const unlimited = await oldKey(await oldAccount('unlimited'))
  const limited = await oldKey(await oldAccount('limited', 7))
  expect(await readPerSecond(unlimited.secret)).toBeNull()
  expect(await readPerSecond(limited.secret)).toBe(7)
  // An account created by this version and changed by an earlier one.
  await createAccountStore(fresh.database).create({ slug: 'ours', name: 'Ours' }, 'test')
  const ours = await createKeys(fresh.database).create('ours', { alias: 'main' }, 'test')
  expect(await readPerSecond(ours.secret)).toBe(defaultPerSecond)
  await fresh.database.pool.query(`update accounts set limit_per_second = 5 where slug = 'ours'`)
  expect(await readPerSecond(ours.secret)).toBe(5)
})

test('rotations by an earlier version give each secret its own grace period', async () => {
  const { id, secret: first } = await oldKey(await oldAccount('one'))
  const second = await oldRotation(id, 3600)
  const third = await oldRotation(id, 3600)
  const fourth = await oldRotation(id, 0)
  const keyring = createKeyring({ database: fresh.database })
  for (const secret of [first, second, fourth])
    expect(await keyring.authenticate(secret, '192.0.2.1')).toMatchObject({ keyId: id })
  await expect(keyring.authenticate(third, '192.0.2.1')).rejects.toMatchObject({ reason: 'invalid_key' })
  const fifth = await oldRotation(id, 60)
  expect([await oldRead(fifth), await oldRead(fourth)]).toEqual([1, 1])
})

test('messages that name no key are visible to the whole account only', async () => {
  const account = await oldAccount('one')
  const { id: keyId } = await oldKey(account)
  const { pool } = fresh.database
  const job = randomUUID()
  await pool.query(
    `insert into webhook_deliveries (account_id, job_id, url, created, next_at, give_up_at)
    values ($1, $2, 'https://receiver.example/', now(), now(), now())`,
    [account, job],
  )
  const { list } = createDeliveries(fresh.database)
  const visibleTo = async (key: string | null) => {
    const page = await list({ accountId: account, keyId: key }, { state: null, limit: 10, cursor: null })
    return page.deliveries.map(({ job_id }) => job_id)
  }
  expect(await visibleTo(null)).toEqual([job])
  expect(await visibleTo(keyId)).toEqual([])
})

test('accounts without a subscription get the calendar month as their period, and the others keep theirs', async () => {
  const { database } = fresh
  await database.pool.query('drop schema public cascade; create schema public')
  const earlier = Object.entries(migrations).filter(([name]) => name < '0112')
  await migrate(database, { migrations: Object.fromEntries(earlier) })
  const [month, next] = ['2031-12-01', '2032-01-01']
  await setNow(database, new Date('2031-12-15T10:00:00Z'))
  const free = await oldAccount('free')
  const key = await oldKey(free)
  await oldAccount('paying')
  await database.pool.query(`
    select quarry_grant_bonus(id, 9, 'test') from accounts where slug = 'free';
    update accounts set subscription_total = 5, period = 1, period_start = quarry_now(),
      period_end = quarry_now() + interval '30 days', period_granted = 5, subscription_granted = 5,
      subscription_available = 5 where slug = 'paying';
    insert into ledger (at, account_id, fund, entry, credits, period)
      select quarry_now(), id, 'subscription', 'grant', 5, 1 from accounts where slug = 'paying'`)
  const renameColumn = async (from: string, to: string) => {
    for (const table of ['calls', 'rollups_pending'])
      await database.pool.query(`alter table ${table} rename ${from} to ${to}`)
  }
  const ledger = openLedger(database)
  const { credits } = ledger
  const request = buildRequest({ accountId: free, keyId: key.id }, 2)
  // The call is written by this version, which has another name for one of the columns.
  await renameColumn('fields_asked', 'fields_total')
  await credits.charge(buildLog(request), 2)
  await renameColumn('fields_total', 'fields_asked')
  expect(await migrate(database)).toContain('0112-calendar-months')
  expect(await ledger.readUsage({ accountId: free, keyId: key.id })).toMatchObject({
    period: { start: month, end: next },
    total_used: 2,
  })
  const accounts = createAccountStore(database)
  expect((await accounts.get('paying')).period).toEqual({ start: '2031-12-15', end: '2032-01-14' })
  expect((await accounts.create({ slug: 'new', name: 'New' }, 'test')).period).toEqual({
    start: month,
    end: next,
  })
  expect(await audit(database)).toEqual([])
  await ledger.close()
})
