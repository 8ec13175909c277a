// An answer without an end: its head, then what the stream writes, as long as both sides want it. The connection takes
// no request behind it.
import type { FastifyReply } from 'fastify'
import type { Stream } from '../route-data.ts'

/** Who does not take what is left when a stream ends is not waited for: the server may be stopping. */
const lingerMs = 500

type StreamAnswer = { status: number; headers: Record<string, string>; stream: Stream }

export function sendStream(reply: FastifyReply, { status, headers, stream }: StreamAnswer): FastifyReply {
  const { raw } = reply
  const { socket } = raw.req
  reply.hijack()
  raw.writeHead(status, { ...headers, 'x-content-type-options': 'nosniff', connection: 'close' })
  // What is written to a connection that has just gone is an error that says nothing new.
  raw.on('error', () => {})
  const { drained, closed } = stream({
    write: (text) => raw.write(text),
    end() {
      raw.end()
      const timer = setTimeout(() => socket.destroy(), lingerMs)
      socket.once('close', () => clearTimeout(timer))
    },
    cut: () => socket.destroy(),
  })
  raw.on('drain', drained)
  // The connection's own end, because an answer that stands behind another one hears of none.
  socket.once('close', closed)
  if (socket.destroyed) closed()
  return reply
}
