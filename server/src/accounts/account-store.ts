// Creates, lists, reads and changes accounts for the operator. Every change writes an admin log row in the same
// transaction. Balances belong to the ledger, which changes them.
import { boolean, integer, nullable, object, optional, type Static, text } from '@quarry/kit/schema'
import type { Pool, PoolClient } from 'pg'
import { changeSubscription, grantBonus, renewPeriod, renewPeriods, takeBackBonus } from '../ledger/grants.ts'
import { createTransact } from '../platform/db/connection.ts'
import { checkLimit, cutPage, readIdCursor, replaceNul } from '../platform/db/page.ts'
import { type Queryable, readRows, statement } from '../platform/db/statement.ts'
import { Refusal } from '../platform/errors.ts'
import { namedObject } from '../platform/lib/schemas.ts'
import { writeAdminLog } from './admin-log.ts'
import {
  checkCreditChange,
  checkCredits,
  checkInteger,
  checkLimits,
  checkSlug,
  checkText,
  unprocessable,
} from './check-values.ts'

type AccountChange = Static<typeof accountChange>
type CreditChange = Static<typeof creditChange>
export type NewAccount = Static<typeof newAccount>
export type AccountView = Static<typeof account>

export type AccountStore = ReturnType<typeof createAccountStore>

const maxPeriodDays = 3660

export type AccountsOptions = {
  pool: Pool
  /** Requests per second for accounts without a `rate_limit`; null means no limit. */
  defaultPerSecond?: number | null
}

export function createAccountStore({ pool, defaultPerSecond = null }: AccountsOptions) {
  const readAccount = (client: Queryable, slug: string) => viewAccount(client, slug, defaultPerSecond)
  const own = createTransact(pool)
  return {
    create: (account: NewAccount, actor: string, transact = own) =>
      transact(async (client) => {
        await createAccount(client, account, actor)
        return readAccount(client, account.slug)
      }),
    get: (slug: string) => readAccount(pool, slug),
    async change(slug: string, change: AccountChange, actor: string, transact = own) {
      checkChange(change)
      return transact(async (client) => {
        await changeAccount(client, slug, change)
        await writeAdminLog(client, { actor, action: 'change account', subject: slug, detail: change })
        return readAccount(client, slug)
      })
    },
    /** Grants bonus credits, or takes them back if `credits` is negative. */
    async changeCredits(slug: string, change: CreditChange, actor: string, transact = own) {
      const { credits, reason } = change
      checkCreditChange('credits', credits)
      checkText('reason', reason)
      return transact(async (client) => {
        const id = await findAccountId(client, slug)
        if (credits > 0) await grantBonus(client, id, credits, reason)
        else await takeBack(client, id, -credits, reason)
        const action = credits > 0 ? 'grant credits' : 'correct credits'
        await writeAdminLog(client, { actor, action, subject: slug, detail: { credits, reason } })
        return readAccount(client, slug)
      })
    },
  }
}

/** Throws 422 if less is available. */
async function takeBack(client: Queryable, id: number, credits: number, reason: string): Promise<void> {
  const available = await takeBackBonus(client, id, credits, reason)
  if (available < credits)
    throw unprocessable('credits', `can take back at most the ${available} bonus credits that are available`)
}

const idStatement = statement('select id from accounts where slug = $1')

/** The account's id, or 404. */
export async function findAccountId(client: Queryable, slug: string): Promise<number> {
  const [account] = await readRows<{ id: number }>(client, idStatement, [replaceNul(slug)])
  if (!account) throw new Refusal('not_found')
  return account.id
}

const insertStatement = statement(`
insert into accounts (slug, name, rate_limit_set) values ($1, $2, false)
on conflict (slug) do nothing returning id`)

/** Creates the account in the caller's transaction; throws 409 if the slug is taken. */
export async function createAccount(client: PoolClient, account: NewAccount, actor: string): Promise<number> {
  const { slug, name, bonus_credits: bonusCredits = 0, ...change } = account
  checkSlug(slug)
  checkText('name', name)
  checkCredits('bonus_credits', bonusCredits, 0)
  checkChange(change)
  const [inserted] = await readRows<{ id: number }>(client, insertStatement, [slug, name])
  if (!inserted) throw new Refusal('conflict')
  const { id } = inserted
  await changeAccount(client, slug, change)
  if (bonusCredits > 0) await grantBonus(client, id, bonusCredits, 'account created')
  await writeAdminLog(client, { actor, action: 'create account', subject: slug, detail: account })
  return id
}

function checkChange(change: AccountChange): void {
  if (change.name !== undefined) checkText('name', change.name)
  if (change.rate_limit !== undefined) checkLimits(change.rate_limit)
  if (change.subscription_total !== undefined)
    checkCredits('subscription_total', change.subscription_total, 0)
  if (change.period_days !== undefined) checkInteger('period_days', change.period_days, 1, maxPeriodDays)
}

const changeStatement = statement(`
update accounts set name = coalesce($2, name), active = coalesce($3, active),
  open_invoices = coalesce($4, open_invoices), statistics_enabled = coalesce($5, statistics_enabled),
  limit_per_second = case when $6 then $7 else limit_per_second end,
  limit_per_minute = case when $8 then $9 else limit_per_minute end,
  rate_limit_set = rate_limit_set or $6 or $8
where id = $1`)

