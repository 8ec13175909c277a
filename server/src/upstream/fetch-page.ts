// Fetches one page: follows redirects and checks each of them, retries transient failures, and sends every try behind
// the host's breaker, in one of its slots, within the rate limit and the time of the call.
import type { Clock } from '@quarry/kit/clock'
import { Failure } from '@quarry/kit/errors'
import type { Pace } from '@quarry/kit/upstream-api'
import type { Slot } from '../lib/fair-slots.ts'
import type { Breakers } from './breakers.ts'
import type { CookieJar } from './cookies.ts'
import { readDestination } from './destination.ts'
import type { FetchWaiters } from './fetch-waiters.ts'
import { countBytes, type FetchedPage, toFetchedPage } from './fetched-page.ts'
import { toFetchUrl, toPublicUrl } from './host-overrides.ts'
import type { HostSlots } from './host-slots.ts'
import type { Limits } from './limits.ts'
import { pause, pauseBeforeMs } from './pause.ts'
import { type Attempt, type Exchange, type Fault, type Headers, readHeader } from './send.ts'
import type { SourceAccess } from './source-access.ts'

export type Body = { text: string; type: string }

export type PageRequest = {
  url: string
  access: SourceAccess
  headers: Record<string, string>
  body: Body | null
  /** The calls that wait for the page; for patient ones timeouts and every 5xx are retried too. */
  waiters: FetchWaiters
  jar: CookieJar
  /** The lookup can do without the page, so no call may run out of time for it. */
  isOptional: boolean
  /** Bypasses the breakers: the outcome says nothing about the host. */
  uncounted: boolean
  /** Throws when the address must not be fetched. */
  checkRobots: (url: URL) => Promise<void>
  send: (exchange: Omit<Exchange, 'turn'>) => Promise<Attempt>
  trace: Trace
}

/** The progress of a fetch, also of one that fails. */
export type Trace = { host: string; status: number | null; bytes: number; tries: number; retries: number }

export const createTrace = (): Trace => ({ host: '', status: null, bytes: 0, tries: 0, retries: 0 })

/**
 * Waits until the provider's rate limit allows a request, `waitMs` at most, and returns that time; null where there is
 * no limit. Throws upstream_paced at once where the wait would be longer.
 */
export type WaitForRateLimit = (
  provider: string,
  rateLimit: Pace,
  waitMs: number,
  signal: AbortSignal,
) => Promise<number | null>

/** A booking that was not used within this time is lost: later requests have the time after it. */
const bookingLastsMs = 500

export type FetchDeps = {
  limits: Limits
  clock: Clock
  slots: HostSlots
  breakers: Breakers
  waitForRateLimit: WaitForRateLimit | undefined
}

export async function fetchPage(deps: FetchDeps, request: PageRequest): Promise<FetchedPage> {
  const { limits } = deps
  const { access, jar, trace } = request
  const { hostOverrides = {} } = access
  let publicUrl = readDestination(request.url, access, limits.urlChars)
  let body = request.body
  for (let hop = 0; hop <= limits.redirects; hop += 1) {
    const url = toFetchUrl(publicUrl, hostOverrides)
    trace.host = url.hostname
    await request.checkRobots(url)
    const attempt = await tryUntilAnswered(deps, request, url, body)
    jar.store(url.hostname, attempt.headers['set-cookie'])
    if (attempt.kind === 'page') {
      const { status, headers, pieces } = attempt
      trace.bytes = countBytes(pieces)
      const contentType = readHeader(headers, 'content-type')
      const head = { url: publicUrl.href, status, contentType, headers: toSingleHeaders(headers) }
      return toFetchedPage(head, pieces)
    }
    const redirected = readDestination(attempt.location, access, limits.urlChars, url)
    publicUrl = toPublicUrl(redirected, hostOverrides, publicUrl.hostname)
    // As browsers do: after these statuses the form is not sent again.
    if (attempt.status === 301 || attempt.status === 302 || attempt.status === 303) body = null
  }
  throw new Failure('upstream_failed', `more than ${limits.redirects} redirects`)
}

const toSingleHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, readHeader(headers, name)]))

async function tryUntilAnswered(
  deps: FetchDeps,
  request: PageRequest,
  url: URL,
  body: Body | null,
): Promise<Exclude<Attempt, Fault>> {
  const { limits, clock } = deps
  const { trace, waiters } = request
  for (;;) {
    const attempt = await tryOnce(deps, request, url, body)
    trace.status = attempt.status
    if (attempt.kind !== 'fault') return attempt
    const { reason, detail, retryAfter } = attempt
    const mayRetry = attempt.mayRetry || (waiters.isPatient && isTransient(attempt))
    const pauseMs = pauseBeforeMs(trace.retries, retryAfter, limits.retryMs, clock().getTime())
    // Retries are counted over all redirects.
    if (!mayRetry || trace.retries >= limits.retries || pauseMs >= waiters.remainingMs()) {
      const message = `${url.hostname}: ${detail} (tries: ${trace.tries})`
      // From an API, 429 is its rate limit; from a site it is a block.
      if (attempt.status !== 429 || !request.access.pace) throw new Failure(reason, message)
      const retryAfterSeconds = Math.max(1, Math.ceil(pauseMs / 1000))
      throw new Failure('upstream_paced', message, { retryAfterSeconds })
    }
    trace.retries += 1
    await pause(pauseMs, waiters.signal)
  }
}

const isTransient = ({ reason, status }: Fault) =>
  reason === 'upstream_timeout' || (status !== null && status >= 500 && status < 600)

async function tryOnce(deps: FetchDeps, request: PageRequest, url: URL, body: Body | null): Promise<Attempt> {
  const { breakers, limits } = deps
  const { access, waiters, headers, jar, uncounted, trace } = request
  const host = url.hostname
  const { signal } = waiters
  signal.throwIfAborted()
  // Checked before the queue, so that no call waits for a host that is down, and again after it.
  if (!uncounted) breakers.check(host, waiters.accounts())
  const slot = await takeSlot(deps, request, host)
  const attempt = () => {
    trace.tries += 1
    waiters.markSent()
    return request.send({
      url,
      method: body === null ? 'GET' : 'POST',
      headers: { ...headers, ...toCookieHeader(headers.cookie, jar.header(host)) },
      body: body?.text ?? null,
      signature: access.credentials ?? null,
      timeoutMs: limits.tryMs,
      signal,
    })
  }
  try {
    signal.throwIfAborted()
    if (uncounted) return await attempt()
    return await breakers.run(host, new Set([slot.accountId, ...waiters.accounts()]), attempt)
  } finally {
    slot.release()
  }
}

/** A slot of the host, after the rate limit of the provider. A booking that expires in the queue is made again. */
async function takeSlot(
  { slots, waitForRateLimit }: FetchDeps,
  { access, waiters, isOptional }: PageRequest,
  host: string,
): Promise<Slot> {
  const { provider, pace, concurrency } = access
  const { signal } = waiters
  for (;;) {
    const waitMs = isOptional ? waiters.optionalMs() : waiters.remainingMs()
    if (isOptional && waitMs <= 0)
      throw new Failure('upstream_paced', `${host}: no time left for optional pages`, {
        retryAfterSeconds: 1,
      })
    const bookedAt =
      waitForRateLimit && pace
        ? await waiters.whileQueued(() => waitForRateLimit(provider, pace, waitMs, signal))
        : null
    const slot = await waiters.whileQueued(() => slots.acquire({ host, waiters, slots: concurrency, signal }))
    if (bookedAt === null || performance.now() - bookedAt < bookingLastsMs) return slot
    slot.release()
  }
}

function toCookieHeader(configured: string | undefined, own: string | null): { cookie?: string } {
  const cookie = [configured, own].filter(Boolean).join('; ')
  return cookie === '' ? {} : { cookie }
}
