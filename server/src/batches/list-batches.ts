// Batches newest first: an account's own, or those of all for the operator. What each item came to is left to the
// batch itself, where it is counted; a list would count a thousand items for every line.

import type { Reach } from '../access/reach.ts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import { checkLimit, cutPage } from '../db/page.ts'
import { type Queryable, statement } from '../db/statement.ts'
import { isOfKey } from './read-batch.ts'

export type BatchState = 'running' | 'completed' | 'cancelled'
export type BatchesQuery = { state?: BatchState; limit?: number; cursor?: string }

export type BatchSummary = {
  batch_id: string
  account: string
  status: BatchState
  endpoint: string
  total: number
  /** Items that have not ended. */
  open: number
  created_at: string
  finished_at: string | null
  url: string
  results_url: string
}

export type BatchesPage = { batches: BatchSummary[]; next_cursor: string | null }

const status = `case when b.open > 0 then 'running' when b.cancelled then 'cancelled' else 'completed' end as status`

/** What is selected for a view of a batch `b` of the account `a`. */
export const batchColumns = `
  b.id as batch_id, a.slug as account, ${status}, b.endpoint, b.total, b.open, b.created, b.finished`

const listStatement = statement(`
select ${batchColumns}, extract(epoch from b.created)::text as seconds
from accounts a cross join lateral (
  select * from (
    select *, ${status} from batches b
    where account_id = a.id and (expires is null or expires > quarry_now())
      and ($3::float8 is null or (created, id) < (to_timestamp($3::float8), $4::uuid))
      and ($6::uuid is null or ${isOfKey('b.id', '$6')})
  ) b
  where $2::text is null or status = $2
  order by created desc, id desc limit $5
) b
where $1::integer is null or a.id = $1
order by b.created desc, b.id desc limit $5`)

const defaultLimit = 20
const maxLimit = 100

export type BatchRow = Omit<BatchSummary, 'created_at' | 'finished_at' | 'url' | 'results_url'> & {
  created: Date
  finished: Date | null
}

/** Null: of all accounts, for the operator alone. */
export async function listBatches(
  pool: Queryable,
  reach: Reach | null,
  query: BatchesQuery,
): Promise<BatchesPage> {
  const limit = checkLimit(query.limit ?? defaultLimit, maxLimit)
  const after = query.cursor === undefined ? null : readCursor(query.cursor)
  const { rows } = await pool.query<BatchRow & { seconds: string }>({
    ...listStatement,
    values: [
      reach?.accountId ?? null,
      query.state ?? null,
      after?.seconds ?? null,
      after?.id ?? null,
      limit + 1,
      reach?.keyId ?? null,
    ],
  })
  const { shown, next } = cutPage(rows, limit, ({ seconds, batch_id: id }) => writeCursor({ seconds, id }))
  return { batches: shown.map(({ seconds: _, ...row }) => batchView(row)), next_cursor: next }
}

export const batchView = ({ created, finished, ...batch }: BatchRow): BatchSummary => ({
  ...batch,
  created_at: created.toISOString(),
  finished_at: finished?.toISOString() ?? null,
  url: `/v2/batches/${batch.batch_id}`,
  results_url: `/v2/batches/${batch.batch_id}/results`,
})
