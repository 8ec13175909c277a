// Whether and when a call is tried again, by the reason the server gave and never by a status alone.
import { ConnectionLost, QuarryError, TimedOut } from './errors.ts'

/** Nothing was run and nothing is wrong, only the moment: tried again for as long as there is time. */
const later: ReadonlySet<string> = new Set(['rate_limited', 'idempotency_in_progress'])
/** May pass by itself, and was not billed: tried again some times. */
const passing: ReadonlySet<string> = new Set([
  'internal',
  'upstream_failed',
  'upstream_timeout',
  'upstream_paced',
])

const firstPauseMs = 500
const longestPauseMs = 8_000

export type Retrying = {
  /** Whether the same request may be sent twice: it reads, or it has an idempotency key. */
  isRepeatable: boolean
  maxRetries: number
  /** Tries so far that count, this one not included. */
  retries: number
}

export type Verdict = { pauseMs: number; counts: boolean } | null

/** How long to wait before the next try, and whether that counts as one; null where another makes no sense. */
export function judge(error: unknown, { isRepeatable, maxRetries, retries }: Retrying): Verdict {
  if (!(error instanceof QuarryError)) return null
  const { reason, retryAfter } = error
  const wait = (exponent: number) => Math.max((retryAfter ?? 0) * 1000, backoffMs(exponent))
  if (reason !== null && later.has(reason)) return { pauseMs: wait(0), counts: false }
  const isPassing = isLost(error) || (reason !== null && passing.has(reason))
  if (!isPassing || !isRepeatable || retries >= maxRetries) return null
  return { pauseMs: wait(retries), counts: true }
}

/** Whether it is not known what became of the request. */
export const isLost = (error: unknown): boolean =>
  error instanceof ConnectionLost || error instanceof TimedOut

/** Doubled each time and somewhat random, so that those who failed together do not come back together. */
export const backoffMs = (exponent: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** exponent) * (0.5 + Math.random() / 2)
