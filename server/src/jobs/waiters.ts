// Requests that wait for the end of a job or a batch. Each is answered at the end, after its timeout, or when the
// server stops. Above the bound a request is answered at once, and its caller polls again.

export type Waiters = ReturnType<typeof createWaiters>

const maxWaiting = 10_000

export function createWaiters() {
  const waiting = new Map<string, Set<() => void>>()
  let count = 0
  let isClosed = false

  const wake = (ids: Iterable<string>) => {
    for (const id of ids) for (const resolve of waiting.get(id) ?? []) resolve()
  }
  const wakeAll = () => wake([...waiting.keys()])

  /** Registers a waiter. `ended` waits for the end, `cancel` removes the waiter. */
  function expect(id: string) {
    if (isClosed || count >= maxWaiting) return { ended: async () => {}, cancel: () => {} }
    count += 1
    let resolve = () => {}
    const promise = new Promise<void>((resolvePromise) => {
      resolve = resolvePromise
    })
    const others = waiting.get(id) ?? new Set()
    waiting.set(id, others.add(resolve))
    const cancel = () => {
      if (!others.delete(resolve)) return
      count -= 1
      if (others.size === 0 && waiting.get(id) === others) waiting.delete(id)
      resolve()
    }
    const ended = async (timeoutMs: number): Promise<void> => {
      const timer = setTimeout(resolve, timeoutMs)
      await promise
      clearTimeout(timer)
      cancel()
    }
    return { ended, cancel }
  }

  return {
    wake,
    wakeAll,
    /** Reads, and where the subject has not ended, reads again after its end or after `waitMs`. */
    async readEnded<T>(id: string, waitMs: number, read: () => Promise<T>, isEnded: (value: T) => boolean) {
      if (waitMs === 0) return read()
      // Registered before the first read, so that an end in between is not missed.
      const { ended, cancel } = expect(id.toLowerCase())
      try {
        const value = await read()
        if (isEnded(value)) return value
        await ended(waitMs)
        return await read()
      } finally {
        cancel()
      }
    },
    close(): void {
      isClosed = true
      wakeAll()
    },
  }
}
