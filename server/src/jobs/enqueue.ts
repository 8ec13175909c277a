// Enqueues jobs: hold, job and the log row of the 202 in one transaction. Calls that arrive together share
// one; each is refused or accepted on its own.

import { Failure, isFailure } from '@quarry/kit/errors'
import type { Pool } from 'pg'
import type { Accepted, Enqueue, First, JobRequest } from '../calls/enqueue.ts'
import { confirmLogged, isRolledBack } from '../credits/confirm-commit.ts'
import { type Hold, holdMany } from '../credits/hold.ts'
import type { InTurn } from '../db/account-turns.ts'
import { type Queryable, statement } from '../db/statement.ts'
import { inTransaction } from '../db/transaction.ts'
import { isRefusal, type Refusal } from '../errors.ts'
import { createBatcher } from '../lib/batcher.ts'
import { recordMany } from '../log/record.ts'
import { workChannel } from './listen.ts'
import type { Lane } from './queue.ts'
import { type NewBytes, rowBytes, type Storage } from './storage.ts'

export type NewJob = Omit<JobRequest, 'log' | 'params'> & {
  /** JSON text. */
  params: string
  batchId: string | null
  item: number | null
}

const maxBatch = 200
const maxQueued = 4_000
/** Job holds have no lease, so it does not matter which server they are from. */
export const jobHoldOwner = 'jobs'

export type EnqueueOptions = {
  pool: Pool
  inTurn: InTurn
  storage: Pick<Storage, 'admit'>
  /** Throws Refusal for an address that cannot be told anything. */
  checkWebhook: (accountId: number, url: string) => Promise<void>
}

export function createEnqueue(options: EnqueueOptions): {
  enqueue: Enqueue
  close: () => Promise<void>
} {
  const { pool, inTurn, storage } = options

  async function acceptMany(client: Queryable, requests: readonly JobRequest[]) {
    const jobs = requests.map(withoutBatch)
    const full = await storage.admit(client, jobs.map(bytesOf))
    const held = await hold(
      client,
      jobs.filter((_job, index) => full[index] === null),
    )
    const results = requests.map(({ id }, index) => full[index] ?? answerOf(held.get(id)))
    const isAccepted = (_: unknown, index: number) => !isRefusal(results[index])
    const logs = requests.filter(isAccepted).map(({ log }) => ({ log, count: 1 }))
    if (logs.length > 0) {
      await keepJobs(client, jobs.filter(isAccepted))
      await recordMany(client, logs)
    }
    return results
  }

  // An answer that was lost with the connection: the log tells whether the jobs were taken on.
  const confirm = async (requests: readonly JobRequest[], error: unknown) => {
    const logs = requests.map(({ log }) => log)
    return (await confirmLogged(pool, logs, error)) as (Accepted | Failure)[]
  }

  const together = createBatcher<JobRequest, Accepted | Refusal | Failure>({
    maxBatch,
    maxQueued,
    mayRetry: isRolledBack,
    run: (requests) =>
      inTransaction(pool, (client) => acceptMany(client, requests)).catch((error) =>
        confirm(requests, error),
      ),
  })

  async function alone(request: JobRequest, first: First) {
    const work = async (client: Queryable) => {
      const known = await first(client)
      return known ? { known } : (await acceptMany(client, [request]))[0]
    }
    // Of a job that is refused nothing stays, what `first` did included.
    const isUndone = (result: unknown) => isRefusal(result)
    try {
      return await inTurn(request.accountId, () => inTransaction(pool, work, { isUndone }))
    } catch (error) {
      if (isRefusal(error) || isFailure(error)) throw error
      return (await confirm([request], error))[0]
    }
  }

  async function checkRequest({ accountId, webhook }: JobRequest): Promise<void> {
    if (webhook !== null) await options.checkWebhook(accountId, webhook)
  }
  async function enqueue(request: JobRequest): Promise<Accepted> {
    await checkRequest(request)
    return answered(await together.add(request))
  }
  const once: Enqueue['once'] = async (request, first) => {
    await checkRequest(request)
    return answered(await alone(request, first))
  }
  return { enqueue: Object.assign(enqueue, { once }), close: () => together.close() }
}

