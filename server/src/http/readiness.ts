// The readiness check for load balancers. It answers within a second, and one database query serves all checks within
// two seconds, so frequent checks cost nothing.

import { withinTicks } from '../platform/lib/within-ticks.ts'

/** Names what is not ready, or null. */
export type Readiness = () => Promise<string | null>

export type ReadinessOptions = {
  tryDatabase: () => Promise<void>
  /** While true the server is not ready, so load balancers stop sending traffic; requests are still served. */
  isStopping?: () => boolean
  /** A monotonic clock. */
  nowMs?: () => number
  answerWithinMs?: number
}

const reuseMs = 2000

export function createReadiness(options: ReadinessOptions): Readiness {
  const { tryDatabase, isStopping, nowMs = () => performance.now(), answerWithinMs = 900 } = options
  let probe: { startedMs: number; ended: boolean; answer: Promise<string | null> } | null = null

  const start = () => {
    const startedMs = nowMs()
    const outcome = tryDatabase().then(
      () => null,
      () => 'database',
    )
    const fresh = { startedMs, ended: false, answer: withinTicks(outcome, answerWithinMs, 'database') }
    void outcome.then(() => {
      fresh.ended = true
    })
    return fresh
  }

  return async () => {
    if (isStopping?.()) return 'stopping'
    // Do not start a second probe while one hangs.
    if (probe === null || (probe.ended && nowMs() - probe.startedMs >= reuseMs)) probe = start()
    return probe.answer
  }
}
