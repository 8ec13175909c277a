// Wakes the sleeping loop of the worker; an alarm that rings while the loop is awake ends its next sleep at once.
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
