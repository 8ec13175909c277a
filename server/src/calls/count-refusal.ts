// Counts refused calls per account. Above the limit the refusal becomes 429, so that no rolling minute has more than
// the limit, even with many calls at once.
import type { Caller } from '../access/caller.ts'
import type { RefusalLimit } from '../access/refusal-limit.ts'
import { Refusal } from '../errors.ts'

const counted = new Set([400, 402, 413, 422])

/** The refusal to send: the same, or 429. */
export function countRefusal(limit: RefusalLimit, caller: Caller | null, refusal: Refusal): Refusal {
  if (caller === null || !counted.has(refusal.status)) return refusal
  const wait = limit.count(caller.accountId)
  return wait === 0 ? refusal : new Refusal('rate_limited', undefined, wait)
}
