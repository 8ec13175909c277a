// The way from an address to a page: redirects followed by hand with each hop checked anew, transient failures tried
// again, every try behind the host's breaker and in one of its slots, and all of it within the call's time.
import type { Clock } from '@quarry/kit/clock'
import { Failure } from '@quarry/kit/errors'
import type { Pace } from '@quarry/kit/upstream-api'
import type { Slot } from '../lib/fair-slots.ts'
import type { Breakers } from './breakers.ts'
import type { CookieJar } from './cookies.ts'
import { readDestination } from './destination.ts'
import type { FetchWaiters } from './fetch-waiters.ts'
import { countBytes, type FetchedPage, toFetchedPage } from './fetched-page.ts'
import { type HostOverrides, toFetchUrl, toPublicUrl } from './host-overrides.ts'
import type { HostSlots } from './host-slots.ts'
import type { Limits } from './limits.ts'
import { type TakeTurn, turnLastsMs } from './pace.ts'
import { pause, pauseBeforeMs } from './pause.ts'
import { type Attempt, type Exchange, type Fault, type Headers, readHeader, type Signature } from './send.ts'

/** What a fetch may use of the source's configuration. */
export type Reach = {
  provider: string
  hosts: readonly string[]
  allowPrivate: boolean
  concurrency: number
  places?: HostOverrides
  credentials?: Signature | null
  pace?: Pace
}

export type Body = { text: string; type: string }

export type PageRequest = {
  url: string
  reach: Reach
  headers: Record<string, string>
  body: Body | null
  /** The calls that wait for the page; for patient ones timeouts and every 5xx are tried again too. */
  party: FetchWaiters
  jar: CookieJar
  /** The calls can do without it: none of them runs out of time for it. */
  isOptional: boolean
  /** What comes of it says nothing of the host: it goes past the breakers. */
  uncounted: boolean
  /** Throws when the address must not be fetched. */
  checkRobots: (url: URL) => Promise<void>
  send: (exchange: Omit<Exchange, 'turn'>) => Promise<Attempt>
  trace: Trace
}

/** What is known of a fetch so far, also when it fails. */
export type Trace = { host: string; status: number | null; bytes: number; tries: number; retries: number }

export const newTrace = (): Trace => ({ host: '', status: null, bytes: 0, tries: 0, retries: 0 })

type Parts = {
  limits: Limits
  clock: Clock
  slots: HostSlots
  breakers: Breakers
  takeTurn: TakeTurn | undefined
}

export async function fetchPage(parts: Parts, request: PageRequest): Promise<FetchedPage> {
  const { limits } = parts
  const { reach, jar, trace } = request
  const { places = {} } = reach
  let told = readDestination(request.url, reach, limits.urlChars)
  let url = toFetchUrl(told, places)
  let body = request.body
  for (let hop = 0; hop <= limits.redirects; hop += 1) {
    trace.host = url.hostname
    await request.checkRobots(url)
    const attempt = await tryUntilAnswered(parts, request, url, body)
    jar.store(url.hostname, attempt.headers['set-cookie'])
    if (attempt.kind === 'page') {
      const { status, headers, pieces } = attempt
      trace.bytes = countBytes(pieces)
      const contentType = readHeader(headers, 'content-type')
      return toFetchedPage({ url: told.href, status, contentType, headers: singleHeaders(headers) }, pieces)
    }
    told = toPublicUrl(readDestination(attempt.location, reach, limits.urlChars, url), places, told.hostname)
    url = toFetchUrl(told, places)
    // As browsers do: after these a form is not sent again, its result is fetched.
    if (attempt.status === 301 || attempt.status === 302 || attempt.status === 303) body = null
  }
  throw new Failure('upstream_failed', `more than ${limits.redirects} redirects`)
}

const singleHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, readHeader(headers, name)]))

type Answer = Exclude<Attempt, { kind: 'fault' }>

async function tryUntilAnswered(
  parts: Parts,
  request: PageRequest,
  url: URL,
  body: Body | null,
): Promise<Answer> {
  const { limits, clock } = parts
  const { trace, party } = request
  for (;;) {
    const attempt = await tryOnce(parts, request, url, body)
    trace.status = attempt.status
    if (attempt.kind !== 'fault') return attempt
    const { reason, detail, retryAfter } = attempt
    const mayRetry = attempt.mayRetry || (party.isPatient && isPassing(attempt))
    const pauseMs = pauseBeforeMs(trace.retries, retryAfter, limits.retryMs, clock().getTime())
    // Retries are counted over all hops: a chain of redirects does not multiply them.
    if (!mayRetry || trace.retries >= limits.retries || pauseMs >= party.remainingMs()) {
      const told = `${url.hostname}: ${detail} (tries: ${trace.tries})`
      // An interface that says 429 has a pace of its own; a site's pages say it to those they take for robots.
      if (attempt.status !== 429 || !request.reach.pace) throw new Failure(reason, told)
      throw new Failure('upstream_paced', told, { retryAfterSeconds: Math.max(1, Math.ceil(pauseMs / 1000)) })
    }
    trace.retries += 1
    await pause(pauseMs, party.signal)
  }
}

const isPassing = ({ reason, status }: Fault) =>
  reason === 'upstream_timeout' || (status !== null && status >= 500 && status < 600)

async function tryOnce(
  { limits, slots, breakers, takeTurn }: Parts,
  { reach, party, headers, jar, isOptional, uncounted, send, trace }: PageRequest,
  url: URL,
  body: Body | null,
): Promise<Attempt> {
  const host = url.hostname
  const { signal } = party
  signal.throwIfAborted()
  // Before the line, so that nobody waits for a host that is down; and after it, for what happened meanwhile.
  if (!uncounted) breakers.check(host, party.accounts())
  const place = await takePlace({ slots, takeTurn }, reach, host, party, isOptional)
  const attempt = () => {
    trace.tries += 1
    party.noteSent()
    return send({
      url,
      method: body === null ? 'GET' : 'POST',
      headers: { ...headers, ...cookieHeader(headers.cookie, jar.header(host)) },
      body: body?.text ?? null,
      signature: reach.credentials ?? null,
      timeoutMs: limits.tryMs,
      signal,
    })
  }
  try {
    signal.throwIfAborted()
    if (uncounted) return await attempt()
    return await breakers.run(host, new Set([place.accountId, ...party.accounts()]), attempt)
  } finally {
    place.release()
  }
}

/** A slot of the host, and the provider's turn where it has a pace; a turn that grew stale in the line is taken anew. */
async function takePlace(
  { slots, takeTurn }: Pick<Parts, 'slots' | 'takeTurn'>,
  { provider, pace, concurrency }: Reach,
  host: string,
  party: FetchWaiters,
  isOptional: boolean,
): Promise<Slot> {
  const { signal } = party
  for (;;) {
    const waitMs = isOptional ? party.optionalMs() : party.remainingMs()
    if (isOptional && waitMs <= 0)
      throw new Failure('upstream_paced', `${host}: too late to ask for more`, { retryAfterSeconds: 1 })
    const turn =
      takeTurn && pace ? await party.whileQueued(() => takeTurn(provider, pace, waitMs, signal)) : null
    const place = await party.whileQueued(() => slots.acquire({ host, party, slots: concurrency, signal }))
    if (turn === null || performance.now() - turn < turnLastsMs) return place
    place.release()
  }
}

function cookieHeader(configured: string | undefined, own: string | null): { cookie?: string } {
  const cookie = [configured, own].filter(Boolean).join('; ')
  return cookie === '' ? {} : { cookie }
}
