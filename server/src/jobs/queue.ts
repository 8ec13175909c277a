// The job queue: open rows of `jobs`, in two lanes. A job may be taken from `available_at` on: taking it moves that to
// the end of a lease, which its worker renews. When a worker dies, its leases expire and another worker takes its jobs.
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import type { Limits } from '../access/caller.ts'
import type { MissingFieldsLimit } from '../access/missing-fields-limit.ts'
import type { RateLimiter } from '../access/rate-limit.ts'
import { changeRows, prepared, readRows, statement } from '../db/statement.ts'
import type { NewJob } from './enqueue-jobs.ts'
import { type OpenJob, openJobColumns } from './job-end.ts'

// Decision: two lanes. The first few open jobs of an account wait in a lane of their own, for which workers reserve
// slots that no backlog can take; within a lane the priority decides, which falls with the account's backlog.
export type Lane = 'first' | 'bulk'

export type QueuedJob = Pick<OpenJob, 'id' | 'attempts'>
export type Queue = ReturnType<typeof createQueue>

export const takeStatement = prepared('quarry-take-jobs', 'select id from quarry_take_jobs($1, $2, $3) as id')

// Skips locked rows, which are being ended or taken and need no longer lease. Waiting for them could deadlock.
const renewStatement = statement(`
update jobs set available_at = now() + $3::integer * interval '1 second' where id in (
  select j.id from jobs j join unnest($1::uuid[], $2::smallint[]) as i(id, attempts)
    on j.id = i.id and j.attempts = i.attempts
  where j.state = 'running' for update of j skip locked)`)

const postponeStatement = statement(`
with postponed as materialized (
  select j.id, i.delay_ms from jobs j join unnest($1::uuid[], $2::smallint[], $3::integer[]) as i(id, attempts, delay_ms)
    on j.id = i.id and j.attempts = i.attempts
  where j.state in ('queued', 'running') for update of j skip locked
)
update jobs j set available_at = now() + p.delay_ms * interval '1 millisecond' from postponed p where j.id = p.id`)

// A postponed job may be among them: it is postponed again when it is taken.
const endLeasesStatement = statement(`
update jobs set available_at = now()
where state in ('queued', 'running') and available_at between now() and now() + $1::integer * interval '1 second'`)

/** `leaseSeconds`: how long the jobs of a crashed worker stay with it; renewed after a third of it. */
export function createQueue({ pool, leaseSeconds }: { pool: Pool; leaseSeconds: number }) {
  return {
    /** Up to `count` ids, leased to the caller. */
    async take(lane: Lane, count: number): Promise<string[]> {
      const rows = await readRows<{ id: string }>(pool, takeStatement, [lane, count, leaseSeconds])
      return rows.map(({ id }) => id)
    },
    renew: (jobs: readonly QueuedJob[]) =>
      changeRows(pool, renewStatement, [...toColumns(jobs), leaseSeconds]),
    /** Makes jobs that were taken but not claimed available again, each after its delay. */
    postpone(jobs: readonly { job: QueuedJob; delayMs: number }[]) {
      const delays = jobs.map(({ delayMs }) => Math.ceil(delayMs))
      return changeRows(pool, postponeStatement, [...toColumns(jobs.map(({ job }) => job)), delays])
    },
    /** Ends the leases of all workers: only for a database that no other worker uses. */
    endLeases: () => changeRows(pool, endLeasesStatement, [leaseSeconds]),
  }
}

type JobOptions = 'softFail' | 'maxAgeSeconds' | 'provider' | 'require' | 'requireAny' | 'fields'
export type WaitingJob = OpenJob &
  Pick<NewJob, JobOptions> & {
    /** How many of its attempts ended because the worker stopped. */
    handedBack: number
    limits: Limits
    /** Whether its key and its account are still active. */
    permitted: boolean
  }

const readStatement = prepared(
  'quarry-waiting',
  `
select ${openJobColumns}, j.handed_back as "handedBack", j.soft_fail as "softFail",
  j.max_age_seconds as "maxAgeSeconds", j.provider, j.require, j.require_any as "requireAny", j.fields,
  json_build_object('perSecond', coalesce(a.limit_per_second, case when not a.rate_limit_given then $2::integer end),
    'perMinute', a.limit_per_minute) as limits, a.active and k.active as permitted
from jobs j join accounts a on a.id = j.account_id join keys k on k.id = j.key_id
where j.id = any($1::uuid[]) and j.state in ('queued', 'running')`,
)

