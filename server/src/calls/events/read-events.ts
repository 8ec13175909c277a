// Events from the positions of the readers on, in the order of log numbers: every server finds the same events. Each row
// of the log is a call event; the 202 and the end of a job are also job events, and those of a batch and its items are
// batch events. Events of watches have numbers of their own.

import type { CallView } from '../../ledger/log/log-rows.ts'
import { toIntegerArray, toPlainArray } from '../../platform/db/array-literal.ts'
import { type Queryable, type Statement, statement } from '../../platform/db/statement.ts'
import { type BatchRow, batchColumns, toBatchSummary } from '../batches/read-batches.ts'
import {
  type AdminJob,
  type AdminJobRow,
  adminJobColumns,
  type ListedJob,
  toAdminJob,
  toListedJob,
} from '../jobs/read-jobs.ts'
import { isAfter, type LogPosition } from './event-ids.ts'
import { readTimeoutMs } from './log-watermark.ts'
import {
  type FeedPage,
  type FeedSpan,
  type LogRow,
  readLog,
  readWatchEvents,
  toWatchEventView,
  type WatchEventRow,
} from './read-log.ts'

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
export async function readEvents(pool: Queryable, spans: readonly FeedSpan[], upTo: number) {
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
    const { rows: own, reached: logReached } = pages[n] as FeedPage<LogRow>
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

type ChangedJob = AdminJobRow & { account_id: number }
type StartedJob = ChangedJob & { number: number; seconds: number }
type ChangedBatch = BatchRow & { account_id: number }

type LogEvent = {
  place: LogPosition
  kind: 'call' | 'job' | 'batch' | 'watch'
  /** The key whose call, job, batch or watch it is. */
  keyId: string
  view: unknown
}

type EventSources = {
  rows: readonly LogRow[]
  /** Jobs that started between the rows. */
  started: readonly StartedJob[]
  jobs: ReadonlyMap<string, ChangedJob>
  batches: ReadonlyMap<string, ChangedBatch>
  watchEvents: readonly WatchEventRow[]
}

const parts = { call: 0, job: 1, batch: 2, watch: 3 } as const

/** Turns rows into events, sorted by place. With `isForOperator`, jobs have the operator's fields. */
function composeEvents(sources: EventSources, isForOperator: boolean): LogEvent[] {
  const { rows, started, jobs, batches, watchEvents } = sources
  const toJobView = (job: ChangedJob) => (isForOperator ? toAdminView(job) : toOwnView(job))
  const events: LogEvent[] = []
  const add = (kind: LogEvent['kind'], { number, seconds }: NumberedRow, keyId: string, view: unknown) =>
    events.push({ place: { number, part: parts[kind], seconds }, kind, keyId, view })
  const latest = new Map<string, LogRow>()
  for (const row of rows) {
    add('call', row, row.key_id, toCallView(row))
    const job = row.job_id === null ? undefined : jobs.get(row.job_id)
    // Items of a batch are reported by the batch.
    if (job?.batch_id === null && job.account_id === row.account_id)
      add('job', row, job.key_id, toJobView(row.sent_status === null ? job : toQueued(job)))
    const batchId = findBatchId(row, job)
    if (batchId !== null && batches.get(batchId)?.account_id === row.account_id) latest.set(batchId, row)
  }
  for (const job of started) add('job', job, job.key_id, toJobView(job))
  for (const event of watchEvents) add('watch', event, event.key_id, toWatchEventView(event))
  // One event per page with the current state of the batch: each item would report the same.
  for (const [id, row] of latest) {
    const batch = batches.get(id)
    if (batch) add('batch', row, row.key_id, toBatchView(batch))
  }
  return events.sort((a, b) => (isAfter(a.place, b.place) ? 1 : -1))
}

type NumberedRow = { number: number; seconds: number }

/** The batch that was accepted with the row, or whose item the row ends. */
function findBatchId(row: LogRow, job: ChangedJob | undefined): string | null {
  if (row.job_id === null) return row.recorded_status === 202 ? row.request_id : null
  return job?.batch_id ?? null
}

const toCallView = ({ number: _, account_id: __, seconds: ___, ...view }: LogRow): CallView => view

const toAdminView = ({ account_id: _, ...row }: ChangedJob & Partial<NumberedRow>): AdminJob => {
  const { number: __, seconds: ___, ...job } = row
  return toAdminJob(job)
}

const toBatchView = ({ account_id: _, ...row }: ChangedBatch) => toBatchSummary(row)

const toOwnView = (job: ChangedJob): ListedJob => toListedJob({ ...job, id: job.job_id, state: job.status })

/** The job as it was when it was accepted. */
const toQueued = (job: ChangedJob): ChangedJob => ({
  ...job,
  status: 'queued',
  attempts: 0,
  credits: 0,
  status_code: null,
  error: null,
  reason: null,
  provenance: null,
  started: null,
  finished: null,
})
