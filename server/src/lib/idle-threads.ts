// Worker threads with a memory limit. They start with the first task and stop when idle: an idle server has none.
import { Piscina } from 'piscina'
import { findWorkerFile } from './worker-file.ts'

type Options = { maxThreads?: number; idleMs?: number; maxHeapMb?: number }

/** `worker` is the file name of the worker next to `moduleUrl`, without extension. */
export function createIdleThreads(
  moduleUrl: string,
  worker: string,
  { maxThreads = 1, idleMs = 2_000, maxHeapMb = 512 }: Options = {},
) {
  let pool: Piscina | undefined
  const createPool = () =>
    new Piscina({
      ...findWorkerFile(moduleUrl, worker),
      minThreads: 0,
      maxThreads,
      idleTimeout: idleMs,
      // A thread works on one task at a time and needs half the young generation of the event loop.
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 16 },
    })
  return {
    run(...task: Parameters<Piscina['run']>): Promise<unknown> {
      pool ??= createPool()
      return pool.run(...task)
    },
    close: async () => pool?.destroy(),
  }
}
