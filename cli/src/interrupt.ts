// Ctrl-C as a signal that work can end on, instead of an end in its middle.

/** Runs until it ends by itself or Ctrl-C is pressed; true in the second case. A second Ctrl-C ends everything. */
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
