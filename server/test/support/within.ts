// Time as this machine has it.
import { setTimeout as delay } from 'node:timers/promises'

const tickMs = 25

/**
 * Asks until it is so; false when the time is over. Only time in which this machine was at work counts: a host that
 * takes its processors away makes ticks late, and each counts once.
 */
export async function within(ms: number, ask: () => Promise<boolean>): Promise<boolean> {
  let passedMs = 0
  const ticking = setInterval(() => {
    passedMs += tickMs
  }, tickMs)
  try {
    while (!(await ask())) {
      if (passedMs > ms) return false
      await delay(50)
    }
    return true
  } finally {
    clearInterval(ticking)
  }
}
