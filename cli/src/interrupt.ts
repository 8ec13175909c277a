// Turns Ctrl-C into an abort signal, so that work can end cleanly.

/** Returns true if Ctrl-C ended the run. A second Ctrl-C kills the program. */
export async function untilInterrupted(run: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
  const controller = new AbortController()
  const interrupt = () => controller.abort()
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  try {
    await run(controller.signal)
    return false
  } catch (error) {
    if (controller.signal.aborted) return true
    throw error
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
}
