// Decides whether and when a call is retried, by the reason code and never by the status alone.
import { ConnectionLost, QuarryError, TimedOut } from './errors.ts'

/** Temporary refusals before anything was executed: retried until the deadline. */
const later: ReadonlySet<string> = new Set(['rate_limited', 'idempotency_in_progress'])
/** Temporary failures that were not billed: retried up to `maxRetries` times. */
const passing: ReadonlySet<string> = new Set([
  'internal',
  'upstream_failed',
  'upstream_timeout',
  'upstream_paced',
])

const firstPauseMs = 500
const longestPauseMs = 8_000

export type Retrying = {
  /** The request may be sent twice: it is a GET, or has an idempotency key. */
  isRepeatable: boolean
  maxRetries: number
  /** Counted retries so far. */
  retries: number
}

export type Verdict = { pauseMs: number; counts: boolean } | null

/** The pause before the next try, and whether it counts as a retry; null if the call must not be retried. */
export function judge(error: unknown, { isRepeatable, maxRetries, retries }: Retrying): Verdict {
  if (!(error instanceof QuarryError)) return null
  const { reason, retryAfter } = error
  const wait = (exponent: number) => Math.max((retryAfter ?? 0) * 1000, backoffMs(exponent))
  if (reason !== null && later.has(reason)) return { pauseMs: wait(0), counts: false }
  const isPassing = isLost(error) || (reason !== null && passing.has(reason))
  if (!isPassing || !isRepeatable || retries >= maxRetries) return null
  return { pauseMs: wait(retries), counts: true }
}

/** Whether the outcome of the request is unknown. */
export const isLost = (error: unknown): boolean =>
  error instanceof ConnectionLost || error instanceof TimedOut

/** Exponential backoff with jitter. */
export const backoffMs = (exponent: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** exponent) * (0.5 + Math.random() / 2)