async function changeAccount(client: PoolClient, slug: string, change: AccountChange): Promise<void> {
  const id = await findAccountId(client, slug)
  const { name, active, open_invoices: openInvoices, statistics_enabled: statisticsEnabled } = change
  const { rate_limit: limits = {}, subscription_total: total, period_days: days } = change
  const { per_second: second, per_minute: minute } = limits ?? { per_second: null, per_minute: null }
  const rates = [second !== undefined, second, minute !== undefined, minute]
  // The driver sends null for an absent value.
  const values = [id, name, active, openInvoices, statisticsEnabled, ...rates]
  await client.query({ ...changeStatement, values })
  if (total !== undefined || days !== undefined) await changeSubscription(client, id, { total, days })
}

/** The columns of an AccountView; `$2` is the default requests per second for accounts without a `rate_limit`. */
const accountColumns = `
  slug, name, active, open_invoices, statistics_enabled, subscription_total, period_days,
  json_build_object('per_second', coalesce(limit_per_second, case when not rate_limit_set then $2::integer end),
    'per_minute', limit_per_minute) as rate_limit,
  json_build_object(
    'start', to_char(period_start at time zone 'UTC', 'YYYY-MM-DD'),
    'end', to_char(period_end at time zone 'UTC', 'YYYY-MM-DD')) as period,
  json_build_object('granted', subscription_granted, 'available', subscription_available,
    'held', subscription_held, 'charged', subscription_charged, 'expired', subscription_expired,
    'corrected', 0) as subscription,
  json_build_object('granted', bonus_granted, 'available', bonus_available,
    'held', bonus_held, 'charged', bonus_charged, 'expired', 0, 'corrected', bonus_corrected) as bonus,
  to_char(created at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created`

const viewStatement = statement(`select ${accountColumns} from accounts where id = $1`)

async function viewAccount(client: Queryable, slug: string, defaultPerSecond: number | null) {
  const id = await findAccountId(client, slug)
  await renewPeriod(client, id)
  const [view] = await readRows<AccountView>(client, viewStatement, [id, defaultPerSecond])
  if (!view) throw new Refusal('not_found')
  return view
}

export type AccountsQuery = {
  /** Matches anywhere in slug or name, ignoring case. */
  search?: string
  limit?: number
  cursor?: string
  /** Requests per second for accounts without a `rate_limit`; null means no limit. */
  defaultPerSecond?: number | null
}

const findStatement = statement(`
select id from accounts
where ($1::integer is null or id < $1)
  and ($2::text is null or strpos(lower(slug), lower($2)) > 0 or strpos(lower(name), lower($2)) > 0)
order by id desc limit $3`)

const listStatement = statement(`
select ${accountColumns}
from accounts where id = any($1::integer[]) order by id desc`)

const defaultLimit = 50
/** The largest account id (a 32-bit integer). A larger cursor lists from the start. */
const maxId = 2_147_483_647

/** Newest first, with their balances. */
export async function listAccounts(pool: Queryable, query: AccountsQuery) {
  const { search, limit: requestedLimit = defaultLimit, cursor, defaultPerSecond = null } = query
  const limit = checkLimit(requestedLimit)
  const before = cursor === undefined ? null : Math.min(readIdCursor(cursor), maxId)
  const values = [before, search === undefined ? null : replaceNul(search), limit + 1]
  const found = await readRows<{ id: number }>(pool, findStatement, values)
  const { shown, next } = cutPage(found, limit, ({ id }) => String(id))
  const ids = shown.map(({ id }) => id)
  await renewPeriods(pool, ids)
  const accounts = await readRows<AccountView>(pool, listStatement, [ids, defaultPerSecond])
  return { accounts, next_cursor: next }
}

// Bodies and records. They check types; check-values.ts checks values.

const rateLimit = nullable(
  object(
    { per_second: optional(nullable(integer(10))), per_minute: optional(nullable(integer(600))) },
    'Replaces both limits at once; null means unlimited.',
  ),
)
const accountFields = {
  active: optional(boolean(true)),
  open_invoices: optional(boolean(false, 'While true, metered calls are refused with 402.')),
  statistics_enabled: optional(boolean(true)),
  rate_limit: optional(rateLimit),
  subscription_total: optional(integer(10000, 'Credits per period; 0 ends the subscription.')),
  period_days: optional(integer(30)),
}

export const newAccount = namedObject('NewAccount', {
  slug: text('acme'),
  name: text('Acme'),
  bonus_credits: optional(integer(1000)),
  ...accountFields,
})
export const accountChange = namedObject('AccountChange', { name: optional(text('Acme')), ...accountFields })
export const creditChange = namedObject('CreditChange', {
  credits: integer(500, 'Credits to grant; a negative number takes back credits that are available.'),
  reason: text('goodwill'),
})
const fund = namedObject('Fund', {
  granted: integer(1000),
  available: integer(987),
  held: integer(0),
  charged: integer(13),
  expired: integer(0),
  corrected: integer(0, 'Bonus credits that the operator took back.'),
})

export const account = namedObject('Account', {
  slug: text('acme'),
  name: text('Acme'),
  active: boolean(true),
  open_invoices: boolean(false),
  statistics_enabled: boolean(true),
  rate_limit: object({ per_second: nullable(integer(10)), per_minute: nullable(integer(600)) }),
  subscription_total: integer(0),
  period_days: integer(30),
  period: object(
    { start: text('2026-12-02', { format: 'date' }), end: text('2027-01-01', { format: 'date' }) },
    'Of the subscription; without one, the calendar month (UTC).',
  ),
  subscription: fund,
  bonus: fund,
  created: text('2026-01-31T12:00:00Z', { format: 'date-time' }),
})
