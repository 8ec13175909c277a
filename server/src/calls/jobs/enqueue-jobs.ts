// Enqueues jobs: storage limit, hold, job and the log row of the 202 in one transaction. Calls that arrive together
// share a transaction; each is refused or accepted on its own.
import { Failure, isFailure } from '@quarry/kit/errors'
import type { Pool } from 'pg'
import { confirmLogged } from '../../ledger/confirm-commit.ts'
import { unwrap } from '../../ledger/credits.ts'
import type { CallLog } from '../../ledger/log/log-rows.ts'
import { recordMany } from '../../ledger/log/request-log.ts'
import { type Hold, holdMany } from '../../ledger/reserve.ts'
import { planLookup } from '../../lookups/plan-lookup.ts'
import { type CallOptions, readInput } from '../../lookups/read-params.ts'
import type { ConfiguredEndpoint } from '../../lookups/sources/configure-endpoints.ts'
import type { AccountSlots } from '../../platform/db/account-slots.ts'
import { inTransaction, isRolledBack } from '../../platform/db/connection.ts'
import { changeRows, prepared, type Queryable, readRows, statement } from '../../platform/db/statement.ts'
import { isRefusal, Refusal } from '../../platform/errors.ts'
import { createBatcher } from '../../platform/lib/batcher.ts'
import { uuidV7 } from '../../platform/lib/uuid.ts'
import type { StoredResponse } from '../idempotency.ts'
import { workChannel } from './notifications.ts'

export type JobRequest = Omit<CallOptions, 'isAsync' | 'format'> & {
  /** The id of the request, also of the job, its hold and its charge. */
  id: string
  accountId: number
  keyId: string
  endpoint: string
  price: number
  params: Record<string, unknown>
  /** The log row of the 202. */
  log: CallLog
}

/**
 * Takes an idempotency key as the first step of a transaction. Returns the stored response of an earlier request with
 * the key, which is sent instead, or null to continue.
 */
export type TakeKey = (client: Queryable) => Promise<StoredResponse | null>

export type Accepted = { remaining: number | null }

/** Holds the price, stores the job and logs the 202 in one commit. Throws Refusal like a hold. */
export type Enqueue = ((job: JobRequest) => Promise<Accepted>) & {
  /** The same after `takeKey`, in one commit. If that returns a stored response, no job is created. */
  once: (job: JobRequest, takeKey: TakeKey) => Promise<Accepted | { stored: StoredResponse }>
}

export type NewJob = Omit<JobRequest, 'log' | 'params'> & {
  /** JSON text. */
  params: string
  batchId: string | null
  item: number | null
}

const maxBatch = 200
const maxQueued = 4_000
/** Job holds have no lease, so they need no server as their owner. */
const jobHoldOwner = 'jobs'

/** Throws Refusal for a webhook address that cannot be used. */
export type CheckWebhook = (accountId: number, url: string) => Promise<void>

export type EnqueueOptions = {
  pool: Pool
  withSlot: AccountSlots
  storage: Pick<StorageLimit, 'admit'>
  checkWebhook: CheckWebhook
}

export function createEnqueue(options: EnqueueOptions): { enqueue: Enqueue; close: () => Promise<void> } {
  const { pool, storage, checkWebhook } = options
  const batcher = createBatcher<JobRequest, Accepted | Refusal | Failure>({
    maxBatch,
    maxQueued,
    mayRetry: isRolledBack,
    run: (requests) =>
      inTransaction(pool, (client) => acceptMany(client, storage, requests)).catch((error) =>
        confirmAccepted(pool, requests, error),
      ),
  })
  const checkRequest = async ({ accountId, webhook }: JobRequest) => {
    if (webhook !== null) await checkWebhook(accountId, webhook)
  }
  async function enqueue(request: JobRequest): Promise<Accepted> {
    await checkRequest(request)
    return unwrap(await batcher.add(request))
  }
  const once: Enqueue['once'] = async (request, takeKey) => {
    await checkRequest(request)
    const result = await acceptOnce(options, request, takeKey)
    if (result === undefined) throw new Failure('internal', 'a job was not answered')
    return unwrap(result)
  }
  return { enqueue: Object.assign(enqueue, { once }), close: () => batcher.close() }
}

async function acceptMany(
  client: Queryable,
  storage: Pick<StorageLimit, 'admit'>,
  requests: readonly JobRequest[],
): Promise<(Accepted | Refusal)[]> {
  const jobs = requests.map(
    ({ log: _, ...job }): NewJob => ({
      ...job,
      params: JSON.stringify(job.params),
      batchId: null,
      item: null,
    }),
  )
  const results = (await admitJobs(client, storage, jobs)).map(toAccepted)
  const isAccepted = (_: unknown, index: number) => !isRefusal(results[index])
  const logs = requests.filter(isAccepted).map(({ log }) => ({ log, count: 1 }))
  if (logs.length > 0) {
    await insertJobs(client, jobs.filter(isAccepted))
    await recordMany(client, logs)
  }
  return results
}

/** After a lost connection the log shows whether the jobs were accepted. */
async function confirmAccepted(pool: Pool, requests: readonly JobRequest[], error: unknown) {
  const logs = requests.map(({ log }) => log)
  return (await confirmLogged(pool, logs, error)) as (Accepted | Failure)[]
}

/** In a transaction of its own, after `takeKey`. */
async function acceptOnce(
  { pool, withSlot, storage }: EnqueueOptions,
  request: JobRequest,
  takeKey: TakeKey,
) {
  const accept = async (client: Queryable) => {
    const stored = await takeKey(client)
    return stored ? { stored } : (await acceptMany(client, storage, [request]))[0]
  }
  try {
    // A refusal rolls everything back, including the key.
    return await withSlot(request.accountId, () => inTransaction(pool, accept, { isUndone: isRefusal }))
  } catch (error) {
    if (isRefusal(error) || isFailure(error)) throw error
    return (await confirmAccepted(pool, [request], error))[0]
  }
}

