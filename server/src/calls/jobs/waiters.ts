// Requests that wait for the end of a job or a batch. Each is answered at the end, after its timeout, or when the
// server stops. Above the bound a request is answered at once, and its caller polls again.
import { EventEmitter } from 'node:events'

export type Waiters = ReturnType<typeof createWaiters>

const maxWaiting = 10_000

export function createWaiters() {
  /** An event is the id of a job or batch that has ended. */
  const ends = new EventEmitter().setMaxListeners(0)
  let count = 0
  let isClosed = false

  const wakeAll = () => {
    for (const id of ends.eventNames()) ends.emit(id)
  }

  return {
    wake(ids: Iterable<string>): void {
      for (const id of ids) ends.emit(id)
    },
    wakeAll,
    /** Reads, and where the subject has not ended, reads again after its end or after `waitMs`. */
    async readEnded<T>(id: string, waitMs: number, read: () => Promise<T>, isEnded: (value: T) => boolean) {
      if (waitMs === 0 || isClosed || count >= maxWaiting) return read()
      let resolve = () => {}
      const ended = new Promise<void>((resolvePromise) => {
        resolve = resolvePromise
      })
      // Registered before the first read, so that an end in between is not missed.
      const name = id.toLowerCase()
      ends.once(name, resolve)
      count += 1
      let timer: NodeJS.Timeout | undefined
      try {
        const value = await read()
        if (isEnded(value)) return value
        timer = setTimeout(resolve, waitMs)
        await ended
        return await read()
      } finally {
        clearTimeout(timer)
        count -= 1
        ends.off(name, resolve)
      }
    },
    close(): void {
      isClosed = true
      wakeAll()
    },
  }
}
