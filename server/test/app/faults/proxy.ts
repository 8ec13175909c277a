// A TCP proxy that injects faults in front of PostgreSQL, Redis or a site: it delays, throttles, holds back, resets
// and refuses. Clients use the real service over real sockets.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export type Fault = {
  /** Delays each chunk, in each direction. */
  latencyMs: number
  /** Bandwidth in each direction of each connection. */
  bytesPerSecond: number
  /** Accepts connections and holds all bytes back until the fault ends; nothing is lost. */
  isBlackHole: boolean
  /** Resets connections as soon as they are opened. */
  isDown: boolean
  /**
   * Cuts a connection after the request was processed and before the client gets the response. Called with the bytes of
   * each request; true drops the whole response.
   */
  cutsAnswerTo: ((sent: Buffer) => boolean) | null
  /** Whether a response is complete: only then has the server done what was requested. */
  isWhole: (answer: Buffer) => boolean
}

export type FaultProxy = {
  port: number
  /** Changes the given properties and keeps the others. */
  set: (fault: Partial<Fault>) => void
  heal: () => void
  /** Resets every open connection; new ones are accepted. */
  reset: () => void
  /** Directs new connections to this target. */
  pointTo: (target: NetConnectOpts) => void
  /** How many connections are open. */
  connections: () => number
  /** How many connections were cut during a response. */
  cuts: () => number
  close: () => Promise<void>
}

const none: Fault = {
  latencyMs: 0,
  bytesPerSecond: Number.POSITIVE_INFINITY,
  isBlackHole: false,
  isDown: false,
  cutsAnswerTo: null,
  isWhole: () => true,
}

export async function startProxy(first: NetConnectOpts): Promise<FaultProxy> {
  let target = first
  let fault = none
  let cuts = 0
  const pairs = new Set<readonly [Socket, Socket]>()

  async function pass(from: Socket, to: Socket, look: (piece: Buffer) => boolean): Promise<void> {
    for await (const piece of from as AsyncIterable<Buffer>) {
      if (!look(piece)) continue
      const cameMs = performance.now()
      // Checked repeatedly, so that held bytes are sent as soon as the fault ends.
      const leftMs = () =>
        fault.isBlackHole
          ? Number.POSITIVE_INFINITY
          : cameMs + fault.latencyMs + (piece.length / fault.bytesPerSecond) * 1000 - performance.now()
      while (leftMs() > 0 && !to.destroyed) await delay(Math.min(20, leftMs()))
      if (!to.destroyed && !to.write(piece)) await Promise.race([once(to, 'drain'), once(to, 'close')])
    }
    to.end()
  }

  const server = createServer({ noDelay: true }, (client) => {
    client.on('error', () => {})
    if (fault.isDown) return void client.resetAndDestroy()
    const there = connect({ noDelay: true, ...target })
    there.on('error', () => client.destroy())
    const pair = [client, there] as const
    pairs.add(pair)
    const forget = () => {
      for (const socket of pair) socket.destroySoon()
      pairs.delete(pair)
    }
    client.once('close', forget)
    there.once('close', forget)

    let cutting: typeof fault.isWhole | null = null
    const asks = (piece: Buffer) => {
      if (fault.cutsAnswerTo?.(piece)) cutting = fault.isWhole
      return true
    }
    const answers = (piece: Buffer) => {
      if (cutting === null) return true
      if (cutting(piece)) {
        cuts += 1
        cutOff(pair)
      }
      return false
    }
    pass(client, there, asks).catch(forget)
    pass(there, client, answers).catch(forget)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const reset = () => {
    for (const pair of [...pairs]) cutOff(pair)
  }
  return {
    port: (server.address() as AddressInfo).port,
    set(change) {
      fault = { ...fault, ...change }
      if (fault.isDown) reset()
    },
    heal() {
      fault = none
    },
    reset,
    pointTo(next) {
      target = next
    },
    connections: () => pairs.size,
    cuts: () => cuts,
    async close() {
      fault = none
      reset()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The other side may be a Unix socket, which has no reset. */
function cutOff([client, there]: readonly [Socket, Socket]): void {
  client.resetAndDestroy()
  there.destroy()
}

/** The last bytes that PostgreSQL sends after a commit: ready for query, not in a transaction. */
const readyAndIdle = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

/** The connect options for a database URL. The proxy connects as the test's own user, as the Unix socket requires. */
export function toConnectOptions(url: string): NetConnectOpts {
  const address = new URL(url)
  const folder = address.searchParams.get('host')
  return folder === null
    ? { host: address.hostname, port: Number(address.port || 5432) }
    : { path: `${folder}/.s.PGSQL.5432` }
}

/** The URL of the same database through the proxy. */
export function toProxyUrl(url: string, { port }: Pick<FaultProxy, 'port'>): string {
  const address = new URL(url)
  const user = address.searchParams.get('user') ?? address.username
  return `postgresql://${user}@127.0.0.1:${port}${address.pathname}`
}

/** For PostgreSQL: loses the reply to these named statements, or to a commit, after they were executed. */
export const cutAfter = (...names: string[]): Pick<Fault, 'cutsAnswerTo' | 'isWhole'> => ({
  cutsAnswerTo: (sent) => names.some((name) => sent.includes(`${name}\0`)),
  isWhole: (answer) => answer.subarray(-readyAndIdle.length).equals(readyAndIdle),
})
