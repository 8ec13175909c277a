// Asynchronous calls: what the rest of the server may do with jobs, and the worker, listener and sweeper behind it.

import type { Viewer } from '../../accounts/caller.ts'
import type { Database } from '../../platform/db/connect.ts'
import { statement } from '../../platform/db/statement.ts'
import { Refusal } from '../../platform/errors.ts'
import { runEvery } from '../../platform/lib/run-every.ts'
import { type CheckWebhook, createEnqueue } from './enqueue-jobs.ts'
import { createFinishJobs, type FinishJobs } from './finish-jobs.ts'
import { cancelledEnd, type OpenJob, openJobColumns } from './job-end.ts'
import { createListener } from './notifications.ts'
import { createQueue } from './queue.ts'
import { isEnded, type JobListQuery, type JobRow, listJobs, readBacklog, readJob } from './read-jobs.ts'
import { createStorageLimit } from './storage-limit.ts'
import { sweepJobs } from './sweep-jobs.ts'
import { createWaiters } from './waiters.ts'
import { createWorker, type WorkerOptions } from './worker.ts'

export type JobsOptions = Omit<WorkerOptions, 'pool' | 'queue' | 'finishJobs' | 'leaseSeconds'> & {
  /** Job starts per second of accounts without a `rate_limit`. */
  defaultPerSecond: number | null
  database: Pick<Database, 'pool' | 'reads' | 'withSlot'>
  resultHours: number
  /** What an account may store; null for no bound. */
  maxStoredBytes: number | null
  /** False where another process runs the jobs. */
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
    /** Answers the requests that wait, so that they end before the rest is closed. */
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
