// Runs watches: ends finished runs and starts due ones, each in its own loop, so that a slow comparison never delays a
// start. A loop looks once a second, and again at once while it finds work. Every server with workers does this.
import { createCompareRuns } from './compare-runs.ts'
import { createEndRuns } from './end-runs.ts'
import { createStartRuns, type StartRunsOptions } from './start-runs.ts'
import { createSweepWatches } from './sweep-watches.ts'

export type RunWatches = { start: () => void; close: () => Promise<void> }

export type RunWatchesOptions = StartRunsOptions & { pollMs?: number; onError: (error: unknown) => void }

const usualPollMs = 1_000
const sweepMs = 3_600_000

export function createRunWatches({
  pollMs = usualPollMs,
  onError,
  ...options
}: RunWatchesOptions): RunWatches {
  let isClosed = false
  const compareRuns = createCompareRuns({ onError })
  const sweep = createSweepWatches(options)
  const starting = createLoop(createStartRuns(options))
  // A watch whose run has ended may be due again.
  const ending = createLoop(createEndRuns({ ...options, compare: compareRuns.compare }), starting.wake)
  let timer: NodeJS.Timeout | undefined
  let sweeper: NodeJS.Timeout | undefined

  function createLoop(work: () => Promise<number>, onWork = () => {}) {
    let running: Promise<void> | null = null
    async function run(): Promise<void> {
      while (!isClosed && (await work()) > 0) onWork()
    }
    return {
      wake() {
        if (isClosed) return
        running ??= run()
          .catch((error: unknown) => {
            // A comparison that closing cuts short is left to another server.
            if (!isClosed) onError(error)
          })
          .finally(() => {
            running = null
          })
      },
      idle: async () => running,
    }
  }

  return {
    start() {
      timer = setInterval(() => {
        ending.wake()
        starting.wake()
      }, pollMs).unref()
      sweeper = setInterval(() => sweep().catch(onError), sweepMs).unref()
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      clearInterval(sweeper)
      await compareRuns.close()
      await Promise.all([ending.idle(), starting.idle()])
    },
  }
}
