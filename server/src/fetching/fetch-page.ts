// Fetches one page: follows redirects and checks each of them, retries transient failures, and sends every try behind
// the host's breaker, in one of its slots, within the rate limit and the time of the call.
import type { Clock } from '@quarry/kit/clock'
import { Failure } from '@quarry/kit/errors'
import { mapValues } from '../platform/lib/map-values.ts'
import type { Breakers } from './breakers.ts'
import type { CookieJar } from './cookies.ts'
import { readDestination } from './destination.ts'
import type { FetchWaiters } from './fetch-waiters.ts'
import { countBytes, type FetchedPage, toFetchedPage } from './fetched-page.ts'
import type { Limits } from './limits.ts'
import { backoffMs, readRetryAfter, sleepUnlessOver } from './pause.ts'
import { type Attempt, type Exchange, type Fault, readHeader } from './send.ts'
import { type SourceAccess, toFetchUrl, toPublicUrl } from './source-access.ts'
import { type SlotDeps, takeSlot } from './take-slot.ts'

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
  /** Statuses that are pages, besides 2xx, 404 and 410. */
  readsStatuses?: readonly number[]
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

export type FetchDeps = SlotDeps & {
  limits: Limits
  clock: Clock
  breakers: Breakers
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
      const singleHeaders = mapValues(headers, (_value, name) => readHeader(headers, name))
      return toFetchedPage({ url: publicUrl.href, status, contentType, headers: singleHeaders }, pieces)
    }
    const redirected = readDestination(attempt.location, access, limits.urlChars, url)
    publicUrl = toPublicUrl(redirected, hostOverrides, publicUrl.hostname)
    // As browsers do: after these statuses the form is not sent again.
    if (attempt.status === 301 || attempt.status === 302 || attempt.status === 303) body = null
  }
  throw new Failure('upstream_failed', `more than ${limits.redirects} redirects`)
}

async function tryUntilAnswered(deps: FetchDeps, request: PageRequest, url: URL, body: Body | null) {
  const { limits, clock } = deps
  const { trace, waiters } = request
  for (;;) {
    const attempt = await tryOnce(deps, request, url, body)
    trace.status = attempt.status
    if (attempt.kind !== 'fault') return attempt
    const { reason, detail, retryAfter } = attempt
    const nowMs = clock().getTime()
    const requestedMs = readRetryAfter(retryAfter, nowMs)
    const restSeconds = await startRest(deps, request.access, attempt, requestedMs)
    const mayRetry =
      restSeconds === null
        ? attempt.mayRetry || (waiters.isPatient && isTransient(attempt))
        : requestedMs !== null
    const pauseMs = requestedMs ?? backoffMs(trace.retries, limits.retryMs)
    // Retries are counted over all redirects.
    if (!mayRetry || trace.retries >= limits.retries || pauseMs >= waiters.remainingMs()) {
      const message = `${url.hostname}: ${detail} (tries: ${trace.tries})`
      if (restSeconds === null) throw new Failure(reason, message, { isServerFault: reason === 'internal' })
      throw new Failure('upstream_paced', message, { retryAfterSeconds: restSeconds })
    }
    trace.retries += 1
    await sleepUnlessOver(pauseMs, waiters.signal)
  }
}

/** A Retry-After above an hour is likely a mistake: after an hour the API is called again. */
const maxRestSeconds = 3600

/**
 * Pauses requests to an upstream API that answered that it is called too often. Returns the seconds of the pause; null
 * for other answers, and for sites, where such a status means that the server is blocked.
 */
async function startRest(
  { rateLimits }: FetchDeps,
  { provider, rest }: SourceAccess,
  { status }: Fault,
  requestedMs: number | null,
): Promise<number | null> {
  if (!rest || status === null || !rest.statuses.includes(status)) return null
  const requestedSeconds = requestedMs === null ? rest.seconds : Math.ceil(requestedMs / 1000)
  const seconds = Math.max(1, Math.min(requestedSeconds, maxRestSeconds))
  await rateLimits?.startPause(provider, seconds)
  return seconds
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
      readsStatuses: request.readsStatuses ?? [],
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

function toCookieHeader(configured: string | undefined, own: string | null): { cookie?: string } {
  const cookie = [configured, own].filter(Boolean).join('; ')
  return cookie === '' ? {} : { cookie }
}
