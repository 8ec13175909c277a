// Sets the clock of this process back by an hour until the test ends. Monotonic time and timers go on.
import { onTestFinished, vi } from 'vitest'

export function setClockBack(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
}
