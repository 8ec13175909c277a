// Cuts and formats found records for their callers. A large record is handled in a worker thread, because parsing and
// writing it would block the event loop.
import { Failure } from '@quarry/kit/errors'
import { Piscina } from 'piscina'
import { createFairSlots, toWaitingAccount } from '../lib/fair-slots.ts'
import { jsonType } from '../lib/json-type.ts'
import type { MaybePromise } from '../lib/maybe-promise.ts'
import { findWorkerFile } from '../lib/worker-file.ts'
import type { LookupResult } from './lookup-result.ts'
import { formatRecord, type RecordView, viewTypes } from './record-view.ts'

/** Returns other results, and results without a view, as they are. Never throws: a failure is a result too. */
export type RenderRecord = (
  result: LookupResult,
  view: RecordView | null | undefined,
  accountId: string,
) => MaybePromise<LookupResult>

export type RenderTask = { body: Uint8Array; view: RecordView }

/** Takes a few milliseconds on the event loop. */
const maxLoopBytes = 128 * 1024
/** Bounded work takes about a second; the rest is for starting the thread on a busy machine. */
const timeoutMs = 20_000
const maxThreads = 1
const maxQueued = 200

export function createRenderRecord(): { renderRecord: RenderRecord; close: () => Promise<void> } {
  const slots = createFairSlots(maxQueued)
  let pool: Piscina | undefined

  async function formatInThread(task: RenderTask, accountId: string): Promise<Buffer> {
    const waiters = toWaitingAccount(accountId)
    const slot = await slots.take({ waiters, maxSlots: maxThreads, maxPerAccount: maxThreads })
    if (!slot) throw new Failure('internal', 'too many large records are waiting to be formatted')
    try {
      // Started with the first large record and stopped when idle.
      pool ??= createPool()
      const { buffer, byteOffset, byteLength } = (await pool.run(task, {
        signal: AbortSignal.timeout(timeoutMs),
      })) as Uint8Array<ArrayBuffer>
      return Buffer.from(buffer, byteOffset, byteLength)
    } finally {
      slot.release()
    }
  }

  const renderRecord: RenderRecord = (result, view, accountId) => {
    if (!view || result.kind !== 'found') return result
    const contentType = view.format === 'json' ? jsonType : viewTypes[view.format]
    const { body } = result
    if (body.length <= maxLoopBytes)
      return { ...result, contentType, body: Buffer.from(formatRecord(body.toString(), view)) }
    return formatInThread({ body, view }, accountId).then(
      (formatted) => ({ ...result, contentType, body: formatted }),
      (cause: unknown) => {
        const failure = new Failure('internal', 'the record could not be formatted', { cause })
        return { kind: 'failed', failure, from: result.from }
      },
    )
  }
  return { renderRecord, close: async () => pool?.destroy() }
}

const createPool = () =>
  new Piscina({
    ...findWorkerFile(import.meta.url, 'render-worker'),
    minThreads: 0,
    maxThreads,
    idleTimeout: 2_000,
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 },
  })
