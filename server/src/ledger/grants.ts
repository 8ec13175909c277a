// Changes an account's credits outside of calls: grants, corrections, the subscription, and the renewal of a period
// that has ended. Balances move only through database functions, which write a ledger entry for each change.

import { prepared, type Queryable, readRows, statement } from '../platform/db/statement.ts'

const grantStatement = statement('select quarry_grant_bonus($1, $2, $3)')

export async function grantBonus(client: Queryable, accountId: number, credits: number, reason: string) {
  await client.query({ ...grantStatement, values: [accountId, credits, reason] })
}

const correctStatement = statement('select quarry_correct_bonus($1, $2, $3) as available')

/**
 * Takes back bonus credits; held credits stay held. Returns what was available: if that is less than `credits`, nothing
 * was taken.
 */
export async function takeBackBonus(client: Queryable, accountId: number, credits: number, reason: string) {
  const values = [accountId, credits, reason]
  const [row] = await readRows<{ available: number }>(client, correctStatement, values)
  return row?.available ?? 0
}

const subscribeStatement = statement(`
select quarry_set_subscription(id, coalesce($2, subscription_total), coalesce($3, period_days))
from accounts where id = $1`)

/** `total` is the credits per period, `days` its length; undefined leaves a value as it is. */
export async function changeSubscription(
  client: Queryable,
  accountId: number,
  { total, days }: { total?: number | undefined; days?: number | undefined },
) {
  // The driver sends null for an absent value.
  await client.query({ ...subscribeStatement, values: [accountId, total, days] })
}

const renewStatement = prepared(
  'quarry-renew',
  'select quarry_renew(id, quarry_now()) from accounts where id = $1 and period_end <= quarry_now()',
)

/**
 * Starts the current period if the account's has ended. Call it before reading balances, which would be of a past one.
 */
export async function renewPeriod(client: Queryable, accountId: number) {
  await client.query({ ...renewStatement, values: [accountId] })
}

// Locks are taken in id order to avoid deadlocks.
const renewManyStatement = statement(`
select quarry_renew(a.id, quarry_now()) from (
  select id from accounts where id = any($1::integer[]) and period_end <= quarry_now() order by id for update
) a`)

/** The same for many accounts. */
export async function renewPeriods(client: Queryable, accountIds: readonly number[]) {
  await client.query({ ...renewManyStatement, values: [accountIds] })
}
