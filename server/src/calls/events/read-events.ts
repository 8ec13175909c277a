// Events from the positions of the readers on, in the order of log numbers: every server finds the same events.

import { toIntegerArray, toPlainArray } from '../../platform/db/array-literal.ts'
import { type Queryable, type Statement, statement } from '../../platform/db/statement.ts'
import { batchColumns } from '../batches/list-batches.ts'
import { adminJobColumns } from '../jobs/read-jobs.ts'
import {
  type ChangedBatch,
  type ChangedJob,
  composeEvents,
  findBatchId,
  type LogEvent,
  type StartedJob,
} from './compose-events.ts'
import { readTimeoutMs } from './log-watermark.ts'
import { type LogRow, readLog, type Span, type SpanPage } from './read-log.ts'
import { readWatchEvents } from './read-watch-events.ts'

/** Far more than run at once. */
const maxStarted = 1_000

const jobsStatement = statement(`
select j.account_id, ${adminJobColumns} from jobs j join accounts a on a.id = j.account_id where j.id = any($1::uuid[])`)

/** Jobs that started between two numbers and still run; `$3` is null for all accounts. */
const startedStatement = statement(`
select j.account_id, j.start_number as number, extract(epoch from j.started)::float8 as seconds, ${adminJobColumns}
from jobs j join accounts a on a.id = j.account_id
where j.state = 'running' and j.start_number > $1::bigint and j.start_number <= $2::bigint and j.batch_id is null
  and ($3::integer[] is null or j.account_id = any($3))
order by j.start_number limit ${maxStarted}`)

const batchesStatement = statement(`
select b.account_id, ${batchColumns} from batches b join accounts a on a.id = b.account_id
where b.id = any($1::uuid[])`)

/** All events up to the number `reached` are in this page or in earlier ones. */
export type EventPage = { events: LogEvent[]; reached: number }

/** One page per span, in order; the log is complete up to `upTo`. */
export async function readEvents(pool: Queryable, spans: readonly Span[], upTo: number) {
  const pages = await readLog(pool, spans, upTo)
  const watchPages = await readWatchEvents(pool, spans, upTo)
  const rows = pages.flatMap((page) => page.rows)
  const jobIds = rows.flatMap(({ job_id: id }) => id ?? [])
  const changedJobs = await readByIds<ChangedJob>(pool, jobsStatement, jobIds)
  const jobs = new Map(changedJobs.map((job) => [job.job_id, job]))
  const batchIds = rows.flatMap((row) => findBatchId(row, jobs.get(row.job_id ?? '')) ?? [])
  const changedBatches = await readByIds<ChangedBatch>(pool, batchesStatement, batchIds)
  const batches = new Map(changedBatches.map((batch) => [batch.batch_id, batch]))
  const accounts = spans.map(({ accountId }) => accountId)
  const accountIds = accounts.filter((id) => id !== null)
  const after = Math.min(...spans.map((span) => span.after))
  const values = [after, upTo, accountIds.length < accounts.length ? null : toIntegerArray(accountIds)]
  const startedQuery = { ...startedStatement, values, query_timeout: readTimeoutMs }
  const { rows: started } = await pool.query<StartedJob>(startedQuery)
  return spans.map((span, n) => {
    const { rows: own, reached: logReached } = pages[n] as SpanPage<LogRow>
    const watches = watchPages[n] ?? { rows: [], reached: upTo }
    const reached = Math.min(logReached, watches.reached)
    const isReached = ({ number }: { number: number }) => number <= reached
    const startedInRange = started.filter(
      ({ number, account_id: id }) =>
        number > span.after && number <= reached && (span.accountId === null || id === span.accountId),
    )
    const [rows, watchEvents] = [own.filter(isReached), watches.rows.filter(isReached)]
    const sources = { rows, started: startedInRange, jobs, batches, watchEvents }
    return { events: composeEvents(sources, span.accountId === null), reached }
  })
}

async function readByIds<Row extends object>(pool: Queryable, select: Statement, ids: readonly string[]) {
  if (ids.length === 0) return []
  const query = { ...select, values: [toPlainArray([...new Set(ids)])], query_timeout: readTimeoutMs }
  return (await pool.query<Row>(query)).rows
}
