// Tracks the latest answer of each connection and whether the connection was refused. Without it Node keeps connections
// open that send only blank lines, and runs requests that were pipelined after a refused one.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Answer = ServerResponse<IncomingMessage>

type Connection = {
  /** Null before the first request. */
  latest: Answer | null
  /** When a sweep first found the latest answer finished; null until then. */
  idleSinceMs: number | null
}

export type Connections = ReturnType<typeof trackConnections>

const sweepIntervalMs = 1000
/** Idle time while stopping: requests already in transit are still answered. */
const stoppingIdleMs = 250

const isAnswered = ({ writableFinished, req }: Answer): boolean => writableFinished && req.complete

/** A connection is idle if all its requests are answered, whatever bytes it sends between requests. */
export function trackConnections(idleTimeoutMs: number) {
  const connections = new Map<Socket, Connection>()
  const refusedSockets = new WeakSet<Socket>()

  let isStopping = false
  const isBusy = ({ latest }: Connection) =>
    // Node limits the time until the first request (`headersTimeout`); while stopping, such a connection is idle.
    latest === null ? !isStopping : !isAnswered(latest)

  const sweep = () => {
    const nowMs = performance.now()
    for (const [socket, connection] of connections) {
      if (isBusy(connection)) continue
      connection.idleSinceMs ??= nowMs
      if (nowMs - connection.idleSinceMs >= (isStopping ? stoppingIdleMs : idleTimeoutMs))
        // Only after the next read: while the event loop was blocked, a request may have arrived.
        setImmediate(() => {
          if (!isBusy(connection)) socket.destroy()
        })
    }
  }
  let sweeper = setInterval(sweep, Math.min(sweepIntervalMs, idleTimeoutMs)).unref()

  const register = (socket: Socket, latest: Answer | null) => {
    connections.set(socket, { latest, idleSinceMs: null })
    socket.once('close', () => connections.delete(socket))
  }

  return {
    /** Registers a request; false if its connection was refused and the request must not run. */
    begin(socket: Socket, answer: Answer): boolean {
      if (refusedSockets.has(socket)) return false
      const connection = connections.get(socket)
      if (connection) Object.assign(connection, { latest: answer, idleSinceMs: null })
      else register(socket, answer)
      return true
    },
    /** No further request of the connection runs. */
    refuse: (socket: Socket) => void refusedSockets.add(socket),
    isRefused: (socket: Socket) => refusedSockets.has(socket),
    findLatest: (socket: Socket) => connections.get(socket)?.latest ?? null,
    /** Whether no request of the connection is running; also true before the first one. */
    isIdle(socket: Socket): boolean {
      const latest = connections.get(socket)?.latest ?? null
      return latest === null || isAnswered(latest)
    },
    /** Registers a new connection. */
    open: (socket: Socket) => register(socket, null),
    /** Closes connections that stay idle, including those without any request, because the server is stopping. */
    closeIdle() {
      isStopping = true
      clearInterval(sweeper)
      for (const connection of connections.values()) connection.idleSinceMs = null
      sweep()
      sweeper = setInterval(sweep, stoppingIdleMs).unref()
    },
    close: () => clearInterval(sweeper),
  }
}
