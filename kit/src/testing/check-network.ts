// Checks that a source does no I/O of its own: pages come from `get` alone, so that the server's guard, rate limits and
// archive hold for every request.
import assert from 'node:assert/strict'
import childProcess from 'node:child_process'
import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { Endpoint } from '../endpoint.ts'
import { Failure } from '../errors.ts'
import type { Source } from '../source.ts'
import { listReachableSites, reachAddresses } from './on-site.ts'
import { runExample, type SourceCheck } from './run-example.ts'

/**
 * `parse`, `find`, `extract` and the sandbox site open no connection, look up no name and start no program.
 */
export const checkNetwork: SourceCheck = async (source, endpoint) => {
  const uses = await watchNetwork(() => runFunctions(source, endpoint))
  assert.deepEqual(uses, [], `${endpoint.path}: it uses ${uses.join(', ')}; fetch pages only with get`)
}

async function runFunctions(source: Source, endpoint: Endpoint): Promise<void> {
  const get = async () => {
    throw new Failure('upstream_failed', 'no site in this check')
  }
  const ignore = async (work: () => unknown) => {
    try {
      await work()
    } catch {
      // Other checks report errors.
    }
  }
  let query: unknown
  await ignore(() => {
    query = endpoint.parse(endpoint.example as never, reachAddresses(source, endpoint))
  })
  for (const { provider, site } of listReachableSites(source, endpoint)) {
    const page = { url: site.url('/').href, status: 200, contentType: 'text/html', body: '<p>No data</p>' }
    await ignore(() => provider.find(query, { get, site }))
    await ignore(() => provider.extract(page, query))
  }
  if (source.sandbox) await ignore(() => runExample(source, endpoint))
}

/** Everything that leads out of the process. Connections of every kind use `Socket.connect`. */
const watched: readonly [place: object, names: readonly string[]][] = [
  [globalThis, ['fetch', 'WebSocket', 'EventSource']],
  [net.Socket.prototype, ['connect']],
  [dgram.Socket.prototype, ['send', 'connect']],
  [dns, ['lookup', 'resolve', 'resolve4', 'resolve6']],
  [dns.promises, ['lookup', 'resolve', 'resolve4', 'resolve6']],
  [childProcess, ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']],
]

/** The names of the APIs used while the work ran. Each use throws. */
async function watchNetwork(work: () => Promise<void>): Promise<string[]> {
  const uses = new Set<string>()
  const restores = watched.flatMap(([place, names]) =>
    names.flatMap((name) => {
      const own = Object.getOwnPropertyDescriptor(place, name)
      if (own === undefined) return []
      const refuse = () => {
        uses.add(name)
        throw new Error(`${name} is refused`)
      }
      Object.defineProperty(place, name, { value: refuse, configurable: true, writable: true })
      return [() => Object.defineProperty(place, name, own)]
    }),
  )
  // For modules that imported the functions by name.
  syncBuiltinESMExports()
  try {
    await work()
    // I/O that the source started without awaiting it.
    for (let round = 0; round < 5; round++) await setImmediate()
  } finally {
    for (const restore of restores) restore()
    syncBuiltinESMExports()
  }
  return [...uses]
}
