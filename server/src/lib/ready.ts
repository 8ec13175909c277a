// A value that is usually at hand. Waiting for what is already there costs a promise and a turn of the queue, and
// several of those on the way of every call cost more than the work itself: who asks looks first, then waits.

export type Ready<T> = T | Promise<T>

/** Whether it has to be waited for: `isLate(value) ? await value : value`. */
export const isLate = <T>(value: Ready<T>): value is Promise<T> => value instanceof Promise

/** Goes on with the value, at once where it is at hand. */
export const whenReady = <T, R>(value: Ready<T>, next: (value: T) => Ready<R>): Ready<R> =>
  isLate(value) ? value.then(next) : next(value)
