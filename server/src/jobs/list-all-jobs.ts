// Jobs of all accounts, items of batches among them, newest first, for the operator.

import { readCursor, writeCursor } from '../db/cursor.ts'
import { checkLimit, cutPage } from '../db/page.ts'
import { type Queryable, statement } from '../db/statement.ts'
import { type Provenance, toProvenanceFields } from '../lookups/provenance.ts'

export type AllJobsQuery = {
  accountId?: number
  state?: 'queued' | 'running' | 'completed' | 'failed'
  limit?: number
  cursor?: string
}

export type AdminJobView = ReturnType<typeof toProvenanceFields> & {
  job_id: string
  account: string
  key_id: string
  batch_id: string | null
  status: 'queued' | 'running' | 'completed' | 'failed'
  endpoint: string
  attempts: number
  price: number
  credits: number
  status_code: number | null
  error: string | null
  reason: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
}

export type AllJobsPage = { jobs: AdminJobView[]; next_cursor: string | null }

/** What is selected for a view of a job `j` of the account `a`. */
export const adminJobColumns = `
  j.id as job_id, a.slug as account, j.key_id, j.batch_id, j.state as status, j.endpoint, j.attempts, j.price,
  j.credits, j.status_code, j.error, j.reason, j.created, j.started, j.finished, j.provenance`

// Jobs are found by account: a page of each, and the newest of them. An index over all accounts would cost every job.
const listStatement = statement(`
select ${adminJobColumns}, extract(epoch from j.created)::text as seconds
from accounts a cross join lateral (
  select * from jobs
  where account_id = a.id and (expires is null or expires > quarry_now())
    and ($2::job_state is null or state = $2)
    and ($3::float8 is null or (created, id) < (to_timestamp($3::float8), $4::uuid))
  order by created desc, id desc limit $5
) j
where $1::integer is null or a.id = $1
order by j.created desc, j.id desc limit $5`)

const defaultLimit = 50
const maxLimit = 100

export type AdminJobRow = Omit<
  AdminJobView,
  'created_at' | 'started_at' | 'finished_at' | keyof ReturnType<typeof toProvenanceFields>
> & {
  provenance: Provenance | null
  created: Date
  started: Date | null
  finished: Date | null
}

export async function listAllJobs(pool: Queryable, query: AllJobsQuery): Promise<AllJobsPage> {
  const limit = checkLimit(query.limit ?? defaultLimit, maxLimit)
  const after = query.cursor === undefined ? null : readCursor(query.cursor)
  const { rows } = await pool.query<AdminJobRow & { seconds: string }>({
    ...listStatement,
    values: [
      query.accountId ?? null,
      query.state ?? null,
      after?.seconds ?? null,
      after?.id ?? null,
      limit + 1,
    ],
  })
  const { shown, next } = cutPage(rows, limit, ({ seconds, job_id: id }) => writeCursor({ seconds, id }))
  return { jobs: shown.map(({ seconds: _, ...row }) => adminJobView(row)), next_cursor: next }
}

export const adminJobView = ({
  created,
  started,
  finished,
  provenance,
  ...job
}: AdminJobRow): AdminJobView => ({
  ...job,
  ...toProvenanceFields(provenance),
  created_at: created.toISOString(),
  started_at: started?.toISOString() ?? null,
  finished_at: finished?.toISOString() ?? null,
})
