// One HTTP exchange with a site. Returns a page, a redirect, or a fault that says whether a retry makes sense; retries,
// queueing and redirects are up to fetch-page.ts.
import { Failure, type FailureReason, isFailure } from '@quarry/kit/errors'
import type { Credentials } from '@quarry/kit/upstream-api'
import { type Dispatcher, errors } from 'undici'
import { findServerFault, readCode } from '../platform/lib/server-fault.ts'
import type { Pieces } from './fetched-page.ts'
import { ConnectError } from './guarded-connect.ts'
import { BodyError, type ReadBody } from './read-response-body.ts'

export type Exchange = {
  url: URL
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body: string | null
  /** The key of the provider; it must not appear in logs or errors. */
  signature?: Signature | null
  /** Statuses that are pages, besides 2xx, 404 and 410. */
  readsStatuses: readonly number[]
  timeoutMs: number
  /** Ends the exchange, with a Failure as its reason. */
  signal: AbortSignal
  /** Resolves when it is the page's turn on the event loop. */
  turn: () => Promise<void>
}

/** The provider's key, sent in a header, in the query or as a user name, or exchanged for a token. */
export type Signature = Credentials & { value: string }

export type Headers = Dispatcher.ResponseData['headers']

export type Attempt =
  | { kind: 'page'; status: number; headers: Headers; pieces: Pieces }
  | { kind: 'redirect'; status: number; headers: Headers; location: string }
  | Fault

export type Fault = {
  kind: 'fault'
  reason: FailureReason
  detail: string
  status: number | null
  mayRetry: boolean
  /** What the site's Retry-After said, as sent. */
  retryAfter: string | null
  /** The host is in trouble, not only this page: counts for its breaker. Null if the fault says nothing about it. */
  hostFault: boolean | null
}

const redirects = new Set([301, 302, 303, 307, 308])
const blocked = new Set([401, 403, 407, 429, 999])
const transient = new Set([429, 502, 503, 504])
// Errors of a proxy that cannot be reached or refuses a tunnel: no request reached the site.
const proxyRefused = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_ABORTED',
])
const timeUp = new Failure('upstream_timeout', 'the attempt timed out')

export async function send(dispatcher: Dispatcher, exchange: Exchange, readBody: ReadBody): Promise<Attempt> {
  const { url, method, headers, body, signature, readsStatuses, timeoutMs, signal, turn } = exchange
  const aborter = new AbortController()
  const timer = setTimeout(() => aborter.abort(timeUp), timeoutMs)
  const cancel = () => aborter.abort(signal.reason)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const response = await dispatcher.request({
      origin: url.origin,
      path: signPath(url, signature),
      method,
      headers,
      body,
      signal: aborter.signal,
    })
    return await readResponse(response, readBody, { readsStatuses, signal: aborter.signal, turn })
  } catch (error) {
    return toFault(error, aborter.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
  }
}

function signPath(url: URL, signature: Signature | null | undefined): string {
  if (!signature || !('query' in signature)) return url.pathname + url.search
  const pair = `${signature.query}=${encodeURIComponent(signature.value)}`
  return `${url.pathname}${url.search === '' ? '?' : `${url.search}&`}${pair}`
}

async function readResponse(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  readBody: ReadBody,
  { readsStatuses, signal, turn }: Pick<Exchange, 'readsStatuses' | 'signal' | 'turn'>,
): Promise<Attempt> {
  if ((status >= 200 && status < 300) || status === 404 || status === 410 || readsStatuses.includes(status)) {
    const encoding = readHeader(headers, 'content-encoding')
    const length = /^\d{1,15}$/.test(readHeader(headers, 'content-length'))
      ? Number(headers['content-length'])
      : null
    try {
      const pieces = await readBody(body, { encoding, length }, signal, turn)
      return { kind: 'page', status, headers, pieces }
    } finally {
      if (!body.readableEnded) body.on('error', ignore).destroy()
    }
  }
  // Reading a short body to its end keeps the connection for the next request.
  await body.dump({ limit: 65_536, signal: AbortSignal.timeout(250) }).catch(ignore)
  const location = readHeader(headers, 'location')
  if (redirects.has(status) && location !== '') return { kind: 'redirect', status, headers, location }
  return {
    kind: 'fault',
    reason: blocked.has(status) ? 'upstream_blocked' : 'upstream_failed',
    detail: `status ${status}`,
    status,
    mayRetry: transient.has(status),
    retryAfter: readHeader(headers, 'retry-after') || null,
    hostFault: status === 429 || (status >= 500 && status < 600),
  }
}

const ignore = () => {}

/** The value of a header; of a repeated one the first, except for content codings, which are joined. */
export function readHeader(headers: Headers, name: string): string {
  const value = headers[name]
  if (typeof value === 'string' || value === undefined) return value ?? ''
  return name === 'content-encoding' ? value.join(',') : (value[0] ?? '')
}

// Details contain codes, not messages: a library's message may quote a header or a proxy's address.
function toFault(error: unknown, signal: AbortSignal): Fault {
  const fault = { kind: 'fault', status: null, retryAfter: null, mayRetry: false, hostFault: true } as const
  const failed = (detail: string) => ({ ...fault, reason: 'upstream_failed', detail }) as const
  if (signal.aborted)
    return isFailure(signal.reason) && signal.reason.reason === 'upstream_timeout'
      ? { ...fault, reason: 'upstream_timeout', detail: 'no complete answer in time' }
      : { ...failed('the call was cancelled'), hostFault: null }
  const serverFault = findServerFault(error)
  if (serverFault !== null)
    return {
      ...failed(`the server cannot connect: ${serverFault}`),
      reason: 'internal',
      mayRetry: true,
      hostFault: null,
    }
  if (error instanceof ConnectError) {
    if (error.refused) return { ...failed(error.code), hostFault: false }
    const reason = error.code === 'UND_ERR_CONNECT_TIMEOUT' ? 'upstream_timeout' : 'upstream_failed'
    return { ...failed(error.message), reason, mayRetry: true }
  }
  if (error instanceof BodyError) return { ...failed(error.message), hostFault: false }
  if (error instanceof errors.ResponseExceededMaxSizeError)
    return { ...failed('page larger than the size limit'), hostFault: false }
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError)
    return { ...fault, reason: 'upstream_timeout', detail: 'no complete answer in time' }
  const code = readCode(error)
  return { ...failed(`exchange failed: ${code}`), mayRetry: proxyRefused.has(code) }
}
