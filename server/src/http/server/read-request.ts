// Reads a request of the HTTP server as the plain data that a call needs: its keys, its headers as sent, its body and
// the session of the console.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Method } from '@quarry/kit/endpoint'
import { isUrl } from '@quarry/kit/is-url'
import type { FastifyRequest } from 'fastify'
import { findKey } from '../../calls/admit.ts'
import type { CallRequest } from '../../calls/call-request.ts'
import { splitQuery } from '../../lookups/read-query.ts'
import { openBody, readBody } from './read-body.ts'

export function toCallRequest(request: FastifyRequest): CallRequest {
  const { id, method, url, raw, ip } = request
  const { keyHeaders, bearerKeys } = listHeaderKeys(raw)
  const call: CallRequest = {
    id,
    method: method as Method,
    rawQuery: readRawQuery(url),
    keyHeaders,
    bearerKeys,
    idempotencyKeys: listHeaderValues(raw, 'idempotency-key'),
    idempotencyTtls: listHeaderValues(raw, 'idempotency-ttl'),
    contentType: raw.headers['content-type'],
    accept: raw.headers.accept,
    lastEventId: listHeaderValues(raw, 'last-event-id').join(),
    address: ip,
    readBody: (owner, maxBytes) => readBody(raw, owner, maxBytes),
    openBody: (owner, limits) => openBody(raw, owner, limits),
    hasClientGone: () => raw.socket.destroyed,
  }
  if (isConsole(raw.headers))
    call.console = { session: readConsoleSession(raw.headers), isHttps: request.protocol === 'https' }
  return call
}

/** Identifies the client of a request: its key if that is known to be valid, otherwise its address. */
export function findClient(
  { raw, ip }: FastifyRequest,
  isKnownKey: ((secret: string) => boolean) | undefined,
): string {
  const key = readRequestKey(raw)
  return key !== null && isKnownKey?.(key) ? key : ip
}

/** The key that a request sends, valid or not. */
export const readRequestKey = (request: IncomingMessage): string | null =>
  findKey(listHeaderKeys(request), splitQuery(readRawQuery(request.url)))

/** The API keys in the headers. */
const listHeaderKeys = (request: IncomingMessage) => ({
  keyHeaders: listHeaderValues(request, 'x-api-key'),
  bearerKeys: listBearerTokens(request),
})

/** The token of each `Authorization: Bearer` header; other schemes are ignored. */
const listBearerTokens = (request: IncomingMessage): readonly string[] =>
  listHeaderValues(request, 'authorization')
    .filter(isBearer)
    .map((value) => value.slice(scheme.length).trim())

const scheme = 'bearer'
const isBearer = (value: string): boolean =>
  value.slice(0, scheme.length).toLowerCase() === scheme && /^(?:\s|$)/.test(value.slice(scheme.length))

/** Every value of a header as sent; `request.headers` joins or drops repeated ones. */
export function listHeaderValues(request: IncomingMessage, name: string): readonly string[] {
  const values: string[] = []
  if (request.headers[name] === undefined) return values
  const { rawHeaders } = request
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (isNamed(rawHeaders[at] ?? '', name)) values.push(rawHeaders[at + 1] ?? '')
  return values
}

const isNamed = (sent: string, name: string): boolean =>
  sent.length === name.length && sent.toLowerCase() === name

/** The part of an address after the question mark. */
function readRawQuery(url = ''): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start + 1)
}

/** The session token of the console; null for other pages, without a cookie, or with two cookies of that name. */
export function readConsoleSession(headers: IncomingHttpHeaders): string | null {
  if (headers.cookie === undefined || !isConsole(headers)) return null
  const values = headers.cookie.split(';').flatMap((pair) => {
    const [name, value = ''] = pair.split('=', 2)
    return name?.trim() === 'quarry_session' ? [value.trim()] : []
  })
  return values.length === 1 ? (values[0] ?? null) : null
}

/**
 * Whether the request comes from the console of this server. Its session cookie counts only together with a header that
 * forms cannot send and that pages of other origins can send only after a preflight. That includes reads, because
 * lookups spend credits. The origin is checked as well.
 */
function isConsole(headers: IncomingHttpHeaders): boolean {
  if (headers['x-quarry-console'] !== '1') return false
  const site = headers['sec-fetch-site']
  return (site === undefined || site === 'same-origin') && isOwnOrigin(headers)
}

/** Browsers send the Origin header with every request except plain reads. */
function isOwnOrigin({ origin, host }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true
  return isUrl(origin) && new URL(origin).host === host
}
