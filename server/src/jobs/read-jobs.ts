// Jobs as their account reads them. Another account's job and one that never was are the same to it, and so is another
// key's to a key that sees its own alone: one read by id, account and key finds nothing.

import { isUuid } from '@quarry/kit/is-uuid'
import type { Pool } from 'pg'
import type { Reach } from '../access/reach.ts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import { prepared, statement } from '../db/statement.ts'
import { Refusal } from '../errors.ts'
import { type Provenance, toProvenanceFields } from '../lookups/provenance.ts'
import { keptError, keptResult } from './kept-result.ts'

export type JobRow = {
  id: string
  state: 'queued' | 'running' | 'completed' | 'failed'
  endpoint: string
  created: Date
  started: Date | null
  finished: Date | null
  status_code: number | null
  credits: number
  result: string | null
  error: string | null
  reason: string | null
  provenance: Provenance | null
}

const columns = `id, state, endpoint, created, started, finished, status_code, credits, ${keptError}, reason, provenance`
const isKept = `(expires is null or expires > quarry_now())`

const readStatement = prepared(
  'quarry-job',
  `select ${columns}, ${keptResult} from jobs
where id = $2 and account_id = $1 and ($3::uuid is null or key_id = $3) and ${isKept}`,
)

/** The job, or 404. */
export async function readJob(pool: Pick<Pool, 'query'>, reach: Reach, id: string): Promise<JobRow> {
  if (!isUuid(id)) throw new Refusal('not_found')
  const { accountId, keyId } = reach
  const { rows } = await pool.query<JobRow>({ ...readStatement, values: [accountId, id, keyId] })
  if (!rows[0]) throw new Refusal('not_found')
  return rows[0]
}

export type Backlog = { queued: number; running: number; oldestQueuedSeconds: number }

const backlogStatement = statement(`
select count(*) filter (where state = 'queued') as queued, count(*) filter (where state = 'running') as running,
  coalesce(extract(epoch from quarry_now() - min(created) filter (where state = 'queued')), 0)::float8
    as "oldestQueuedSeconds"
from jobs where state in ('queued', 'running')`)

/** What waits and what runs, of all accounts. */
export async function readBacklog(pool: Pick<Pool, 'query'>): Promise<Backlog> {
  const { rows } = await pool.query<Backlog>(backlogStatement)
  return rows[0] as Backlog
}

export const isEnded = ({ state }: Pick<JobRow, 'state'>): boolean =>
  state === 'completed' || state === 'failed'

/** The job on the wire. A record is put in as it was stored: it is JSON already, and may be large. */
export function jobText(row: JobRow): string {
  const { error, ...head } = viewOf(row)
  return `${JSON.stringify(head).slice(0, -1)},"result":${row.result ?? null},"error":${JSON.stringify(error)}}`
}

const viewOf = (row: Omit<JobRow, 'result'>) => ({
  job_id: row.id,
  status: row.state,
  endpoint: row.endpoint,
  created_at: row.created.toISOString(),
  started_at: row.started?.toISOString() ?? null,
  finished_at: row.finished?.toISOString() ?? null,
  status_code: row.status_code,
  credits: row.credits,
  ...toProvenanceFields(row.provenance),
  error: row.error,
})

/** In a list, without its result. */
export type ListedJob = ReturnType<typeof viewOf>
export type JobList = { jobs: ListedJob[]; next_cursor: string | null }
export type JobListQuery = { state: JobRow['state'] | null; limit: number; cursor: string | null }

const listStatement = statement(`
select ${columns}, extract(epoch from created)::text as cursor from jobs
where account_id = $1 and ($6::uuid is null or key_id = $6) and ${isKept} and batch_id is null
  and ($2::job_state is null or state = $2)
  and ($3::float8 is null or (created, id) < (to_timestamp($3::float8), $4::uuid))
order by created desc, id desc limit $5`)

/** Newest first, without results. */
export async function listJobs(
  pool: Pick<Pool, 'query'>,
  { accountId, keyId }: Reach,
  query: JobListQuery,
): Promise<JobList> {
  const { limit, state } = query
  const after = query.cursor === null ? null : readCursor(query.cursor)
  const { rows } = await pool.query<JobRow & { cursor: string }>({
    ...listStatement,
    values: [accountId, state, after?.seconds ?? null, after?.id ?? null, limit + 1, keyId],
  })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    jobs: shown.map(viewOf),
    next_cursor: rows.length > limit && last ? writeCursor({ seconds: last.cursor, id: last.id }) : null,
  }
}
