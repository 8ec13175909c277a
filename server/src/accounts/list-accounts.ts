// Lists accounts with their balances for the operator, newest first.

import { checkLimit, cutPage, readIdCursor, replaceNul } from '../platform/db/page.ts'
import { type Queryable, readRows, statement } from '../platform/db/statement.ts'
import { type AccountView, accountColumns } from './account-store.ts'

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

// Reading an account renews a period that has ended, as everywhere. Locks are taken in id order to avoid deadlocks.
const renewStatement = statement(`
select quarry_renew(a.id, quarry_now()) from (
  select id from accounts where id = any($1::integer[]) and period_end <= quarry_now() order by id for update
) a`)

const readStatement = statement(`
select ${accountColumns}
from accounts where id = any($1::integer[]) order by id desc`)

const defaultLimit = 50
/** The largest account id (a 32-bit integer). A larger cursor lists from the start. */
const maxId = 2_147_483_647

export async function listAccounts(pool: Queryable, query: AccountsQuery) {
  const { search, limit: requestedLimit = defaultLimit, cursor, defaultPerSecond = null } = query
  const limit = checkLimit(requestedLimit)
  const before = cursor === undefined ? null : Math.min(readIdCursor(cursor), maxId)
  const values = [before, search === undefined ? null : replaceNul(search), limit + 1]
  const found = await readRows<{ id: number }>(pool, findStatement, values)
  const { shown, next } = cutPage(found, limit, ({ id }) => String(id))
  const ids = shown.map(({ id }) => id)
  await pool.query({ ...renewStatement, values: [ids] })
  const accounts = await readRows<AccountView>(pool, readStatement, [ids, defaultPerSecond])
  return { accounts, next_cursor: next }
}
