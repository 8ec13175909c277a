// Measures time by timer ticks instead of the clock, so that pauses of the whole machine do not count.
import { setTimeout as delay } from 'node:timers/promises'

const tickMs = 25

/** Counts the time in which this process could run, from now on. */
export function startStopwatch(): { passedMs: () => number; stop: () => void } {
  let passedMs = 0
  const ticking = setInterval(() => {
    passedMs += tickMs
  }, tickMs)
  return { passedMs: () => passedMs, stop: () => clearInterval(ticking) }
}

/** Polls until the condition is true; false when the time is over. */
export async function isDoneWithin(ms: number, isDone: () => Promise<boolean>): Promise<boolean> {
  const { passedMs, stop } = startStopwatch()
  try {
    while (!(await isDone())) {
      if (passedMs() > ms) return false
      await delay(50)
    }
    return true
  } finally {
    stop()
  }
}
