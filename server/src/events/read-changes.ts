// Jobs and batches that rows of the log tell of, and jobs that have started since.

import { type BatchRow, batchColumns } from '../batches/list-batches.ts'
import { toIntegerArray, toPlainArray } from '../db/array-literal.ts'
import { type Queryable, statement } from '../db/statement.ts'
import { type AdminJobRow, adminJobColumns } from '../jobs/read-jobs.ts'
import { readTimeoutMs } from './read-log.ts'

export type ChangedJob = AdminJobRow & { account_id: number }
export type StartedJob = ChangedJob & { number: number; seconds: number }
export type ChangedBatch = BatchRow & { account_id: number }

/** Far more than run at a time. */
const maxStarted = 1_000

const jobsStatement = statement(`
select j.account_id, ${adminJobColumns} from jobs j join accounts a on a.id = j.account_id where j.id = any($1::uuid[])`)

const startedStatement = statement(`
select j.account_id, j.start_number as number, extract(epoch from j.started)::float8 as seconds, ${adminJobColumns}
from jobs j join accounts a on a.id = j.account_id
where j.state = 'running' and j.start_number > $1::bigint and j.start_number <= $2::bigint and j.batch_id is null
  and ($3::integer[] is null or j.account_id = any($3))
order by j.start_number limit ${maxStarted}`)

const batchesStatement = statement(`
select b.account_id, ${batchColumns} from batches b join accounts a on a.id = b.account_id
where b.id = any($1::uuid[])`)

export async function readJobs(
  pool: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ChangedJob>> {
  if (ids.length === 0) return new Map()
  const query = { ...jobsStatement, values: [toPlainArray(ids)], query_timeout: readTimeoutMs }
  const { rows } = await pool.query<ChangedJob>(query)
  return new Map(rows.map((row) => [row.job_id, row]))
}

export async function readBatches(
  pool: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ChangedBatch>> {
  if (ids.length === 0) return new Map()
  const query = { ...batchesStatement, values: [toPlainArray(ids)], query_timeout: readTimeoutMs }
  const { rows } = await pool.query<ChangedBatch>(query)
  return new Map(rows.map((row) => [row.batch_id, row]))
}

/** Those that have started between two numbers and still run; `accounts` is null for all. */
export async function readStarted(
  pool: Queryable,
  after: number,
  upTo: number,
  accounts: readonly number[] | null,
): Promise<StartedJob[]> {
  const values = [after, upTo, accounts && toIntegerArray(accounts)]
  const query = { ...startedStatement, values, query_timeout: readTimeoutMs }
  const { rows } = await pool.query<StartedJob>(query)
  return rows
}
