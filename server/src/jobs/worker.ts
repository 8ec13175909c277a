// The worker: takes jobs while it has places, runs them, and ends them in shared transactions. It is woken when
// there is work and looks by itself once a second, for jobs that were put off or given back.

import { isFailure } from '@quarry/kit/errors'
import type { Pool } from 'pg'
import type { MissingFieldsLimit } from '../access/missing-fields-limit.ts'
import type { RateLimiter } from '../access/rate-limit.ts'
import { isRolledBack } from '../credits/confirm-commit.ts'
import { createBatcher } from '../lib/batcher.ts'
import { claim, readWaiting, unclaim, type WaitingJob } from './claim.ts'
import type { FinishJobs } from './finish.ts'
import { failedEnd, type JobEnd } from './job-end.ts'
import { createPace } from './pace.ts'
import type { Lane, Queue, QueuedJob } from './queue.ts'
import type { RunJob } from './run-job.ts'

export type Worker = {
  wake: () => void
  start: () => void
  /** Takes no more; what is not done within the grace is given back for another worker. */
  close: () => Promise<void>
}

export type WorkerOptions = {
  pool: Pool
  queue: Queue
  runJob: RunJob
  finishJobs: FinishJobs
  /** Job starts of an account, counted apart from its requests. */
  startLimiter: RateLimiter
  missingFieldsLimit: MissingFieldsLimit
  /** Starts a second where the account's rate limit was never given. */
  defaultPerSecond: number | null
  leaseSeconds: number
  graceMs?: number
  onEnd?: (end: JobEnd) => void
  onError: (error: unknown) => void
}

const places = 64
/** So many may wait to be written down before no more are taken. */
const maxEnding = 256
/** Kept for accounts that have few jobs open. */
const firstLanePlaces = 16
const pollMs = 1_000
/** After so many crashes of workers the job itself is taken for the cause. */
const maxCrashes = 8
const finishTries = 6

type Running = {
  job: WaitingJob
  done: Promise<void>
  lane: Lane
  cut: AbortController
  /** Its lookup is over: it is being written down, and its place is another's. */
  isEnding: boolean
}

