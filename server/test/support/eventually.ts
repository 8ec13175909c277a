// Waits in tests until a condition is met.
import { setTimeout as delay } from 'node:timers/promises'
import { vi } from 'vitest'

/** Repeats until nothing is thrown. A busy machine may take long, so the time limit is generous. */
export const eventually = <Seen>(check: () => Seen | Promise<Seen>): Promise<Seen> =>
  vi.waitFor(check, 60_000)

const tickMs = 25

/** Counts timer ticks from now on, so that pauses of the whole machine do not count. */
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
