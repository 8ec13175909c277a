// Pauses: before a retry, and until a rate limit allows a request.
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@quarry/kit/errors'

/** A doubling pause with jitter. */
export const backoffMs = (retries: number, firstMs: number): number =>
  firstMs * 2 ** retries * (0.5 + Math.random() / 2)

/** The time that a Retry-After header asks for; null without one, and where it has another form. */
export function readRetryAfter(text: string | null, nowMs: number): number | null {
  if (text === null) return null
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  // A date starts with a weekday; Date.parse alone accepts many other texts.
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs)
}

/** For a request that would have to wait this long. */
export const createPacedFailure = (detail: string, waitMs: number): Failure =>
  new Failure('upstream_paced', detail, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })

/** Throws the reason of the signal when it aborts. */
export const sleepUnlessOver = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
