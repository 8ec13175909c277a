// A semaphore: bounds how many large pages are in memory at once, over all hosts.

export type Permits = { acquire: (signal: AbortSignal) => Promise<() => void> }

export function createPermits(count: number): Permits {
  let free = count
  const waiting = new Set<() => void>()

  const release = () => {
    const [next] = waiting
    if (!next) {
      free += 1
      return
    }
    waiting.delete(next)
    next()
  }

  return {
    async acquire(signal) {
      signal.throwIfAborted()
      if (free > 0) free -= 1
      else
        await new Promise<void>((resolve, reject) => {
          const giveUp = () => {
            waiting.delete(take)
            reject(signal.reason)
          }
          const take = () => {
            signal.removeEventListener('abort', giveUp)
            resolve()
          }
          signal.addEventListener('abort', giveUp, { once: true })
          waiting.add(take)
        })
      return release
    },
  }
}
