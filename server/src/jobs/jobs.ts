// Asynchronous calls, wired: what the rest of the server may do with jobs, and the timers behind it.
import type { RateLimiter } from '../access/rate-limit.ts'
import type { Enqueue } from '../calls/enqueue.ts'
import type { Database } from '../db/connect.ts'
import { Refusal } from '../errors.ts'
import type { Deliver } from '../upstream/deliver.ts'
import { type Batches, createBatches } from './batches.ts'
import { createEnqueue } from './enqueue.ts'
import { cancelledEnd, createFinishJobs, type JobEnd, type OpenJob } from './finish.ts'
import { createListener } from './listen.ts'
import { createQueue } from './queue.ts'
import { createDeliveries, type Deliveries } from './read-deliveries.ts'
import {
  type Backlog,
  isEnded,
  type JobList,
  type JobListQuery,
  type JobRow,
  listJobs,
  readBacklog,
  readJob,
} from './read-jobs.ts'
import { createRunJob, type RunJobParts } from './run-job.ts'
import { createStorage } from './storage.ts'
import { createSweep, type Sweep } from './sweep.ts'
import { createWaiters } from './waiters.ts'
import { createWebhooks } from './webhooks.ts'
import { createWorker } from './worker.ts'

export type Jobs = {
  enqueue: Enqueue
  /** The account's job; waits up to `waitMs` for its end. Throws Refusal not_found. */
  get: (accountId: number, id: string, waitMs: number) => Promise<JobRow>
  list: (accountId: number, query: JobListQuery) => Promise<JobList>
  /** Ends a queued job without a charge; 409 for one that has started. */
  cancel: (accountId: number, id: string) => Promise<JobRow>
  backlog: () => Promise<Backlog>
  batches: Batches
  deliveries: Deliveries
  sweep: Sweep
  start: () => Promise<void>
  /** Answers those who wait, so that their requests can end before the rest is closed. */
  stopWaiting: () => void
  close: () => Promise<void>
}

export type JobsOptions = RunJobParts & {
  database: Pick<Database, 'pool' | 'reads' | 'inTurn'>
  startLimiter: RateLimiter
  defaultPerSecond: number | null
  resultHours: number
  /** What an account may have stored; null for no bound. */
  maxStoredBytes: number | null
  /** False where another process works. */
  works: boolean
  /** No other worker uses this database: what the one before had taken is given back at once. */
  alone: boolean
  deliver: Deliver
  leaseSeconds?: number
  onEnd?: (end: JobEnd) => void
  onError: (error: unknown) => void
}

const sweepMs = 10_000

export function createJobs(options: JobsOptions): Jobs {
  const { works, alone, leaseSeconds = 15, onError } = options
  const { pool, reads, inTurn } = options.database
  const queue = createQueue({ pool, leaseSeconds, onError })
  const webhooks = createWebhooks({ pool, deliver: options.deliver, onError })
  const finishJobs = createFinishJobs({ pool, queue, resultHours: options.resultHours })
  const storage = createStorage({ pool, maxBytes: options.maxStoredBytes })
  const checkWebhook = webhooks.check
  const { enqueue, close: closeEnqueue } = createEnqueue({ pool, inTurn, queue, storage, checkWebhook })
  const sweep = createSweep({ pool, finishJobs, storage })
  const waiters = createWaiters()
  const worker = works
    ? createWorker({ ...options, pool, queue, finishJobs, runJob: createRunJob(options), leaseSeconds })
    : null
  const listener = createListener({
    pool,
    onWork() {
      worker?.wake()
      if (works) webhooks.wake()
    },
    onDone: waiters.tell,
    onGap() {
      worker?.wake()
      waiters.tellAll()
    },
    onError,
  })
  let sweeper: NodeJS.Timeout | undefined

  return {
    enqueue,
    async get(accountId, id, waitMs) {
      if (waitMs === 0) return readJob(reads(accountId), accountId, id)
      const { ended, cancel } = waiters.expect(id.toLowerCase())
      try {
        const now = await readJob(reads(accountId), accountId, id)
        if (isEnded(now)) return now
        await ended(waitMs)
        return await readJob(reads(accountId), accountId, id)
      } finally {
        cancel()
      }
    },
    list: (accountId, query) => listJobs(reads(accountId), accountId, query),
    async cancel(accountId, id) {
      await readJob(reads(accountId), accountId, id)
      const { rows } = await reads(accountId).query<OpenJob>(openJobStatement, [id, accountId])
      const [job] = rows
      const [ended] = job ? await inTurn(accountId, () => finishJobs([cancelledEnd(job)])) : []
      if (!ended) throw new Refusal('conflict')
      return readJob(reads(accountId), accountId, id)
    },
    backlog: () => readBacklog(reads('operator')),
    batches: createBatches({
      ...options,
      ...options.database,
      queue,
      finishJobs,
      storage,
      waiters,
      checkWebhook,
    }),
    deliveries: createDeliveries(options.database),
    sweep,
    async start() {
      await queue.start()
      if (alone && works) await queue.giveBackAll()
      await listener.start()
      worker?.start()
      if (works) webhooks.start()
      sweeper = setInterval(() => sweep().catch(onError), sweepMs)
      sweeper.unref()
    },
    stopWaiting: () => waiters.close(),
    async close() {
      clearInterval(sweeper)
      waiters.close()
      await worker?.close()
      await webhooks.close()
      await closeEnqueue()
      await listener.close()
      await queue.close()
    },
  }
}

const openJobStatement = `
select id, account_id as "accountId", key_id as "keyId", endpoint, params, price, attempts from jobs
where id = $1 and account_id = $2 and state = 'queued'`
