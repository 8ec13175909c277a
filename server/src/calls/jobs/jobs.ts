// Asynchronous calls: what the rest of the server may do with jobs, and the worker, the listener and the sweep that run
// in the background.
import type { Pool } from 'pg'
import type { Viewer } from '../../accounts/caller.ts'
import type { Database } from '../../platform/db/connect.ts'
import { statement } from '../../platform/db/statement.ts'
import { Refusal } from '../../platform/errors.ts'
import { runEvery } from '../../platform/lib/run.ts'
import { sweepAll } from '../background-work.ts'
import { sweepDeliveries } from '../webhooks/delivery-queue.ts'
import { type CheckWebhook, createEnqueue, createStorageLimit, type StorageLimit } from './enqueue-jobs.ts'
import { cancelledEnd, createFinishJobs, type FinishJobs, failedEnd } from './finish-jobs.ts'
import { createListener, createWaiters } from './notifications.ts'
import { createQueue, type OpenJob, openJobColumns } from './queue.ts'
import {
  isEnded,
  type JobListQuery,
  type JobRow,
  listedHours,
  listJobs,
  readBacklog,
  readJob,
} from './read-jobs.ts'
import { createWorker, type WorkerOptions } from './worker.ts'

export type JobsOptions = Omit<WorkerOptions, 'pool' | 'queue' | 'finishJobs' | 'leaseSeconds'> & {
  /** Job starts per second of accounts without a `rate_limit`. */
  defaultPerSecond: number | null
  database: Pick<Database, 'pool' | 'reads' | 'withSlot'>
  resultHours: number
  /** What an account may store; null for no bound. */
  maxStoredBytes: number | null
  /** False if another process runs the jobs. */
  works: boolean
  /** No other worker uses this database: leases of a crashed worker end at once. */
  alone: boolean
  checkWebhook: CheckWebhook
  /** Called on every server when there is work, such as a message to deliver. */
  onWork: () => void
  leaseSeconds?: number | undefined
}

const sweepMs = 10_000

const queuedStatement = statement(`
select ${openJobColumns} from jobs j where id = $1 and account_id = $2 and state = 'queued'`)

export type Jobs = ReturnType<typeof createJobs>

export function createJobs(options: JobsOptions) {
  const { works, alone, leaseSeconds = 15, checkWebhook, onError } = options
  const { pool, reads, withSlot } = options.database
  const queue = createQueue({ pool, leaseSeconds, defaultPerSecond: options.defaultPerSecond })
  const finishJobs = createFinishJobs({ pool, resultHours: options.resultHours })
  const storage = createStorageLimit({ pool, maxBytes: options.maxStoredBytes })
  const { enqueue, close: closeEnqueue } = createEnqueue({ pool, withSlot, storage, checkWebhook })
  const waiters = createWaiters()
  const worker = works ? createWorker({ ...options, pool, queue, finishJobs, leaseSeconds }) : null
  const listener = createListener({
    pool,
    onWork() {
      worker?.wake()
      options.onWork()
    },
    onDone: waiters.wake,
    onGap() {
      worker?.wake()
      waiters.wakeAll()
    },
    onError,
  })
  let stopSweeping = async () => {}

  return {
    enqueue,
    /** Waits up to `waitMs` for the end of the job. Throws Refusal not_found. */
    get: (viewer: Viewer, id: string, waitMs: number): Promise<JobRow> =>
      waiters.readEnded(id, waitMs, () => readJob(reads(viewer.accountId), viewer, id), isEnded),
    list: (viewer: Viewer, query: JobListQuery) => listJobs(reads(viewer.accountId), viewer, query),
    /** Ends a queued job without a charge; 409 for one that has started. */
    cancel: (viewer: Viewer, id: string) => cancelJob(options.database, finishJobs, viewer, id),
    backlog: () => readBacklog(reads('operator')),
    /** For batches and watches, which consist of jobs. */
    deps: { finishJobs, storage, waiters },
    async start(): Promise<void> {
      if (alone && works) await queue.endLeases()
      await listener.start()
      worker?.start()
      const sweep = () => sweepJobs({ pool, finishJobs, storage, resultHours: options.resultHours })
      stopSweeping = runEvery(sweepMs, sweep, onError)
    },
    /** Answers the requests that wait, so that they end before the server closes. */
    stopWaiting: () => waiters.close(),
    async close(): Promise<void> {
      waiters.close()
      await stopSweeping()
      await worker?.close()
      await closeEnqueue()
      await listener.close()
    },
  }
}

