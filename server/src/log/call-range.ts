// From times to ids: which part of the log a period can be in, and which row a cursor names.

import type { Cursor } from '../db/page.ts'
import { type Queryable, statement } from '../db/statement.ts'

/** How far rows written at once may change places, and clocks of servers differ. */
export const skewMs = 60_000

const rangeStatement = statement(`
select case when $2::timestamptz is not null then quarry_call_near($1::integer, $2) end as first,
  case when $3::timestamptz is not null then quarry_call_near($1::integer, $3) end as past`)

/** Ids, half-open, between which all rows of the period are; null where it is open. */
export async function callRange(
  pool: Queryable,
  accountId: number | null,
  { from, to }: { from: Date | null; to: Date | null },
): Promise<{ first: number | null; past: number | null }> {
  if (from === null && to === null) return { first: null, past: null }
  const { rows } = await pool.query<{ first: number | null; past: number | null }>({
    ...rangeStatement,
    values: [accountId, moved(from, -skewMs), moved(to, skewMs)],
  })
  return rows[0] ?? { first: null, past: null }
}

const moved = (time: Date | null, ms: number) => (time === null ? null : new Date(time.getTime() + ms))

// A row that is gone was in a month that is gone, and so is everything before it.
const placeStatement = statement(`
select coalesce(min(c.id), (select quarry_call_near($1::integer, to_timestamp($2::float8)))) as id
from calls c
where c.account_id = $1 and c.at = to_timestamp($2::float8) and c.request_id = $3::uuid
  and c.id >= (select quarry_call_near($1, to_timestamp($2::float8) - interval '1 minute'))
  and c.id < (select quarry_call_near($1, to_timestamp($2::float8) + interval '1 minute'))`)

/** The id of the account's row that a cursor names. */
export async function placeOf(pool: Queryable, accountId: number, cursor: Cursor): Promise<number> {
  const { rows } = await pool.query<{ id: number }>({
    ...placeStatement,
    values: [accountId, cursor.seconds, cursor.id],
  })
  return rows[0]?.id ?? 0
}
