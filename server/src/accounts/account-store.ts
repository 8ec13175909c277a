// Creates, reads and changes accounts for the operator. Credits move only through database functions, and every change
// writes an admin log row in the same transaction.

import type { Static } from '@quarry/kit/schema'
import type { Pool, PoolClient } from 'pg'
import { replaceNul } from '../platform/db/page.ts'
import { type Queryable, readRows, statement } from '../platform/db/statement.ts'
import { createTransact } from '../platform/db/transaction.ts'
import { Refusal } from '../platform/errors.ts'
import type { account, accountChange, creditChange, newAccount } from './account-schemas.ts'
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

const grantStatement = statement('select quarry_grant_bonus($1, $2, $3)')
const correctStatement = statement('select quarry_correct_bonus($1, $2, $3) as available')

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
        if (credits > 0) await client.query({ ...grantStatement, values: [id, credits, reason] })
        else await takeBack(client, id, -credits, reason)
        const action = credits > 0 ? 'grant credits' : 'correct credits'
        await writeAdminLog(client, { actor, action, subject: slug, detail: { credits, reason } })
        return readAccount(client, slug)
      })
    },
  }
}

/** Held credits stay held. Throws 422 if less is available. */
async function takeBack(client: Queryable, id: number, credits: number, reason: string): Promise<void> {
  const values = [id, credits, reason]
  const [row] = await readRows<{ available: number }>(client, correctStatement, values)
  const available = row?.available ?? 0
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
  if (bonusCredits > 0)
    await client.query({ ...grantStatement, values: [id, bonusCredits, 'account created'] })
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

const subscribeStatement = statement(`
select quarry_set_subscription(id, coalesce($2, subscription_total), coalesce($3, period_days))
from accounts where id = $1`)

async function changeAccount(client: PoolClient, slug: string, change: AccountChange): Promise<void> {
  const id = await findAccountId(client, slug)
  const { name, active, open_invoices: openInvoices, statistics_enabled: statisticsEnabled } = change
  const { rate_limit: limits = {}, subscription_total: total, period_days: days } = change
  const { per_second: second, per_minute: minute } = limits ?? { per_second: null, per_minute: null }
  const rates = [second !== undefined, second, minute !== undefined, minute]
  // The driver sends null for an absent value.
  const values = [id, name, active, openInvoices, statisticsEnabled, ...rates]
  await client.query({ ...changeStatement, values })
  if (total === undefined && days === undefined) return
  await client.query({ ...subscribeStatement, values: [id, total, days] })
}

const renewStatement = statement(
  'select quarry_renew(id, quarry_now()) from accounts where id = $1 and period_end <= quarry_now()',
)

/** The columns of an AccountView; `$2` is the default requests per second for accounts without a `rate_limit`. */
export const accountColumns = `
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
  await client.query({ ...renewStatement, values: [id] })
  const [view] = await readRows<AccountView>(client, viewStatement, [id, defaultPerSecond])
  if (!view) throw new Refusal('not_found')
  return view
}
