// Fetches one page, from top to bottom: checks its address and robots.txt, follows redirects in the same way, and
// retries transient failures. Each try passes the breakers of the host, waits for a slot and is then sent.
import type { Clock } from '@quarry/kit/clock'
import { Failure } from '@quarry/kit/errors'
import { chooseSliceOwner } from '../platform/lib/fair-slots.ts'
import { mapValues } from '../platform/lib/map-values.ts'
import { loopSlices } from '../platform/lib/slices.ts'
import { readDestination } from './address-guard.ts'
import type { Breakers } from './breakers.ts'
import type { FetchWaiters } from './fetch-waiters.ts'
import { countPieceBytes, type FetchedPage, toFetchedPage } from './fetched-page.ts'
import type { FetchLimits } from './limits.ts'
import type { CookieJar, RequestBody } from './request-headers.ts'
import { type ExchangeFault, type ExchangeResult, readHeader, type Sender } from './send.ts'
import { type SourceAccess, toFetchUrl, toPublicUrl } from './source-access.ts'
import { type SlotDeps, sleepUnlessOver, takeSlot } from './take-slot.ts'

export type PageRequest = {
  url: string
  access: SourceAccess
  headers: Record<string, string>
  body: RequestBody | null
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
  trace: FetchTrace
}

/** The progress of a fetch, also of one that fails. */
export type FetchTrace = {
  host: string
  status: number | null
  bytes: number
  tries: number
  retries: number
}

export const createFetchTrace = (): FetchTrace => ({ host: '', status: null, bytes: 0, tries: 0, retries: 0 })

type FetchPageDeps = SlotDeps & {
  limits: FetchLimits
  clock: Clock
  breakers: Breakers
  sender: Sender
}

export async function fetchPage(deps: FetchPageDeps, request: PageRequest): Promise<FetchedPage> {
  const { limits } = deps
  const { access, jar, trace } = request
  const { hostOverrides = {} } = access
  let publicUrl = readDestination(request.url, access, limits.urlChars)
  let body = request.body
  for (let hop = 0; hop <= limits.redirects; hop += 1) {
    const url = toFetchUrl(publicUrl, hostOverrides)
    trace.host = url.hostname
    await request.checkRobots(url)
    const result = await tryWithRetries(deps, request, url, body)
    jar.store(url.hostname, result.headers['set-cookie'])
    if (result.kind === 'page') {
      const { status, headers, pieces } = result
      trace.bytes = countPieceBytes(pieces)
      const contentType = readHeader(headers, 'content-type')
      const singleHeaders = mapValues(headers, (_value, name) => readHeader(headers, name))
      return toFetchedPage({ url: publicUrl.href, status, contentType, headers: singleHeaders }, pieces)
    }
    const redirected = readDestination(result.location, access, limits.urlChars, url)
    publicUrl = toPublicUrl(redirected, hostOverrides, publicUrl.hostname)
    // As browsers do: after these statuses the form is not sent again.
    if (result.status === 301 || result.status === 302 || result.status === 303) body = null
  }
  throw new Failure('upstream_failed', `more than ${limits.redirects} redirects`)
}

async function tryWithRetries(deps: FetchPageDeps, request: PageRequest, url: URL, body: RequestBody | null) {
  const { limits, clock } = deps
  const { trace, waiters } = request
  for (;;) {
    const result = await tryOnce(deps, request, url, body)
    trace.status = result.status
    if (result.kind !== 'fault') return result
    const { reason, detail, retryAfter } = result
    const nowMs = clock().getTime()
    const requestedMs = readRetryAfter(retryAfter, nowMs)
    const pauseSeconds = await pauseProvider(deps, request.access, result, requestedMs)
    const mayRetry =
      pauseSeconds === null
        ? result.mayRetry || (waiters.isPatient && isTransient(result))
        : requestedMs !== null
    const delayMs = requestedMs ?? backoffMs(trace.retries, limits.retryMs)
    // Retries are counted over all redirects.
    if (!mayRetry || trace.retries >= limits.retries || delayMs >= waiters.remainingMs()) {
      const message = `${url.hostname}: ${detail} (tries: ${trace.tries})`
      if (pauseSeconds === null) throw new Failure(reason, message, { isServerFault: reason === 'internal' })
      throw new Failure('upstream_paced', message, { retryAfterSeconds: pauseSeconds })
    }
    trace.retries += 1
    await sleepUnlessOver(delayMs, waiters.signal)
  }
}

async function tryOnce(
  deps: FetchPageDeps,
  request: PageRequest,
  url: URL,
  body: RequestBody | null,
): Promise<ExchangeResult> {
  const { breakers, limits, sender } = deps
  const { access, waiters, headers, jar, uncounted, trace } = request
  const host = url.hostname
  const { signal } = waiters
  signal.throwIfAborted()
  // Checked before the queue, so that no call waits for a host that is down, and again after it.
  if (!uncounted) breakers.check(host, waiters.accounts())
  const slot = await takeSlot(deps, request, host)
  const sendRequest = () => {
    trace.tries += 1
    waiters.markSent()
    return sender.send(access, {
      url,
      method: body === null ? 'GET' : 'POST',
      headers: { ...headers, ...toCookieHeader(headers.cookie, jar.header(host)) },
      body: body?.text ?? null,
      signature: access.credentials ?? null,
      readsStatuses: request.readsStatuses ?? [],
      timeoutMs: limits.tryMs,
      signal,
      nextSlice: () => loopSlices.next(chooseSliceOwner(waiters)),
    })
  }
  try {
    signal.throwIfAborted()
    if (uncounted) return await sendRequest()
    return await breakers.run(host, new Set([slot.accountId, ...waiters.accounts()]), sendRequest)
  } finally {
    slot.release()
  }
}

function toCookieHeader(configured: string | undefined, own: string | null): { cookie?: string } {
  const cookie = [configured, own].filter(Boolean).join('; ')
  return cookie === '' ? {} : { cookie }
}

const isTransient = ({ reason, status }: ExchangeFault) =>
  reason === 'upstream_timeout' || (status !== null && status >= 500 && status < 600)

/** A Retry-After above an hour is likely a mistake: after an hour the API is called again. */
const maxPauseSeconds = 3600

/**
 * Pauses an upstream API that says that it is called too often. Returns the seconds of the pause; null for any other
 * status, and for sites, for which such a status means that they block the server.
 */
async function pauseProvider(
  { rateLimits }: FetchPageDeps,
  { provider, pause }: SourceAccess,
  { status }: ExchangeFault,
  requestedMs: number | null,
): Promise<number | null> {
  if (!pause || status === null || !pause.statuses.includes(status)) return null
  const requestedSeconds = requestedMs === null ? pause.seconds : Math.ceil(requestedMs / 1000)
  const seconds = Math.max(1, Math.min(requestedSeconds, maxPauseSeconds))
  await rateLimits?.startPause(provider, seconds)
  return seconds
}

/**
 * The time that a Retry-After header asks for; null without one, and for a value of another form.
 * @internal
 */
export function readRetryAfter(text: string | null, nowMs: number): number | null {
  if (text === null) return null
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  // A date starts with a weekday; Date.parse alone accepts many other texts.
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs)
}

/**
 * A doubling delay with jitter.
 * @internal
 */
export const backoffMs = (retries: number, firstMs: number): number =>
  firstMs * 2 ** retries * (0.5 + Math.random() / 2)
