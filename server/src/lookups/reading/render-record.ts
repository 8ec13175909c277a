// Selects fields of found records and formats them for their callers. A large record is handled in a worker thread, because parsing and
// writing it would block the event loop.
import { Failure } from '@quarry/kit/errors'
import { createFairSlots, toWaitingAccount } from '../../platform/lib/fair-slots.ts'
import { jsonType } from '../../platform/lib/headers.ts'
import { createIdleThreads, ThreadStartError } from '../../platform/lib/idle-threads.ts'
import type { MaybePromise } from '../../platform/lib/promises.ts'
import type { LookupResult } from '../lookup-result.ts'
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
const maxQueued = 200

export function createRenderRecord(): { renderRecord: RenderRecord; close: () => Promise<void> } {
  const slots = createFairSlots(maxQueued)
  const thread = createIdleThreads(import.meta.url, 'render-worker')

  async function formatInThread(task: RenderTask, accountId: string): Promise<Buffer> {
    const waiters = toWaitingAccount(accountId)
    const slot = await slots.take({ waiters, maxSlots: 1, maxPerAccount: 1 })
    if (!slot) throw new Failure('internal', 'too many large records are waiting to be formatted')
    try {
      const { buffer, byteOffset, byteLength } = (await thread.run(task, {
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
        const isServerFault = cause instanceof ThreadStartError
        const failure = new Failure('internal', 'the record could not be formatted', { isServerFault, cause })
        return { kind: 'failed', failure, from: result.from }
      },
    )
  }
  return { renderRecord, close: thread.close }
}
