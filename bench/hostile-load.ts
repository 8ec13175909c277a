// Measures how long /healthz takes while a key without credits sends the worst bodies on four connections, and lookups
// of another account read hostile pages. The clients, the server and a bare HTTP server are separate processes; the
// bare server shows the latency of the machine alone. Fails when a request takes 100 ms or more.
// Usage: npx tsx bench/hostile-load.ts [seconds per body] [part of a body's name] [readers of hostile pages; 0 is none]
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Client } from 'undici'
import { hostileBodies } from '../server/test/support/hostile-bodies.ts'
import type { AttackResult, ClientCommand, SourceSites } from './hostile-load-clients.ts'
import { build } from './measured-server.ts'
import { startFlags } from './start-flags.ts'

type Started = { port: number; poorKeys: string[]; richKey: string }
type LoopDelay = { maxMs: number; maxProcessorMs: number }

const limitMs = 100
const probeEveryMs = 20
const warmUpMs = 700
const bodyMs = Number(process.argv[2] ?? 5) * 1000
const namePart = process.argv[3] ?? ''
const readers = Number(process.argv[4] ?? 1)

const resolveFile = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const nextMessage = <T>(child: ChildProcess) =>
  new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T)))

function request<T>(child: ChildProcess, message: ClientCommand | 'loop delay'): Promise<T> {
  const reply = nextMessage<T>(child)
  child.send(message)
  return reply
}

/** Requests /healthz every 20 ms; `stop` waits for the last response and returns all latencies in milliseconds. */
function startProbe(port: number, isKeptAlive: boolean) {
  const origin = `http://127.0.0.1:${port}`
  const times: number[] = []
  let client = new Client(origin)
  let pending: Promise<void> | null = null
  const probe = async () => {
    const startedAt = performance.now()
    const { body } = await client.request({ path: '/healthz', method: 'GET' })
    await body.dump()
    times.push(performance.now() - startedAt)
    pending = null
    if (isKeptAlive) return
    void client.destroy()
    client = new Client(origin)
  }
  const timer = setInterval(() => {
    pending ??= probe()
  }, probeEveryMs)
  return async () => {
    clearInterval(timer)
    await pending
    await client.close()
    return times
  }
}

const percentile = (times: number[], share: number): number => {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

build()
const clients = fork(resolveFile('./hostile-load-clients.ts'))
const sites = await nextMessage<SourceSites>(clients)
const serverFile = resolveFile('./hostile-load-server.mjs')
const bare = fork(serverFile, ['bare'], { execArgv: [] })
const { port: barePort } = await nextMessage<Started>(bare)
const server = fork(serverFile, ['quarry', JSON.stringify(sites), String(hostileBodies.length)], {
  execArgv: [...startFlags],
})
const { port, poorKeys, richKey } = await nextMessage<Started>(server)
await request(clients, { kind: 'target', port, richKey, readers })

async function measure(name: string, body: number | null): Promise<number> {
  const key = body === null ? '' : (poorKeys[body] ?? '')
  // Lets the compiler optimize the paths before the measurement.
  await request(clients, { kind: 'attack', body, key, ms: warmUpMs })
  await request(server, 'loop delay')
  const stops = [startProbe(port, true), startProbe(port, false), startProbe(barePort, true)]
  const attack = { kind: 'attack', body, key, ms: bodyMs } as const
  const { sent, statuses, read } = await request<AttackResult>(clients, attack)
  const [kept = [], fresh = [], idle = []] = await Promise.all(stops.map((stop) => stop()))
  const loop = await request<LoopDelay>(server, 'loop delay')
  const both = [...kept, ...fresh]
  const figures = [percentile(both, 0.5), percentile(both, 0.99), percentile(kept, 1), percentile(fresh, 1)]
  const columns = [...figures, loop.maxMs, loop.maxProcessorMs, percentile(idle, 1)]
  console.log(
    `${name.padEnd(33)}${statuses.join(',').padEnd(6)}${String(sent).padStart(5)}${String(read).padStart(6)}${columns.map((ms) => ms.toFixed(1).padStart(8)).join('')}`,
  )
  return percentile(both, 1)
}

console.log(
  'body                             status sent  read     p50     p99    kept   fresh    loop     cpu    bare (worst, ms)',
)
const worst = [await measure('(no body)', null)]
for (const [body, { name }] of hostileBodies.entries())
  if (name.includes(namePart)) worst.push(await measure(name, body))
const worstMs = Math.max(...worst)
console.log(`Worst: ${worstMs.toFixed(1)} ms, ${worstMs < limitMs ? 'below' : 'not below'} ${limitMs} ms.`)
clients.disconnect()
for (const child of [server, bare]) child.send('stop')
process.exitCode = worstMs < limitMs ? 0 : 1
