// Batches from a JSON body: up to a thousand inputs of one endpoint, held and accepted in one transaction or not at
// all. After that each input is a job with its own end and its own bill.
import { invalidParameter } from '@quarry/kit/errors'
import type { Viewer } from '../../accounts/caller.ts'
import type { ConfiguredEndpoint } from '../../lookups/sources/configure-endpoints.ts'
import type { Reads } from '../../platform/db/account-slots.ts'
import { inTransaction, isRolledBack } from '../../platform/db/connection.ts'
import { type Queryable, statement } from '../../platform/db/statement.ts'
import { isRefusal, Refusal } from '../../platform/errors.ts'
import { loopSlices, type Pause } from '../../platform/lib/slices.ts'
import type { StoredResponse } from '../idempotency.ts'
import {
  countBytes,
  type EnqueueOptions,
  holdJobs,
  insertJobs,
  type NewJob,
  planJob,
  type TakeKey,
} from '../jobs/enqueue-jobs.ts'
import { cancelledEnd, type FinishJobs } from '../jobs/finish-jobs.ts'
import { type Waiters, workChannel } from '../jobs/notifications.ts'
import { type OpenJob, openJobColumns } from '../jobs/queue.ts'
import { createResultFiles, type ResultsQuery, readResults } from './batch-results.ts'
import { type BatchView, readBatch } from './read-batches.ts'

export const maxBatchItems = 1_000

export type BatchRequest = {
  id: string
  accountId: number
  keyId: string
  configured: ConfiguredEndpoint
  inputs: readonly Record<string, unknown>[]
  webhook: string | null
}

export type BatchesOptions = EnqueueOptions & {
  reads: Reads
  finishJobs: FinishJobs
  waiters: Waiters
  endpoints: readonly ConfiguredEndpoint[]
}

const cancelChunk = 200

const isEnded = ({ finished_at }: BatchView): boolean => finished_at !== null

export const insertBatchStatement = statement(`
insert into batches (id, account_id, endpoint, total, open, webhook, skipped, skipped_lines, created)
values ($1, $2, $3, $4, $4, $5, $6, $7::json, quarry_now())`)

const confirmStatement = statement('select 1 from batches where id = $1')

const queuedStatement = statement(`
select ${openJobColumns} from jobs j
where batch_id = $1 and account_id = $2 and state = 'queued' order by id limit ${cancelChunk}`)

// Notifies the workers, which end items that wait for their site.
const cancelStatement = statement(`
update batches set cancelled = true where id = $1 and account_id = $2 returning pg_notify('${workChannel}', '')`)

export type Batches = ReturnType<typeof createBatches>

export function createBatches(options: BatchesOptions) {
  const { reads, waiters, endpoints } = options
  const read = (viewer: Viewer, id: string) => readBatch(reads(viewer.accountId), viewer, id)
  const files = createResultFiles()
  /** Checks that the account may see the batch. */
  async function openPages(viewer: Viewer, id: string) {
    const batch = await read(viewer, id)
    const configured = endpoints.find(({ endpoint }) => endpoint.path === batch.endpoint)
    if (!configured) throw new Refusal('not_found')
    const pause = loopSlices.pacer(viewer.accountId)
    return (query: ResultsQuery) =>
      readResults(reads(viewer.accountId), batch, configured.endpoint, query, pause)
  }
  return {
    /**
     * Accepts every input, or throws: 400 naming the input, 401 or 402 for the whole batch. `takeKey` runs in the same
     * transaction; a stored response that it returns is returned, and nothing is accepted. `pause` is awaited between
     * inputs.
     */
    async create(request: BatchRequest, pause: Pause, takeKey?: TakeKey) {
      const { accountId, webhook } = request
      const jobs = await planJobs(request, pause)
      if (webhook !== null) await options.checkWebhook(accountId, webhook)
      return acceptBatch(options, request, takeKey, (client) =>
        insertBatch(client, options.storage, request, jobs),
      )
    },
    /** Waits up to `waitMs` for the end of the batch. Throws Refusal not_found. */
    get: (viewer: Viewer, id: string, waitMs: number): Promise<BatchView> =>
      waiters.readEnded(id, waitMs, () => read(viewer, id), isEnded),
    results: async (viewer: Viewer, id: string, query: ResultsQuery) => (await openPages(viewer, id))(query),
    /** All results as one stream. */
    async file(viewer: Viewer, id: string, format: 'csv' | 'ndjson') {
      const readPage = await openPages(viewer, id)
      return files.open(viewer.accountId, (from) =>
        readPage({ format, from, limit: maxBatchItems, hasNoHeader: from > 0 }),
      )
    },
    stopFiles: files.stop,
    /** Ends every item that has not been sent to its site, without a charge; 409 when all have ended. */
    async cancel(viewer: Viewer, id: string) {
      const { pool, withSlot, finishJobs } = options
      const { accountId } = viewer
      if (isEnded(await read(viewer, id))) throw new Refusal('conflict')
      const values = [id, accountId]
      await withSlot(accountId, () => pool.query({ ...cancelStatement, values }))
      // Items may start in the meantime, so each round finds fewer.
      for (;;) {
        const { rows } = await reads(accountId).query<OpenJob>({ ...queuedStatement, values })
        if (rows.length === 0) return read(viewer, id)
        await withSlot(accountId, () => finishJobs(rows.map((job) => cancelledEnd(job))))
      }
    },
  }
}

