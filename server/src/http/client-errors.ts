// Answers what Node's parser could not read as a request, or did not get in time. Each connection gets one such
// answer at most, behind those that it is still owed, and is closed with it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Connections } from './connections.ts'

// A connection that is closed with bytes unread is reset, and the answer may be lost on its way.
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
    const say = () => endWith(socket, error.code ?? '')
    const latest = connections.latestOn(socket)
    if (latest === null) say()
    else if (latest.req.complete) afterwards(latest, say)
    // The fault is in the body of the latest request: one whose answer has begun gets no second one.
    else
      onItsTurn(latest, socket, () => {
        if (!latest.headersSent) say()
        else afterwards(latest, () => socket.destroySoon())
      })
  }
}

function afterwards(answer: ServerResponse<IncomingMessage>, act: () => void): void {
  if (answer.writableFinished) act()
  else answer.once('close', act)
}

/** Answers go out in the order of their requests; until then they belong to no connection. */
function onItsTurn(answer: ServerResponse<IncomingMessage>, socket: Socket, act: () => void): void {
  if (answer.socket === socket || answer.writableFinished) act()
  else answer.once('socket', act)
}

function endWith(socket: Socket, code: string): void {
  if (!socket.writable) return
  const [status, phrase] = answers[code] ?? [400, 'Bad Request']
  const body = JSON.stringify({ error: phrase })
  socket.end(
    `HTTP/1.1 ${status} ${phrase}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  )
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
}