function answered<T>(result: T | Refusal | Failure | undefined): T {
  if (isRefusal(result) || isFailure(result)) throw result
  if (result === undefined) throw new Failure('internal', 'a job was not answered')
  return result
}

async function hold(client: Queryable, jobs: readonly NewJob[]): Promise<Map<string, Hold | Refusal>> {
  const priced = jobs.filter(({ price }) => price > 0)
  const holds = priced.length === 0 ? [] : await holdMany(client, jobHoldOwner, priced.map(holdOf))
  return new Map(holds.map((held, index) => [priced[index]?.id ?? '', held]))
}

/** A job without a price has no hold. */
const answerOf = (held: Hold | Refusal | undefined): Accepted | Refusal =>
  isRefusal(held) ? held : { remaining: held?.remaining ?? null }

export const holdOf = ({ id, accountId, keyId, endpoint, price }: NewJob) => ({
  requestId: id,
  accountId,
  keyId,
  endpoint,
  credits: price,
  kind: 'job' as const,
})

/** What a job stores as long as it has no result. */
export const bytesOf = ({ accountId, params, webhook }: NewJob): NewBytes => ({
  accountId,
  bytes: rowBytes + Buffer.byteLength(params) + Buffer.byteLength(webhook ?? ''),
})

const withoutBatch = ({ log: _, ...job }: JobRequest): NewJob => ({
  ...job,
  params: JSON.stringify(job.params),
  batchId: null,
  item: null,
})

/** How many open jobs of an account may use the lane that no backlog can fill. */
const firstLaneJobs = 4
const maxCounted = 2_000

const backlogStatement = statement(`
select a.id, (select count(*)::integer from (
    select 1 from jobs j where j.account_id = a.id and j.state in ('queued', 'running') limit ${maxCounted}) open
  ) as backlog, pg_notify('${workChannel}', '')
from unnest($1::integer[]) as a(id)`)

const insertStatement = statement(`
insert into jobs (id, account_id, key_id, endpoint, params, soft_fail, max_age_seconds, provider, require, require_any,
  price, created, batch_id, item, webhook, lane, priority)
select id, account_id, key_id, endpoint, params, soft_fail, max_age_seconds, provider, require, require_any,
  price, quarry_now(), batch_id, item, webhook, lane, priority
from json_to_recordset($1::json) as j(id uuid, account_id integer, key_id uuid, endpoint text, params text,
  soft_fail boolean, max_age_seconds integer, provider text, require text, require_any text, price integer,
  batch_id uuid, item integer, webhook text, lane text, priority integer)`)

/** Writes jobs in the caller's transaction, after their holds. */
export async function keepJobs(client: Queryable, jobs: readonly NewJob[]): Promise<void> {
  const accounts = [...new Set(jobs.map(({ accountId }) => accountId))]
  const { rows } = await client.query<{ id: number; backlog: number }>({
    ...backlogStatement,
    values: [accounts],
  })
  const backlogs = new Map(rows.map(({ id, backlog }) => [id, backlog]))
  const queued = jobs.map((job) => {
    const backlog = backlogs.get(job.accountId) ?? 0
    backlogs.set(job.accountId, backlog + 1)
    return toRow(job, backlog)
  })
  await client.query({ ...insertStatement, values: [JSON.stringify(queued)] })
}

const toRow = (job: NewJob, backlog: number) => ({
  id: job.id,
  account_id: job.accountId,
  key_id: job.keyId,
  endpoint: job.endpoint,
  params: job.params,
  soft_fail: job.softFail,
  max_age_seconds: job.maxAgeSeconds,
  provider: job.provider,
  require: job.require,
  require_any: job.requireAny,
  price: job.price,
  batch_id: job.batchId,
  item: job.item,
  webhook: job.webhook,
  lane: (backlog < firstLaneJobs ? 'first' : 'bulk') satisfies Lane,
  priority: -Math.min(backlog, maxCounted),
})
