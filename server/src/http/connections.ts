// What each connection is doing: which answer is its latest, and whether it was refused. Node alone does not close a
// connection that sends blank lines in place of requests, and runs what was sent behind a request that was refused.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Answer = ServerResponse<IncomingMessage>

type Connection = {
  /** Null where nothing was asked yet. */
  latest: Answer | null
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
  /** Notes a connection that has asked for nothing yet. */
  open: (socket: Socket) => void
  /** Closes idle connections, also those that never sent a request, because the server stops. */
  letGo: () => void
  close: () => void
}

const sweepEveryMs = 1000
/** A request that is on its way while the server stops is still answered. */
const letGoAfterMs = 250

/** Idle is a connection that has had its answers and has sent no further request, whatever else it sends. */
export function trackConnections(idleTimeoutMs: number): Connections {
  const connections = new Map<Socket, Connection>()
  const refused = new WeakSet<Socket>()

  let isStopping = false
  const isBusy = ({ latest }: Connection) =>
    // Who has yet to ask has the time that headers may take, as Node counts it, until the server stops.
    latest === null ? !isStopping : !latest.writableFinished || !latest.req.complete

  const sweep = () => {
    const nowMs = performance.now()
    for (const [socket, connection] of connections) {
      if (isBusy(connection)) continue
      const { idleSinceMs } = connection
      if (idleSinceMs === null) connection.idleSinceMs = nowMs
      else if (nowMs - idleSinceMs >= (isStopping ? letGoAfterMs : idleTimeoutMs)) socket.destroy()
    }
  }
  let sweeper = setInterval(sweep, Math.min(sweepEveryMs, idleTimeoutMs)).unref()

  const note = (socket: Socket, latest: Answer | null) => {
    connections.set(socket, { latest, idleSinceMs: null })
    socket.once('close', () => connections.delete(socket))
  }

  return {
    begin(socket, answer) {
      if (refused.has(socket)) return false
      const known = connections.get(socket)
      if (known) {
        known.latest = answer
        known.idleSinceMs = null
        return true
      }
      note(socket, answer)
      return true
    },
    refuse: (socket) => void refused.add(socket),
    isRefused: (socket) => refused.has(socket),
    latestOn: (socket) => connections.get(socket)?.latest ?? null,
    open: (socket) => note(socket, null),
    letGo() {
      isStopping = true
      clearInterval(sweeper)
      sweep()
      sweeper = setInterval(sweep, letGoAfterMs).unref()
    },
    close: () => clearInterval(sweeper),
  }
}
