// The worker: takes jobs while it has room for them, runs them, and ends them in shared transactions. A notification
// wakes it; it also polls once a second for expired leases, cancelled batches and starts that a rate limit delayed.
import { setTimeout as sleep } from 'node:timers/promises'
import { isFailure } from '@quarry/kit/errors'
import type { Pool } from 'pg'
import type { RateLimiter } from '../../accounts/rate-limit.ts'
import { isRolledBack } from '../../platform/db/connection.ts'
import { createBatcher } from '../../platform/lib/batcher.ts'
import { runEvery } from '../../platform/lib/run.ts'
import { createWorkLoop } from '../background-work.ts'
import { createChooseJobs, nameGroup, type Occupant } from './choose-jobs.ts'
import { cancelledEnd, type FinishJobs, failedEnd, type JobEnd } from './finish-jobs.ts'
import { type ChosenGroup, type JobGroup, maxCounted, maxGroups, type Queue, type TakenJob } from './queue.ts'
import { type RunJobDeps, runJob } from './run-job.ts'

export type WorkerOptions = RunJobDeps & {
  pool: Pool
  queue: Queue
  finishJobs: FinishJobs
  /** Limits job starts of an account, separately from its requests. */
  startLimiter: RateLimiter
  leaseSeconds: number
  onEnd?: (end: JobEnd) => void
  onError: (error: unknown) => void
}

/** While this many jobs wait to be written, no more are taken. */
const maxEnding = 256
const pollMs = 1_000
/** After a round in which a rate limit delayed a start: the limit's window moves on all the time. */
const limitedPollMs = 100
/** After this many crashes of its workers, a job is taken for their cause and fails. */
const maxCrashes = 8
const finishTries = 6
/** How long running jobs may take to end when the worker stops, and how long their ends may take to be written. */
const graceMs = 3_000
const writeMs = 15_000

type Running = Occupant & {
  job: TakenJob
  done: Promise<void>
  abort: AbortController
  /** The lookup is over and the job is being written: it holds no slot. */
  isEnding: boolean
  isCancelled: boolean
}

type WorkerState = ReturnType<typeof createState>

function createState(options: WorkerOptions, onRoom: () => void) {
  const { endpoints, startLimiter, finishJobs } = options
  const sites = new Map<string, string>()
  for (const { endpoint, providers } of endpoints)
    for (const [index, { name, location }] of providers.entries())
      for (const named of index === 0 ? ['', name] : [name])
        sites.set(`${endpoint.path} ${named}`, `${name} ${location}`)
  const findSite = (path: string, provider: string | null) => sites.get(`${path} ${provider ?? ''}`) ?? ''
  const countStart = async ({ accountId, limits, isAccountActive }: JobGroup) => {
    // Jobs of an inactive account end without a lookup.
    const verdict = isAccountActive ? await startLimiter.take(accountId, limits) : null
    return verdict === null || verdict.allowed ? 0 : verdict.retryAfterSeconds
  }
  return {
    options,
    /** A job has ended or waits, so another one may start. */
    onRoom,
    findSite,
    chooseJobs: createChooseJobs({ findSite, countStart }),
    running: new Map<string, Running>(),
    ends: createBatcher<JobEnd, boolean>({
      run: finishJobs,
      maxBatch: 100,
      maxQueued: 10_000,
      // One batch writes while the other commits.
      maxRunning: 2,
      // A Failure is thrown inside the transaction, which undoes it.
      mayRetry: (error) => isFailure(error) || isRolledBack(error),
    }),
    /** Jobs that were aborted without a result when the worker stopped. */
    aborted: [] as TakenJob[],
    /** Jobs may be queued that had no room in the last round, or came after it. */
    mayHaveMore: true,
    /** A job has ended or waits since the last round counted the running ones. */
    hasNewRoom: false,
    mayBeCancelled: true,
    mayHaveExpired: true,
    /** The next round lists groups from this account on. */
    fromAccount: 0,
    limitTimer: undefined as NodeJS.Timeout | undefined,
  }
}

export function createWorker(options: WorkerOptions) {
  const { queue, leaseSeconds, onError } = options
  const state = createState(options, () => {
    state.hasNewRoom = true
    if (state.mayHaveMore) loop.wake()
  })
  const loop = createWorkLoop({ work: () => takeJobs(state), pollMs, onError })
  const { running, ends } = state
  let stopRenewing = async () => {}
  const wake = () => {
    state.mayHaveMore = true
    state.mayBeCancelled = true
    loop.wake()
  }
  const poll = () => {
    state.mayHaveExpired = true
    wake()
  }
  return {
    /** There is new work, or a batch was cancelled. */
    wake,
    start(): void {
      loop.start(poll)
      poll()
      const renew = async () => {
        if (running.size > 0) await queue.renew(listJobs(running.values()))
      }
      stopRenewing = runEvery((leaseSeconds * 1000) / 3, renew, onError)
    },
    /** Takes no more jobs. Those that do not end within the grace time are queued again for another worker. */
    async close(): Promise<void> {
      clearTimeout(state.limitTimer)
      await loop.close()
      await Promise.race([listDone(state), pause(graceMs)])
      for (const { isEnding, abort } of running.values()) if (!isEnding) abort.abort()
      // Results are written first; then the other jobs are queued again.
      await Promise.race([listDone(state), pause(writeMs)])
      const left = [...state.aborted, ...listJobs(running.values())]
      if (left.length > 0) await queue.handBack(left).catch(onError)
      await stopRenewing()
      await ends.close()
    },
  }
}

