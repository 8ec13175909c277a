// Jobs as their account and the operator read them. A job of another account, or of another key for a key with scopes,
// is not found.

import { isUuid } from '@quarry/kit/is-uuid'
import type { Viewer } from '../../accounts/caller.ts'
import { type Provenance, toProvenanceFields } from '../../lookups/lookup-result.ts'
import { checkLimit, readPage } from '../../platform/db/page.ts'
import { prepared, type Queryable, type Statement, statement } from '../../platform/db/statement.ts'
import { Refusal } from '../../platform/errors.ts'

type Times = { created: Date; started: Date | null; finished: Date | null }

export type JobRow = Times & {
  id: string
  state: 'queued' | 'running' | 'completed' | 'failed'
  endpoint: string
  status_code: number | null
  credits: number
  result: string | null
  error: string | null
  reason: string | null
  provenance: Provenance | null
}

// A result whose retention by licence is over is hidden from all readers at once, even before the sweep deletes it.
const isExpired = 'result_until <= quarry_now()'

export const resultColumn = `case when ${isExpired} then null else result end as result`

export const errorColumn = `case when ${isExpired} then 'No longer kept' else error end as error`

/** The columns of a JobRow but its result. */
const columns = `id, state, endpoint, created, started, finished, status_code, credits, ${errorColumn}, reason, provenance`
/** How long the row of an ended job is listed; its result may be gone before. */
export const listedHours = 30 * 24
const isListed = `(expires is null or expires > quarry_now() or finished > quarry_now() - ${listedHours} * interval '1 hour')`

const readStatement = prepared(
  'quarry-job',
  `select ${columns}, ${resultColumn}, coalesce(expires <= quarry_now(), false) as "isExpired" from jobs
where id = $2 and account_id = $1 and ($3::uuid is null or key_id = $3) and ${isListed}`,
)

/** The job, or 404: `result_expired` for one whose result is past its retention. */
export async function readJob(pool: Queryable, viewer: Viewer, id: string): Promise<JobRow> {
  const found = await findOwn<JobRow & { isExpired: boolean }>(pool, readStatement, viewer, id)
  const { isExpired, ...row } = found
  if (isExpired) throw new Refusal('result_expired')
  return row
}

const backlogStatement = statement(`
select count(*) filter (where state = 'queued') as queued, count(*) filter (where state = 'running') as running,
  coalesce(extract(epoch from quarry_now() - min(created) filter (where state = 'queued')), 0)::float8
    as "oldestQueuedSeconds"
from jobs where state in ('queued', 'running')`)

type Backlog = { queued: number; running: number; oldestQueuedSeconds: number }

/** Counts the open jobs of all accounts. */
export async function readBacklog(pool: Queryable): Promise<Backlog> {
  const { rows } = await pool.query<Backlog>(backlogStatement)
  return rows[0] as Backlog
}

export const isEnded = ({ state }: Pick<JobRow, 'state'>): boolean =>
  state === 'completed' || state === 'failed'

/** The job on the wire. The stored result is inserted as it is: it is JSON already, and may be large. */
export function toJobText(row: JobRow): string {
  const { error, ...head } = toListedJob(row)
  return `${JSON.stringify(head).slice(0, -1)},"result":${row.result ?? null},"error":${JSON.stringify(error)}}`
}

const toTimes = ({ created, started, finished }: Times) => ({
  created_at: created.toISOString(),
  started_at: started?.toISOString() ?? null,
  finished_at: finished?.toISOString() ?? null,
})

export const toListedJob = (row: Omit<JobRow, 'result'>) => ({
  job_id: row.id,
  status: row.state,
  endpoint: row.endpoint,
  ...toTimes(row),
  status_code: row.status_code,
  credits: row.credits,
  ...toProvenanceFields(row.provenance),
  error: row.error,
})

export type ListedJob = ReturnType<typeof toListedJob>
export type JobListQuery = { state: JobRow['state'] | null; limit: number; cursor: string | null }

const listStatement = statement(`
select ${columns}, extract(epoch from created)::text as seconds from jobs
where account_id = $1 and ($6::uuid is null or key_id = $6) and ${isListed} and batch_id is null
  and ($2::job_state is null or state = $2)
  and ($3::float8 is null or (created, id) < (to_timestamp($3::float8), $4::uuid))
order by created desc, id desc limit $5`)

/** Newest first, without results and without the items of batches. */
export async function listJobs(pool: Queryable, viewer: Viewer, query: JobListQuery) {
  const page = await readPage<JobRow>(pool, listStatement, { ...viewer, ...query }, ({ id }) => id)
  return { jobs: page.rows.map(toListedJob), next_cursor: page.next_cursor }
}

/** SQL: the columns of an AdminJobRow, of the job `j` of the account `a`. */
export const adminJobColumns = `
  j.id as job_id, a.slug as account, j.key_id, j.batch_id, j.state as status, j.endpoint, j.attempts, j.price,
  j.credits, j.status_code, j.error, j.reason, j.created, j.started, j.finished, j.provenance`

export type AdminJobRow = Omit<JobRow, 'id' | 'state' | 'result'> & {
  job_id: string
  account: string
  key_id: string
  batch_id: string | null
  status: JobRow['state']
  attempts: number
  price: number
}

// Finds jobs by account: a page of each, and the newest of all. An index over all accounts would slow every job.
const listAllStatement = statement(`
select ${adminJobColumns}, extract(epoch from j.created)::text as seconds
from accounts a cross join lateral (
  select * from jobs
  where account_id = a.id and ${isListed}
    and ($2::job_state is null or state = $2)
    and ($3::float8 is null or (created, id) < (to_timestamp($3::float8), $4::uuid))
  order by created desc, id desc limit $5
) j
where $1::integer is null or a.id = $1
order by j.created desc, j.id desc limit $5`)

const defaultLimit = 50
const maxLimit = 100

export type AllJobsQuery = { accountId?: number; state?: JobRow['state']; limit?: number; cursor?: string }

/** Lists the jobs of all accounts, with the items of batches, newest first, for the operator. */
export async function listAllJobs(pool: Queryable, query: AllJobsQuery) {
  const limit = checkLimit(query.limit ?? defaultLimit, maxLimit)
  const page = await readPage<AdminJobRow>(
    pool,
    listAllStatement,
    { ...query, accountId: query.accountId ?? null, limit },
    ({ job_id }) => job_id,
  )
  return { jobs: page.rows.map(toAdminJob), next_cursor: page.next_cursor }
}

export const toAdminJob = ({ created, started, finished, provenance, ...job }: AdminJobRow) => ({
  ...job,
  ...toProvenanceFields(provenance),
  ...toTimes({ created, started, finished }),
})

export type AdminJob = ReturnType<typeof toAdminJob>

/**
 * Finds a row by its id, within what a caller may see of its account. Throws Refusal not_found. The statement's
 * parameters are the account, the id, and the key or null for all keys.
 */
export async function findOwn<Row extends object>(
  pool: Queryable,
  select: Statement,
  { accountId, keyId }: Viewer,
  id: string,
): Promise<Row> {
  if (!isUuid(id)) throw new Refusal('not_found')
  const { rows } = await pool.query<Row>({ ...select, values: [accountId, id, keyId] })
  if (!rows[0]) throw new Refusal('not_found')
  return rows[0]
}
