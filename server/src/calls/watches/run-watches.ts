// Runs watches: ends finished runs and starts due ones, each in its own loop, so that a slow comparison never delays a
// start. A loop polls once a second, and again at once while it finds work. Every server with workers does this.

import { statement } from '../../platform/db/statement.ts'
import { runEvery } from '../../platform/lib/run-every.ts'
import { createWorkLoop, sweepAll } from '../background-work.ts'
import { createCompareRuns } from './compare-runs.ts'
import { endRuns } from './end-runs.ts'
import { type StartRunsDeps, startRuns } from './start-runs.ts'

export type RunWatchesOptions = StartRunsDeps & {
  pollMs?: number | undefined
  onError: (error: unknown) => void
}

const defaultPollMs = 1_000
const sweepMs = 3_600_000
const sweepBatch = 100

// Ended watches stay for 30 days, so that their history can be read.
const sweepStatement = statement(`
delete from watches where id in (
  select id from watches where state = 'ended' and job_id is null and coalesce(until, created) < quarry_now() - interval '30 days'
  limit ${sweepBatch} for update skip locked)`)

export function createRunWatches({ pollMs = defaultPollMs, onError, ...deps }: RunWatchesOptions) {
  let isClosed = false
  const compareRuns = createCompareRuns({ onError })
  const { compare } = compareRuns
  const onLoopError = (error: unknown) => {
    // A comparison that closing aborts is left to another server.
    if (!isClosed) onError(error)
  }
  const starting = createWorkLoop({
    work: async () => (await startRuns(deps)) > 0,
    pollMs,
    onError: onLoopError,
  })
  const ending = createWorkLoop({
    async work() {
      const ended = await endRuns({ ...deps, compare })
      // A watch whose run has ended may be due again.
      if (ended > 0) starting.wake()
      return ended > 0
    },
    pollMs,
    onError: onLoopError,
  })
  let stopSweep = async () => {}

  return {
    start(): void {
      ending.start()
      starting.start()
      const sweep = () => sweepAll(deps.pool, sweepStatement, sweepBatch)
      stopSweep = runEvery(sweepMs, sweep, onError)
    },
    async close(): Promise<void> {
      isClosed = true
      const work = [ending.close(), starting.close(), stopSweep()]
      await compareRuns.close()
      await Promise.all(work)
    },
  }
}
