// From version 0.1: what accounts and keys were promised there still holds, also while a server of it is running.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAccounts } from '../src/access/accounts.ts'
import { hashKey, makeKey } from '../src/access/key-format.ts'
import { createKeyring } from '../src/access/keyring.ts'
import { createKeys } from '../src/access/keys.ts'
import { createCredits } from '../src/credits/credits.ts'
import { migrate } from '../src/db/migrate.ts'
import { migrations } from '../src/db/migrations/index.ts'
import { createDeliveries } from '../src/webhooks/read-deliveries.ts'
import { readSecretState, readWebhookSecrets } from '../src/webhooks/webhook-secrets.ts'
import { type FreshDatabase, freshDatabase } from './support/database.ts'

const defaultPerSecond = 1000
let fresh: FreshDatabase

beforeEach(async () => {
  fresh = await freshDatabase()
  await fresh.database.pool.query('drop schema public cascade; create schema public')
  const earlier = Object.entries(migrations).filter(([name]) => name < '0011')
  await migrate(fresh.database, { migrations: Object.fromEntries(earlier) })
})
afterEach(() => fresh.drop())

// The statements of version 0.1, to the letter.
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

const perSecondOf = async (secret: string) => {
  const keyring = createKeyring({ database: fresh.database, defaultPerSecond })
  const { accountId, keyId, limits } = await keyring.authenticate(secret, '192.0.2.1')
  const credits = createCredits({ database: fresh.database, owner: 'one', defaultPerSecond })
  const usage = await credits.usage({ accountId, keyId })
  await credits.close()
  expect(usage.rate_limit.per_second).toBe(limits.perSecond)
  return limits.perSecond
}

test('accounts made before, and by an older server since, keep the limits they had', async () => {
  const before = await oldKey(await oldAccount('before'))
  const limited = await oldKey(await oldAccount('limited', 7))
  expect(await migrate(fresh.database)).toContain('0012-graces-and-limits')
  const since = await oldKey(await oldAccount('since'))
  expect(await perSecondOf(before.secret)).toBeNull()
  expect(await perSecondOf(limited.secret)).toBe(7)
  expect(await perSecondOf(since.secret)).toBeNull()
  // An account of this version that an older server changes.
  await createAccounts(fresh.database).create({ slug: 'ours', name: 'Ours' }, 'test')
  const ours = await createKeys(fresh.database).create('ours', { alias: 'main' }, 'test')
  expect(await perSecondOf(ours.secret)).toBe(defaultPerSecond)
  await fresh.database.pool.query(`update accounts set limit_per_second = 5 where slug = 'ours'`)
  expect(await perSecondOf(ours.secret)).toBe(5)
})

test('a grace that was running goes on, and rotations of an older server keep each secret its own', async () => {
  const { id, secret: first } = await oldKey(await oldAccount('one'))
  const second = await oldRotation(id, 3600)
  await migrate(fresh.database)
  const third = await oldRotation(id, 3600)
  const fourth = await oldRotation(id, 0)
  const keyring = createKeyring({ database: fresh.database })
  for (const secret of [first, second, fourth])
    expect(await keyring.authenticate(secret, '192.0.2.1')).toMatchObject({ keyId: id })
  await expect(keyring.authenticate(third, '192.0.2.1')).rejects.toMatchObject({ reason: 'invalid_key' })
  const fifth = await oldRotation(id, 60)
  expect([await oldRead(fifth), await oldRead(fourth)]).toEqual([1, 1])
})

test('a webhook secret in its grace goes on signing', async () => {
  const account = await oldAccount('one')
  const { pool } = fresh.database
  await pool.query(
    `insert into webhook_secrets (account_id, secret, previous, previous_until)
    values ($1, 'two', 'one', quarry_now() + interval '1 hour')`,
    [account],
  )
  await migrate(fresh.database)
  expect(await readWebhookSecrets(pool, account)).toEqual(['two', 'one'])
})

test('since when there is a webhook secret is known from the log of changes, also of an older server', async () => {
  const [known, unknown] = [await oldAccount('known'), await oldAccount('unknown')]
  const { pool } = fresh.database
  const add = 'insert into webhook_secrets (account_id, secret) values ($1, $2)'
  for (const account of [known, unknown]) await pool.query(add, [account, `one of ${account}`])
  await pool.query(
    `insert into admin_log (at, actor, action, subject, detail)
    values ('2026-01-01T00:00:00Z', 'admin', 'rotate webhook secret', 'known', '{}'),
      ('2026-01-02T00:00:00Z', 'admin', 'rotate webhook secret', 'known', '{}'),
      ('2026-01-03T00:00:00Z', 'admin', 'change account', 'known', '{}')`,
  )
  await migrate(fresh.database)
  const since = async (account: number) => (await readSecretState(pool, account)).secret_since
  expect(await since(known)).toBe('2026-01-02T00:00:00.000Z')
  expect(await readSecretState(pool, unknown)).toEqual({
    has_secret: true,
    secret_since: null,
    previous_until: null,
  })
  await pool.query(`update webhook_secrets set secret = 'two' where account_id = $1`, [known])
  const late = await oldAccount('late')
  await pool.query(add, [late, 'one'])
  for (const account of [known, late])
    expect(Date.parse((await since(account)) ?? '')).toBeGreaterThan(Date.parse('2026-01-03'))
})

test('messages learn the key of their job or batch; those that cannot are for the whole account', async () => {
  const account = await oldAccount('one')
  const { id: keyId } = await oldKey(account)
  const { pool } = fresh.database
  const [job, batch, gone] = [randomUUID(), randomUUID(), randomUUID()]
  await pool.query(
    `insert into batches (id, account_id, endpoint, total, open, created) values ($1, $2, '/v2/a', 2, 2, now())`,
    [batch, account],
  )
  await pool.query(
    `insert into jobs (id, account_id, key_id, endpoint, params, soft_fail, max_age_seconds, price, created, batch_id, item)
    values ($1, $3, $4, '/v2/a', '{}', false, 0, 1, now(), null, null),
      (gen_random_uuid(), $3, $4, '/v2/a', '{}', false, 0, 1, now(), $2, 0),
      (gen_random_uuid(), $3, $4, '/v2/a', '{}', false, 0, 1, now(), $2, 1)`,
    [job, batch, account, keyId],
  )
  const told = (jobId: string | null, batchId: string | null) =>
    pool.query(
      `insert into webhook_deliveries (account_id, job_id, batch_id, url, created, next_at, give_up_at)
      values ($1, $2, $3, 'https://receiver.example/', now(), now(), now())`,
      [account, jobId, batchId],
    )
  await told(job, null)
  await told(null, batch)
  await told(gone, null)
  await migrate(fresh.database)
  // By a server of the earlier version, which does not know the column.
  await told(job, null)
  const { list } = createDeliveries(fresh.database)
  const seen = async (of: string | null) => {
    const page = await list({ accountId: account, keyId: of }, { state: null, limit: 10, cursor: null })
    return page.deliveries.map(({ job_id, batch_id }) => job_id ?? batch_id)
  }
  expect((await seen(keyId)).sort()).toEqual([job, batch].sort())
  expect(await seen(null)).toHaveLength(4)
  expect(await seen(randomUUID())).toEqual([])
})
