// Asynchronous calls, wired: what the rest of the server may do with jobs, and the timers behind it.

import type { RateLimiter } from '../access/rate-limit.ts'
import type { Reach } from '../access/reach.ts'
import type { Enqueue } from '../calls/enqueue.ts'
import type { Database } from '../db/connect.ts'
import { statement } from '../db/statement.ts'
import { Refusal } from '../errors.ts'
import { createEnqueue } from './enqueue.ts'
import { createFinishJobs, type FinishJobs } from './finish.ts'
import { cancelledEnd, type JobEnd, type OpenJob } from './job-end.ts'
import { createListener } from './listen.ts'
import { createQueue } from './queue.ts'
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
import { createStorage, type Storage } from './storage.ts'
import { createSweep, type Sweep } from './sweep.ts'
import { createWaiters, type Waiters } from './waiters.ts'
import { createWorker } from './worker.ts'

export type Jobs = {
  enqueue: Enqueue
  /** A job within reach; waits up to `waitMs` for its end. Throws Refusal not_found. */
  get: (reach: Reach, id: string, waitMs: number) => Promise<JobRow>
  list: (reach: Reach, query: JobListQuery) => Promise<JobList>
  /** Ends a queued job without a charge; 409 for one that has started. */
  cancel: (reach: Reach, id: string) => Promise<JobRow>
  backlog: () => Promise<Backlog>
  /** For what is made of jobs: batches. */
  parts: { finishJobs: FinishJobs; storage: Storage; waiters: Waiters }
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
  /** No other worker uses this database: the leases of the one before end at once. */
  alone: boolean
  /** Throws Refusal for an address that cannot be told of a job's end. */
  checkWebhook: (accountId: number, url: string) => Promise<void>
  /** Told on every server when one of them has work to do, such as a message to deliver. */
  onWork: () => void
  leaseSeconds?: number
  onEnd?: (end: JobEnd) => void
  onError: (error: unknown) => void
}

const sweepMs = 10_000

export function createJobs(options: JobsOptions): Jobs {
  const { works, alone, leaseSeconds = 15, checkWebhook, onError } = options
  const { pool, reads, inTurn } = options.database
  const queue = createQueue({ pool, leaseSeconds })
  const finishJobs = createFinishJobs({ pool, resultHours: options.resultHours })
  const storage = createStorage({ pool, maxBytes: options.maxStoredBytes })
  const { enqueue, close: closeEnqueue } = createEnqueue({ pool, inTurn, storage, checkWebhook })
  const sweep = createSweep({ pool, finishJobs, storage })
  const waiters = createWaiters()
  const worker = works
    ? createWorker({ ...options, pool, queue, finishJobs, runJob: createRunJob(options), leaseSeconds })
    : null
  const listener = createListener({
    pool,
    onWork() {
      worker?.wake()
      options.onWork()
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
    async get(reach, id, waitMs) {
      const read = () => readJob(reads(reach.accountId), reach, id)
      if (waitMs === 0) return read()
      const { ended, cancel } = waiters.expect(id.toLowerCase())
      try {
        const now = await read()
        if (isEnded(now)) return now
        await ended(waitMs)
        return await read()
      } finally {
        cancel()
      }
    },
    list: (reach, query) => listJobs(reads(reach.accountId), reach, query),
    async cancel(reach, id) {
      const { accountId } = reach
      await readJob(reads(accountId), reach, id)
      const { rows } = await reads(accountId).query<OpenJob>({
        ...openJobStatement,
        values: [id, accountId],
      })
      const [job] = rows
      const [ended] = job ? await inTurn(accountId, () => finishJobs([cancelledEnd(job)])) : []
      if (!ended) throw new Refusal('conflict')
      return readJob(reads(accountId), reach, id)
    },
    backlog: () => readBacklog(reads('operator')),
    parts: { finishJobs, storage, waiters },
    sweep,
    async start() {
      if (alone && works) await queue.endLeases()
      await listener.start()
      worker?.start()
      sweeper = setInterval(() => sweep().catch(onError), sweepMs)
      sweeper.unref()
    },
    stopWaiting: () => waiters.close(),
    async close() {
      clearInterval(sweeper)
      waiters.close()
      await worker?.close()
      await closeEnqueue()
      await listener.close()
    },
  }
}

const openJobStatement = statement(`
select id, account_id as "accountId", key_id as "keyId", endpoint, params, price, attempts from jobs
where id = $1 and account_id = $2 and state = 'queued'`)
