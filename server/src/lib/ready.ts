// A value that is usually at hand. Waiting for what is already there costs a promise and a turn of the queue, and
// several of those on the way of every call cost more than the work itself: who asks looks first, then waits.

export type Ready<T> = T | Promise<T>
