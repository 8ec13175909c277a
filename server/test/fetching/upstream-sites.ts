// Real sites for the tests of fetching: HTTP over a Unix socket, HTTP and TLS over TCP, and a listener that must
// never be reached. Each one is closed with its test.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttp, type RequestListener, type Server } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer as createTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Failure, isFailure } from '@quarry/kit/errors'
import { asksForFault } from '@quarry/kit/fault-words'
import { onTestFinished } from 'vitest'
import type { WaitingCall } from '../../src/fetching/fetch-waiters.ts'
import type { GetPage } from '../../src/fetching/fetched-page.ts'
import type { SourceAccess } from '../../src/fetching/source-access.ts'
import { createUpstream, type Upstream, type UpstreamOptions } from '../../src/fetching/upstream.ts'

const listen = (server: { listen: (...at: never[]) => unknown }, ...at: unknown[]) =>
  new Promise<void>((resolve) => server.listen(...(at as never[]), resolve as never))

const closeAfterTest = (server: Server) =>
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )

/** Starts a site on a Unix socket, like the sandbox, and returns the socket's path. */
export async function startSocketSite(handler: RequestListener): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-'))
  const path = join(folder, 'site.sock')
  const server = createHttp(handler)
  await listen(server, path)
  closeAfterTest(server)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return path
}

export async function startHttpSite(handler: RequestListener, address = '127.0.0.1', port = 0) {
  const server = createHttp(handler)
  await listen(server, port, address)
  closeAfterTest(server)
  return { server, port: (server.address() as AddressInfo).port }
}

export async function startTlsSite(pair: { cert: string; key: string }, handler: RequestListener) {
  const server = createHttps(pair, handler)
  await listen(server, 0, '127.0.0.1')
  closeAfterTest(server)
  return { server, port: (server.address() as AddressInfo).port }
}

/** A listener that no connection may reach: counts connections to it, on every address. */
export async function startCanary(): Promise<{ port: number; connections: () => number }> {
  let connections = 0
  const server = createTcp((socket) => {
    connections += 1
    socket.destroy()
  })
  await listen(server, 0)
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

export const site = (access: Partial<SourceAccess> = {}): SourceAccess => ({
  source: 'shop',
  provider: 'site',
  hosts: ['www.shop.example'],
  sandboxSocket: null,
  allowPrivate: false,
  concurrency: 8,
  robots: false,
  proxy: null,
  headers: {},
  ...access,
})

/** An upstream with short retry delays, closed with its test. `getFor` is the `get` of a call without other waiters. */
export function startUpstream({ limits, ...options }: UpstreamOptions = {}) {
  const upstream = createUpstream({ asksForFault, ...options, limits: { retryMs: 1, ...limits } })
  onTestFinished(() => upstream.close())
  const getFor = (source: SourceAccess, call: WaitingCall) => openFor(upstream, source, call)
  return { ...upstream, getFor }
}

function openFor(upstream: Upstream, source: SourceAccess, call: WaitingCall): GetPage {
  const { get, join } = upstream.open(source)
  let left: Promise<never> | undefined
  return (url, request) => {
    left ??= join(call).wait(new Promise<never>(() => {}))
    return Promise.race([get(url, request), left])
  }
}

export async function catchFailure(work: Promise<unknown>): Promise<Failure> {
  try {
    await work
  } catch (error) {
    if (isFailure(error)) return error
    throw error
  }
  throw new Error('expected a failure')
}