/**
 * Runs `takeKey` and, unless that returns a stored response, `insert` in one transaction. Throws the Refusal of `insert`.
 */
export async function acceptBatch(
  { pool, withSlot }: Pick<EnqueueOptions, 'pool' | 'withSlot'>,
  { id, accountId }: { id: string; accountId: number },
  takeKey: TakeKey | undefined,
  insert: (client: Queryable) => Promise<Refusal | null>,
): Promise<StoredResponse | null> {
  const work = async (client: Queryable): Promise<StoredResponse | Refusal | null> =>
    (await takeKey?.(client)) ?? insert(client)
  // A refusal rolls everything back: the holds of earlier inputs, and the key.
  const result = await withSlot(accountId, () => inTransaction(pool, work, { isUndone: isRefusal })).catch(
    (error: unknown) => confirmBatch(pool, id, error),
  )
  if (isRefusal(result)) throw result
  return result
}

/** Inserts the batch with its jobs; returns why it was refused, or null. */
async function insertBatch(
  client: Queryable,
  storage: EnqueueOptions['storage'],
  { id, accountId, configured, webhook }: BatchRequest,
  jobs: readonly NewJob[],
): Promise<Refusal | null> {
  const bytes = jobs.reduce((sum, job) => sum + countBytes(job).bytes, 0)
  const [full] = await storage.admit(client, [{ accountId, bytes }])
  if (full) return full
  const holds = await holdJobs(client, jobs)
  const refusal = [...holds.values()].find((hold) => isRefusal(hold))
  if (refusal) return refusal
  const values = [id, accountId, configured.endpoint.path, jobs.length, webhook, 0, null]
  await client.query({ ...insertBatchStatement, values })
  await insertJobs(client, jobs)
  return null
}

/** Called after a lost connection: returns if the batch exists, otherwise throws the error again. */
async function confirmBatch(pool: Queryable, id: string, error: unknown): Promise<null> {
  if (isRefusal(error) || isRolledBack(error)) throw error
  const { rows } = await pool.query({ ...confirmStatement, values: [id] })
  if (rows.length === 0) throw error
  return null
}

export const tooManyInputs = () => invalidParameter('inputs', `must be 1 to ${maxBatchItems} objects`)

async function planJobs(request: BatchRequest, pause: Pause): Promise<NewJob[]> {
  const { id: batchId, accountId, keyId, configured, inputs } = request
  if (inputs.length === 0 || inputs.length > maxBatchItems) throw tooManyInputs()
  const jobs: NewJob[] = []
  for (const [item, input] of inputs.entries()) {
    await pause()
    try {
      jobs.push(planJob(configured, input, { accountId, keyId, batchId, item }))
    } catch (error) {
      if (!isRefusal(error)) throw error
      const message = error.message.replace(/^Bad Request: /, `Bad Request: inputs[${item}].`)
      throw new Refusal(error.reason, message)
    }
  }
  return jobs
}
