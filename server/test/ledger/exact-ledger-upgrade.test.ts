// The migration to the exact ledger: valid rows stay as they are, a period that was changed by hand is repaired, and
// old quota usage stays part of the buckets.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../src/ledger/audit.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { migrations } from '../../src/platform/db/migrations/index.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { describeSchema } from '../support/describe-schema.ts'

const added = '0111-exact-ledger'
let fresh: FreshDatabase
let expectedSchema: string

beforeAll(async () => {
  fresh = await freshDatabase()
  expectedSchema = await describeSchema(fresh.database)
  await query('drop schema public cascade; create schema public')
  const earlier = Object.entries(migrations).filter(([name]) => name < added)
  await migrate(fresh.database, { migrations: Object.fromEntries(earlier) })
})
afterAll(() => fresh.drop())

const query = async (text: string, values: unknown[] = []) =>
  (await fresh.database.pool.query(text, values)).rows

/** An account with 100 credits granted, of which some expired, and 5 bonus credits. */
async function addAccount(slug: string, expired: number, periodGranted: number): Promise<number> {
  const left = 100 - expired
  const [account] = await query(
    `insert into accounts (slug, name, subscription_total, period, period_start, period_end, period_granted,
      subscription_granted, subscription_available, subscription_expired, bonus_granted, bonus_available)
    values ($1, $1, $2, 1, now(), now() + interval '30 days', $3, 100, $2, $4, 5, 5) returning id`,
    [slug, left, periodGranted, expired],
  )
  await query(
    `insert into ledger (at, account_id, fund, entry, credits, period)
    select now(), $1, fund::fund, entry::entry, credits, 1
    from (values ('subscription', 'grant', 100), ('subscription', 'expire', $2), ('bonus', 'grant', 5))
      as e(fund, entry, credits)
    where credits > 0`,
    [account.id, expired],
  )
  return account.id
}

/** A key that has used as much long ago as in the last hour. */
async function addKey(accountId: number, credits: number): Promise<void> {
  const [key] = await query(
    `insert into keys (account_id, alias, category, hash, last_four) values ($1, 'main', 'test', '\\x00', '0000')
    returning id`,
    [accountId],
  )
  await query(`select quarry_take_quota($1, $2, quarry_now())`, [key.id, credits])
  await query(`update key_meters set credits = 2 * credits where key_id = $1`, [key.id])
}

test('valid accounts are unchanged, a changed period is repaired, and old usage gets its bucket', async () => {
  await addKey(await addAccount('valid', 60, 40), 3)
  await addAccount('changed', 0, 0)
  await query(`insert into accounts (slug, name) values ('none', 'none')`)
  const columns = 'slug, period, period_granted, subscription_available, bonus_granted, bonus_available'
  const before = await query(`select ${columns} from accounts order by slug`)

  expect(await migrate(fresh.database)).toContain(added)

  expect(await describeSchema(fresh.database)).toBe(expectedSchema)
  expect(await query(`select ${columns} from accounts order by slug`)).toEqual(
    before.map((row) => (row.slug === 'changed' ? { ...row, period_granted: 100 } : row)),
  )
  expect(await query('select grain_seconds, credits from quota_buckets order by 1')).toEqual([
    { grain_seconds: 0, credits: 3 },
    { grain_seconds: 60, credits: 3 },
    { grain_seconds: 3600, credits: 3 },
  ])
  await query(`select quarry_correct_bonus(id, 2, 'test') from accounts where slug = 'valid'`)
  await query('delete from key_meters; delete from quota_buckets')
  expect(await audit(fresh.database)).toEqual([])
})

test.each([
  ['a period with less than is available', 'update accounts set period_granted = subscription_available - 1'],
  ['a period with less than the subscription', 'update accounts set subscription_total = 1000000'],
  ['a correction below zero', 'update accounts set bonus_corrected = -1, bonus_granted = bonus_granted - 1'],
  [
    'an expired bonus credit',
    `insert into ledger (at, account_id, fund, entry, credits, period) values (now(), 1, 'bonus', 'expire', 1, 0)`,
  ],
  [
    'a correction of the subscription',
    `insert into ledger (at, account_id, fund, entry, credits, period) values (now(), 1, 'subscription', 'correct', 1, 0)`,
  ],
])('the database refuses %s', async (_, text) => {
  await expect(query(text)).rejects.toMatchObject({ code: '23514' })
})
