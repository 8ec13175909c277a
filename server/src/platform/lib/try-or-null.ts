// Runs work whose failure means that there is nothing: a missing file, a damaged text.

/** The result of the work; null where it throws. */
export function tryOrNull<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
