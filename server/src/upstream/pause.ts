// The pause before a retry.
import { setTimeout as sleep } from 'node:timers/promises'

/** What the site's Retry-After says, or a doubling pause with jitter. */
export function pauseBeforeMs(
  retries: number,
  retryAfter: string | null,
  firstMs: number,
  nowMs: number,
): number {
  const requestedMs = retryAfter === null ? null : readRetryAfter(retryAfter, nowMs)
  return requestedMs ?? firstMs * 2 ** retries * (0.5 + Math.random() / 2)
}

function readRetryAfter(text: string, nowMs: number): number | null {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  // A date starts with a weekday; Date.parse alone accepts many other texts.
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs)
}

/** Returns early when the call is cancelled: the next try checks that. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, signal ? { signal } : {}).catch(() => {})
}
