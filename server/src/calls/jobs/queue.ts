// The job queue: queued rows of `jobs`, in groups of one account, endpoint and provider. A worker lists the groups and
// takes jobs of those that may start. A taken job runs under a lease, which its worker renews; when a worker dies, its
// leases expire and its jobs are queued again.
import type { Pool } from 'pg'
import type { Limits } from '../../accounts/caller.ts'
import { changeRows, prepared, readRows, statement } from '../../platform/db/statement.ts'
import type { NewJob } from './enqueue-jobs.ts'

export type OpenJob = Pick<NewJob, 'id' | 'accountId' | 'keyId' | 'endpoint' | 'params' | 'price'> & {
  attempts: number
}

/** SQL: the columns of an OpenJob, from a table `j`. */
export const openJobColumns = `j.id, j.account_id as "accountId", j.key_id as "keyId", j.endpoint, j.params, j.price, j.attempts`

export type Queue = ReturnType<typeof createQueue>

/** Queued jobs of one account, endpoint and provider: a worker may start any of them, or none. */
export type JobGroup = {
  accountId: number
  isAccountActive: boolean
  limits: Limits
  endpoint: string
  /** Named by the caller; null if the configured providers are called in order. */
  provider: string | null
  requiresFields: boolean
  /** How many jobs the group has, counted up to `maxCounted`. */
  waiting: number
}

/** How many groups a worker looks at in one round. */
export const maxGroups = 1_000
/** Counting all would take as long as the queue is. */
export const maxCounted = 16

export type ChosenGroup = { group: JobGroup; count: number }

type JobOptions = 'softFail' | 'maxAgeSeconds' | 'provider' | 'require' | 'requireAny' | 'fields' | 'batchId'
export type TakenJob = OpenJob &
  Pick<NewJob, JobOptions> & {
    /** How many of its attempts ended because the worker stopped. */
    handedBack: number
    /** Whether its key and its account are still active. */
    isPermitted: boolean
  }

const listStatement = prepared(
  'quarry-list-queued',
  `
select q.account_id as "accountId", a.active as "isAccountActive", q.endpoint, nullif(q.provider, '') as provider,
  q.requires = 1 as "requiresFields", q.waiting, json_build_object('perSecond',
    coalesce(a.limit_per_second, case when not a.rate_limit_set then $2::integer end),
    'perMinute', a.limit_per_minute) as limits
from quarry_list_queued($1, ${maxGroups}, ${maxCounted}) q join accounts a on a.id = q.account_id`,
)

// The start gets a number from the log's sequence, which orders it among the events.
export const takeStatement = statement(
  `
update jobs j set state = 'running', attempts = j.attempts + 1, started = coalesce(j.started, (select quarry_now())),
  start_number = coalesce(j.start_number, nextval('calls_id_seq')), lease_until = now() + $6::integer * interval '1 second'
from keys k, accounts a
where j.id = any(array(
    select quarry_lock_queued($1::integer[], $2::text[], $3::text[], $4::integer[], $5::integer[])))
  and k.id = j.key_id and a.id = j.account_id
returning ${openJobColumns}, j.handed_back as "handedBack", j.soft_fail as "softFail", j.batch_id as "batchId",
  j.max_age_seconds as "maxAgeSeconds", j.provider, j.require, j.require_any as "requireAny", j.fields,
  a.active and k.active as "isPermitted"`,
)

export const toTakeValues = (chosen: readonly ChosenGroup[], leaseSeconds: number) => [
  chosen.map(({ group }) => group.accountId),
  chosen.map(({ group }) => group.endpoint),
  chosen.map(({ group }) => group.provider ?? ''),
  chosen.map(({ group }) => Number(group.requiresFields)),
  chosen.map(({ count }) => count),
  leaseSeconds,
]

// Skips locked rows, which are being ended and need no longer lease. Waiting for them could deadlock.
const renewStatement = statement(`
update jobs set lease_until = now() + $3::integer * interval '1 second' where id in (
  select j.id from jobs j join unnest($1::uuid[], $2::smallint[]) as i(id, attempts)
    on j.id = i.id and j.attempts = i.attempts
  where j.state = 'running' for update of j skip locked)`)

const maxRequeued = 500
const requeueStatement = statement(`
update jobs set state = 'queued', lease_until = null where id in (
  select id from jobs where state = 'running' and lease_until <= now()
  order by lease_until limit ${maxRequeued} for update skip locked)`)

const endLeasesStatement = statement(`update jobs set lease_until = now() where state = 'running'`)

const handBackStatement = statement(`
update jobs j set state = 'queued', handed_back = j.handed_back + 1, lease_until = null
from unnest($1::uuid[], $2::smallint[]) as i(id, attempts)
where j.id = i.id and j.attempts = i.attempts and j.state = 'running'`)

const cancelledStatement = statement('select id from batches where id = any($1::uuid[]) and cancelled')

export type QueueOptions = {
  pool: Pool
  /** How long the jobs of a crashed worker stay with it; renewed after a third of it. */
  leaseSeconds: number
  /** Starts per second of accounts without a `rate_limit`. */
  defaultPerSecond: number | null
}

export function createQueue({ pool, leaseSeconds, defaultPerSecond }: QueueOptions) {
  return {
    /** Up to `maxGroups` groups, by account from `fromAccount` on. */
    listGroups: (fromAccount: number) =>
      readRows<JobGroup>(pool, listStatement, [fromAccount, defaultPerSecond]),
    /** Starts jobs of these groups: attempts by other workers can no longer end them. */
    take: (chosen: readonly ChosenGroup[]) =>
      readRows<TakenJob>(pool, takeStatement, toTakeValues(chosen, leaseSeconds)),
    renew: (jobs: readonly OpenJob[]) => changeRows(pool, renewStatement, [...toColumns(jobs), leaseSeconds]),
    /** Queues the jobs of crashed workers again. Returns how many. */
    requeueExpired: () => changeRows(pool, requeueStatement),
    /** Ends the leases of all workers: only for a database that no other worker uses. */
    endLeases: () => changeRows(pool, endLeasesStatement),
    /** Queues jobs of a stopping worker again: the attempt keeps its number and does not count as a crash. */
    handBack: (jobs: readonly OpenJob[]) => changeRows(pool, handBackStatement, toColumns(jobs)),
    /** Which of the batches were cancelled. */
    async listCancelled(batchIds: readonly string[]): Promise<string[]> {
      const rows = await readRows<{ id: string }>(pool, cancelledStatement, [batchIds])
      return rows.map(({ id }) => id)
    },
  }
}

const toColumns = (jobs: readonly OpenJob[]) => [
  jobs.map(({ id }) => id),
  jobs.map(({ attempts }) => attempts),
]
