// From the ids that a worker took to jobs that it may run: reads them with their account's limits, and claims them.

import type { Pool } from 'pg'
import type { Limits } from '../access/caller.ts'
import { prepared, statement } from '../db/statement.ts'
import type { OpenJob } from './job-end.ts'

export type WaitingJob = OpenJob & {
  /** How many of its attempts ended with a worker that stopped. */
  handedBack: number
  softFail: boolean
  maxAgeSeconds: number
  /** The one that was asked for. */
  provider: string | null
  require: string | null
  requireAny: string | null
  limits: Limits
  /** Neither its key nor its account was switched off since. */
  permitted: boolean
}

type Row = {
  id: string
  account_id: number
  key_id: string
  endpoint: string
  params: string
  price: number
  attempts: number
  handed_back: number
  soft_fail: boolean
  max_age_seconds: number
  provider: string | null
  require: string | null
  require_any: string | null
  limit_per_second: number | null
  limit_per_minute: number | null
  permitted: boolean
}

const readStatement = prepared(
  'quarry-waiting',
  `
select j.id, j.account_id, j.key_id, j.endpoint, j.params, j.price, j.attempts, j.handed_back, j.soft_fail,
  j.max_age_seconds, j.provider, j.require, j.require_any,
  coalesce(a.limit_per_second, case when not a.rate_limit_given then $2::integer end) as limit_per_second, a.limit_per_minute,
  a.active and k.active as permitted
from jobs j join accounts a on a.id = j.account_id join keys k on k.id = j.key_id
where j.id = any($1::uuid[]) and j.state in ('queued', 'running')`,
)

/** The open jobs among these, in the order of the ids. */
export async function readWaiting(
  pool: Pool,
  ids: readonly string[],
  defaultPerSecond: number | null,
): Promise<WaitingJob[]> {
  const values = [ids, defaultPerSecond]
  const { rows } = await pool.query<Row>({ ...readStatement, values })
  const jobs = new Map(rows.map((row) => [row.id, jobOf(row)]))
  return ids.map((id) => jobs.get(id)).filter((job) => job !== undefined)
}

// The start has a number among those of the log, so that whoever follows events finds it between them.
const claimStatement = prepared(
  'quarry-claim',
  `
update jobs j set state = 'running', attempts = j.attempts + 1, started = coalesce(j.started, (select quarry_now())),
  start_number = coalesce(j.start_number, nextval('calls_id_seq'))
from unnest($1::uuid[], $2::smallint[]) as i(id, attempts)
where j.id = i.id and j.attempts = i.attempts and j.state in ('queued', 'running')
returning j.id`,
)

/** Those that are now this worker's: an older attempt of another one can no longer end them. */
export async function claim(pool: Pool, jobs: readonly WaitingJob[]): Promise<WaitingJob[]> {
  if (jobs.length === 0) return []
  const { rows } = await pool.query<{ id: string }>({
    ...claimStatement,
    values: [jobs.map(({ id }) => id), jobs.map(({ attempts }) => attempts)],
  })
  const claimed = new Set(rows.map(({ id }) => id))
  return jobs.filter(({ id }) => claimed.has(id)).map((job) => ({ ...job, attempts: job.attempts + 1 }))
}

const unclaimStatement = statement(`
update jobs j set state = 'queued', handed_back = j.handed_back + 1, available_at = now()
from unnest($1::uuid[], $2::smallint[]) as i(id, attempts)
where j.id = i.id and j.attempts = i.attempts and j.state = 'running'`)

/** Undoes a claim when the worker stops: the attempt keeps its number, does not count as a crash, and its lease ends. */
export async function unclaim(pool: Pool, jobs: readonly OpenJob[]): Promise<void> {
  const values = [jobs.map(({ id }) => id), jobs.map(({ attempts }) => attempts)]
  await pool.query({ ...unclaimStatement, values })
}

const jobOf = (row: Row): WaitingJob => ({
  id: row.id,
  accountId: row.account_id,
  keyId: row.key_id,
  endpoint: row.endpoint,
  params: row.params,
  price: row.price,
  attempts: row.attempts,
  handedBack: row.handed_back,
  softFail: row.soft_fail,
  maxAgeSeconds: row.max_age_seconds,
  provider: row.provider,
  require: row.require,
  requireAny: row.require_any,
  limits: { perSecond: row.limit_per_second, perMinute: row.limit_per_minute },
  permitted: row.permitted,
})
