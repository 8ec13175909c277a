// Sends a request once and reads the response within a timeout. The caller interprets the response.
import { ConnectionLost, QuarryError, TimedOut } from './errors.ts'

export type Outgoing = { method: string; url: string; headers: Headers; body?: string }

export type TryOptions = {
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
