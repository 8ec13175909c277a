// Ends a job exactly once: its state and result, its charge or release and its log row in one transaction. A worker that
// lost the job to another worker, a cancellation or a sweep finds nothing to end.

import { Failure } from '@quarry/kit/errors'
import type { Pool } from 'pg'
import { settleMany } from '../credits/settle.ts'
import type { Queryable } from '../db/statement.ts'
import { inTransaction } from '../db/transaction.ts'
import { type CallLog, describeLengths } from '../log/log-rows.ts'
import { recordMany } from '../log/record.ts'
import { toLogProvenance } from '../lookups/provenance.ts'
import { finishStatement, finishValues } from './finish-statement.ts'
import { isCancelled, type JobEnd, type OpenJob } from './job-end.ts'

export type FinishJobs = (ends: readonly JobEnd[]) => Promise<boolean[]>

/** Answers for each end whether it was the one. */
export function createFinishJobs(options: { pool: Pool; resultHours: number }): FinishJobs {
  const { pool, resultHours } = options

  async function finishIn(client: Queryable, ends: readonly JobEnd[]): Promise<JobEnd[]> {
    const { rows } = await client.query<Attempt>({
      ...finishStatement,
      values: finishValues(ends, resultHours),
    })
    // A worker that stood still takes its own job anew: both attempts may end together, and the newer one counts.
    const ended = new Set(rows.map(nameOf))
    const won = ends.filter(({ job }) => ended.delete(nameOf(job)))
    if (won.length > 0) await settle(client, won)
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
