// Ends queued jobs whose key or account was deactivated, and deletes results and delivery logs past their retention.
// Any number of servers may sweep at once.
import type { Pool } from 'pg'
import { changeRows, type Statement, statement } from '../../platform/db/statement.ts'
import type { FinishJobs } from './finish-jobs.ts'
import { failedEnd, type OpenJob, openJobColumns } from './job-end.ts'
import { listedHours } from './read-jobs.ts'
import type { StorageLimit } from './storage-limit.ts'

const sweepBatch = 500

// Finds the jobs by their key, in the index of open jobs: the queue may be long.
const deactivatedStatement = statement(`
select j.* from keys k join accounts a on a.id = k.account_id cross join lateral (
  select ${openJobColumns} from jobs j
  where j.account_id = k.account_id and j.key_id = k.id and j.state in ('queued', 'running') and j.state = 'queued'
  limit ${sweepBatch}
) j
where not (k.active and a.active) limit ${sweepBatch}`)

// The subquery evaluates the clock once, so that the index is used: compared with a volatile clock, every row is read.
// The row of a job is listed longer than its result is stored: `expires` is the end of the result.
const expiredStatement = statement(`
delete from jobs where id in (
  select id from jobs where expires <= (select quarry_now() - $1::integer * interval '1 hour') order by expires limit ${sweepBatch} for update skip locked)`)

/** A batch has up to 100,000 items, so its items are deleted some at a time, and the batch with the last of them. */
const maxExpiredItems = 5_000
const expiredItemsStatement = statement(`
delete from jobs where id in (
  select j.id from batches b join jobs j on j.batch_id = b.id where b.expires <= (select quarry_now())
  limit ${maxExpiredItems} for update of j skip locked)`)
const expiredBatchesStatement = statement(`
delete from batches b where expires <= (select quarry_now()) and not exists (select 1 from jobs where batch_id = b.id)`)

const expiredResultsStatement = statement(`
update jobs set result = null where id in (
  select id from jobs where result_until <= (select quarry_now()) and result is not null
  order by result_until limit ${sweepBatch} for update skip locked)`)

const oldDeliveriesStatement = statement(`
delete from webhook_deliveries where id in (
  select id from webhook_deliveries where finished < (select quarry_now() - interval '30 days')
  order by finished limit ${sweepBatch} for update skip locked)`)

export type SweepOptions = {
  pool: Pool
  finishJobs: FinishJobs
  storage: Pick<StorageLimit, 'fold'>
  resultHours: number
}

export async function sweepJobs({ pool, finishJobs, storage, resultHours }: SweepOptions) {
  const rowHours = Math.max(0, listedHours - resultHours)
  const { rows } = await pool.query<OpenJob>(deactivatedStatement)
  const ends = rows.map((job) => failedEnd(job, ['queued'], { reason: 'forbidden' }))
  const deactivated = ends.length === 0 ? [] : await finishJobs(ends)
  await pool.query(oldDeliveriesStatement)
  await sweepAll(pool, expiredResultsStatement, sweepBatch)
  await storage.fold()
  const items = await sweepAll(pool, expiredItemsStatement, maxExpiredItems)
  await pool.query(expiredBatchesStatement)
  const single = await sweepAll(pool, expiredStatement, sweepBatch, [rowHours])
  return { deactivated: deactivated.filter(Boolean).length, expired: items + single }
}

/** Repeats a statement until it finds fewer rows than it takes at once; returns how many it found. */
export async function sweepAll(pool: Pool, query: Statement, batch: number, values: unknown[] = []) {
  for (let swept = 0; ; ) {
    const count = await changeRows(pool, query, values)
    swept += count
    if (count < batch) return swept
  }
}
