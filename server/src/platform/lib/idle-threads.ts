// Worker threads with a memory limit. They start with the first task and stop when idle: an idle server has none.
import { Piscina } from 'piscina'
import { findWorkerFile } from './worker-threads.ts'

type Options = { maxThreads?: number; idleMs?: number; maxHeapMb?: number; maxYoungHeapMb?: number }

/** The server lacks what a thread needs, such as file descriptors. It says nothing about the task. */
export class ThreadStartError extends Error {
  override readonly name = 'ThreadStartError'

  constructor(cause: Error) {
    super(`a thread could not start: ${cause.message}`, { cause })
  }
}

/** `worker` is the file name of the worker next to `moduleUrl`, without extension. */
export function createIdleThreads(
  moduleUrl: string,
  worker: string,
  // A thread works on one task at a time and needs half the young generation of the event loop.
  { maxThreads = 1, idleMs = 2_000, maxHeapMb = 512, maxYoungHeapMb = 16 }: Options = {},
) {
  let current: ReturnType<typeof createPool> | undefined
  const createPool = () => {
    const pool = new Piscina({
      ...findWorkerFile(moduleUrl, worker),
      minThreads: 0,
      maxThreads,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: maxYoungHeapMb },
    })
    const created = { pool, startError: null as ThreadStartError | null }
    // Raised for a thread that ended before its first task. Its pool never starts another one.
    pool.on('error', (error: Error) => {
      created.startError = new ThreadStartError(error)
      if (current === created) current = undefined
      // Rejects the queued tasks.
      void pool.destroy()
    })
    return created
  }
  return {
    /** Throws a ThreadStartError if no thread could start. */
    async run(...task: Parameters<Piscina['run']>): Promise<unknown> {
      current ??= createPool()
      const used = current
      try {
        return await used.pool.run(...task)
      } catch (error) {
        throw used.startError ?? (isLackOfFiles(error) ? new ThreadStartError(error) : error)
      }
    },
    close: async () => current?.pool.destroy(),
  }
}

/** The thread started and could not load its module. An error that a thread sends has no code. */
const isLackOfFiles = (error: unknown): error is Error =>
  error instanceof Error && /^(?:EMFILE|ENFILE)\b/.test(error.message)
