// Spaces the requests to one host of a third-party site, whatever the number of callers. Counts on this server only, so
// several servers together send several times as many.
import { LRUCache } from 'lru-cache'
import { createPacedFailure, sleepUnlessOver } from './pause.ts'

export type HostRateLimit = ReturnType<typeof createHostRateLimit>

const maxHosts = 10_000

export function createHostRateLimit(nowMs: () => number = () => performance.now()) {
  /** The next free time of each host. */
  const nextAt = new LRUCache<string, number>({ max: maxHosts })
  return {
    /** Waits for the next free time of the host. Throws upstream_paced at once if that is more than `waitMs` away. */
    async wait(host: string, perSecond: number, waitMs: number, signal: AbortSignal) {
      const now = nowMs()
      const at = Math.max(now, nextAt.get(host) ?? 0)
      if (at - now > waitMs) throw createPacedFailure(`${host}: called too often`, at - now)
      nextAt.set(host, at + 1000 / perSecond)
      if (at > now) await sleepUnlessOver(at - now, signal)
    },
  }
}
