// The way from an address to a page: redirects followed by hand with each hop checked anew, transient failures tried
// again, every try behind the host's breaker and in one of its slots, and all of it within the call's time.
import { Failure } from '../errors.ts'
import type { Clock } from '../lib/clock.ts'
import type { Breakers } from './breakers.ts'
import type { CallParty } from './call-party.ts'
import type { CookieJar } from './cookies.ts'
import { readDestination } from './destination.ts'
import type { HostSlots } from './host-slots.ts'
import type { Limits } from './limits.ts'
import { pause, pauseBeforeMs } from './pause.ts'
import { type Attempt, type Exchange, type Fault, headerOf } from './send.ts'
import { lengthOf, type SentPage, sentPage } from './sent-page.ts'

/** What a fetch may use of the source's configuration. */
export type Reach = { hosts: readonly string[]; allowPrivate: boolean; concurrency: number }

export type PageRequest = {
  url: string
  reach: Reach
  headers: Record<string, string>
  body: string | null
  /** The calls that wait for the page; for patient ones timeouts and every 5xx are tried again too. */
  party: CallParty
  jar: CookieJar
  /** What comes of it says nothing of the host: it goes past the breakers. */
  uncounted: boolean
  /** Throws when the address must not be fetched. */
  checkRobots: (url: URL) => Promise<void>
  send: (exchange: Exchange) => Promise<Attempt>
  trace: Trace
}

/** What is known of a fetch so far, also when it fails. */
export type Trace = { host: string; status: number | null; bytes: number; tries: number; retries: number }

export const newTrace = (): Trace => ({ host: '', status: null, bytes: 0, tries: 0, retries: 0 })

type Parts = { limits: Limits; clock: Clock; slots: HostSlots; breakers: Breakers }

export async function fetchPage(parts: Parts, request: PageRequest): Promise<SentPage> {
  const { limits } = parts
  const { reach, jar, trace } = request
  let url = readDestination(request.url, reach, limits.urlChars)
  let body = request.body
  for (let hop = 0; hop <= limits.redirects; hop += 1) {
    trace.host = url.hostname
    await request.checkRobots(url)
    const attempt = await tryUntilAnswered(parts, request, url, body)
    jar.store(url.hostname, attempt.headers['set-cookie'])
    if (attempt.kind === 'page') {
      const { status, headers, pieces } = attempt
      trace.bytes = lengthOf(pieces)
      return sentPage({ url: url.href, status, contentType: headerOf(headers, 'content-type') }, pieces)
    }
    url = readDestination(attempt.location, reach, limits.urlChars, url)
    // As browsers do: after these a form is not sent again, its result is fetched.
    if (attempt.status === 301 || attempt.status === 302 || attempt.status === 303) body = null
  }
  throw new Failure('upstream_failed', `more than ${limits.redirects} redirects`)
}

type Answer = Exclude<Attempt, { kind: 'fault' }>

async function tryUntilAnswered(
  parts: Parts,
  request: PageRequest,
  url: URL,
  body: string | null,
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
    if (!mayRetry || trace.retries >= limits.retries || pauseMs >= party.remainingMs())
      throw new Failure(reason, `${url.hostname}: ${detail} (tries: ${trace.tries})`)
    trace.retries += 1
    await pause(pauseMs, party.signal)
  }
}

const isPassing = ({ reason, status }: Fault) =>
  reason === 'upstream_timeout' || (status !== null && status >= 500 && status < 600)

async function tryOnce(
  { limits, slots, breakers }: Parts,
  { reach, party, headers, jar, uncounted, send, trace }: PageRequest,
  url: URL,
  body: string | null,
): Promise<Attempt> {
  const host = url.hostname
  const { signal } = party
  signal.throwIfAborted()
  // Before the line, so that nobody waits for a host that is down; and after it, for what happened meanwhile.
  if (!uncounted) breakers.check(host, party.accounts())
  const place = await party.standingInLine(() =>
    slots.acquire({ host, party, slots: reach.concurrency, signal }),
  )
  const attempt = () => {
    trace.tries += 1
    party.noteSent()
    return send({
      url,
      method: body === null ? 'GET' : 'POST',
      headers: { ...headers, ...cookieHeader(headers.cookie, jar.header(host)) },
      body,
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

function cookieHeader(configured: string | undefined, own: string | null): { cookie?: string } {
  const cookie = [configured, own].filter(Boolean).join('; ')
  return cookie === '' ? {} : { cookie }
}
