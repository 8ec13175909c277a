// The job queue: open rows of `jobs`, in two lanes. A job may be taken from `available_at` on: taking it moves that to the
// end of a lease, which its worker renews. When a worker dies its leases run out, and another one takes its jobs.

import type { Pool } from 'pg'
import { prepared, statement } from '../db/statement.ts'
import type { OpenJob } from './job-end.ts'

// Decision: two lanes. The first few open jobs of an account wait in a lane of their own, for which workers reserve slots
// that no backlog can take; within a lane the priority decides, which falls with the account's backlog.
export type Lane = 'first' | 'bulk'

export type QueuedJob = Pick<OpenJob, 'id' | 'attempts'>

export type Queue = {
  /** Up to `count` ids, leased to the caller. */
  take: (lane: Lane, count: number) => Promise<string[]>
  renew: (jobs: readonly QueuedJob[]) => Promise<void>
  /** Makes jobs that were taken but not claimed available again, each after its delay. */
  postpone: (jobs: readonly { job: QueuedJob; delayMs: number }[]) => Promise<void>
  /** Ends the leases of all workers: only for a database that no other worker uses. */
  endLeases: () => Promise<void>
}

export type QueueOptions = {
  pool: Pool
  /** How long the jobs of a crashed worker stay with it; renewed after a third of it. */
  leaseSeconds: number
}

export const takeStatement = prepared('quarry-take-jobs', 'select id from quarry_take_jobs($1, $2, $3) as id')

// A locked row is being ended or taken and needs no longer lease. Not waiting for it rules out a deadlock.
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

export function createQueue({ pool, leaseSeconds }: QueueOptions): Queue {
  return {
    async take(lane, count) {
      const values = [lane, count, leaseSeconds]
      const { rows } = await pool.query<{ id: string }>({ ...takeStatement, values })
      return rows.map(({ id }) => id)
    },
    async renew(jobs) {
      await pool.query({ ...renewStatement, values: [...keysOf(jobs), leaseSeconds] })
    },
    async postpone(jobs) {
      const delays = jobs.map(({ delayMs }) => Math.ceil(delayMs))
      await pool.query({ ...postponeStatement, values: [...keysOf(jobs.map(({ job }) => job)), delays] })
    },
    async endLeases() {
      await pool.query({ ...endLeasesStatement, values: [leaseSeconds] })
    },
  }
}

const keysOf = (jobs: readonly QueuedJob[]) => [
  jobs.map(({ id }) => id),
  jobs.map(({ attempts }) => attempts),
]
