// Batches: up to a thousand inputs of one endpoint, held and taken on in one transaction or not at all. From then on
// each input is a job like any other, with its own end and its own bill.

import { invalidParameter } from '@quarry/kit/errors'
import type { Reach } from '../access/reach.ts'
import type { First } from '../calls/enqueue.ts'
import type { StoredAnswer } from '../calls/idempotency.ts'
import { readInput } from '../calls/read-params.ts'
import { isRolledBack } from '../credits/confirm-commit.ts'
import { holdMany } from '../credits/hold.ts'
import type { Database } from '../db/connect.ts'
import { type Queryable, statement } from '../db/statement.ts'
import { inTransaction } from '../db/transaction.ts'
import { isRefusal, Refusal } from '../errors.ts'
import { bytesOf, holdOf, jobHoldOwner, keepJobs, type NewJob } from '../jobs/enqueue.ts'
import type { FinishJobs } from '../jobs/finish.ts'
import { cancelledEnd, type OpenJob } from '../jobs/job-end.ts'
import type { Storage } from '../jobs/storage.ts'
import type { Waiters } from '../jobs/waiters.ts'
import { loopTurns, type Pause } from '../lib/turns.ts'
import { uuidV7 } from '../lib/uuid.ts'
import type { ConfiguredEndpoint } from '../lookups/configured-endpoint.ts'
import { planLookup } from '../lookups/plan-lookup.ts'
import { type BatchView, type ResultsPage, type ResultsQuery, readBatch, readResults } from './read-batch.ts'

export const maxBatchItems = 1_000

export type BatchRequest = {
  id: string
  accountId: number
  keyId: string
  configured: ConfiguredEndpoint
  inputs: readonly Record<string, unknown>[]
  webhook: string | null
}

export type Batches = {
  /**
   * Takes every input on, or throws: 400 naming the input, 401 or 402 for the whole. `first` is done in the same
   * transaction, before anything else; where it knows the answer, that comes back and nothing is taken on. `pause` is
   * awaited between inputs.
   */
  create: (request: BatchRequest, pause: Pause, first?: First) => Promise<StoredAnswer | null>
  /** A batch within reach; waits up to `waitMs` for its end. Throws Refusal not_found. */
  get: (reach: Reach, id: string, waitMs: number) => Promise<BatchView>
  results: (reach: Reach, id: string, query: ResultsQuery) => Promise<ResultsPage>
  /** Ends every item that has not started, without a charge; 409 when all have ended. */
  cancel: (reach: Reach, id: string) => Promise<BatchView>
}

export type BatchesOptions = Pick<Database, 'pool' | 'reads' | 'inTurn'> & {
  finishJobs: FinishJobs
  storage: Pick<Storage, 'admit'>
  waiters: Waiters
  endpoints: readonly ConfiguredEndpoint[]
  /** Throws Refusal for an address that cannot be told anything. */
  checkWebhook: (accountId: number, url: string) => Promise<void>
}

const cancelChunk = 200

const insertStatement = statement(`
insert into batches (id, account_id, endpoint, total, open, webhook, created)
values ($1, $2, $3, $4, $4, $5, quarry_now())`)

const confirmStatement = statement('select 1 from batches where id = $1')

const queuedStatement = statement(`
select id, account_id as "accountId", key_id as "keyId", endpoint, params, price, attempts from jobs
where batch_id = $1 and account_id = $2 and state = 'queued' order by id limit ${cancelChunk}`)

const cancelStatement = statement('update batches set cancelled = true where id = $1 and account_id = $2')

