// What runs watches: looks for runs that have ended and for runs that are due, once a second and at once again where
// there was something. Every server that works does it; each watch is one of theirs at a time.
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
  const [startRuns, endRuns] = [createStartRuns(options), createEndRuns(options)]
  const sweep = createSweepWatches(options)
  let timer: NodeJS.Timeout | undefined
  let sweeper: NodeJS.Timeout | undefined
  let closed = false
  let looking: Promise<void> | null = null

  async function look(): Promise<void> {
    while (!closed) if ((await endRuns()) + (await startRuns()) === 0) return
  }
  const wake = () => {
    if (closed || looking) return
    looking = look()
      .catch(onError)
      .finally(() => {
        looking = null
      })
  }

  return {
    start() {
      timer = setInterval(wake, pollMs).unref()
      sweeper = setInterval(() => sweep().catch(onError), sweepMs).unref()
    },
    async close() {
      closed = true
      clearInterval(timer)
      clearInterval(sweeper)
      await looking
    },
  }
}
