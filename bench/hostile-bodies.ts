// How long a stranger waits while a key without credits sends the worst bodies it can: four connections send one after
// the other, a fifth asks for /healthz all the while. The server is a process of its own and measures how long its
// event loop was held, by the clock and, on Linux, in processor time, which a busy machine does not stretch. The first
// row is the server left in peace. Usage: npx tsx bench/hostile-bodies.ts [seconds per body]
import { fork } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { sources } from '@quarry/sources'
import { pino } from 'pino'
import { Agent, Pool } from 'undici'
import { createAccounts } from '../server/src/access/accounts.ts'
import { createKeys } from '../server/src/access/keys.ts'
import { createApp } from '../server/src/app.ts'
import { loadConfig } from '../server/src/config.ts'
import { connect } from '../server/src/db/connect.ts'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { type HostileBody, hostileBodies } from '../server/test/support/hostile-bodies.ts'
import { throwAwayFolder } from '../server/test/support/throw-away-folder.ts'

type Started = { url: string; key: string }
type Held = { maxMs: number; maxProcessorMs: number }

const connections = 4
const quiet: HostileBody = { name: '(nobody)', path: '', type: '', body: '', status: 0 }
const bodySeconds = Number(process.argv[2] ?? 3)

/** Serves until it is told to stop; tells on demand how long its loop was held since the last time. */
async function serve(): Promise<void> {
  const dataDir = throwAwayFolder()
  const embedded = await startEmbedded({ dataDir, purpose: 'serve' })
  const database = connect(embedded.target, { max: 20 })
  await migrate(database)
  await createAccounts(database).create({ slug: 'poor', name: 'Poor' }, 'bench')
  const { secret } = await createKeys(database).create('poor', { alias: 'main' }, 'bench')
  const config = { ...loadConfig({}), dataDir }
  const log = pino({ level: 'silent' })
  const app = await createApp({ config, database, sources, adminToken: 'bench-admin-token', log })
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const longest = watchProcessor()
  process.on('message', async (message) => {
    if (message === 'held') {
      process.send?.({ maxMs: delay.max / 1e6, maxProcessorMs: longest() } satisfies Held)
      delay.reset()
      return
    }
    await app.close()
    await database.close()
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
    process.exit(0)
  })
  process.send?.({ url, key: secret } satisfies Started)
}

/** The most that this thread has run between two looks of a timer, since it was last asked. */
function watchProcessor(): () => number {
  const runMs = () => {
    try {
      return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    } catch {
      return Number.NaN
    }
  }
  let last = runMs()
  let longest = 0
  setInterval(() => {
    const now = runMs()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  return () => {
    const found = longest
    longest = 0
    return found
  }
}

async function measure(): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ['serve'], { execArgv: process.execArgv })
  const hear = <T>() => new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T)))
  const held = () => {
    const heard = hear<Held>()
    child.send('held')
    return heard
  }
  const { url, key } = await hear<Started>()
  const third = new Agent({ connections: 1 })
  console.log(
    'body                                status  sent   /healthz p50     p99     max  loop held  processor (ms)',
  )
  for (const hostile of [quiet, ...hostileBodies]) {
    // The first ones are for the compiler.
    await attack(url, key, hostile, third, 500)
    await held()
    const { times, sent, statuses } = await attack(url, key, hostile, third, bodySeconds * 1000)
    const loop = await held()
    const row = [at(times, 0.5), at(times, 0.99), at(times, 1), loop.maxMs, loop.maxProcessorMs]
    console.log(
      `${hostile.name.padEnd(36)}${[...statuses].join(',').padEnd(8)}${String(sent).padEnd(8)}${row.map((ms) => ms.toFixed(1).padStart(8)).join('')}`,
    )
  }
  await third.close()
  child.send('stop')
}

async function attack(url: string, key: string, hostile: HostileBody, third: Agent, ms: number) {
  const until = performance.now() + ms
  const pool = new Pool(url, { connections })
  const statuses = new Set<number>()
  const times: number[] = []
  let sent = 0
  const send = async () => {
    while (performance.now() < until) {
      const { statusCode, body } = await pool.request({
        path: hostile.path,
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': hostile.type },
        body: hostile.body,
      })
      await body.dump()
      statuses.add(statusCode)
      sent += 1
    }
  }
  const probe = async () => {
    while (performance.now() < until) {
      const startedAt = performance.now()
      const { body } = await third.request({ origin: url, path: '/healthz', method: 'GET' })
      await body.dump()
      times.push(performance.now() - startedAt)
    }
  }
  const senders = hostile === quiet ? 0 : connections
  await Promise.all([probe(), ...Array.from({ length: senders }, send)])
  await pool.close()
  return { times, sent, statuses }
}

function at(times: number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

if (process.argv[2] === 'serve') await serve()
else await measure()
