// Ends a job exactly once: state and result, charge or release, and the log row in one transaction. A worker that lost
// the job to another worker, a cancellation or a sweep finds nothing to end.
import { Failure } from '@quarry/kit/errors'
import type { Pool } from 'pg'
import { type CallLog, describeLengths } from '../../ledger/log/log-rows.ts'
import { recordMany } from '../../ledger/log/request-log.ts'
import { settleMany } from '../../ledger/settle.ts'
import { type Provenance, toLogProvenance, toStoredProvenance } from '../../lookups/lookup-result.ts'
import {
  packTexts,
  toIntegerArray,
  toPlainArray,
  toTextArray,
  unpackText,
} from '../../platform/db/array-literal.ts'
import { inTransaction } from '../../platform/db/connection.ts'
import { type Queryable, readRows, statement } from '../../platform/db/statement.ts'
import type { Reason, Refusal } from '../../platform/errors.ts'
import { insertDeliveries } from '../webhooks/delivery-queue.ts'
import { doneChannel, workChannel } from './notifications.ts'
import type { OpenJob } from './queue.ts'

// One array per column: results as JSON inside JSON would be parsed several times. The results come in one block.
const endColumns: readonly [name: string, type: string, list: (ends: readonly JobEnd[]) => string][] = [
  ['attempts', 'smallint', (ends) => toIntegerArray(ends.map(({ job }) => job.attempts))],
  ['was_queued', 'boolean', (ends) => toPlainArray(ends.map(({ from }) => from.includes('queued')))],
  ['was_running', 'boolean', (ends) => toPlainArray(ends.map(({ from }) => from.includes('running')))],
  ['state', 'job_state', (ends) => toPlainArray(ends.map(({ state }) => state))],
  ['status_code', 'smallint', (ends) => toIntegerArray(ends.map(({ statusCode }) => statusCode))],
  ['credits', 'integer', (ends) => toIntegerArray(ends.map(({ credits }) => credits))],
  ['error', 'text', (ends) => toTextArray(ends.map(({ error }) => error))],
  ['reason', 'text', (ends) => toTextArray(ends.map(({ reason }) => reason))],
  ['is_cancelled', 'boolean', (ends) => toPlainArray(ends.map(isCancelled))],
  ['provenance', 'text', (ends) => toTextArray(ends.map(toProvenanceText))],
  [
    'retention_seconds',
    'integer',
    (ends) => toIntegerArray(ends.map(({ retentionSeconds }) => retentionSeconds)),
  ],
]

const toProvenanceText = ({ provenance }: JobEnd): string | null =>
  provenance && JSON.stringify(toStoredProvenance(provenance))

export function toFinishValues(ends: readonly JobEnd[], resultHours: number): (string | number | Buffer)[] {
  const { block, starts, lengths } = packTexts(ends.map(({ result }) => result))
  const ids = toPlainArray(ends.map(({ job }) => job.id))
  return [resultHours, ids, block, starts, lengths, ...endColumns.map(([, , list]) => list(ends))]
}

const firstEndColumn = 6

/** Evaluated once per statement, not once per row. */
const now = '(select quarry_now())'

// As many ids as fit into one notification.
const idsPerMessage = 200
const notifyWaiters = `(select count(pg_notify('${doneChannel}', t.ids)::text) from (
    select string_agg(n.id::text, ' ') as ids
    from (select id, (row_number() over () - 1) / ${idsPerMessage} as part from ended) n group by n.part
  ) t) as notified`

// An ended job loses its parameters. Items of a batch are read with their input and keep them, unless cancelled, as
// long as the batch is stored. All servers lock rows in one order: jobs before batches before accounts. Planned each
// time, because a plan for a short queue would read all of a long one.
export const finishStatement = statement(
  `
with locked as materialized (
  select j.id from jobs j where j.id = any($2::uuid[]) order by j.id for update
), ended as (
  update jobs j set state = i.state, status_code = i.status_code, credits = i.credits,
    result = ${unpackText('$3::bytea', 'i.result_start', 'i.result_length')}, error = i.error, reason = i.reason, finished = ${now},
    provenance = i.provenance::json,
    result_until = least(${now} + i.retention_seconds * interval '1 second',
      case when j.batch_id is null then ${now} + $1::integer * interval '1 hour' end),
    params = case when j.batch_id is null or i.is_cancelled then 'null' else j.params end,
    expires = case when j.batch_id is null then ${now} + $1::integer * interval '1 hour' end
  from unnest($2::uuid[], $4::integer[], $5::integer[],
      ${endColumns.map(([, type], index) => `$${index + firstEndColumn}::${type}[]`).join(', ')})
    as i(id, result_start, result_length, ${endColumns.map(([name]) => name).join(', ')}) join locked using (id)
  where j.id = i.id and j.attempts = i.attempts
    and case j.state when 'running' then i.was_running when 'queued' then i.was_queued else false end
  returning j.id, j.attempts, j.account_id, j.key_id, j.batch_id, j.webhook
), batched as (
  update batches b set open = b.open - e.items,
    finished = case when b.open = e.items then quarry_now() end,
    expires = case when b.open = e.items then quarry_now() + $1::integer * interval '1 hour' end
  from (select batch_id, count(*)::integer as items, (array_agg(key_id))[1] as key_id
    from ended where batch_id is not null group by batch_id order by batch_id) e
  where b.id = e.batch_id
  returning b.id, b.account_id, e.key_id, b.webhook, b.open,
    case when b.open = 0 then pg_notify('${doneChannel}', b.id::text) end
), delivered as (
  ${insertDeliveries(`
    select account_id, key_id, id as job_id, null::uuid as batch_id, null::uuid as watch_id, null::integer as watch_event,
      webhook from ended where webhook is not null
    union all
    select account_id, key_id, null, id, null, null, webhook from batched where open = 0 and webhook is not null`)}
  returning pg_notify('${workChannel}', '')
)
select id, attempts, ${notifyWaiters} from ended`,
)

