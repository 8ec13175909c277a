// What each connection is doing: which answer is its latest, and whether it was refused. Node alone does not close a
// connection that sends blank lines in place of requests, and runs what was sent behind a request that was refused.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Answer = ServerResponse<IncomingMessage>

type Connection = {
  latest: Answer
  /** When the latest answer was first seen to be finished; null while it is not. */
  idleSinceMs: number | null
}

export type Connections = {
  /** Notes a request; false where its connection was refused, and the request must not run. */
  begin: (socket: Socket, answer: Answer) => boolean
  /** Nothing that comes from now on runs. */
  refuse: (socket: Socket) => void
  isRefused: (socket: Socket) => boolean
  latestOn: (socket: Socket) => Answer | null
  close: () => void
}

const sweepEveryMs = 1000

/** Idle is a connection that has had its answers and has sent no further request, whatever else it sends. */
export function trackConnections(idleTimeoutMs: number): Connections {
  const connections = new Map<Socket, Connection>()
  const refused = new WeakSet<Socket>()

  const sweep = () => {
    const nowMs = performance.now()
    for (const [socket, connection] of connections) {
      const { latest, idleSinceMs } = connection
      if (!latest.writableFinished || !latest.req.complete) continue
      if (idleSinceMs === null) connection.idleSinceMs = nowMs
      else if (nowMs - idleSinceMs >= idleTimeoutMs) socket.destroy()
    }
  }
  const sweeper = setInterval(sweep, Math.min(sweepEveryMs, idleTimeoutMs)).unref()

  return {
    begin(socket, answer) {
      if (refused.has(socket)) return false
      const known = connections.get(socket)
      if (known) {
        known.latest = answer
        known.idleSinceMs = null
        return true
      }
      connections.set(socket, { latest: answer, idleSinceMs: null })
      socket.once('close', () => connections.delete(socket))
      return true
    },
    refuse: (socket) => void refused.add(socket),
    isRefused: (socket) => refused.has(socket),
    latestOn: (socket) => connections.get(socket)?.latest ?? null,
    close: () => clearInterval(sweeper),
  }
}
