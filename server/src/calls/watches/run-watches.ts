// Runs watches: starts due runs and ends finished ones, each in its own loop, so that a slow comparison never delays a
// start. A loop polls once a second, and again at once while it finds work. Every server with workers does this.

import type { Pool } from 'pg'
import { covers } from '../../accounts/key-bounds.ts'
import type { ConfiguredEndpoint } from '../../lookups/sources/configure-endpoints.ts'
import { inTransaction } from '../../platform/db/connection.ts'
import { type Queryable, statement } from '../../platform/db/statement.ts'
import { isRefusal, type Reason, type Refusal } from '../../platform/errors.ts'
import { runEvery } from '../../platform/lib/run.ts'
import { createWorkLoop, sweepAll } from '../background-work.ts'
import { admitJobs, insertJobs, type NewJob, planJob, type StorageLimit } from '../jobs/enqueue-jobs.ts'
import { createCompareRuns, endRuns } from './end-runs.ts'
import { nextRun } from './schedule.ts'
import { maxWithoutRecord, pauseWatch, recordEvent } from './watch-events.ts'

export type RunWatchesOptions = StartRunsDeps & {
  pollMs?: number | undefined
  onError: (error: unknown) => void
}

const defaultPollMs = 1_000
const sweepMs = 3_600_000
const sweepBatch = 100

// Ended watches stay for 30 days, so that their history can be read.
const sweepStatement = statement(`
delete from watches where id in (
  select id from watches where state = 'ended' and job_id is null and coalesce(until, created) < quarry_now() - interval '30 days'
  limit ${sweepBatch} for update skip locked)`)

export function createRunWatches({ pollMs = defaultPollMs, onError, ...deps }: RunWatchesOptions) {
  let isClosed = false
  const compareRuns = createCompareRuns({ onError })
  const { compare } = compareRuns
  const onLoopError = (error: unknown) => {
    // A comparison that closing aborts is left to another server.
    if (!isClosed) onError(error)
  }
  const starting = createWorkLoop({
    work: async () => (await startRuns(deps)) > 0,
    pollMs,
    onError: onLoopError,
  })
  const ending = createWorkLoop({
    async work() {
      const ended = await endRuns({ ...deps, compare })
      // A watch whose run has ended may be due again.
      if (ended > 0) starting.wake()
      return ended > 0
    },
    pollMs,
    onError: onLoopError,
  })
  let stopSweep = async () => {}

  return {
    start(): void {
      ending.start()
      starting.start()
      const sweep = () => sweepAll(deps.pool, sweepStatement, sweepBatch)
      stopSweep = runEvery(sweepMs, sweep, onError)
    },
    async close(): Promise<void> {
      isClosed = true
      const work = [ending.close(), starting.close(), stopSweep()]
      await compareRuns.close()
      await Promise.all(work)
    },
  }
}

type StartRunsDeps = {
  pool: Pool
  storage: Pick<StorageLimit, 'admit'>
  endpoints: readonly ConfiguredEndpoint[]
}

type DueRow = {
  id: string
  account_id: number
  key_id: string
  endpoint: string
  params: string
  every: string
  until: Date | null
  next_at: Date
  now: Date
  without_record: number
  key_active: boolean
  key_expired: boolean
  account_active: boolean
  scopes: string[] | null
}

const maxDue = 50

const dueStatement = statement(`
select w.id, w.account_id, w.key_id, w.endpoint, w.params, w.every, w.until, w.next_at, quarry_now() as now,
  w.without_record, k.active as key_active, coalesce(k.expires <= quarry_now(), false) as key_expired,
  a.active as account_active, k.scopes
from watches w join keys k on k.id = w.key_id join accounts a on a.id = w.account_id
where w.state = 'active' and w.job_id is null and w.next_at <= (select quarry_now())
order by w.next_at limit ${maxDue} for update of w skip locked`)

const advanceStatement = statement(`
update watches w set job_id = i.job_id, last_job_id = coalesce(i.job_id, w.last_job_id),
  last_run = case when i.job_id is null then w.last_run else quarry_now() end,
  runs = w.runs + case when i.job_id is null then 0 else 1 end, missed = w.missed + i.missed,
  without_record = i.without_record, next_at = i.next_at,
  state = case when i.next_at is null then 'ended'::watch_state else w.state end
from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[], $5::timestamptz[])
  as i(id, job_id, missed, without_record, next_at)
where w.id = i.id`)

