// Answers requests that Node's parser cannot read or that arrive too slowly. Each connection gets at most one such
// answer, after its pending answers, and is then closed.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Connections } from './connections.ts'

// Closing a connection with unread bytes resets it and can lose the answer, so it stays open for a moment.
const lingerMs = 2000

const answers: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

export function createAnswerClientError(connections: Connections) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    if (connections.isRefused(socket)) return
    connections.refuse(socket)
    const sendError = () => writeError(socket, error.code ?? '')
    const latest = connections.findLatest(socket)
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

function writeError(socket: Socket, code: string): void {
  if (!socket.writable) return
  const [status, phrase] = answers[code] ?? [400, 'Bad Request']
  const body = JSON.stringify({ error: phrase })
  socket.end(
    `HTTP/1.1 ${status} ${phrase}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  )
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
}
