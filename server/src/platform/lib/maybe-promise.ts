// A value that is usually available without waiting. Awaiting an available value costs a promise and a microtask;
// several of those on every call cost more than the work itself, so hot paths check `isPending` first.

export type MaybePromise<T> = T | Promise<T>

/** For `isPending(value) ? await value : value`. */
export const isPending = <T>(value: MaybePromise<T>): value is Promise<T> => value instanceof Promise

/** Calls `next` at once if the value is available, otherwise when it resolves. */
export const thenMaybe = <T, R>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<R>,
): MaybePromise<R> => (isPending(value) ? value.then(next) : next(value))
