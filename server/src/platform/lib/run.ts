// Runs a function in the background again and again, only once, or with null for an error.

/**
 * Repeats a background task. The interval starts when the previous run ends, so runs never overlap. Returns a function
 * that stops the task, and resolves when a run in progress has ended. The task must not await it.
 */
export function runEvery(ms: number, task: () => Promise<unknown>, onError: (error: unknown) => void) {
  let running: Promise<void> | undefined
  let isStopped = false
  let timer = schedule()

  function schedule(): NodeJS.Timeout {
    return setTimeout(() => {
      running = run()
    }, ms).unref()
  }
  async function run(): Promise<void> {
    await task().catch(onError)
    if (!isStopped) timer = schedule()
  }
  return async (): Promise<void> => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}

/** The function runs at the first call only; later calls get the same result. */
export function once<T>(make: () => T): () => T {
  let made: { result: T } | undefined
  return () => {
    made ??= { result: make() }
    return made.result
  }
}

/** For work whose failure means that there is nothing, such as a missing file: its result, or null if it throws. */
export function tryOrNull<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