const listJobs = (running: Iterable<Running>) => [...running].map(({ job }) => job)
const listDone = ({ running }: WorkerState) => Promise.all([...running.values()].map(({ done }) => done))

/** One round. Returns whether there may be more jobs that have room; without room, the end of a job wakes the loop. */
async function takeJobs(state: WorkerState): Promise<boolean> {
  const { running, options } = state
  const { queue, missingFieldsLimit } = options
  await checkRunning(state)
  const ending = [...running.values()].filter(({ isEnding }) => isEnding)
  if (!state.mayHaveMore || ending.length >= maxEnding) return false
  // Before the query, so that a job that is queued during it sets it again.
  state.mayHaveMore = false
  const groups = await listGroups(state)
  const isAllowed = ({ requiresFields, accountId }: JobGroup) =>
    !requiresFields || missingFieldsLimit.waitSeconds(accountId) === 0
  // After the query, during which jobs may have ended.
  const occupants = [...running.values()].filter(({ isEnding }) => !isEnding)
  state.hasNewRoom = false
  const { chosen, retrySeconds } = await state.chooseJobs(groups.filter(isAllowed), occupants)
  if (retrySeconds <= 1) pollSoon(state)
  const jobs = chosen.length === 0 ? [] : await queue.take(chosen)
  for (const job of jobs) {
    const refused = refuseJob(job)
    if (refused) void finish(state, refused)
    else begin(state, job)
  }
  const hasMore = hasMoreJobs(chosen, jobs)
  if (hasMore || chosen.length < groups.length) state.mayHaveMore = true
  return hasMore || (state.mayHaveMore && state.hasNewRoom)
}

/** Whether a group may have more jobs than were taken. Those that are queued later are announced. */
function hasMoreJobs(chosen: readonly ChosenGroup[], jobs: readonly TakenJob[]): boolean {
  const taken = new Map<string, number>()
  for (const job of jobs) {
    const name = nameGroup({ ...job, requiresFields: job.require !== null || job.requireAny !== null })
    taken.set(name, (taken.get(name) ?? 0) + 1)
  }
  return chosen.some(({ group, count }) => {
    const isCounted = group.waiting < maxCounted
    return taken.get(nameGroup(group)) === count && (!isCounted || count < group.waiting)
  })
}

/** Lists groups from the account at which the last list ended; after the last account it starts again at the first. */
async function listGroups(state: WorkerState): Promise<JobGroup[]> {
  const groups = await state.options.queue.listGroups(state.fromAccount)
  const isComplete = state.fromAccount === 0 && groups.length < maxGroups
  const last = Math.max(...groups.map(({ accountId }) => accountId))
  state.fromAccount = groups.length < maxGroups ? 0 : last
  // The accounts before the last list's end were left out.
  if (!isComplete) state.mayHaveMore = true
  return groups
}

function pollSoon(state: WorkerState): void {
  clearTimeout(state.limitTimer)
  state.limitTimer = setTimeout(state.onRoom, limitedPollMs).unref()
}

/** Queues the jobs of crashed workers again, and ends the jobs of cancelled batches that only wait. */
async function checkRunning(state: WorkerState): Promise<void> {
  const { running, options } = state
  if (state.mayHaveExpired) {
    state.mayHaveExpired = false
    if ((await options.queue.requeueExpired()) > 0) state.mayHaveMore = true
  }
  if (!state.mayBeCancelled) return
  state.mayBeCancelled = false
  const waiting = [...running.values()].filter(({ job, isWaiting }) => isWaiting && job.batchId !== null)
  if (waiting.length === 0) return
  const batches = await options.queue.listCancelled([...new Set(waiting.map(({ job }) => job.batchId ?? ''))])
  const cancelled = new Set(batches)
  for (const entry of waiting) {
    if (!entry.isWaiting || !cancelled.has(entry.job.batchId ?? '')) continue
    entry.isCancelled = true
    entry.abort.abort()
  }
}

function begin(state: WorkerState, job: TakenJob): void {
  const { running, options, onRoom } = state
  const { accountId, endpoint, provider } = job
  const flags = { isWaiting: false, isEnding: false, isCancelled: false }
  const site = state.findSite(endpoint, provider)
  const entry: Running = {
    job,
    accountId,
    site,
    ...flags,
    abort: new AbortController(),
    done: Promise.resolve(),
  }
  running.set(job.id, entry)
  entry.done = runAndFinish(state, entry)
    .catch(options.onError)
    .finally(() => {
      // A later attempt may have begun meanwhile, after the lease of this one expired.
      if (running.get(job.id) === entry) running.delete(job.id)
      onRoom()
    })
}

async function runAndFinish(state: WorkerState, entry: Running): Promise<void> {
  const { job, abort } = entry
  const onWaiting = (isWaiting: boolean) => {
    entry.isWaiting = isWaiting
    if (isWaiting) state.onRoom()
  }
  const end = await runJob(state.options, job, { signal: abort.signal, onWaiting })
  entry.isEnding = true
  state.onRoom()
  // A result that was there when the job was aborted counts.
  if (!abort.signal.aborted || end.state === 'completed') return finish(state, end)
  if (entry.isCancelled) return finish(state, cancelledEnd(job, 'running'))
  state.aborted.push(job)
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

function refuseJob(job: TakenJob): JobEnd | null {
  if (!job.isPermitted) return failedEnd(job, ['running'], { reason: 'forbidden' })
  if (job.attempts - job.handedBack > maxCrashes) return failedEnd(job, ['running'], { reason: 'internal' })
  return null
}

const pause = (ms: number) => sleep(ms, undefined, { ref: false })
