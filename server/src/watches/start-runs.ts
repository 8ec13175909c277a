// Begins the runs that are due: each becomes a job of the key that made its watch, held and taken on like any other.
// Any number of servers may do it; a watch is taken by one of them, and its next run is set in the same transaction.

import type { Pool } from 'pg'
import { covers } from '../access/scopes.ts'
import { readInput } from '../calls/read-params.ts'
import { holdMany } from '../credits/hold.ts'
import { type Queryable, statement } from '../db/statement.ts'
import { inTransaction } from '../db/transaction.ts'
import { isRefusal, type Reason, type Refusal } from '../errors.ts'
import { bytesOf, holdOf, jobHoldOwner, keepJobs, type NewJob } from '../jobs/enqueue.ts'
import type { Storage } from '../jobs/storage.ts'
import { uuidV7 } from '../lib/uuid.ts'
import type { ConfiguredEndpoint } from '../lookups/configured-endpoint.ts'
import { planLookup } from '../lookups/plan-lookup.ts'
import { noteEvent, pauseWatch } from './note-event.ts'
import { nextRun } from './schedule.ts'

export type StartRunsOptions = {
  pool: Pool
  storage: Pick<Storage, 'admit'>
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

const atOnce = 50

/** So many runs in a row without a record, and a watch is paused. */
export const mostWithoutRecord = 10

const dueStatement = statement(`
select w.id, w.account_id, w.key_id, w.endpoint, w.params, w.every, w.until, w.next_at, quarry_now() as now,
  w.without_record, k.active as key_active, coalesce(k.expires <= quarry_now(), false) as key_expired,
  a.active as account_active, k.scopes
from watches w join keys k on k.id = w.key_id join accounts a on a.id = w.account_id
where w.state = 'active' and w.job_id is null and w.next_at <= (select quarry_now())
order by w.next_at limit ${atOnce} for update of w skip locked`)

const advanceStatement = statement(`
update watches w set job_id = i.job_id, last_job_id = coalesce(i.job_id, w.last_job_id),
  last_run = case when i.job_id is null then w.last_run else quarry_now() end,
  runs = w.runs + case when i.job_id is null then 0 else 1 end, missed = w.missed + i.missed,
  without_record = i.without_record, next_at = i.next_at,
  state = case when i.next_at is null then 'ended'::watch_state else w.state end
from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[], $5::timestamptz[])
  as i(id, job_id, missed, without_record, next_at)
where w.id = i.id`)

/** How many watches were due. */
export function createStartRuns({ pool, storage, endpoints }: StartRunsOptions): () => Promise<number> {
  const byPath = new Map(endpoints.map((configured) => [configured.endpoint.path as string, configured]))

  async function holdAll(client: Queryable, jobs: readonly NewJob[]): Promise<(Refusal | null)[]> {
    const full = await storage.admit(client, jobs.map(bytesOf))
    const priced = jobs.filter(({ price }, index) => price > 0 && full[index] === null)
    const holds = priced.length === 0 ? [] : await holdMany(client, jobHoldOwner, priced.map(holdOf))
    const refused = new Map(priced.map(({ id }, index) => [id, holds[index]]))
    return jobs.map(({ id }, index) => {
      const held = refused.get(id)
      return full[index] ?? (isRefusal(held) ? held : null)
    })
  }

  async function startDue(client: Queryable): Promise<number> {
    const { rows } = await client.query<DueRow>(dueStatement)
    const wanted: { row: DueRow; job: NewJob }[] = []
    const steps: Step[] = []
    for (const row of rows) {
      if (row.until !== null && row.until < row.now) {
        // Nothing was due any more behind its end.
        steps.push(stepOf({ ...row, now: row.until }, null, 'until'))
        continue
      }
      const job = jobOf(byPath.get(row.endpoint), row)
      if (typeof job === 'string') await pauseWatch(client, row.id, job)
      else wanted.push({ row, job })
    }
    const jobs = wanted.map(({ job }) => job)
    const refusals = jobs.length === 0 ? [] : await holdAll(client, jobs)
    const started = jobs.filter((_job, index) => refusals[index] === null)
    if (started.length > 0) await keepJobs(client, started)
    for (const [index, { row, job }] of wanted.entries()) {
      const refusal = refusals[index] ?? null
      if (refusal && isFinal(refusal)) await pauseWatch(client, row.id, refusal.reason)
      else steps.push(stepOf(row, refusal ? null : job.id, refusal?.reason ?? null))
    }
    if (steps.length > 0) await advance(client, steps)
    return rows.length
  }

  return () => inTransaction(pool, startDue)
}

/** Out of credits, or of time to pay: no later run would end otherwise. A quota comes back by itself. */
const isFinal = ({ reason }: Refusal): boolean => reason === 'credits_exhausted' || reason === 'open_invoices'

/** The run's job, or why there cannot be one. */
function jobOf(configured: ConfiguredEndpoint | undefined, row: DueRow): NewJob | Reason {
  if (!row.account_active) return 'account_deactivated'
  if (!row.key_active) return 'inactive_key'
  if (row.key_expired) return 'expired_key'
  if (!configured) return 'unknown_route'
  if (row.scopes !== null && !row.scopes.some((scope) => covers(scope, row.endpoint))) return 'forbidden'
  try {
    const { own, options } = readInput(configured.endpoint, JSON.parse(row.params))
    const { price } = planLookup(configured, own, options)
    return {
      id: uuidV7(),
      accountId: row.account_id,
      keyId: row.key_id,
      endpoint: row.endpoint,
      price,
      params: JSON.stringify(own),
      softFail: options.softFail,
      maxAgeSeconds: options.maxAgeSeconds,
      provider: options.provider,
      require: options.require,
      requireAny: options.requireAny,
      batchId: null,
      item: null,
      webhook: null,
    }
  } catch (thrown) {
    // One watch that cannot be read must not keep all others from running.
    return isRefusal(thrown) ? thrown.reason : 'internal'
  }
}

type Step = {
  id: string
  job: string | null
  missed: number
  withoutRecord: number
  next: Date | null
  reason: string | null
  isPaused: boolean
}

/** Without a job the run that was due is one of those that did not happen. */
function stepOf(row: DueRow, job: string | null, reason: string | null): Step {
  const { next, missed: passed } = nextRun(row.every, row.next_at, row.now, row.id)
  const isOver = next === null || (row.until !== null && next > row.until)
  const isWithout = job === null && reason !== 'until'
  const withoutRecord = row.without_record + (isWithout ? 1 : 0)
  const isPaused = isWithout && withoutRecord >= mostWithoutRecord
  const missed = passed + (job === null ? 1 : 0)
  return { id: row.id, job, missed, withoutRecord, next: isOver ? null : next, reason, isPaused }
}

async function advance(client: Queryable, steps: readonly Step[]): Promise<void> {
  const column = <T>(of: (step: Step) => T): T[] => steps.map(of)
  await client.query({
    ...advanceStatement,
    values: [
      column(({ id }) => id),
      column(({ job }) => job),
      column(({ missed }) => missed),
      column(({ withoutRecord }) => withoutRecord),
      column(({ next }) => next),
    ],
  })
  for (const { id, missed, reason, isPaused } of steps) {
    if (missed > 0) await noteEvent(client, { watchId: id, type: 'missed', missed, reason })
    if (isPaused) await pauseWatch(client, id, reason ?? 'no_record')
  }
}
