// All accounts with their balances, newest first, for the operator.

import { checkLimit, cutPage, readIdCursor, replaceNul } from '../db/page.ts'
import { type Queryable, statement } from '../db/statement.ts'
import { type AccountView, accountColumns } from './accounts.ts'

export type AccountsQuery = {
  /** Somewhere in slug or name, in any letter case. */
  search?: string
  limit?: number
  cursor?: string
  /** Requests a second where the rate limit was never given; null is none. */
  defaultPerSecond?: number | null
}

export type AccountsPage = { accounts: AccountView[]; next_cursor: string | null }

const findStatement = statement(`
select id from accounts
where ($1::integer is null or id < $1)
  and ($2::text is null or strpos(lower(slug), lower($2)) > 0 or strpos(lower(name), lower($2)) > 0)
order by id desc limit $3`)

// A period that has ended is renewed by the look at it, as everywhere. Accounts are locked in the order of all others.
const renewStatement = statement(`
select quarry_renew(a.id, quarry_now()) from (
  select id from accounts where id = any($1::integer[]) and period_end <= quarry_now() order by id for update
) a`)

const readStatement = statement(`
select id, ${accountColumns}
from accounts where id = any($1::integer[]) order by id desc`)

const defaultLimit = 50
/** Ids of accounts are integers: a greater number is no cursor of this list, and before it are all of them. */
const maxId = 2_147_483_647

export async function listAccounts(pool: Queryable, query: AccountsQuery): Promise<AccountsPage> {
  const { search, limit: given = defaultLimit, cursor, defaultPerSecond = null } = query
  const limit = checkLimit(given)
  const before = cursor === undefined ? null : Math.min(readIdCursor(cursor), maxId)
  const found = await pool.query<{ id: number }>({
    ...findStatement,
    values: [before, search === undefined ? null : replaceNul(search), limit + 1],
  })
  const { shown, next } = cutPage(found.rows, limit, ({ id }) => String(id))
  const ids = shown.map(({ id }) => id)
  await pool.query({ ...renewStatement, values: [ids] })
  const { rows } = await pool.query<AccountView & { id: number }>({
    ...readStatement,
    values: [ids, defaultPerSecond],
  })
  return { accounts: rows.map(({ id: _, ...account }) => account), next_cursor: next }
}
