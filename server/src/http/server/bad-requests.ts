// Answers requests that Node's parser cannot read or that arrive too slowly. Each connection gets at most one such
// answer, after its pending answers, and is then closed.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Reason, Refusal } from '../../platform/errors.ts'
import type { Connections } from './connections.ts'
import { writeError } from './error-responses.ts'
import { isStreamingBody } from './open-body.ts'

// Closing a connection with unread bytes resets it and can lose the answer, so it stays open for a moment.
const lingerMs = 2000

const reasons: Record<string, Reason> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

export function createAnswerClientError(connections: Connections) {
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
    else if (latest.req.complete) afterAnswer(latest, sendError)
    // The body of the latest request is invalid: if its answer has started, no second one can be sent.
    else
      whenNextToSend(latest, socket, () => {
        if (!latest.headersSent) sendError()
        else afterAnswer(latest, () => socket.destroySoon())
      })
  }
}

function afterAnswer(answer: ServerResponse<IncomingMessage>, action: () => void): void {
  if (answer.writableFinished) action()
  else answer.once('close', action)
}

/** Node assigns the socket to an answer once all earlier answers of the connection are sent. */
function whenNextToSend(answer: ServerResponse<IncomingMessage>, socket: Socket, action: () => void): void {
  if (answer.socket === socket || answer.writableFinished) action()
  else answer.once('socket', action)
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