/**
 * Starts the runs that are due: each becomes a job of the key that made its watch, held and accepted like any other job.
 * Any number of servers may do it; one of them locks a watch and sets its next run in the same transaction. Returns how
 * many watches were due.
 */
export const startRuns = (deps: StartRunsDeps): Promise<number> =>
  inTransaction(deps.pool, (client) => startDue(deps, client))

async function startDue({ storage, endpoints }: StartRunsDeps, client: Queryable): Promise<number> {
  const { rows } = await client.query<DueRow>(dueStatement)
  const planned: { row: DueRow; job: NewJob }[] = []
  const steps: Step[] = []
  for (const row of rows) {
    if (row.until !== null && row.until < row.now) {
      // Runs after the end of the watch do not count as missed.
      steps.push(planStep({ ...row, now: row.until }, null, 'until'))
      continue
    }
    const configured = endpoints.find(({ endpoint }) => endpoint.path === row.endpoint)
    const job = planRun(configured, row)
    if (typeof job === 'string') await pauseWatch(client, row.id, job)
    else planned.push({ row, job })
  }
  const jobs = planned.map(({ job }) => job)
  const admitted = jobs.length === 0 ? [] : await admitJobs(client, storage, jobs)
  const accepted = jobs.filter((_job, index) => !isRefusal(admitted[index]))
  if (accepted.length > 0) await insertJobs(client, accepted)
  for (const [index, { row, job }] of planned.entries()) {
    const hold = admitted[index]
    const refusal = isRefusal(hold) ? hold : null
    if (refusal && isFinal(refusal)) await pauseWatch(client, row.id, refusal.reason)
    else steps.push(planStep(row, refusal ? null : job.id, refusal?.reason ?? null))
  }
  if (steps.length > 0) await advance(client, steps)
  return rows.length
}

/**
 * Reasons for which no later run would succeed without a change of the account. An exhausted quota is not among them:
 * it becomes free with time.
 */
const isFinal = ({ reason }: Refusal): boolean => reason === 'credits_exhausted' || reason === 'open_invoices'

/** The job of the run, or why there cannot be one. */
function planRun(configured: ConfiguredEndpoint | undefined, row: DueRow): NewJob | Reason {
  if (!row.account_active) return 'account_deactivated'
  if (!row.key_active) return 'inactive_key'
  if (row.key_expired) return 'expired_key'
  if (!configured) return 'unknown_route'
  if (row.scopes !== null && !row.scopes.some((scope) => covers(scope, row.endpoint))) return 'forbidden'
  const owner = { accountId: row.account_id, keyId: row.key_id, batchId: null, item: null }
  try {
    return planJob(configured, JSON.parse(row.params), owner)
  } catch (error) {
    // One watch that cannot be read must not stop the others.
    return isRefusal(error) ? error.reason : 'internal'
  }
}

type Step = ReturnType<typeof planStep>

/** Without a job the due run counts as missed. */
function planStep(row: DueRow, job: string | null, reason: string | null) {
  const { next, missed: passed } = nextRun(row.every, row.next_at, row.now, row.id)
  const isOver = next === null || (row.until !== null && next > row.until)
  const isWithout = job === null && reason !== 'until'
  const withoutRecord = row.without_record + (isWithout ? 1 : 0)
  const isPaused = isWithout && withoutRecord >= maxWithoutRecord
  const missed = passed + (job === null ? 1 : 0)
  return { id: row.id, job, missed, withoutRecord, next: isOver ? null : next, reason, isPaused }
}

async function advance(client: Queryable, steps: readonly Step[]): Promise<void> {
  const columns = ['id', 'job', 'missed', 'withoutRecord', 'next'] as const
  const values = columns.map((column) => steps.map((step) => step[column]))
  await client.query({ ...advanceStatement, values })
  for (const { id, missed, reason, isPaused } of steps) {
    if (missed > 0) await recordEvent(client, { watchId: id, type: 'missed', missed, reason })
    if (isPaused) await pauseWatch(client, id, reason ?? 'no_record')
  }
}
