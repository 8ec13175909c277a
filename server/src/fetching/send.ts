// Sends one HTTP request to a site, directly or through the configured proxy. The result is a page, a redirect, or a
// fault that says whether a retry makes sense. Queueing, retries and redirects are up to fetch-page.ts.
import { Failure, type FailureReason, isFailure } from '@quarry/kit/errors'
import type { Credentials } from '@quarry/kit/upstream-api'
import { Agent, type Dispatcher, errors, Pool, ProxyAgent } from 'undici'
import { findServerFault, readCode } from '../platform/lib/server-resources.ts'
import { ConnectError, guardedConnect, type ResolveHost, socketConnect } from './address-guard.ts'
import type { Pieces } from './fetched-page.ts'
import type { FetchLimits } from './limits.ts'
import { BodyError, createReadBody, type ReadBody } from './read-response-body.ts'

/** How the host is reached: over a sandbox socket, through a proxy, or directly. */
type FetchRoute = { sandboxSocket: string | null; allowPrivate: boolean; proxy: string | null }

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
  /** Resolves when the page may be decompressed: work on the event loop is cut into slices. */
  nextSlice: () => Promise<void>
}

/** The provider's key, sent in a header, in the query or as a user name, or exchanged for a token. */
export type Signature = Credentials & { value: string }

type Headers = Dispatcher.ResponseData['headers']

export type ExchangeResult =
  | { kind: 'page'; status: number; headers: Headers; pieces: Pieces }
  | { kind: 'redirect'; status: number; headers: Headers; location: string }
  | ExchangeFault

export type ExchangeFault = {
  kind: 'fault'
  reason: FailureReason
  detail: string
  status: number | null
  mayRetry: boolean
  /** The value of the site's Retry-After header. */
  retryAfter: string | null
  /** The host is in trouble, not only this page: counts for its breaker. Null if the fault says nothing about it. */
  hostFault: boolean | null
}

export type Sender = ReturnType<typeof createSender>

export function createSender(limits: FetchLimits, resolve?: ResolveHost, ca?: string) {
  const dispatchers = createDispatchers(limits, resolve, ca)
  const readBody = createReadBody(limits)
  return {
    /** Never throws: what goes wrong is a fault. */
    send: (route: FetchRoute, exchange: Exchange) => send(dispatchers.get(route), exchange, readBody),
    close: dispatchers.close,
  }
}

/** One undici dispatcher per route. It pools connections per origin; the slots of a host bound their number. */
function createDispatchers(limits: FetchLimits, resolve?: ResolveHost, ca?: string) {
  const dispatchers = new Map<string, Dispatcher>()
  const client = {
    headersTimeout: limits.tryMs,
    bodyTimeout: limits.tryMs,
    maxHeaderSize: limits.headerBytes,
    // Counts the bytes as sent; read-response-body.ts counts the decoded ones.
    maxResponseSize: limits.bodyBytes,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 30_000,
  }

  const create = ({ sandboxSocket, allowPrivate, proxy }: FetchRoute): Dispatcher => {
    if (sandboxSocket !== null) return new Agent({ ...client, connect: socketConnect(sandboxSocket) })
    if (proxy === null)
      return new Agent({
        ...client,
        connect: guardedConnect({ allowPrivate, connectMs: limits.connectMs, resolve, ca }),
      })
    // The proxy resolves names, so only the host list guards here. The proxy's own address may be private.
    return new ProxyAgent({
      ...client,
      uri: proxy,
      clientFactory: (origin, options) => new Pool(origin, { ...options, ...client }),
      ...(ca === undefined ? {} : { requestTls: { ca } }),
    })
  }

  return {
    get(route: FetchRoute) {
      const key = JSON.stringify([route.sandboxSocket, route.allowPrivate, route.proxy])
      const dispatcher = dispatchers.get(key) ?? create(route)
      dispatchers.set(key, dispatcher)
      return dispatcher
    },
    async close() {
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.destroy()))
      dispatchers.clear()
    },
  }
}

const timeUp = new Failure('upstream_timeout', 'the attempt timed out')

async function send(dispatcher: Dispatcher, exchange: Exchange, readBody: ReadBody): Promise<ExchangeResult> {
  const { url, method, headers, body, signature, readsStatuses, timeoutMs, signal, nextSlice } = exchange
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
    return await readResponse(response, readBody, { readsStatuses, signal: aborter.signal, nextSlice })
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

const redirects = new Set([301, 302, 303, 307, 308])
const blocked = new Set([401, 403, 407, 429, 999])
const transient = new Set([429, 502, 503, 504])

async function readResponse(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  readBody: ReadBody,
  { readsStatuses, signal, nextSlice }: Pick<Exchange, 'readsStatuses' | 'signal' | 'nextSlice'>,
): Promise<ExchangeResult> {
  if ((status >= 200 && status < 300) || status === 404 || status === 410 || readsStatuses.includes(status)) {
    const encoding = readHeader(headers, 'content-encoding')
    const length = /^\d{1,15}$/.test(readHeader(headers, 'content-length'))
      ? Number(headers['content-length'])
      : null
    try {
      const pieces = await readBody(body, { encoding, length }, signal, nextSlice)
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

// Errors of a proxy that cannot be reached or refuses a tunnel: no request reached the site.
const proxyRefused = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_ABORTED',
])

// Details contain codes, not messages: a library's message may quote a header or a proxy's address.
function toFault(error: unknown, signal: AbortSignal): ExchangeFault {
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
