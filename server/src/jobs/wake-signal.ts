// Wakes the sleeping loop of the worker; an alarm that rings while the loop is awake ends its next sleep at once.
export function createWakeSignal() {
  let isWoken = false
  let wakeUp: () => void = () => {}
  return {
    wake(): void {
      isWoken = true
      wakeUp()
    },
    reset(): void {
      isWoken = false
    },
    wait: (timeoutMs: number) =>
      new Promise<'rung' | 'timeout'>((resolve) => {
        if (isWoken) return resolve('rung')
        const timer = setTimeout(() => resolve('timeout'), timeoutMs)
        wakeUp = () => {
          clearTimeout(timer)
          resolve('rung')
        }
      }),
  }
}
