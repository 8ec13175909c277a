// Repeats a background task. The interval starts when the previous run ends, so runs never overlap.

/** Returns a function that stops the task, and resolves when a run in progress has ended. The task must not await it. */
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
