// Worker threads that read pages, with limits of time and memory. Accounts share them fairly.
import { MessageChannel } from 'node:worker_threads'
import { Failure } from '@quarry/kit/errors'
import { createFairSlots, type WaitingAccounts } from '../../platform/lib/fair-slots.ts'
import { createIdleThreads, ThreadStartError } from '../../platform/lib/idle-threads.ts'
import type { ReadReply, ReadTask } from './read-task.ts'

export type ReadingThreads = ReturnType<typeof createReadingThreads>

export type ThreadOptions = { maxPerAccount: number; idleMs: number; maxHeapMb: number }

// Threads have a low priority: on a busy machine a page takes several times as long.
const readTimeoutMs = 5000
// A new thread loads its source first, which does not count as reading.
const startTimeoutMs = 30_000
const maxThreads = 2
const maxQueued = 200

export function createReadingThreads({ maxPerAccount, idleMs, maxHeapMb }: ThreadOptions) {
  const slots = createFairSlots(maxQueued)
  const threads = createIdleThreads(import.meta.url, 'read-worker', { maxThreads, idleMs, maxHeapMb })
  return {
    /** Moves `buffers` to the thread; other bytes are copied. */
    async run(task: ReadTask, waiters: WaitingAccounts, buffers: readonly ArrayBuffer[]): Promise<ReadReply> {
      const slot = await slots.take({ waiters, maxSlots: maxThreads, maxPerAccount })
      if (!slot) throw new Failure('internal', 'too many large pages are waiting to be read')
      const { port1: started, port2: startPort } = new MessageChannel()
      const timeout = new AbortController()
      let timer = setTimeout(() => timeout.abort(), startTimeoutMs)
      started.once('message', () => {
        clearTimeout(timer)
        timer = setTimeout(() => timeout.abort(), readTimeoutMs)
      })
      try {
        const options = { signal: timeout.signal, transferList: [startPort, ...buffers] }
        return (await threads.run({ ...task, startPort }, options)) as ReadReply
      } catch (error) {
        if (error instanceof ThreadStartError)
          throw new Failure('internal', error.message, { isServerFault: true, cause: error })
        const why =
          (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? 'within its memory limit'
            : 'in time'
        throw new Failure('page_changed', `the page could not be read ${why}`, { cause: error })
      } finally {
        clearTimeout(timer)
        started.close()
        slot.release()
      }
    },
    close: threads.close,
  }
}