/** The open jobs among these ids, in their order. */
export async function readWaiting(pool: Pool, ids: readonly string[], defaultPerSecond: number | null) {
  const { rows } = await pool.query<WaitingJob>({ ...readStatement, values: [ids, defaultPerSecond] })
  const jobs = new Map(rows.map((job) => [job.id, job]))
  return ids.map((id) => jobs.get(id)).filter((job) => job !== undefined)
}

// The start gets a number from the log's sequence, which orders it among the events.
const claimStatement = prepared(
  'quarry-claim',
  `
update jobs j set state = 'running', attempts = j.attempts + 1, started = coalesce(j.started, (select quarry_now())),
  start_number = coalesce(j.start_number, nextval('calls_id_seq'))
from unnest($1::uuid[], $2::smallint[]) as i(id, attempts)
where j.id = i.id and j.attempts = i.attempts and j.state in ('queued', 'running')
returning j.id`,
)

/** Returns the jobs that this worker may now run: older attempts can no longer end them. */
export async function claim(pool: Pool, jobs: readonly WaitingJob[]): Promise<WaitingJob[]> {
  if (jobs.length === 0) return []
  const { rows } = await pool.query<{ id: string }>({ ...claimStatement, values: toColumns(jobs) })
  const claimed = new Set(rows.map(({ id }) => id))
  return jobs.filter(({ id }) => claimed.has(id)).map((job) => ({ ...job, attempts: job.attempts + 1 }))
}

const unclaimStatement = statement(`
update jobs j set state = 'queued', handed_back = j.handed_back + 1, available_at = now()
from unnest($1::uuid[], $2::smallint[]) as i(id, attempts)
where j.id = i.id and j.attempts = i.attempts and j.state = 'running'`)

/**
 * Undoes a claim when the worker stops: the attempt keeps its number, does not count as a crash, and its lease ends.
 */
export const releaseClaims = (pool: Pool, jobs: readonly OpenJob[]) =>
  changeRows(pool, unclaimStatement, toColumns(jobs))

const toColumns = (jobs: readonly QueuedJob[]) => [
  jobs.map(({ id }) => id),
  jobs.map(({ attempts }) => attempts),
]

const maxAccounts = 10_000
const maxDelayMs = 24 * 3_600_000

/** Spaces the starts of an account's postponed jobs by its rate limit, so that each of them is postponed only once. */
function createStartDelays() {
  const nextByAccount = new LRUCache<number, number>({ max: maxAccounts })
  /** Milliseconds until the account's next free start. */
  return (accountId: number, { perSecond, perMinute }: Limits, minMs: number): number => {
    const now = performance.now()
    const stepMs = Math.max(
      perSecond === null ? 0 : 1000 / perSecond,
      perMinute === null ? 0 : 60_000 / perMinute,
    )
    const next = Math.max(now + minMs, (nextByAccount.get(accountId) ?? 0) + stepMs)
    nextByAccount.set(accountId, next)
    return Math.min(next - now, maxDelayMs)
  }
}

export type SortOptions = {
  missingFieldsLimit: Pick<MissingFieldsLimit, 'waitSeconds'>
  /** Limits job starts of an account, separately from its requests. */
  startLimiter: RateLimiter
}

/** Separates the jobs that may start now from those that a limit postpones. */
export function createSortJobs({ missingFieldsLimit, startLimiter }: SortOptions) {
  const delayStart = createStartDelays()
  return async (jobs: readonly WaitingJob[]) => {
    const ready: WaitingJob[] = []
    const postponed: { job: QueuedJob; delayMs: number }[] = []
    for (const job of jobs) {
      const { accountId, limits, permitted } = job
      const requiresFields = job.require !== null || job.requireAny !== null
      const waitSeconds = requiresFields ? missingFieldsLimit.waitSeconds(accountId) : 0
      const verdict = waitSeconds === 0 && permitted ? await startLimiter.take(accountId, limits) : null
      if (waitSeconds > 0) postponed.push({ job, delayMs: waitSeconds * 1000 })
      else if (!verdict || verdict.allowed) ready.push(job)
      else postponed.push({ job, delayMs: delayStart(accountId, limits, verdict.retryAfterSeconds * 1000) })
    }
    return { ready, postponed }
  }
}
