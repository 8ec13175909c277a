// Refuses requests that no proper client sends: those that Node's parser accepts but should not, those that it cannot
// read, and those that arrive too slowly. The connection is closed after the response.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Reason, Refusal } from '../../platform/errors.ts'
import type { Connections } from './connections.ts'
import { writeError } from './error-responses.ts'
import { isStreamingBody } from './read-body.ts'
import { listHeaderValues } from './read-request.ts'

const maxHeaders = 100
/** Node silently drops headers above its own maximum, so that must be higher than ours to detect the excess. */
export const maxParsedHeaders = maxHeaders + 50

/** Finds what Node's parser accepts: no Host header or two of them, other transfer encodings, too many headers. */
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

const malformed = (problem: string) => new Refusal('malformed_request', `Bad Request: ${problem}`)

// Closing a connection with unread bytes resets it and can lose the response, so it stays open for a moment.
const lingerMs = 2000

const reasons: Record<string, Reason> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/**
 * Creates the handler of requests that Node cannot read or that arrive too slowly. Each connection gets at most one such
 * error, after its pending responses, and is then closed.
 */
export function createClientErrorHandler(connections: Connections) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // Such a body has its own bounds of speed and time.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isStreamingBody(socket)) return
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    if (connections.isRefused(socket)) return
    connections.refuse(socket)
    const latest = connections.findLatest(socket)
    // The headers of a request are known only if its body is the problem.
    const accept = latest?.req.complete === false ? latest.req.headers.accept : undefined
    const sendError = () => sendOnSocket(socket, error.code ?? '', accept)
    if (latest === null) sendError()
    else if (latest.req.complete) afterResponse(latest, sendError)
    // The body of the latest request is invalid: if its response has started, no second one can be sent.
    else
      whenNextToSend(latest, socket, () => {
        if (!latest.headersSent) sendError()
        else afterResponse(latest, () => socket.destroySoon())
      })
  }
}

function afterResponse(response: ServerResponse<IncomingMessage>, action: () => void): void {
  if (response.writableFinished) action()
  else response.once('close', action)
}

/** Node assigns the socket to a response once all earlier responses of the connection are sent. */
function whenNextToSend(response: ServerResponse<IncomingMessage>, socket: Socket, action: () => void): void {
  if (response.socket === socket || response.writableFinished) action()
  else response.once('socket', action)
}

function sendOnSocket(socket: Socket, code: string, accept: string | undefined): void {
  if (!socket.writable) return
  const { reason, status, message } = new Refusal(reasons[code] ?? 'malformed_request')
  const { type, body } = writeError(accept, { reason, status, message })
  const head = [
    `HTTP/1.1 ${status} ${message}`,
    `content-type: ${type}`,
    `content-length: ${body.length}`,
    `x-error-reason: ${reason}`,
    'vary: accept',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
}
