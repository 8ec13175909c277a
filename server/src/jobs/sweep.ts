// Ends queued jobs whose key or account was switched off, and deletes results and delivery logs whose retention is over,
// also where a licence bounds it. Any number of servers may sweep at once.

import type { Pool } from 'pg'
import { type Statement, statement } from '../db/statement.ts'
import type { Reason } from '../errors.ts'
import type { FinishJobs } from './finish.ts'
import { failedEnd, type JobEnd, type OpenJob } from './job-end.ts'
import type { Storage } from './storage.ts'

const sweepBatch = 500

const columns = `j.id, j.account_id as "accountId", j.key_id as "keyId", j.endpoint, j.params, j.price, j.attempts`

const switchedOffStatement = statement(`
select ${columns} from jobs j join keys k on k.id = j.key_id join accounts a on a.id = j.account_id
where j.state = 'queued' and not (k.active and a.active) order by j.id limit ${sweepBatch}`)

// The moment is asked for once, and its index walked in order: compared with each row, a clock that goes on has every
// row looked at.
const expiredStatement = statement(`
delete from jobs where id in (
  select id from jobs where expires <= (select quarry_now()) order by expires limit ${sweepBatch} for update skip locked)`)

/** A few at a time: each has up to a thousand items. */
const expiredBatchesStatement = statement(`
with gone as (
  delete from batches where id in (
    select id from batches where expires <= (select quarry_now()) order by expires limit 10 for update skip locked) returning id)
delete from jobs where batch_id in (select id from gone)`)

const goneResultsStatement = statement(`
update jobs set result = null where id in (
  select id from jobs where result_until <= (select quarry_now()) and result is not null
  order by result_until limit ${sweepBatch} for update skip locked)`)

const oldDeliveriesStatement = statement(`
delete from webhook_deliveries where id in (
  select id from webhook_deliveries where finished < (select quarry_now() - interval '30 days')
  order by finished limit ${sweepBatch} for update skip locked)`)

export type Sweep = () => Promise<{ switchedOff: number; expired: number }>

export type SweepOptions = { pool: Pool; finishJobs: FinishJobs; storage: Pick<Storage, 'fold'> }

export function createSweep({ pool, finishJobs, storage }: SweepOptions): Sweep {
  async function end(found: Statement, from: JobEnd['from'], reason: Reason): Promise<number> {
    const { rows } = await pool.query<OpenJob>(found)
    if (rows.length === 0) return 0
    const ended = await finishJobs(rows.map((job) => failedEnd(job, from, { reason })))
    return ended.filter(Boolean).length
  }

  return async () => {
    const switchedOff = await end(switchedOffStatement, ['queued'], 'forbidden')
    await pool.query(oldDeliveriesStatement)
    while (((await pool.query(goneResultsStatement)).rowCount ?? 0) >= sweepBatch);
    await storage.fold()
    let expired = (await pool.query(expiredBatchesStatement)).rowCount ?? 0
    for (;;) {
      const { rowCount } = await pool.query(expiredStatement)
      expired += rowCount ?? 0
      if ((rowCount ?? 0) < sweepBatch) return { switchedOff, expired }
    }
  }
}
