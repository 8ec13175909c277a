// The worker: takes jobs while it has free slots, runs them, and ends them in shared transactions. A notification wakes
// it; it also polls once a second for jobs that were postponed or whose lease expired.
import { setTimeout as sleep } from 'node:timers/promises'
import { isFailure } from '@quarry/kit/errors'
import type { Pool } from 'pg'
import { isRolledBack } from '../credits/confirm-commit.ts'
import { createBatcher } from '../lib/batcher.ts'
import type { FinishJobs } from './finish-jobs.ts'
import { failedEnd, type JobEnd } from './job-end.ts'
import {
  claim,
  createSortJobs,
  type Lane,
  type Queue,
  readWaiting,
  releaseClaims,
  type SortOptions,
  type WaitingJob,
} from './queue.ts'
import { type RunJobDeps, runJob } from './run-job.ts'
import { createWorkLoop } from './work-loop.ts'

export type WorkerOptions = RunJobDeps &
  SortOptions & {
    pool: Pool
    queue: Queue
    finishJobs: FinishJobs
    /** Starts per second of accounts without a `rate_limit`. */
    defaultPerSecond: number | null
    leaseSeconds: number
    onEnd?: (end: JobEnd) => void
    onError: (error: unknown) => void
  }

const slots = 64
/** Slots for accounts that have few open jobs. */
const firstLaneSlots = 16
/** While this many jobs wait to be written, no more are taken. */
const maxEnding = 256
const pollMs = 1_000
/** After this many crashes of workers the job itself is taken for the cause. */
const maxCrashes = 8
const finishTries = 6
/** How long running jobs may take to end when the worker stops. */
const graceMs = 3_000

type Running = {
  job: WaitingJob
  lane: Lane
  done: Promise<void>
  abort: AbortController
  /** The lookup is over: the job is being written, and its slot is free. */
  isEnding: boolean
}

type WorkerState = ReturnType<typeof createState>

function createState(options: WorkerOptions, onFreeSlot: () => void) {
  const running = new Map<string, Running>()
  const ends = createBatcher<JobEnd, boolean>({
    run: options.finishJobs,
    maxBatch: 200,
    maxQueued: 10_000,
    // A Failure is thrown inside the transaction, which undoes it.
    mayRetry: (error) => isFailure(error) || isRolledBack(error),
  })
  return {
    options,
    onFreeSlot,
    running,
    lanes: createLanes(running),
    ends,
    sortJobs: createSortJobs(options),
  }
}

export function createWorker(options: WorkerOptions) {
  const { queue, leaseSeconds, onError } = options
  const state = createState(options, () => loop.wake())
  const { running, lanes, ends } = state
  const loop = createWorkLoop({ work: () => takeJobs(state), pollMs, onError })
  let renewal: NodeJS.Timeout | undefined
  const wake = () => {
    lanes.reset()
    loop.wake()
  }
  return {
    /** There is new work. */
    wake,
    start(): void {
      loop.start(wake)
      wake()
      const renew = () => {
        if (running.size > 0) queue.renew(listJobs(running)).catch(onError)
      }
      renewal = setInterval(renew, (leaseSeconds * 1000) / 3).unref()
    },
    /** Takes no more jobs. Those that do not end within the grace time are returned to the queue for another worker. */
    async close(): Promise<void> {
      await loop.close()
      await Promise.race([Promise.all([...running.values()].map(({ done }) => done)), pause(graceMs)])
      await handBack(state).catch(onError)
      clearInterval(renewal)
      await ends.close()
    },
  }
}

/** Returns whether there may be more jobs and a free slot; without one, the end of a job wakes the loop. */
async function takeJobs(state: WorkerState): Promise<boolean> {
  const hasMore = [await takeFrom(state, 'first'), await takeFrom(state, 'bulk')].includes(true)
  return hasMore && state.lanes.countFree('first') > 0
}

/** Takes as many jobs as there are free slots; true when there may be more. */
async function takeFrom(state: WorkerState, lane: Lane): Promise<boolean> {
  const { lanes, options } = state
  const { pool, queue } = options
  const free = lanes.countFree(lane)
  if (free <= 0 || lanes.isEmpty(lane)) return false
  const ids = await lanes.take(queue, lane, free)
  if (ids.length === 0) return false
  const { ready, postponed } = await state.sortJobs(await readWaiting(pool, ids, options.defaultPerSecond))
  if (postponed.length > 0) await queue.postpone(postponed)
  for (const job of await claim(pool, ready)) {
    const refused = refuseJob(job)
    if (refused) void finish(state, refused)
    else begin(state, job, lane)
  }
  return ids.length === free
}

function begin(state: WorkerState, job: WaitingJob, lane: Lane): void {
  const { running, options, onFreeSlot } = state
  const abort = new AbortController()
  const done = runAndFinish(state, job, abort.signal)
    .catch(options.onError)
    .finally(() => {
      running.delete(job.id)
      onFreeSlot()
    })
  running.set(job.id, { job, done, lane, abort, isEnding: false })
}

async function runAndFinish(state: WorkerState, job: WaitingJob, signal: AbortSignal): Promise<void> {
  const end = await runJob(state.options, job, signal)
  // An aborted job has no result; it was returned to the queue.
  if (signal.aborted) return
  const entry = state.running.get(job.id)
  if (entry) entry.isEnding = true
  state.onFreeSlot()
  await finish(state, end)
}

const listJobs = (running: ReadonlyMap<string, Running>) => [...running.values()].map(({ job }) => job)

async function handBack({ running, options }: WorkerState): Promise<void> {
  const jobs = listJobs(running)
  for (const { abort } of running.values()) abort.abort()
  if (jobs.length > 0) await releaseClaims(options.pool, jobs)
}

/** The free slots of each lane, and which lanes were found empty since the last notification or poll. */
function createLanes(running: ReadonlyMap<string, Running>) {
  const empty = new Set<Lane>()
  let resets = 0
  return {
    countFree(lane: Lane): number {
      const busy = [...running.values()].filter(({ isEnding }) => !isEnding)
      if (running.size - busy.length >= maxEnding) return 0
      const free = slots - busy.length
      if (lane === 'first') return free
      const bulk = busy.filter((entry) => entry.lane === 'bulk').length
      return Math.min(free, slots - firstLaneSlots - bulk)
    },
    isEmpty: (lane: Lane) => empty.has(lane),
    async take(queue: Queue, lane: Lane, count: number): Promise<string[]> {
      const resetsBefore = resets
      const ids = await queue.take(lane, count)
      // A job that was enqueued during the query may be missing in its result.
      if (ids.length < count && resets === resetsBefore) empty.add(lane)
      return ids
    },
    reset(): void {
      resets += 1
      empty.clear()
    },
  }
}

/** A second try is safe: if the first was committed, there is nothing left to end. */
async function finish({ options: { onEnd, onError }, ends }: WorkerState, end: JobEnd): Promise<void> {
  for (let attempt = 1; attempt <= finishTries; attempt += 1) {
    try {
      if (await ends.add(end)) onEnd?.(end)
      return
    } catch (error) {
      onError(error)
      await pause(100 * 2 ** attempt)
    }
  }
}

function refuseJob(job: WaitingJob): JobEnd | null {
  if (!job.permitted) return failedEnd(job, ['running'], { reason: 'forbidden' })
  if (job.attempts - job.handedBack > maxCrashes) return failedEnd(job, ['running'], { reason: 'internal' })
  return null
}

const pause = (ms: number) => sleep(ms, undefined, { ref: false })
