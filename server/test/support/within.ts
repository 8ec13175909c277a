// Time as this machine has it: a host that takes its processors away makes ticks late, and each counts once.
import { setTimeout as delay } from 'node:timers/promises'

const tickMs = 25

/** Counts the time in which this machine was at work, from now on. */
export function startStopwatch(): { passedMs: () => number; stop: () => void } {
  let passedMs = 0
  const ticking = setInterval(() => {
    passedMs += tickMs
  }, tickMs)
  return { passedMs: () => passedMs, stop: () => clearInterval(ticking) }
}

/** Asks until it is so; false when the time is over. */
export async function within(ms: number, ask: () => Promise<boolean>): Promise<boolean> {
  const { passedMs, stop } = startStopwatch()
  try {
    while (!(await ask())) {
      if (passedMs() > ms) return false
      await delay(50)
    }
    return true
  } finally {
    stop()
  }
}
