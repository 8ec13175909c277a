// Whether this server can do its work, for whoever sends it traffic: answered within a second, and from one trial for
// everyone who asks within two, so that asking costs nothing.

/** Names what is not ready, or null. */
export type Readiness = () => Promise<string | null>

export type ReadinessOptions = {
  tryDatabase: () => Promise<void>
  /** True makes load balancers send traffic elsewhere; requests are still served. */
  isStopping?: () => boolean
  /** A clock that only goes forward. */
  nowMs?: () => number
  answerWithinMs?: number
}

const servesMs = 2000

export function createReadiness(options: ReadinessOptions): Readiness {
  const { tryDatabase, isStopping, nowMs = () => performance.now(), answerWithinMs = 900 } = options
  let trial: { startedMs: number; ended: boolean; answer: Promise<string | null> } | null = null

  const start = () => {
    const fresh = { startedMs: nowMs(), ended: false, answer: Promise.resolve<string | null>(null) }
    const outcome = tryDatabase().then(
      () => null,
      () => 'database',
    )
    void outcome.then(() => {
      fresh.ended = true
    })
    fresh.answer = answerWithin(outcome, answerWithinMs)
    return fresh
  }

  return async () => {
    if (isStopping?.()) return 'stopping'
    // A trial that hangs is not joined by a second one.
    if (trial === null || (trial.ended && nowMs() - trial.startedMs >= servesMs)) trial = start()
    return trial.answer
  }
}

/** The time is counted in steps: a loop that was held up elsewhere must not be taken for a silent database. */
const steps = 9

function answerWithin(outcome: Promise<string | null>, withinMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    let left = steps
    const timer = setInterval(() => {
      left -= 1
      if (left === 0) end('database')
    }, withinMs / steps)
    const end = (answer: string | null) => {
      clearInterval(timer)
      resolve(answer)
    }
    void outcome.then(end)
  })
}
