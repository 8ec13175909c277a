// Runs a background task every `ms` milliseconds, counted from the end of the run before, so that it never runs twice at
// once. Returns a function that stops it.

export function runEvery(
  ms: number,
  task: () => Promise<unknown>,
  onError: (error: unknown) => void,
): () => void {
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
