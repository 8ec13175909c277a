// Keeps the embedded database running under a running server: the pool then recovers by itself.
import { setTimeout as delay } from 'node:timers/promises'
import { openSocketDir } from './embedded-place.ts'
import type { Launch } from './embedded-postmaster.ts'
import { bringUp, type Sentinel } from './embedded-server.ts'

const firstBackOffMs = 100
const longestBackOffMs = 5_000
const steadyMs = 10_000

/** A database that dies under a running server is started again, ever more slowly while that fails. */
export function keepRunning(plan: Launch, first: Sentinel): { current(): Sentinel; end(): Promise<void> } {
  const ending = new AbortController()
  const aborted = new Promise<void>((resolve) => {
    ending.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  let sentinel = first
  const watch = async () => {
    let attempts = 0
    while (!ending.signal.aborted) {
      const sinceMs = Date.now()
      await Promise.race([sentinel.ended, aborted])
      if (Date.now() - sinceMs > steadyMs) attempts = 0
      const backOffMs = Math.min(firstBackOffMs * 2 ** attempts, longestBackOffMs)
      await delay(backOffMs, undefined, { signal: ending.signal }).catch(() => {})
      if (ending.signal.aborted) return
      attempts += 1
      sentinel = await tryAgain(plan, sentinel, ending.signal)
    }
  }
  const watching = watch()
  const end = async () => {
    ending.abort()
    await watching
    await sentinel.client.end().catch(() => {})
  }
  return { current: () => sentinel, end }
}

/** The new sentinel, or the dead one again, whose end sends the watch back here after a pause. */
async function tryAgain(plan: Launch, dead: Sentinel, signal: AbortSignal): Promise<Sentinel> {
  try {
    await openSocketDir(plan.place)
    return await bringUp(plan, signal)
  } catch (error) {
    plan.log(`could not restart: ${(error as Error).message}`)
    return dead
  }
}
