// Converts times to row ids of the log: the range of ids of a period, and the row of a cursor.

import type { Cursor } from '../../platform/db/page.ts'
import { type Queryable, readRows, statement } from '../../platform/db/statement.ts'

/** Rows of concurrent transactions may be out of order by at most this much. */
const skewMs = 60_000

const rangeStatement = statement(`
select case when $2::timestamptz is not null then quarry_call_near($1::integer, $2) end as first,
  case when $3::timestamptz is not null then quarry_call_near($1::integer, $3) end as past`)

/** The half-open range of ids that contains all rows of the period; null where it has no bound. */
export async function findCallRange(
  pool: Queryable,
  accountId: number | null,
  { from, to }: { from: Date | null; to: Date | null },
): Promise<IdRange> {
  const unbounded = { first: null, past: null }
  if (from === null && to === null) return unbounded
  const values = [accountId, addMs(from, -skewMs), addMs(to, skewMs)]
  const [range = unbounded] = await readRows<IdRange>(pool, rangeStatement, values)
  return range
}

type IdRange = { first: number | null; past: number | null }

const addMs = (time: Date | null, ms: number) => (time === null ? null : new Date(time.getTime() + ms))

// A deleted row was in a deleted month, and so were all rows before it.
const cursorStatement = statement(`
select coalesce(min(c.id), (select quarry_call_near($1::integer, to_timestamp($2::float8)))) as id
from calls c
where c.request_id = $3::uuid and c.account_id = $1 and c.at = to_timestamp($2::float8)`)

/** The id of the row that a cursor of the account names. */
export async function findCursorId(pool: Queryable, accountId: number, cursor: Cursor): Promise<number> {
  const [row] = await readRows<{ id: number }>(pool, cursorStatement, [accountId, cursor.seconds, cursor.id])
  return row?.id ?? 0
}
