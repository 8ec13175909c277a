// Batches newest first: of one account, or of all accounts for the operator. A list does not count the items by state,
// which would read a thousand rows for every line; the batch itself does.

import type { Viewer } from '../../accounts/caller.ts'
import { checkLimit, readPage } from '../../platform/db/page.ts'
import { type Queryable, statement } from '../../platform/db/statement.ts'
import { isOfKey } from './read-batch.ts'

type BatchState = 'running' | 'completed' | 'cancelled'
type BatchesQuery = { state?: BatchState; limit?: number; cursor?: string }

export type BatchRow = {
  batch_id: string
  account: string
  status: BatchState
  endpoint: string
  total: number
  /** Items that have not ended. */
  open: number
  created: Date
  finished: Date | null
}

const status = `case when b.open > 0 then 'running' when b.cancelled then 'cancelled' else 'completed' end as status`

/** SQL: the columns of a BatchRow, of the batch `b` of the account `a`. */
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

/** `viewer` is null for the operator, who sees all accounts. */
export async function listBatches(pool: Queryable, viewer: Viewer | null, query: BatchesQuery) {
  const limit = checkLimit(query.limit ?? defaultLimit, maxLimit)
  const page = await readPage<BatchRow>(
    pool,
    listStatement,
    { ...query, ...(viewer ?? { accountId: null, keyId: null }), limit },
    ({ batch_id }) => batch_id,
  )
  return { batches: page.rows.map(toBatchSummary), next_cursor: page.next_cursor }
}

export const toBatchSummary = ({ created, finished, ...batch }: BatchRow) => ({
  ...batch,
  created_at: created.toISOString(),
  finished_at: finished?.toISOString() ?? null,
  url: `/v2/batches/${batch.batch_id}`,
  results_url: `/v2/batches/${batch.batch_id}/results`,
})
