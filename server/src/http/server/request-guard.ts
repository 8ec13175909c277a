// Refuses requests that Node's HTTP parser accepts but no proper client sends: no Host header or two of them,
// unsupported transfer encodings, too many headers. The connection is closed after the response.
import type { IncomingMessage } from 'node:http'
import { Refusal } from '../../platform/errors.ts'

const maxHeaders = 100
/** Node silently drops headers above its own maximum, so that must be higher than ours to detect the excess. */
export const maxParsedHeaders = maxHeaders + 50

const malformed = (problem: string) => new Refusal('malformed_request', `Bad Request: ${problem}`)

export function findBadRequest(request: IncomingMessage): Refusal | null {
  if (request.rawHeaders.length / 2 > maxHeaders) return new Refusal('headers_too_large')
  const { 'transfer-encoding': coding, 'content-length': length } = request.headers
  if (request.headers.host === undefined && request.httpVersion === '1.1')
    return malformed('the Host header is missing')
  if (listHeaderValues(request, 'host').length > 1) return malformed('more than one Host header')
  if (coding === undefined) return null
  if (listHeaderValues(request, 'transfer-encoding').length > 1 || coding.toLowerCase() !== 'chunked')
    return malformed('the transfer encoding is not supported')
  if (length !== undefined) return malformed('both a content length and a transfer encoding')
  return null
}

/** Every value of a header as sent; `request.headers` joins or drops repeated ones. */
export function listHeaderValues(request: IncomingMessage, name: string): readonly string[] {
  const values: string[] = []
  if (request.headers[name] === undefined) return values
  const { rawHeaders } = request
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (isNamed(rawHeaders[at] ?? '', name)) values.push(rawHeaders[at + 1] ?? '')
  return values
}

/** The API keys in the headers. */
export const listHeaderKeys = (request: IncomingMessage) => ({
  keyHeaders: listHeaderValues(request, 'x-api-key'),
  bearerKeys: listBearerTokens(request),
})

/** The part of an address behind the question mark. */
export function readRawQuery(url = ''): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start + 1)
}

/** The token of each `Authorization: Bearer` header; other schemes are ignored. */
const listBearerTokens = (request: IncomingMessage): readonly string[] =>
  listHeaderValues(request, 'authorization')
    .filter(isBearer)
    .map((value) => value.slice(scheme.length).trim())

const scheme = 'bearer'
const isBearer = (value: string): boolean =>
  value.slice(0, scheme.length).toLowerCase() === scheme && /^(?:\s|$)/.test(value.slice(scheme.length))

const isNamed = (sent: string, name: string): boolean =>
  sent.length === name.length && sent.toLowerCase() === name
