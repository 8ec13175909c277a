// How large a page may be and still be read on the event loop. Larger ones make the reader throw DomTooLarge;
// the call path catches it and runs the source again, over the same pages, in a worker thread.

/** DOM parses run at some 50 MB/s: 64 kB is about a millisecond. */
const domLimitChars = 64 * 1024

/** Island scans and JSON parses are an order of magnitude cheaper. */
const islandLimitChars = 1024 * 1024

let largeAllowed = false

/** The page has to be read off the event loop. Not a failure: `run` is repeated where large pages are allowed. */
export class DomTooLarge extends Error {
  constructor(chars: number) {
    super(`a page of ${chars} characters must be read off the event loop`)
    this.name = 'DomTooLarge'
  }
}

/** Lifts the limits for this thread: called once inside a worker, a test, a benchmark or a command. */
export function allowLargeDom(): void {
  largeAllowed = true
}

export function checkDomBudget(chars: number): void {
  if (!largeAllowed && chars > domLimitChars) throw new DomTooLarge(chars)
}

export function checkIslandBudget(chars: number): void {
  if (!largeAllowed && chars > islandLimitChars) throw new DomTooLarge(chars)
}
