// Wakes the loop of the worker once for any number of rings.
export function createLoopAlarm() {
  let isRung = false
  let wakeUp: () => void = () => {}
  return {
    ring(): void {
      isRung = true
      wakeUp()
    },
    reset(): void {
      isRung = false
    },
    wait: (timeoutMs: number) =>
      new Promise<'rung' | 'timeout'>((resolve) => {
        if (isRung) return resolve('rung')
        const timer = setTimeout(() => resolve('timeout'), timeoutMs)
        wakeUp = () => {
          clearTimeout(timer)
          resolve('rung')
        }
      }),
  }
}
