// Batches from files: reads the lines of an upload into the database, checks each of them, and accepts the batch when
// all have arrived. Until then nothing is charged, and a refusal or a lost connection deletes the lines.
import { createHash } from 'node:crypto'
import { Failure } from '@quarry/kit/errors'
import { malformedBody, Refusal } from '../../platform/errors.ts'
import { runEvery } from '../../platform/lib/run.ts'
import { loopSlices } from '../../platform/lib/slices.ts'
import type { UploadLimits } from '../../platform/tuning.ts'
import type { BodyLimits } from '../call-request.ts'
import type { StoredResponse } from '../idempotency.ts'
import type { EnqueueOptions, TakeKey } from '../jobs/enqueue-jobs.ts'
import { acceptBatch, type BatchRequest, insertBatchStatement } from './batches.ts'
import { expandChunk, startExpander } from './expand-uploads.ts'
import { type FileFormat, readFileLines } from './read-file-lines.ts'
import {
  acceptUpload,
  dropUpload,
  openUpload,
  renewUpload,
  type StageOutcome,
  stageLines,
  sweepUploads,
  type UploadOwner,
} from './stage-lines.ts'

export type UploadsOptions = EnqueueOptions & {
  resultHours: number
  /** False if another process runs the jobs. */
  works: boolean
  /** No other server uses this database: uploads of the previous server are deleted at once. */
  alone: boolean
  limits: UploadLimits
  onError: (error: unknown) => void
}

export type UploadRequest = Omit<BatchRequest, 'inputs'> & {
  /** Skips bad lines instead of refusing the file. */
  skipsBadLines: boolean
  /** Opens the file, after the upload was admitted. */
  open: (limits: BodyLimits) => Promise<{ format: FileFormat; chunks: AsyncIterable<Buffer> }>
  /** Honours the Idempotency-Key; undefined without one. `digest` identifies the content of the file. */
  createTakeKey: (digest: Buffer, outcome: StageOutcome) => TakeKey | undefined
}

export type UploadOutcome = { stored: StoredResponse } | { stored: null; outcome: StageOutcome }

export type Uploads = ReturnType<typeof createUploads>

/** Open uploads of this server; each has about two chunks of lines in memory. */
const maxOpenHere = 32
const retryAfterSeconds = 10

export function createUploads(options: UploadsOptions) {
  const { limits } = options
  const stopping = new AbortController()
  const { pool, onError } = options
  let openHere = 0
  let stops: (() => Promise<void>)[] = []

  async function run(request: UploadRequest): Promise<UploadOutcome> {
    const { id, accountId, keyId, configured, webhook } = request
    if (webhook !== null) await options.checkWebhook(accountId, webhook)
    const owner: UploadOwner = { id, accountId, keyId, endpoint: configured.endpoint.path }
    const isOpen = await options.withSlot(accountId, () => openUpload(pool, owner))
    if (!isOpen) throw new Refusal('rate_limited', undefined, retryAfterSeconds)
    const lease = keepLease(options, id, limits.leaseSeconds, stopping.signal)
    try {
      const { outcome, takeKey } = await readFile(options, limits, request, owner, lease.signal)
      const { total, skipped, skippedLines } = outcome
      const listed = skipped === 0 ? null : JSON.stringify(skippedLines)
      // 401 or 402 if the credits of the first chunk cannot be held.
      const stored = await acceptBatch(options, owner, takeKey, async (client) => {
        if (!(await acceptUpload(client, id, total))) throw leaseLost()
        const values = [id, accountId, owner.endpoint, total, webhook, skipped, listed]
        await client.query({ ...insertBatchStatement, values })
        return expandChunk(client, { ...owner, nextItem: 0, total, refusal: null }, options.resultHours)
      })
      return stored ? { stored } : { stored, outcome }
    } finally {
      await lease.end()
      // Does nothing for an accepted one. If the database is away, the sweep deletes the lines.
      await dropUpload(pool, id).catch(onError)
    }
  }

  return {
    async create(request: UploadRequest): Promise<UploadOutcome> {
      if (openHere >= maxOpenHere) throw new Refusal('rate_limited', undefined, retryAfterSeconds)
      openHere += 1
      try {
        return await run(request)
      } finally {
        openHere -= 1
      }
    },
    async start(): Promise<void> {
      const sweep = () => sweepUploads(pool, limits.leaseSeconds)
      await sweepUploads(pool, options.alone ? 0 : limits.leaseSeconds)
      stops = [runEvery((limits.leaseSeconds * 1000) / 2, sweep, onError)]
      if (options.works) stops.push(startExpander(options))
    },
    /** Refuses the uploads that are open, so that the server can stop. */
    stopReading: () => stopping.abort(new Refusal('rate_limited', undefined, retryAfterSeconds)),
    async close(): Promise<void> {
      await Promise.all(stops.splice(0).map((stop) => stop()))
    },
  }
}

/** Renews the lease of an open upload. The signal is aborted when the lease is lost or the server stops. */
function keepLease(
  { pool, onError }: UploadsOptions,
  id: string,
  leaseSeconds: number,
  stopping: AbortSignal,
) {
  const lost = new AbortController()
  const renew = async () => {
    if (!(await renewUpload(pool, id))) lost.abort(leaseLost())
  }
  const end = runEvery((leaseSeconds * 1000) / 4, renew, onError)
  return { signal: AbortSignal.any([lost.signal, stopping]), end }
}

const leaseLost = () => new Failure('internal', 'the lease of an upload expired')

async function readFile(
  options: UploadsOptions,
  limits: UploadLimits,
  request: UploadRequest,
  owner: UploadOwner,
  signal: AbortSignal,
) {
  const { configured, accountId, skipsBadLines } = request
  const { format, chunks } = await request.open({ ...limits, signal })
  const hash = createHash('sha256').update(`${format}\n`)
  const lines = readFileLines(format, hashChunks(chunks, hash), configured.endpoint)
  const outcome = await stageLines(
    { ...options, maxLines: limits.maxLines, pause: loopSlices.pacer(accountId) },
    { owner, configured, skipsBadLines },
    lines,
  )
  if (outcome.total === 0) throw malformedBody('the file has no inputs')
  return { outcome, takeKey: request.createTakeKey(hash.digest(), outcome) }
}

async function* hashChunks(chunks: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}
