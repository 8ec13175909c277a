// The readiness check for load balancers. It answers within a second, and one database query serves all checks within
// two seconds, so frequent checks cost nothing.

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
  let startedMs = Number.NEGATIVE_INFINITY
  let isProbing = false
  let answer: Promise<string | null> = Promise.resolve(null)

  async function probe(): Promise<string | null> {
    isProbing = true
    const missing = await tryDatabase().then(
      () => null,
      () => 'database',
    )
    isProbing = false
    return missing
  }

  return async () => {
    if (isStopping?.()) return 'stopping'
    // Do not start a second probe while one hangs.
    if (!isProbing && nowMs() - startedMs >= reuseMs) {
      startedMs = nowMs()
      answer = answerWithin(probe(), answerWithinMs)
    }
    return answer
  }
}

/** The timeout is counted in ticks, so that a blocked event loop is not mistaken for a slow database. */
const ticks = 9

function answerWithin(outcome: Promise<string | null>, withinMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    let left = ticks
    const timer = setInterval(() => {
      left -= 1
      if (left === 0) end('database')
    }, withinMs / ticks)
    const end = (answer: string | null) => {
      clearInterval(timer)
      resolve(answer)
    }
    void outcome.then(end)
  })
}
