// Bounds open connections, so that the server keeps descriptors for its database, for sites and for files. Connections
// that have not sent a valid key are bounded per network too: those of one stranger must not use up all.
import type { Socket } from 'node:net'
import { toNetwork } from '../../accounts/network-slots.ts'

export type ConnectionLimits = {
  max: number
  /** Of those that have not sent a valid key. */
  maxUnknown: number
  maxUnknownPerNetwork: number
}

/** Descriptors for files, threads, Redis and the database connections outside of the pools. */
const reserved = 64
const minConnections = 16
/** Beyond these, idle connections only cost memory. */
const usualMaxUnknown = 10_000
const usualMaxPerNetwork = 1_000

/** Half of the descriptors that are left, because a call may need a connection to a site as well. */
export function deriveConnectionLimits(descriptors: number, databaseConnections: number): ConnectionLimits {
  const max = Math.max(minConnections, Math.floor((descriptors - reserved - databaseConnections) / 2))
  return {
    max,
    maxUnknown: Math.min(usualMaxUnknown, Math.floor(max * 0.75)),
    maxUnknownPerNetwork: Math.min(usualMaxPerNetwork, Math.floor(max / 4)),
  }
}

/** Closes the oldest idle connection beyond a bound, or the newest one if none is idle. */
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
