// Sends a request once and reads the response within a timeout; the caller interprets the response. Decides whether and
// when a request is sent again, by the reason code and never by the status alone.
import { ConnectionLost, QuarryError, TimedOut } from './errors.ts'

export type Outgoing = { method: string; url: string; headers: Headers; body?: string }

type TryOptions = {
  fetch: typeof fetch
  timeoutMs: number
  signal: AbortSignal | undefined
}

/**
 * Throws the error of `read`, ConnectionLost, TimedOut, or the reason of an aborted signal. Redirects are not followed,
 * because they would send the key to another address. Edge runtimes do not support `redirect: 'error'`.
 */
export async function send<T>(
  { url, ...init }: Outgoing,
  { fetch, timeoutMs, signal }: TryOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  const timedOut = new TimedOut(null, `no answer within ${Math.ceil(timeoutMs)} ms`)
  const timer = setTimeout(() => controller.abort(timedOut), Math.min(timeoutMs, maxTimerMs))
  try {
    return await read(await fetch(url, { ...init, redirect: 'manual', signal: controller.signal }))
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof QuarryError) throw error
    if (controller.signal.aborted) throw timedOut
    throw new ConnectionLost(null, describeLoss(url, error), { cause: error })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** Longer timers fire at once. */
export const maxTimerMs = 2 ** 31 - 1

const refusedCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/** Distinguishes a server that could not be reached from a lost connection. */
function describeLoss(url: string, error: unknown): string {
  const { code } = ((error as { cause?: unknown }).cause ?? {}) as { code?: unknown }
  const detail = describeCause(error)
  return typeof code === 'string' && refusedCodes.has(code)
    ? `could not connect to ${new URL(url).origin}: ${detail || code}`
    : `the connection to ${new URL(url).origin} was lost: ${detail}`
}

/** The message of a fetch error is often only in its cause. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message || error.message : error.message
}

/** Waits, unless the signal is aborted first. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', abort)
        resolve()
      },
      Math.min(ms, maxTimerMs),
    )
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/** Nothing was executed: retried until the deadline. */
const temporaryRefusals: ReadonlySet<string> = new Set(['rate_limited', 'idempotency_in_progress'])
/** Nothing was billed: retried up to `maxRetries` times. */
const temporaryFailures: ReadonlySet<string> = new Set([
  'internal',
  'upstream_failed',
  'upstream_timeout',
  'upstream_paced',
])

const firstPauseMs = 500
const longestPauseMs = 8_000

type Retrying = {
  /** The request may be sent twice: it is a GET, or has an idempotency key. */
  isRepeatable: boolean
  maxRetries: number
  /** Counted retries so far. */
  retries: number
}

type Verdict = { pauseMs: number; counts: boolean } | null

/** The pause before the next try, and whether it counts as a retry; null if the call must not be retried. */
export function judge(error: unknown, { isRepeatable, maxRetries, retries }: Retrying): Verdict {
  if (!(error instanceof QuarryError)) return null
  const { reason, retryAfter } = error
  const wait = (exponent: number) => Math.max((retryAfter ?? 0) * 1000, backoffMs(exponent))
  if (reason !== null && temporaryRefusals.has(reason)) return { pauseMs: wait(0), counts: false }
  const isTemporary = isLost(error) || (reason !== null && temporaryFailures.has(reason))
  if (!isTemporary || !isRepeatable || retries >= maxRetries) return null
  return { pauseMs: wait(retries), counts: true }
}

/** Whether the outcome of the request is unknown. */
export const isLost = (error: unknown): boolean =>
  error instanceof ConnectionLost || error instanceof TimedOut

/** Exponential backoff with jitter. */
export const backoffMs = (exponent: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** exponent) * (0.5 + Math.random() / 2)