export function createBatches(options: BatchesOptions): Batches {
  const { pool, reads, inTurn, finishJobs, storage, waiters, endpoints, checkWebhook } = options

  /** Null where all of it is kept. */
  async function keepBatch(
    client: Queryable,
    request: BatchRequest,
    jobs: readonly NewJob[],
  ): Promise<Refusal | null> {
    const bytes = jobs.reduce((sum, job) => sum + bytesOf(job).bytes, 0)
    const [full] = await storage.admit(client, [{ accountId: request.accountId, bytes }])
    if (full) return full
    const priced = jobs.filter(({ price }) => price > 0)
    if (priced.length > 0) {
      const holds = await holdMany(client, jobHoldOwner, priced.map(holdOf))
      const refusal = holds.find((hold) => isRefusal(hold))
      if (refusal) return refusal
    }
    const { id, accountId, configured, webhook } = request
    await client.query({
      ...insertStatement,
      values: [id, accountId, configured.endpoint.path, jobs.length, webhook],
    })
    await keepJobs(client, jobs)
    return null
  }

  // The answer was lost with the connection: the batch is there or it is not.
  async function confirm(id: string, error: unknown): Promise<null> {
    if (isRefusal(error) || isRolledBack(error)) throw error
    const { rows } = await pool.query({ ...confirmStatement, values: [id] })
    if (rows.length === 0) throw error
    return null
  }

  async function queuedItems(accountId: number, id: string): Promise<OpenJob[]> {
    const { rows } = await reads(accountId).query<OpenJob>({ ...queuedStatement, values: [id, accountId] })
    return rows
  }

  const read = (reach: Reach, id: string) => readBatch(reads(reach.accountId), reach, id)

  return {
    async create(request, pause, first) {
      const jobs = await readJobs(request, pause)
      if (request.webhook !== null) await checkWebhook(request.accountId, request.webhook)
      const work = async (client: Queryable): Promise<StoredAnswer | Refusal | null> =>
        (await first?.(client)) ?? keepBatch(client, request, jobs)
      // Of a batch that is refused nothing stays: no hold of its first inputs, and not what `first` did.
      const isUndone = (end: unknown) => isRefusal(end)
      const end = await inTurn(request.accountId, () => inTransaction(pool, work, { isUndone })).catch(
        (error: unknown) => confirm(request.id, error),
      )
      if (isRefusal(end)) throw end
      return end
    },
    async get(reach, id, waitMs) {
      if (waitMs === 0) return read(reach, id)
      const { ended, cancel } = waiters.expect(id.toLowerCase())
      try {
        const now = await read(reach, id)
        if (now.finished_at !== null) return now
        await ended(waitMs)
        return await read(reach, id)
      } finally {
        cancel()
      }
    },
    async results(reach, id, query) {
      const batch = await read(reach, id)
      const configured = endpoints.find(({ endpoint }) => endpoint.path === batch.endpoint)
      if (!configured) throw new Refusal('not_found')
      const pause = loopTurns.pacer(reach.accountId)
      return readResults(reads(reach.accountId), batch, configured.endpoint, query, pause)
    },
    async cancel(reach, id) {
      const { accountId } = reach
      const batch = await read(reach, id)
      if (batch.finished_at !== null) throw new Refusal('conflict')
      await inTurn(accountId, () => pool.query({ ...cancelStatement, values: [id, accountId] }))
      // An item may start before its turn to be cancelled: each round sees fewer.
      for (;;) {
        const items = await queuedItems(accountId, id)
        if (items.length === 0) return read(reach, id)
        await inTurn(accountId, () => finishJobs(items.map(cancelledEnd)))
      }
    },
  }
}

export const tooManyInputs = () => invalidParameter('inputs', `must be 1 to ${maxBatchItems} objects`)

async function readJobs(request: BatchRequest, pause: Pause): Promise<NewJob[]> {
  const { id: batchId, accountId, keyId, configured, inputs } = request
  if (inputs.length === 0 || inputs.length > maxBatchItems) throw tooManyInputs()
  const jobs: NewJob[] = []
  for (const [item, input] of inputs.entries()) {
    await pause()
    const { own, options, price } = readOne(configured, input, item)
    jobs.push({
      id: uuidV7(),
      accountId,
      keyId,
      endpoint: configured.endpoint.path,
      price,
      params: JSON.stringify(own),
      softFail: options.softFail,
      maxAgeSeconds: options.maxAgeSeconds,
      provider: options.provider,
      require: options.require,
      requireAny: options.requireAny,
      batchId,
      item,
      webhook: null,
    })
  }
  return jobs
}

/** A bad input refuses the batch, and the refusal says which one it is. */
function readOne(configured: ConfiguredEndpoint, input: Record<string, unknown>, item: number) {
  try {
    const params = readInput(configured.endpoint, input)
    const { price } = planLookup(configured, params.own, params.options)
    return { ...params, price }
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown
    throw new Refusal(
      thrown.reason,
      thrown.message.replace(/^Bad Request: /, `Bad Request: inputs[${item}].`),
    )
  }
}
