// What rows of the log tell, as events: each is a call; the answer and the end of a job are also the job's, and those
// of a batch and its items the batch's.
import { type CallView } from '../log/call-view.ts'
import { toBatchSummary } from '../batches/list-batches.ts'
import { type AdminJob, type ListedJob, toAdminJob } from '../jobs/read-jobs.ts'
import { isBehind, type Place } from './event-ids.ts'
import type { ChangedBatch, ChangedJob, StartedJob } from './read-changes.ts'
import type { LogRow } from './read-log.ts'

export type LogEvent = {
  place: Place
  kind: 'call' | 'job' | 'batch'
  /** The key whose call, job or batch it is. */
  keyId: string
  view: unknown
}

export type Told = {
  rows: readonly LogRow[]
  /** Those that belong between the rows. */
  started: readonly StartedJob[]
  jobs: ReadonlyMap<string, ChangedJob>
  batches: ReadonlyMap<string, ChangedBatch>
}

const parts = { call: 0, job: 1, batch: 2 } as const

/** In the order of their places. `isForOperator`: jobs as he sees them. */
export function composeEvents({ rows, started, jobs, batches }: Told, isForOperator: boolean): LogEvent[] {
  const jobView = (job: ChangedJob) => (isForOperator ? adminView(job) : ownView(adminView(job)))
  const events: LogEvent[] = []
  const add = (kind: LogEvent['kind'], { number, seconds }: NumberedRow, keyId: string, view: unknown) =>
    events.push({ place: { number, part: parts[kind], seconds }, kind, keyId, view })
  const latest = new Map<string, LogRow>()
  for (const row of rows) {
    add('call', row, row.key_id, callView(row))
    const job = row.job_id === null ? undefined : jobs.get(row.job_id)
    // An item of a batch is told of by its batch.
    if (job?.batch_id === null && job.account_id === row.account_id)
      add('job', row, job.key_id, jobView(row.sent_status === null ? job : asQueued(job)))
    const batchId = batchOf(row, job)
    if (batchId !== null && batches.get(batchId)?.account_id === row.account_id) latest.set(batchId, row)
  }
  for (const job of started) add('job', job, job.key_id, jobView(job))
  // A batch is told as it stands, once for a page: each of its items would tell the same.
  for (const [id, row] of latest) {
    const batch = batches.get(id)
    if (batch) add('batch', row, row.key_id, viewOfBatch(batch))
  }
  return events.sort((one, other) => (isBehind(one.place, other.place) ? 1 : -1))
}

type NumberedRow = { number: number; seconds: number }

/** The batch that a row may be of: the one that was taken on with it, or the one whose item it ends. */
export function batchOf(row: LogRow, job: ChangedJob | undefined): string | null {
  if (row.job_id === null) return row.recorded_status === 202 ? row.request_id : null
  return job?.batch_id ?? null
}

const callView = ({ number: _, account_id: __, seconds: ___, ...view }: LogRow): CallView => view

const adminView = ({ account_id: _, ...row }: ChangedJob & Partial<NumberedRow>): AdminJob => {
  const { number: __, seconds: ___, ...job } = row
  return toAdminJob(job)
}

const viewOfBatch = ({ account_id: _, ...row }: ChangedBatch) => toBatchSummary(row)

const ownView = (job: AdminJob): ListedJob => ({
  job_id: job.job_id,
  status: job.status,
  endpoint: job.endpoint,
  created_at: job.created_at,
  started_at: job.started_at,
  finished_at: job.finished_at,
  status_code: job.status_code,
  credits: job.credits,
  provider: job.provider,
  provider_licence: job.provider_licence,
  provider_source: job.provider_source,
  record_fields: job.record_fields,
  record_form: job.record_form,
  record_observed: job.record_observed,
  error: job.error,
})

/** As it was when it was taken on, however far it has come since. */
const asQueued = (job: ChangedJob): ChangedJob => ({
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
