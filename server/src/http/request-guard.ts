// What Node's HTTP parser lets through and no honest client sends: refused before any route sees it
// (no Host or two, odd transfer codings, floods of headers). One response, then the connection is closed.
import type { IncomingMessage } from 'node:http'

export type BadRequest = { status: 400 | 431; problem: string }

const maxHeaders = 100
/** Node drops headers past its own maximum silently, so that must be above ours for a flood to be seen. */
export const parsedHeadersMax = maxHeaders + 50

export function badRequest(request: IncomingMessage): BadRequest | null {
  if (request.rawHeaders.length / 2 > maxHeaders)
    return { status: 431, problem: 'Request Header Fields Too Large' }
  const { 'transfer-encoding': coding, 'content-length': length } = request.headers
  if (request.headers.host === undefined && request.httpVersion === '1.1')
    return { status: 400, problem: 'Bad Request: the Host header is missing' }
  if (countHeaders(request, 'host') > 1)
    return { status: 400, problem: 'Bad Request: more than one Host header' }
  if (coding === undefined) return null
  if (countHeaders(request, 'transfer-encoding') > 1 || coding.toLowerCase() !== 'chunked')
    return { status: 400, problem: 'Bad Request: the transfer encoding is not supported' }
  if (length !== undefined)
    return { status: 400, problem: 'Bad Request: both a content length and a transfer encoding' }
  return null
}

/** Every value of a header as it was sent; Node would join or drop the repeated ones. */
export function headerValues(request: IncomingMessage, name: string): readonly string[] {
  const values: string[] = []
  if (request.headers[name] === undefined) return values
  const { rawHeaders } = request
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (isNamed(rawHeaders[at] ?? '', name)) values.push(rawHeaders[at + 1] ?? '')
  return values
}

/** The token of each `Authorization: Bearer` header; other schemes are ignored. */
export function bearerTokens(request: IncomingMessage): readonly string[] {
  const values = headerValues(request, 'authorization')
  return values.length === 0
    ? values
    : values.filter(isBearer).map((value) => value.slice(scheme.length).trim())
}

const scheme = 'bearer'
const isBearer = (value: string): boolean =>
  value.slice(0, scheme.length).toLowerCase() === scheme && /^(?:\s|$)/.test(value.slice(scheme.length))

function countHeaders({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (isNamed(rawHeaders[at] ?? '', name)) count += 1
  return count
}

const isNamed = (sent: string, name: string): boolean =>
  sent.length === name.length && sent.toLowerCase() === name
