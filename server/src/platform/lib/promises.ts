// Promises: values that are mostly available without waiting, concurrent work that is shared, and waiting with a timeout.

/**
 * A value that is mostly available without waiting. Awaiting an available value costs a promise and a microtask; several
 * of those on every call cost more than the work itself, so hot paths check `isPending` first.
 */
export type MaybePromise<T> = T | Promise<T>

/** For `isPending(value) ? await value : value`. */
export const isPending = <T>(value: MaybePromise<T>): value is Promise<T> => value instanceof Promise

/** Calls `next` at once if the value is available, otherwise when it resolves. */
export const thenMaybe = <T, R>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<R>,
): MaybePromise<R> => (isPending(value) ? value.then(next) : next(value))

/**
 * Shares concurrent work: calls with the same key get one promise while it is pending. Results and failures are not
 * cached, so memory is bounded by the pending work.
 */
export function createDeduplicator<T>() {
  const pending = new Map<string, Promise<T>>()
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const running = pending.get(key)
    if (running) return running
    const started = Promise.resolve()
      .then(work)
      .finally(() => pending.delete(key))
    pending.set(key, started)
    return started
  }
}

const ticks = 9

/**
 * Returns `fallback` if the work takes longer. The timeout is counted in ticks of a timer, so that a blocked event loop is
 * not mistaken for slow work.
 */
export function withinTicks<T>(work: Promise<T>, withinMs: number, fallback: T): Promise<T> {
  return new Promise((resolve, reject) => {
    let left = ticks
    const timer = setInterval(() => {
      left -= 1
      if (left > 0) return
      clearInterval(timer)
      resolve(fallback)
    }, withinMs / ticks)
    work.then(resolve, reject).finally(() => clearInterval(timer))
  })
}