async function cancelJob(
  { reads, withSlot }: JobsOptions['database'],
  finishJobs: FinishJobs,
  viewer: Viewer,
  id: string,
): Promise<JobRow> {
  const { accountId } = viewer
  const pool = reads(accountId)
  await readJob(pool, viewer, id)
  const [job] = (await pool.query<OpenJob>({ ...queuedStatement, values: [id, accountId] })).rows
  const [isCancelled] = job ? await withSlot(accountId, () => finishJobs([cancelledEnd(job)])) : []
  if (!isCancelled) throw new Refusal('conflict')
  return readJob(pool, viewer, id)
}

const sweepBatch = 500

// Finds the jobs by their key, in the index of open jobs: the queue may be long.
const deactivatedStatement = statement(`
select j.* from keys k join accounts a on a.id = k.account_id cross join lateral (
  select ${openJobColumns} from jobs j
  where j.account_id = k.account_id and j.key_id = k.id and j.state in ('queued', 'running') and j.state = 'queued'
  limit ${sweepBatch}
) j
where not (k.active and a.active) limit ${sweepBatch}`)

// The subquery evaluates the clock once, so that the index is used: compared with a volatile clock, every row is read.
// The row of a job is listed longer than its result is stored: `expires` is the end of the result.
const expiredStatement = statement(`
delete from jobs where id in (
  select id from jobs where expires <= (select quarry_now() - $1::integer * interval '1 hour') order by expires limit ${sweepBatch} for update skip locked)`)

/** A batch has up to 100,000 items, so its items are deleted some at a time, and the batch with the last of them. */
const maxExpiredItems = 5_000
const expiredItemsStatement = statement(`
delete from jobs where id in (
  select j.id from batches b join jobs j on j.batch_id = b.id where b.expires <= (select quarry_now())
  limit ${maxExpiredItems} for update of j skip locked)`)
const expiredBatchesStatement = statement(`
delete from batches b where expires <= (select quarry_now()) and not exists (select 1 from jobs where batch_id = b.id)`)

const expiredResultsStatement = statement(`
update jobs set result = null where id in (
  select id from jobs where result_until <= (select quarry_now()) and result is not null
  order by result_until limit ${sweepBatch} for update skip locked)`)

type SweepOptions = {
  pool: Pool
  finishJobs: FinishJobs
  storage: Pick<StorageLimit, 'fold'>
  resultHours: number
}

/**
 * Ends queued jobs whose key or account was deactivated, and deletes results and delivery logs past their retention. Any
 * number of servers may sweep at once.
 */
export async function sweepJobs({ pool, finishJobs, storage, resultHours }: SweepOptions) {
  const rowHours = Math.max(0, listedHours - resultHours)
  const { rows } = await pool.query<OpenJob>(deactivatedStatement)
  const ends = rows.map((job) => failedEnd(job, ['queued'], { reason: 'forbidden' }))
  const deactivated = ends.length === 0 ? [] : await finishJobs(ends)
  await sweepDeliveries(pool)
  await sweepAll(pool, expiredResultsStatement, sweepBatch)
  await storage.fold()
  const items = await sweepAll(pool, expiredItemsStatement, maxExpiredItems)
  await pool.query(expiredBatchesStatement)
  const single = await sweepAll(pool, expiredStatement, sweepBatch, [rowHours])
  return { deactivated: deactivated.filter(Boolean).length, expired: items + single }
}
