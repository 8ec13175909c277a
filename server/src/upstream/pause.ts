// How long to wait before the next try, and waiting itself: both bounded by what is left of the call's time.
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds until the next try: what the site asked for, or a doubling pause with jitter. */
export function pauseBeforeMs(
  retries: number,
  retryAfter: string | null,
  firstMs: number,
  nowMs: number,
): number {
  const asked = retryAfter === null ? null : readRetryAfter(retryAfter, nowMs)
  return asked ?? firstMs * 2 ** retries * (0.5 + Math.random() / 2)
}

function readRetryAfter(text: string, nowMs: number): number | null {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  // The date form begins with a weekday; Date.parse alone would take many other texts for dates.
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs)
}

/** Waits, or returns early when the call is cancelled: the next try then sees that at once. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, signal ? { signal } : {}).catch(() => {})
}
