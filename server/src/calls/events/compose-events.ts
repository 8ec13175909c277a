// Turns log rows into events. Each row is a call event; the 202 and the end of a job are also job events, and those of
// a batch and its items are batch events. Events of watches have numbers of their own.

import type { CallView } from '../../ledger/log/call-view.ts'
import { type BatchRow, toBatchSummary } from '../batches/list-batches.ts'
import {
  type AdminJob,
  type AdminJobRow,
  type ListedJob,
  toAdminJob,
  toListedJob,
} from '../jobs/read-jobs.ts'
import { isAfter, type LogPosition } from './event-ids.ts'
import type { LogRow } from './read-log.ts'
import { toWatchEventView, type WatchEventRow } from './read-watch-events.ts'

export type ChangedJob = AdminJobRow & { account_id: number }
export type StartedJob = ChangedJob & { number: number; seconds: number }
export type ChangedBatch = BatchRow & { account_id: number }

export type LogEvent = {
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

/** Returns the events sorted by place. With `isForOperator`, jobs have the operator's fields. */
export function composeEvents(sources: EventSources, isForOperator: boolean): LogEvent[] {
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
export function findBatchId(row: LogRow, job: ChangedJob | undefined): string | null {
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
