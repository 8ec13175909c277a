// Batches as their account and the operator read them: one with the progress of its items, or a list, newest first. The
// list does not count the items by state, because that would read a thousand rows for every line.
import type { Viewer } from '../../accounts/caller.ts'
import { checkLimit, readPage } from '../../platform/db/page.ts'
import { type Queryable, statement } from '../../platform/db/statement.ts'
import { findOwn } from '../jobs/read-jobs.ts'

/** SQL condition: the batch was created with this key. All its items have the same key, so the first is enough. */
const isOfKey = (batchId: string, keyId: string) =>
  `exists (select 1 from jobs i where i.batch_id = ${batchId} and i.item = 0 and i.key_id = ${keyId})`

const readStatement = statement(`
select b.id, b.endpoint, b.total, b.open, b.cancelled, b.created, b.finished, b.skipped, b.skipped_lines,
  (b.total - count(*) filter (where j.state <> 'queued'))::integer as queued,
  count(*) filter (where j.state = 'running')::integer as running,
  count(*) filter (where j.state = 'completed')::integer as completed,
  count(*) filter (where j.state = 'failed')::integer as failed,
  count(*) filter (where j.state = 'completed' and j.reason = 'not_found')::integer as not_found,
  coalesce(sum(j.credits), 0)::integer as credits
from batches b join jobs j on j.batch_id = b.id
where b.id = $2 and b.account_id = $1 and (b.expires is null or b.expires > quarry_now())
  and ($3::uuid is null or ${isOfKey('b.id', '$3')})
group by b.id`)

type BatchProgress = Record<
  'total' | 'open' | 'queued' | 'running' | 'completed' | 'failed' | 'not_found' | 'credits',
  number
> & {
  id: string
  endpoint: string
  cancelled: boolean
  created: Date
  finished: Date | null
  skipped: number
  skipped_lines: { line: number; error: string }[] | null
}

export type BatchView = Awaited<ReturnType<typeof readBatch>>

/** The batch, or 404. `not_found` counts completed items. */
export async function readBatch(pool: Queryable, viewer: Viewer, id: string) {
  const row = await findOwn<BatchProgress>(pool, readStatement, viewer, id)
  const { id: batchId, open, cancelled, created, finished, skipped, skipped_lines, ...batch } = row
  return {
    batch_id: batchId,
    status: open > 0 ? ('running' as const) : cancelled ? ('cancelled' as const) : ('completed' as const),
    ...batch,
    created_at: created.toISOString(),
    finished_at: finished?.toISOString() ?? null,
    url: `/v2/batches/${batchId}`,
    results_url: `/v2/batches/${batchId}/results`,
    ...(skipped === 0 ? {} : { skipped, skipped_lines: skipped_lines ?? [] }),
  }
}

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