/** Returns for each end whether it was the one that ended its job. */
export type FinishJobs = (ends: readonly JobEnd[]) => Promise<boolean[]>

export const createFinishJobs =
  ({ pool, resultHours }: { pool: Pool; resultHours: number }): FinishJobs =>
  async (ends) => {
    const finished = new Set<JobEnd>()
    // Free jobs have no hold and are logged by another statement: in transactions of their own, so that each one locks
    // the counters of the log in one order.
    const priced = ends.filter(({ job }) => job.price > 0)
    const free = ends.filter(({ job }) => job.price === 0)
    for (const chunk of [...splitChunks(priced), ...splitChunks(free)])
      for (const end of await inTransaction(pool, (client) => finishChunk(client, chunk, resultHours)))
        finished.add(end)
    return ends.map((end) => finished.has(end))
  }

/** In the caller's transaction. Returns the ends that ended their jobs. */
export async function finishChunk(client: Queryable, ends: readonly JobEnd[], resultHours: number) {
  const rows = await readRows<Attempt>(client, finishStatement, toFinishValues(ends, resultHours))
  // A worker that was paused may take its own job again: both attempts may end together, and the newer one counts.
  const attempts = new Set(rows.map(nameAttempt))
  const finished = ends.filter(({ job }) => attempts.delete(nameAttempt(job)))
  if (finished.length > 0) await settleEnds(client, finished)
  return finished
}

type Attempt = Pick<OpenJob, 'id' | 'attempts'>

const nameAttempt = ({ id, attempts }: Attempt) => `${id} ${attempts}`

const maxChunkChars = 4_000_000

/** Small results share a transaction; many large ones would make a statement that is too long to send. */
export function splitChunks(ends: readonly JobEnd[]): JobEnd[][] {
  const chunks: JobEnd[][] = []
  let chars = Number.POSITIVE_INFINITY
  for (const end of ends) {
    const size = end.result?.length ?? 0
    if (chars + size > maxChunkChars) {
      chunks.push([])
      chars = 0
    }
    chunks.at(-1)?.push(end)
    chars += size
  }
  return chunks
}

async function settleEnds(client: Queryable, ends: readonly JobEnd[]): Promise<void> {
  const priced = ends.filter(({ job }) => job.price > 0)
  const settlements = priced.map((end) => {
    const { id, accountId, price } = end.job
    return { hold: { id, accountId, credits: price, remaining: 0 }, credits: end.credits, log: toLog(end) }
  })
  const settled = settlements.length === 0 ? [] : await settleMany(client, settlements)
  const withoutHold = priced.filter((_end, index) => settled[index] === null)
  const unpaid = withoutHold.find(({ credits }) => credits > 0)
  if (unpaid) throw new Failure('internal', `the hold of job ${unpaid.job.id} is gone`)
  const free = [...withoutHold, ...ends.filter(({ job }) => job.price === 0)]
  const rows = free.map((end) => ({ log: toLog(end), count: 1 }))
  if (rows.length > 0) await recordMany(client, rows)
}

function toLog(end: JobEnd): CallLog {
  const { job, recordedStatus, reason, ms, cacheAgeSeconds, provenance } = end
  return {
    requestId: job.id,
    accountId: job.accountId,
    keyId: job.keyId,
    endpoint: job.endpoint,
    params: isCancelled(end) ? describeLengths(JSON.parse(job.params)) : job.params,
    recordedStatus,
    sentStatus: null,
    reason,
    ms,
    clientClosed: false,
    jobId: job.id,
    cacheAgeSeconds,
    ...toLogProvenance(provenance),
  }
}

export type JobEnd = {
  job: OpenJob
  /** The states it may be ended from. */
  from: readonly ('queued' | 'running')[]
  state: 'completed' | 'failed'
  /** The status that a direct call would have been sent. */
  statusCode: number
  recordedStatus: number
  credits: number
  /** JSON text, also of a raw page, which may contain characters that no text column can hold. */
  result: string | null
  /** Set if a licence limits how long the result may be stored. */
  retentionSeconds: number | null
  error: string | null
  reason: Reason | null
  ms: number
  cacheAgeSeconds: number | null
  /** The origin of the result, or of a failure its last provider; null if no provider was called. */
  provenance: Provenance | null
}

/** An end without a result: never billed, recorded as 500 (api-rules 3). */
export const failedEnd = (job: OpenJob, from: JobEnd['from'], details: Partial<JobEnd>): JobEnd => ({
  job,
  from,
  state: 'failed',
  statusCode: 500,
  recordedStatus: 500,
  credits: 0,
  result: null,
  retentionSeconds: null,
  error: 'Internal Error',
  reason: null,
  ms: 0,
  cacheAgeSeconds: null,
  provenance: null,
  ...details,
})

/** An end with the status and the message of a refusal. */
export const refusedEnd = (
  job: OpenJob,
  from: JobEnd['from'],
  { status, reason, message: error }: Refusal,
  details: Partial<JobEnd> = {},
): JobEnd => failedEnd(job, from, { statusCode: status, recordedStatus: status, error, reason, ...details })

export const cancelledEnd = (job: OpenJob, from: 'queued' | 'running' = 'queued'): JobEnd =>
  failedEnd(job, [from], { error: cancelled })

const cancelled = 'Cancelled'
export const isCancelled = ({ state, error }: JobEnd) => state === 'failed' && error === cancelled
