// The end of a job, exactly once: its state and result, its charge or release, its log row and its queue row in
// one transaction. Whoever lost the job to another worker, a cancellation or a sweep finds nothing to end.
import type { Pool } from 'pg'
import { keptProvenance, loggedProvenance, type Provenance } from '../calls/provenance.ts'
import { settleMany } from '../credits/settle.ts'
import type { Queryable } from '../db/queryable.ts'
import { prepared } from '../db/statement.ts'
import { inTransaction } from '../db/transaction.ts'
import { Failure, type Reason } from '../errors.ts'
import { type CallLog, lengthsOf } from '../log/columns.ts'
import { recordMany } from '../log/record.ts'
import { doneChannel, workChannel } from './listen.ts'
import type { Queue } from './queue.ts'

/** How long a message is tried. */
export const webhookHours = 24

export type OpenJob = {
  id: string
  accountId: number
  keyId: string
  endpoint: string
  params: string
  price: number
  attempts: number
}

export type JobEnd = {
  job: OpenJob
  /** The states it may be ended from. */
  from: readonly ('queued' | 'running')[]
  state: 'completed' | 'failed'
  /** What a direct call would have been answered with. */
  statusCode: number
  recordedStatus: number
  credits: number
  /** JSON text, also of a raw page: a page may hold characters that no column can. */
  result: string | null
  /** How long the result may lie here, where a licence bounds that. */
  keepSeconds: number | null
  error: string | null
  reason: Reason | null
  ms: number
  cacheAgeSeconds: number | null
  /** Who answered, or was asked last; null where nobody was. */
  provenance: Provenance | null
}

/** An end by anything but its own result: never billed, recorded as 500 (interface 3). */
export const failedEnd = (
  job: OpenJob,
  from: JobEnd['from'],
  {
    error = 'Internal Error',
    reason = null,
    ms = 0,
    provenance = null,
  }: { error?: string; reason?: Reason | null; ms?: number; provenance?: Provenance | null },
): JobEnd => ({
  job,
  from,
  state: 'failed',
  statusCode: 500,
  recordedStatus: 500,
  credits: 0,
  result: null,
  keepSeconds: null,
  error,
  reason,
  ms,
  cacheAgeSeconds: null,
  provenance,
})

/** The end that its own account asks for. */
export const cancelledEnd = (job: OpenJob): JobEnd => failedEnd(job, ['queued'], { error: cancelled })

const cancelled = 'Cancelled'
const isCancelled = ({ state, error }: JobEnd) => state === 'failed' && error === cancelled

export type FinishJobs = (ends: readonly JobEnd[]) => Promise<boolean[]>

/** Answers for each end whether it was the one. */
export function createFinishJobs(options: { pool: Pool; queue: Queue; resultHours: number }): FinishJobs {
  const { pool, queue, resultHours } = options

  async function finishIn(client: Queryable, ends: readonly JobEnd[]): Promise<JobEnd[]> {
    const { rows } = await client.query<Attempt>({
      ...finishStatement,
      values: [JSON.stringify(ends.map(rowOf)), resultHours],
    })
    // A worker that stood still takes its own job anew: both attempts may end together, and the newer one counts.
    const ended = new Set(rows.map(nameOf))
    const won = ends.filter(({ job }) => ended.delete(nameOf(job)))
    if (won.length > 0) {
      await queue.remove(
        client,
        won.map(({ job }) => job.id),
      )
      await settle(client, won)
    }
    return won
  }

  return async function finishJobs(ends) {
    const done = new Set<JobEnd>()
    // Free jobs have no hold and are logged by another statement: apart, so that each transaction takes the
    // counters of the log in one order.
    const priced = ends.filter(({ job }) => job.price > 0)
    const free = ends.filter(({ job }) => job.price === 0)
    for (const part of [...chunksOf(priced), ...chunksOf(free)])
      for (const end of await inTransaction(pool, (client) => finishIn(client, part))) done.add(end)
    return ends.map((end) => done.has(end))
  }
}

type Attempt = Pick<OpenJob, 'id' | 'attempts'>

const nameOf = ({ id, attempts }: Attempt) => `${id} ${attempts}`

const maxChunkChars = 4_000_000

