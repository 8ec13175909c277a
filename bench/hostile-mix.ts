// How long a stranger waits for /healthz while a key without credits sends the worst bodies on four connections, each
// as soon as the last was answered, and another account's lookups have hostile pages read. The server, everybody who
// troubles it and the stranger are a process each; the stranger also asks a bare server that nobody troubles, which
// shows what the machine alone makes of it. Must stay below 100 ms at the worst.
// Usage: npx tsx bench/hostile-mix.ts [seconds per body] [part of a body's name] [readers]
import { type ChildProcess, fork } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { hostileBodies } from '../server/test/support/hostile-bodies.ts'
import type { Done, Order, SiteOf } from './hostile-mix-load.ts'
import { build } from './measured-server.ts'
import { startFlags } from './start-flags.ts'

type Started = { port: number; poor: string[]; rich: string }
type Held = { maxMs: number; maxProcessorMs: number }

const limitMs = 100
const everyMs = 20
const warmUpMs = 700
const bodyMs = Number(process.argv[2] ?? 5) * 1000
const only = process.argv[3] ?? ''
const readers = Number(process.argv[4] ?? 1)

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const hear = <T>(child: ChildProcess) =>
  new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T)))

function ask<T>(child: ChildProcess, what: Order | 'held'): Promise<T> {
  const heard = hear<T>(child)
  child.send(what)
  return heard
}

const healthz = Buffer.from('GET /healthz HTTP/1.1\r\nhost: quarry\r\n\r\n')

/** Asks every 20 ms until it is told to stop; whoever still waits then asks when it was answered. */
function startAsking(port: number, isKept: boolean) {
  const times: number[] = []
  let socket: Socket | null = null
  let startedAt: number | null = null
  const open = () => {
    const opened = connect({ port, host: '127.0.0.1', noDelay: true })
    opened.on('data', () => {
      if (startedAt !== null) times.push(performance.now() - startedAt)
      startedAt = null
      if (isKept) return
      opened.destroy()
      socket = null
    })
    return opened
  }
  const timer = setInterval(() => {
    if (startedAt !== null) return
    startedAt = performance.now()
    socket ??= open()
    socket.write(healthz)
  }, everyMs)
  return {
    async stop() {
      while (startedAt !== null) await new Promise((resolve) => setTimeout(resolve, 5))
      clearInterval(timer)
      socket?.destroy()
      return times
    },
  }
}

const at = (times: number[], share: number): number => {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

build()
const load = fork(file('./hostile-mix-load.ts'))
const sites = await hear<SiteOf>(load)
const bare = fork(file('./hostile-mix-server.mjs'), ['bare'], { execArgv: [] })
const { port: barePort } = await hear<Started>(bare)
const server = fork(
  file('./hostile-mix-server.mjs'),
  ['quarry', JSON.stringify(sites), String(hostileBodies.length)],
  { execArgv: [...startFlags] },
)
const { port, poor, rich } = await hear<Started>(server)
await ask(load, { kind: 'target', port, rich, readers })

async function measure(name: string, body: number | null): Promise<number> {
  const key = body === null ? '' : (poor[body] ?? '')
  // The first ones are for the compiler.
  await ask(load, { kind: 'attack', body, key, ms: warmUpMs })
  await ask(server, 'held')
  const strangers = [startAsking(port, true), startAsking(port, false), startAsking(barePort, true)]
  const { sent, statuses, read } = await ask<Done>(load, { kind: 'attack', body, key, ms: bodyMs })
  const [kept = [], fresh = [], idle = []] = await Promise.all(strangers.map(({ stop }) => stop()))
  const held = await ask<Held>(server, 'held')
  const both = [...kept, ...fresh]
  const figures = [
    at(both, 0.5),
    at(both, 0.99),
    at(kept, 1),
    at(fresh, 1),
    held.maxMs,
    held.maxProcessorMs,
    at(idle, 1),
  ]
  console.log(
    `${name.padEnd(33)}${statuses.join(',').padEnd(6)}${String(sent).padStart(5)}${String(read).padStart(6)}${figures.map((ms) => ms.toFixed(1).padStart(8)).join('')}`,
  )
  return at(both, 1)
}

console.log(
  'body                             status sent  read     p50     p99    kept   fresh    loop     cpu    bare (worst, ms)',
)
const worst = [await measure('(nobody)', null)]
for (const [body, { name }] of hostileBodies.entries())
  if (name.includes(only)) worst.push(await measure(name, body))
const most = Math.max(...worst)
console.log(
  `The worst of all is ${most.toFixed(1)} ms: ${most < limitMs ? 'every' : 'not every'} one is below ${limitMs} ms.`,
)
load.disconnect()
for (const child of [server, bare]) child.send('stop')
process.exitCode = most < limitMs ? 0 : 1