/** A free job has no hold. */
const toAccepted = (hold: Hold | Refusal | undefined): Accepted | Refusal =>
  isRefusal(hold) ? hold : { remaining: hold?.remaining ?? null }

/** For each job, in order: its hold, undefined for a free job, or a Refusal if it is too much to store or to pay. */
export async function admitJobs(
  client: Queryable,
  storage: Pick<StorageLimit, 'admit'>,
  jobs: readonly NewJob[],
): Promise<(Hold | Refusal | undefined)[]> {
  const full = await storage.admit(client, jobs.map(countBytes))
  const fitting = jobs.filter((_job, index) => full[index] === null)
  const holds = await holdJobs(client, fitting)
  return jobs.map(({ id }, index) => full[index] ?? holds.get(id))
}

/** Holds the price of each job that has one; by job id. */
export async function holdJobs(client: Queryable, jobs: readonly NewJob[]) {
  const requests = jobs
    .filter(({ price }) => price > 0)
    .map(({ id, accountId, keyId, endpoint, price }) => ({
      requestId: id,
      accountId,
      keyId,
      endpoint,
      credits: price,
      kind: 'job' as const,
    }))
  const holds = requests.length === 0 ? [] : await holdMany(client, jobHoldOwner, requests)
  return new Map(holds.map((hold, index) => [requests[index]?.requestId ?? '', hold]))
}

/** The bytes that a job stores before it has a result. */
export const countBytes = ({ accountId, params, webhook }: NewJob): NewBytes => ({
  accountId,
  bytes: rowBytes + Buffer.byteLength(params) + Buffer.byteLength(webhook ?? ''),
})

type JobOwner = Pick<NewJob, 'accountId' | 'keyId' | 'batchId' | 'item'>

/** The job for one input of a batch or one run of a watch. Throws Refusal if the input is invalid. */
export function planJob(
  configured: ConfiguredEndpoint,
  input: Record<string, unknown>,
  owner: JobOwner,
): NewJob {
  const { own, options } = readInput(configured.endpoint, input)
  const { price } = planLookup(configured, own, options)
  const { isAsync: _, ...jobOptions } = options
  const job = { ...owner, ...jobOptions, id: uuidV7(), price, webhook: null }
  return { ...job, endpoint: configured.endpoint.path, params: JSON.stringify(own) }
}

const insertStatement = prepared(
  'quarry-insert-jobs',
  `
with announced as materialized (select pg_notify('${workChannel}', ''))
insert into jobs (id, account_id, key_id, endpoint, params, soft_fail, max_age_seconds, provider, require, require_any,
  fields, price, created, batch_id, item, webhook)
select id, "accountId", "keyId", endpoint, params, "softFail", "maxAgeSeconds", provider, require, "requireAny",
  fields, price, quarry_now(), "batchId", item, webhook
from json_to_recordset($1::json) as (id uuid, "accountId" integer, "keyId" uuid, endpoint text, params text,
  "softFail" boolean, "maxAgeSeconds" integer, provider text, require text, "requireAny" text, fields text,
  price integer, "batchId" uuid, item integer, webhook text), announced`,
)

/** Writes jobs in the caller's transaction, after their holds. */
export const insertJobs = (client: Queryable, jobs: readonly NewJob[]) =>
  changeRows(client, insertStatement, [JSON.stringify(jobs)])

export type NewBytes = { accountId: number; bytes: number }
export type StorageLimit = ReturnType<typeof createStorageLimit>

/** What the database counts for a row in addition to its texts. */
export const rowBytes = 500

const readStatement = prepared(
  'quarry-stored',
  `
select account_id, sum(bytes)::float8 as bytes from stored_bytes where account_id = any($1::integer[]) group by account_id`,
)

const foldStatement = statement(`
with old as (
  delete from stored_bytes where id in (
    select id from stored_bytes where account_id in (
      select account_id from stored_bytes group by account_id having count(*) > 1)
    order by id limit 10000 for update skip locked)
  returning account_id, bytes)
insert into stored_bytes (account_id, bytes)
select account_id, sum(bytes) from old group by account_id having sum(bytes) <> 0`)

/**
 * The limit of bytes that an account may store with its jobs. Triggers count the bytes as rows are written and deleted;
 * new jobs are checked against the limit here.
 *
 * Decision: requests that run at the same time, and results of accepted jobs, may exceed the limit. Only later requests
 * are refused.
 */
export function createStorageLimit({ pool, maxBytes }: { pool: Pool; maxBytes: number | null }) {
  return {
    /** For each item, in order, a Refusal if the account would exceed its limit, otherwise null. */
    async admit(client: Queryable, items: readonly NewBytes[]): Promise<(Refusal | null)[]> {
      if (maxBytes === null) return items.map(() => null)
      const accounts = [...new Set(items.map(({ accountId }) => accountId))]
      const rows = await readRows<{ account_id: number; bytes: number }>(client, readStatement, [accounts])
      const stored = new Map(rows.map(({ account_id, bytes }) => [account_id, bytes]))
      return items.map(({ accountId, bytes }) => {
        const total = (stored.get(accountId) ?? 0) + bytes
        if (total > maxBytes) return new Refusal('storage_exceeded')
        stored.set(accountId, total)
        return null
      })
    },
    /** Merges the rows of each account into one. Any number of servers may do it at any time. */
    fold: () => changeRows(pool, foldStatement),
  }
}
