// Callers who wait for the end of a job: each is told when the database says so, when its time is up, or when the
// server stops. Bounded: past the bound a caller is answered at once and asks again.

export type Waiters = {
  /** To be asked for before the state is read, so that an end in between is not missed. */
  expect: (id: string) => { ended: (timeoutMs: number) => Promise<void>; cancel: () => void }
  tell: (ids: readonly string[]) => void
  tellAll: () => void
  close: () => void
}

const maxWaiting = 10_000

export function createWaiters(): Waiters {
  const waiting = new Map<string, Set<() => void>>()
  let count = 0
  let closed = false

  const tell = (ids: readonly string[]) => {
    for (const id of ids) for (const wake of waiting.get(id) ?? []) wake()
  }

  return {
    expect(id) {
      if (closed || count >= maxWaiting) return { ended: async () => {}, cancel: () => {} }
      count += 1
      let wake = () => {}
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      const others = waiting.get(id) ?? new Set()
      waiting.set(id, others.add(wake))
      const cancel = () => {
        if (!others.delete(wake)) return
        count -= 1
        if (others.size === 0 && waiting.get(id) === others) waiting.delete(id)
        wake()
      }
      return {
        async ended(timeoutMs) {
          const timer = setTimeout(wake, timeoutMs)
          await woken
          clearTimeout(timer)
          cancel()
        },
        cancel,
      }
    },
    tell,
    tellAll: () => tell([...waiting.keys()]),
    close() {
      closed = true
      tell([...waiting.keys()])
    },
  }
}
