// Turns the lines of accepted uploads into jobs, a chunk at a time. Each chunk holds its credits and moves its lines in
// one transaction, so a crash neither loses a line nor pays for it twice. A batch has a bounded number of open jobs, so
// a large file does not freeze the credits of its account.
import type { Pool } from 'pg'
import { inTransaction } from '../../platform/db/connection.ts'
import { type Queryable, readRows, statement } from '../../platform/db/statement.ts'
import { isRefusal, type Reason, Refusal } from '../../platform/errors.ts'
import { createWorkLoop } from '../background-work.ts'
import { holdJobs, insertJobs, type NewJob } from '../jobs/enqueue-jobs.ts'
import { cancelledEnd, finishChunk, type JobEnd, refusedEnd } from '../jobs/finish-jobs.ts'
import { fromStagedLine, type StagedLine, type UploadOwner } from './stage-lines.ts'

/** The first chunk decides whether the batch is accepted. Later ones are small, so that other accounts do not wait. */
const firstChunkLines = 1_000
const chunkLines = 250
/** A thousand lines of 1 KiB fit. */
const maxChunkBytes = 2_000_000
/** The next chunk is taken when fewer jobs of the batch are open. */
const minOpenJobs = 500
const pollMs = 500

export type AcceptedUpload = UploadOwner & {
  nextItem: number
  total: number
  /** Set once a line could not be paid: every further line ends with this refusal. */
  refusal: { reason: Reason; message: string } | null
}

const nextStatement = statement(`
select u.id, u.account_id as "accountId", u.key_id as "keyId", u.endpoint, u.next_item as "nextItem", u.total, u.refusal
from batch_uploads u join batches b on b.id = u.id
where u.slot is null and (b.cancelled or u.refusal is not null or b.open - (u.total - u.next_item) < ${minOpenJobs})
order by u.seen limit 1 for update of u skip locked`)

const linesStatement = statement(`
select item, job from (
  select item, job, sum(octet_length(job)) over (order by item) as bytes from batch_lines
  where batch_id = $1 and item >= $2 and item < $2 + $3) l
where bytes <= ${maxChunkBytes} or item = $2 order by item`)

// Before the accounts, which holds lock: all servers lock batches before accounts.
const lockStatement = statement('select cancelled from batches where id = $1 for update')

const deleteLinesStatement = statement(`
delete from batch_lines where batch_id = $1 and item >= $2 and item < $3`)
const moveStatement = statement(`
update batch_uploads set next_item = $2, refusal = $3::json, seen = now() where id = $1`)
const endStatement = statement('delete from batch_uploads where id = $1')

/**
 * Makes jobs of the next chunk in the caller's transaction. Lines without credits end at once, and so does every line
 * after them. Returns the first refusal of this chunk.
 */
export async function expandChunk(client: Queryable, upload: AcceptedUpload, resultHours: number) {
  const { id, nextItem, total } = upload
  const maxLines = nextItem === 0 ? firstChunkLines : chunkLines
  const lines = await readRows<StagedLine>(client, linesStatement, [id, nextItem, maxLines])
  const jobs = lines.map((line) => fromStagedLine(upload, line))
  const [batch] = await readRows<{ cancelled: boolean }>(client, lockStatement, [id])
  const { refusal, refused } = await holdChunk(client, upload, jobs, batch?.cancelled ?? false)
  if (jobs.length > 0) await insertJobs(client, jobs)
  if (refused.length > 0) await finishChunk(client, refused, resultHours)
  const end = nextItem + jobs.length
  if (end >= total || jobs.length === 0) await client.query({ ...endStatement, values: [id] })
  else {
    await client.query({ ...deleteLinesStatement, values: [id, nextItem, end] })
    const stored = refusal && JSON.stringify({ reason: refusal.reason, message: refusal.message })
    await client.query({ ...moveStatement, values: [id, end, stored] })
  }
  return refusal
}

async function holdChunk(
  client: Queryable,
  upload: AcceptedUpload,
  jobs: readonly NewJob[],
  isCancelled: boolean,
): Promise<{ refusal: Refusal | null; refused: JobEnd[] }> {
  if (isCancelled) return { refusal: null, refused: jobs.map((job) => cancelledEnd(toOpenJob(job))) }
  if (upload.refusal) {
    const refusal = new Refusal(upload.refusal.reason, upload.refusal.message)
    return { refusal, refused: jobs.map((job) => refusedEnd(toOpenJob(job), ['queued'], refusal)) }
  }
  const holds = await holdJobs(client, jobs)
  const refused: JobEnd[] = []
  let refusal: Refusal | null = null
  for (const job of jobs) {
    const hold = holds.get(job.id)
    if (isRefusal(hold)) refusal ??= hold
    // Cheaper lines after a refused one may have got a hold; ending them releases it.
    if (refusal) refused.push(refusedEnd(toOpenJob(job), ['queued'], refusal))
  }
  return { refusal, refused }
}

const toOpenJob = (job: NewJob) => ({ ...job, attempts: 0 })

export type ExpanderOptions = {
  pool: Pool
  resultHours: number
  onError: (error: unknown) => void
}

/**
 * Any number of servers may run it: each upload is expanded by one of them at a time. Returns a function that stops it.
 */
export function startExpander({ pool, resultHours, onError }: ExpanderOptions): () => Promise<void> {
  const expandNext = () =>
    inTransaction(pool, async (client) => {
      const { rows } = await client.query<AcceptedUpload>(nextStatement)
      if (rows[0]) await expandChunk(client, rows[0], resultHours)
      return rows.length > 0
    })
  const loop = createWorkLoop({ work: expandNext, pollMs, onError })
  loop.start()
  return loop.close
}
