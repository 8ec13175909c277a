// One undici dispatcher per route to sites: direct, direct with private addresses, through a proxy, or over a sandbox
// socket. It pools connections per origin; host slots bound their number.
import { Agent, type Dispatcher, Pool, ProxyAgent } from 'undici'
import { guardedConnect, type Resolve, socketConnect } from './guarded-connect.ts'
import type { Limits } from './limits.ts'

type Route = { sandboxSocket: string | null; allowPrivate: boolean; proxy: string | null }

export function createDispatchers(limits: Limits, resolve?: Resolve, ca?: string) {
  const dispatchers = new Map<string, Dispatcher>()
  const client = {
    headersTimeout: limits.tryMs,
    bodyTimeout: limits.tryMs,
    maxHeaderSize: limits.headerBytes,
    // Counts the bytes as sent; read-response-body.ts counts the decoded ones.
    maxResponseSize: limits.bodyBytes,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 30_000,
  }

  const create = ({ sandboxSocket, allowPrivate, proxy }: Route): Dispatcher => {
    if (sandboxSocket !== null) return new Agent({ ...client, connect: socketConnect(sandboxSocket) })
    if (proxy === null)
      return new Agent({
        ...client,
        connect: guardedConnect({ allowPrivate, connectMs: limits.connectMs, resolve, ca }),
      })
    // The proxy resolves names, so only the host list guards here. The proxy's own address may be private.
    return new ProxyAgent({
      ...client,
      uri: proxy,
      clientFactory: (origin, options) => new Pool(origin, { ...options, ...client }),
      ...(ca === undefined ? {} : { requestTls: { ca } }),
    })
  }

  return {
    for(route: Route) {
      const key = JSON.stringify([route.sandboxSocket, route.allowPrivate, route.proxy])
      const dispatcher = dispatchers.get(key) ?? create(route)
      dispatchers.set(key, dispatcher)
      return dispatcher
    },
    async close() {
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.destroy()))
      dispatchers.clear()
    },
  }
}