/** Many small results share a transaction; large ones would make a statement that nobody can send. */
export function chunksOf(ends: readonly JobEnd[]): JobEnd[][] {
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

// The parameters of a job go when it ends: its result is kept for a day, and nobody reads them any more. An item of a
// batch is read with its input, so it keeps them, unless it was cancelled.
// Rows are locked in one order by everyone, jobs before batches and batches before accounts. A batch's items are
// kept as long as the batch, whichever of them ended first.
const finishStatement = prepared(
  'quarry-finish',
  `
with i as materialized (
  select * from json_to_recordset($1::json) as i(id uuid, attempts smallint, states text[], state job_state,
    status_code smallint, credits integer, result text, error text, reason text,
    is_cancelled boolean, provenance json, keep_seconds integer)
), locked as materialized (
  select j.id from jobs j where j.id in (select id from i) order by j.id for update
), ended as (
  update jobs j set state = i.state, status_code = i.status_code, credits = i.credits,
    result = i.result, error = i.error, reason = i.reason, finished = quarry_now(),
    provenance = i.provenance, result_until = quarry_now() + i.keep_seconds * interval '1 second',
    params = case when j.batch_id is null or i.is_cancelled then 'null' else j.params end,
    expires = case when j.batch_id is null then quarry_now() + $2::integer * interval '1 hour' end
  from i join locked using (id)
  where j.id = i.id and j.attempts = i.attempts and j.state::text = any(i.states)
  returning j.id, j.attempts, j.account_id, j.key_id, j.batch_id, j.webhook, pg_notify('${doneChannel}', j.id::text)
), batched as (
  update batches b set open = b.open - e.items,
    finished = case when b.open = e.items then quarry_now() end,
    expires = case when b.open = e.items then quarry_now() + $2::integer * interval '1 hour' end
  from (select batch_id, count(*)::integer as items, (array_agg(key_id))[1] as key_id
    from ended where batch_id is not null group by batch_id order by batch_id) e
  where b.id = e.batch_id
  returning b.id, b.account_id, e.key_id, b.webhook, b.open,
    case when b.open = 0 then pg_notify('${doneChannel}', b.id::text) end
), told as (
  insert into webhook_deliveries (account_id, key_id, job_id, batch_id, url, created, next_at, give_up_at)
  select t.account_id, t.key_id, t.job_id, t.batch_id, t.webhook, quarry_now(), quarry_now(),
    quarry_now() + ${webhookHours} * interval '1 hour'
  from (
    select account_id, key_id, id as job_id, null::uuid as batch_id, webhook from ended where webhook is not null
    union all
    select account_id, key_id, null, id, webhook from batched where open = 0 and webhook is not null
  ) t
  returning pg_notify('${workChannel}', '')
)
select id, attempts from ended`,
)

const rowOf = (end: JobEnd) => ({
  id: end.job.id,
  attempts: end.job.attempts,
  states: end.from,
  state: end.state,
  status_code: end.statusCode,
  credits: end.credits,
  result: end.result,
  error: end.error,
  reason: end.reason,
  is_cancelled: isCancelled(end),
  provenance: end.provenance && keptProvenance(end.provenance),
  keep_seconds: end.keepSeconds,
})

async function settle(client: Queryable, ends: readonly JobEnd[]): Promise<void> {
  const priced = ends.filter(({ job }) => job.price > 0)
  const settled =
    priced.length === 0
      ? []
      : await settleMany(
          client,
          priced.map((end) => ({ hold: holdOf(end.job), credits: end.credits, log: logOf(end) })),
        )
  const unheld = priced.filter((_end, index) => settled[index] === null)
  const unpaid = unheld.find(({ credits }) => credits > 0)
  if (unpaid) throw new Failure('internal', `the hold of job ${unpaid.job.id} is gone`)
  const free = [...unheld, ...ends.filter(({ job }) => job.price === 0)]
  if (free.length > 0)
    await recordMany(
      client,
      free.map((end) => ({ log: logOf(end), count: 1 })),
    )
}

const holdOf = ({ id, accountId, price }: OpenJob) => ({ id, accountId, credits: price, remaining: 0 })

const logOf = (end: JobEnd): CallLog => {
  const { job, recordedStatus, reason, ms, cacheAgeSeconds, provenance } = end
  return {
    requestId: job.id,
    accountId: job.accountId,
    keyId: job.keyId,
    endpoint: job.endpoint,
    params: isCancelled(end) ? lengthsOf(JSON.parse(job.params)) : job.params,
    recordedStatus,
    sentStatus: null,
    reason,
    ms,
    clientClosed: false,
    jobId: job.id,
    cacheAgeSeconds,
    ...loggedProvenance(provenance),
  }
}
