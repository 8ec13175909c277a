// When a job may start that its account's rate limit keeps back: one after the other at the limit's own pace, so
// that a backlog is put off once and not asked again every second.
import { LRUCache } from 'lru-cache'
import type { Limits } from '../access/caller.ts'

export type Pace = (accountId: number, limits: Limits, leastMs: number) => number

const maxAccounts = 10_000
const maxDelayMs = 24 * 3_600_000

/** Milliseconds until the next start of the account that is still free. */
export function createPace(now: () => number = () => performance.now()): Pace {
  const nextByAccount = new LRUCache<number, number>({ max: maxAccounts })
  return (accountId, { perSecond, perMinute }, leastMs) => {
    const time = now()
    const stepMs = Math.max(
      perSecond === null ? 0 : 1000 / perSecond,
      perMinute === null ? 0 : 60_000 / perMinute,
    )
    const next = Math.max(time + leastMs, (nextByAccount.get(accountId) ?? 0) + stepMs)
    nextByAccount.set(accountId, next)
    return Math.min(next - time, maxDelayMs)
  }
}