export function createWorker(options: WorkerOptions): Worker {
  const { pool, queue, runJob, finishJobs, startLimiter, leaseSeconds, graceMs = 3_000, onError } = options
  const running = new Map<string, Running>()
  const paceOf = createPace()
  /** When a lane was found empty; it is not looked at again until there is word of new jobs, or for a while. */
  const emptyAt = new Map<Lane, number>()
  let told = 0
  let wakeUp: () => void = () => {}
  let woken = false
  let closing = false
  let looping: Promise<void> = Promise.resolve()
  let beat: NodeJS.Timeout | undefined

  const ends = createBatcher<JobEnd, boolean>({
    run: finishJobs,
    maxBatch: 200,
    maxQueued: 10_000,
    // What a transaction throws by itself undoes it.
    mayRetry: (error) => isFailure(error) || isRolledBack(error),
  })

  const stir = () => {
    woken = true
    wakeUp()
  }

  const wake = () => {
    told += 1
    emptyAt.clear()
    stir()
  }

  const isEmpty = (lane: Lane) => performance.now() - (emptyAt.get(lane) ?? Number.NEGATIVE_INFINITY) < pollMs

  async function finish(end: JobEnd): Promise<void> {
    // A second try is safe: if the first was committed, there is nothing left to end.
    for (let attempt = 1; attempt <= finishTries; attempt += 1) {
      try {
        if (await ends.add(end)) options.onEnd?.(end)
        return
      } catch (error) {
        onError(error)
        await pause(100 * 2 ** attempt)
      }
    }
  }

  async function run(job: WaitingJob, signal: AbortSignal): Promise<void> {
    const end = await runJob(job, signal)
    // What was cut short is no result; the job has been given back.
    if (signal.aborted) return
    const entry = running.get(job.id)
    if (entry) entry.isEnding = true
    stir()
    await finish(end)
  }

  function begin(job: WaitingJob, lane: Lane): void {
    const cut = new AbortController()
    const done = run(job, cut.signal)
      .catch(onError)
      .finally(() => {
        running.delete(job.id)
        stir()
      })
    running.set(job.id, { job, done, lane, cut, isEnding: false })
  }

  const free = (lane: Lane) => {
    const busy = [...running.values()].filter(({ isEnding }) => !isEnding)
    if (running.size - busy.length >= maxEnding) return 0
    const left = places - busy.length
    if (lane === 'first') return left
    const bulk = busy.filter((entry) => entry.lane === 'bulk').length
    return Math.min(left, places - firstLanePlaces - bulk)
  }

  /** Takes what there is room for; true when there may be more. */
  async function takeFrom(lane: Lane): Promise<boolean> {
    const room = free(lane)
    if (room <= 0 || isEmpty(lane)) return false
    const toldBefore = told
    const ids = await queue.take(lane, room)
    // A job that came while the answer was on its way may not be in it.
    if (ids.length < room && told === toldBefore) emptyAt.set(lane, performance.now())
    if (ids.length === 0) return false
    const waiting = await readWaiting(pool, ids, options.defaultPerSecond)
    const postponed: { job: QueuedJob; delayMs: number }[] = []
    const ready: WaitingJob[] = []
    for (const job of waiting) {
      const waitSeconds = requiresFields(job) ? options.missingFieldsLimit.waitSeconds(job.accountId) : 0
      if (waitSeconds > 0) {
        postponed.push({ job, delayMs: waitSeconds * 1000 })
        continue
      }
      const verdict = job.permitted ? await startLimiter.take(job.accountId, job.limits) : null
      if (verdict && !verdict.allowed)
        postponed.push({
          job,
          delayMs: paceOf(job.accountId, job.limits, verdict.retryAfterSeconds * 1000),
        })
      else ready.push(job)
    }
    if (postponed.length > 0) await queue.postpone(postponed)
    for (const job of await claim(pool, ready)) {
      const refused = refusalOf(job)
      if (refused) void finish(refused).catch(onError)
      else begin(job, lane)
    }
    return ids.length === room
  }

  async function loop(): Promise<void> {
    while (!closing) {
      woken = false
      try {
        const more = [await takeFrom('first'), await takeFrom('bulk')]
        // With every place taken, the end of a job wakes it.
        if (more.includes(true) && free('first') > 0) continue
      } catch (error) {
        onError(error)
        await pause(pollMs)
      }
      if (!woken && !closing) await nextWake()
    }
  }

  function nextWake(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        emptyAt.clear()
        resolve()
      }, pollMs)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const renew = () => {
    if (running.size > 0) queue.renew([...running.values()].map(({ job }) => job)).catch(onError)
  }

  async function giveBack(): Promise<void> {
    const left = [...running.values()].map(({ job }) => job)
    for (const { cut } of running.values()) cut.abort()
    if (left.length > 0) await unclaim(pool, left)
  }

  return {
    wake,
    start() {
      looping = loop()
      beat = setInterval(renew, (leaseSeconds * 1000) / 3)
      beat.unref()
    },
    async close() {
      closing = true
      stir()
      await looping
      await Promise.race([Promise.all([...running.values()].map(({ done }) => done)), pause(graceMs)])
      await giveBack().catch(onError)
      clearInterval(beat)
      await ends.close()
    },
  }
}

const requiresFields = ({ require, requireAny }: WaitingJob): boolean =>
  require !== null || requireAny !== null

function refusalOf(job: WaitingJob): JobEnd | null {
  if (!job.permitted) return failedEnd(job, ['running'], { reason: 'forbidden' })
  if (job.attempts - job.handedBack > maxCrashes) return failedEnd(job, ['running'], { reason: 'internal' })
  return null
}

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref()
  })
