// Timers that end early when the sandbox closes and do not keep the process alive.

export type Waits = { wait: (ms: number) => Promise<void>; endAll: () => void }

export function createWaits(): Waits {
  const pending = new Map<NodeJS.Timeout, () => void>()
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          pending.delete(timer)
          resolve()
        }, ms).unref()
        pending.set(timer, resolve)
      }),
    endAll() {
      for (const [timer, resolve] of pending) {
        clearTimeout(timer)
        resolve()
      }
      pending.clear()
    },
  }
}
