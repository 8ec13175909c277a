// Tracks and bounds open connections, so that the server keeps file descriptors for its database, for sites and for
// files, and so that no client keeps connections open that it does not use.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { toNetwork } from '../../accounts/network-slots.ts'

type Response = ServerResponse<IncomingMessage>

type Connection = {
  /** Null before the first request. */
  latest: Response | null
  /** When a sweep first found the latest response finished; null until then. */
  idleSinceMs: number | null
}

export type Connections = ReturnType<typeof trackConnections>

const sweepIntervalMs = 1000
/** Idle time while stopping: requests already in transit are still answered. */
const stoppingIdleMs = 250

const isFinished = ({ writableFinished, req }: Response): boolean => writableFinished && req.complete

/**
 * Tracks the latest response of each connection and whether the connection was refused. Without it Node keeps
 * connections open that send only blank lines, and runs requests that were pipelined after a refused one. A connection
 * is idle if all its requests are answered, whatever bytes it sends between requests.
 */
export function trackConnections(idleTimeoutMs: number) {
  const connections = new Map<Socket, Connection>()
  const refusedSockets = new WeakSet<Socket>()

  let isStopping = false
  const isBusy = ({ latest }: Connection) =>
    // Node limits the time until the first request (`headersTimeout`); while stopping, such a connection is idle.
    latest === null ? !isStopping : !isFinished(latest)

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

  const register = (socket: Socket, latest: Response | null) => {
    connections.set(socket, { latest, idleSinceMs: null })
    socket.once('close', () => connections.delete(socket))
  }

  return {
    /** Registers a request; false if its connection was refused and the request must not run. */
    begin(socket: Socket, response: Response): boolean {
      if (refusedSockets.has(socket)) return false
      const connection = connections.get(socket)
      if (connection) Object.assign(connection, { latest: response, idleSinceMs: null })
      else register(socket, response)
      return true
    },
    /** No further request of the connection runs. */
    refuse: (socket: Socket) => void refusedSockets.add(socket),
    isRefused: (socket: Socket) => refusedSockets.has(socket),
    findLatest: (socket: Socket) => connections.get(socket)?.latest ?? null,
    /** Whether no request of the connection is running; also true before the first one. */
    isIdle(socket: Socket): boolean {
      const latest = connections.get(socket)?.latest ?? null
      return latest === null || isFinished(latest)
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

export type ConnectionLimits = {
  max: number
  /** Connections that have not sent a valid key. */
  maxUnknown: number
  maxUnknownPerNetwork: number
}

/** Descriptors for files, threads, Redis and the database connections outside of the pools. */
const reserved = 64
const minConnections = 16
/** Beyond these, idle connections only cost memory. */
const highestMaxUnknown = 10_000
const highestMaxPerNetwork = 1_000

/** Half of the remaining descriptors, because a call may need a connection to a site as well. */
export function deriveConnectionLimits(descriptors: number, databaseConnections: number): ConnectionLimits {
  const max = Math.max(minConnections, Math.floor((descriptors - reserved - databaseConnections) / 2))
  return {
    max,
    maxUnknown: Math.min(highestMaxUnknown, Math.floor(max * 0.75)),
    maxUnknownPerNetwork: Math.min(highestMaxPerNetwork, Math.floor(max / 4)),
  }
}

/**
 * Bounds the connections that have not sent a valid key, in all and per network, so that one client cannot use up all
 * connections. Beyond a bound, the oldest idle connection is closed, or the newest one if none is idle.
 */
export function createUnknownConnections(
  { maxUnknown, maxUnknownPerNetwork }: Omit<ConnectionLimits, 'max'>,
  isIdle: (socket: Socket) => boolean,
) {
  /** Oldest first. */
  const unknown = new Map<Socket, string>()
  const byNetwork = new Map<string, Set<Socket>>()

  const remove = (socket: Socket) => {
    const network = unknown.get(socket)
    if (network === undefined) return
    unknown.delete(socket)
    const sockets = byNetwork.get(network)
    sockets?.delete(socket)
    if (sockets?.size === 0) byNetwork.delete(network)
  }
  const shrink = (sockets: ReadonlyMap<Socket, unknown> | ReadonlySet<Socket>, max: number) => {
    if (sockets.size <= max) return
    let victim: Socket | undefined
    for (const socket of sockets.keys()) {
      victim = socket
      if (isIdle(socket)) break
    }
    if (!victim) return
    remove(victim)
    victim.destroy()
  }
  return {
    open(socket: Socket): void {
      const network = toNetwork(socket.remoteAddress ?? '')
      const sockets = byNetwork.get(network) ?? new Set()
      byNetwork.set(network, sockets.add(socket))
      unknown.set(socket, network)
      socket.once('close', () => remove(socket))
      if (sockets.size <= maxUnknownPerNetwork && unknown.size <= maxUnknown) return
      // After the next read: of connections that were opened together, those with a valid key do not count.
      setImmediate(() =>
        setImmediate(() => {
          shrink(sockets, maxUnknownPerNetwork)
          shrink(unknown, maxUnknown)
        }),
      )
    },
    has: (socket: Socket) => unknown.has(socket),
    /** The connection sent a valid key, or belongs to a trusted proxy. */
    remove,
  }
}
