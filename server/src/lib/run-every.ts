// Repeats a background task. The interval starts when the previous run ends, so runs never overlap. Returns a function
// that stops the task.

export function runEvery(ms: number, task: () => Promise<unknown>, onError: (error: unknown) => void) {
  let timer = setTimeout(round, ms)
  let stopped = false
  timer.unref()
  async function round() {
    await task().catch(onError)
    if (stopped) return
    timer = setTimeout(round, ms)
    timer.unref()
  }
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
