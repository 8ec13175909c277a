// One undici dispatcher for each way of reaching sites: direct, direct with private addresses, through a proxy, or
// over a sandbox socket. Connections are pooled per origin inside it; host slots bound their number.
import { Agent, type Dispatcher, Pool, ProxyAgent } from 'undici'
import { guardedConnect, type Resolve, socketConnect } from './guarded-connect.ts'
import type { Limits } from './limits.ts'

type Way = { sandboxSocket: string | null; allowPrivate: boolean; proxy: string | null }

export type Dispatchers = { for: (way: Way) => Dispatcher; close: () => Promise<void> }

export function createDispatchers(limits: Limits, resolve?: Resolve, ca?: string): Dispatchers {
  const made = new Map<string, Dispatcher>()
  const client = {
    headersTimeout: limits.tryMs,
    bodyTimeout: limits.tryMs,
    maxHeaderSize: limits.headerBytes,
    // Counts the bytes as they come; read-body.ts counts the decoded ones.
    maxResponseSize: limits.bodyBytes,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 30_000,
  }

  const make = ({ sandboxSocket, allowPrivate, proxy }: Way): Dispatcher => {
    if (sandboxSocket !== null) return new Agent({ ...client, connect: socketConnect(sandboxSocket) })
    if (proxy === null)
      return new Agent({
        ...client,
        connect: guardedConnect({ allowPrivate, connectMs: limits.connectMs, resolve, ca }),
      })
    // The proxy resolves names, so here the guard ends at the host list. The operator named the proxy: its own
    // address may be private.
    return new ProxyAgent({
      ...client,
      uri: proxy,
      clientFactory: (origin, options) => new Pool(origin, { ...options, ...client }),
      ...(ca === undefined ? {} : { requestTls: { ca } }),
    })
  }

  return {
    for(way) {
      const key = JSON.stringify([way.sandboxSocket, way.allowPrivate, way.proxy])
      const known = made.get(key)
      if (known) return known
      const dispatcher = make(way)
      made.set(key, dispatcher)
      return dispatcher
    },
    async close() {
      await Promise.all([...made.values()].map((dispatcher) => dispatcher.destroy()))
      made.clear()
    },
  }
}
