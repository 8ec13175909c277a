// The cost of the page archive: calls per second and p99 of uncached lookups on two servers, one with the archive and
// one without, which alternate in one run. Rates and ratios are medians over the rounds; the p99 is over all calls of a
// server. Goals: rate at least 0.95, p99 at most 1.1 times. The CPU time per call is printed too, because other load
// on the machine hardly changes it. With `alike` both servers have the archive, which shows the noise of the ratios.
// Usage: npx tsx bench/archive.ts [seconds per round] [rounds] [alike]
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import autocannon, { type Result } from 'autocannon'
import { connect } from '../server/src/platform/db/connect.ts'
import { startEmbedded } from '../server/src/platform/db/embedded.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { createTempFolder } from '../server/test/support/temp-folder.ts'
import { build, type MeasuredServer, startMeasured } from './measured-server.ts'
import { processorMs } from './processor-time.ts'
import { median, note } from './results.ts'

const seconds = Number(process.argv[2] ?? 4)
const rounds = Number(process.argv[3] ?? 9)
const isAlike = process.argv[4] === 'alike'
const restMs = 2000
const connections = 16
/** About the number of different pages per hour; each is read many times. */
const subjects = 400
const leastCalls = 0.95
const mostP99 = 1.1

build()

type Round = { rate: number; latencies: number[]; cpuMs: number }

const paths = Array.from(
  { length: subjects },
  (_, n) => `/v2/ticketing/event?query=${1_000_000_000_017 + n * 7727}`,
)

async function measure({ process: child, address, key }: MeasuredServer, duration: number): Promise<Round> {
  const before = processorMs(child.pid ?? 0)
  const requests = paths.map((path) => ({ method: 'GET' as const, path, headers: { 'x-api-key': key } }))
  const latencies: number[] = []
  const result = await new Promise<Result>((resolve, reject) => {
    const options = { url: address, connections, duration, requests }
    const run = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)))
    run.on('response', (_client, _status, _bytes, latency) => latencies.push(latency))
  })
  const failed = Object.entries(result.statusCodeStats ?? {}).filter(([status]) => Number(status) >= 500)
  if (failed.length > 0 || result.errors > 0)
    throw new Error(`${JSON.stringify(failed)}, ${result.errors} errors`)
  const cpuMs = (processorMs(child.pid ?? 0) - before) / result.requests.total
  return { rate: result.requests.average, latencies, cpuMs }
}

const dataDir = createTempFolder()
const embedded = await startEmbedded({ dataDir, purpose: 'serve' })
const database = connect(embedded.target)
await migrate(database)
const off = {
  name: 'without',
  server: await startMeasured('quarry-without-archive', embedded.target.url),
  rounds: [] as Round[],
}
const on = {
  name: isAlike ? 'without' : 'with',
  server: await startMeasured(isAlike ? 'quarry-without-archive' : 'quarry', embedded.target.url),
  rounds: [] as Round[],
}

for (const { server } of [off, on]) await measure(server, 3)
for (let round = 0; round < rounds; round += 1)
  for (const one of round % 2 === 0 ? [off, on] : [on, off]) {
    await delay(restMs)
    one.rounds.push(await measure(one.server, seconds))
  }

function toP99(done: readonly Round[]): number {
  const all = done.flatMap(({ latencies }) => latencies).sort((a, b) => a - b)
  return all[Math.floor(all.length * 0.99)] ?? Number.NaN
}

console.log('archive   calls/s   p99 ms  CPU ms a call')
for (const { name, rounds: done } of [off, on])
  console.log(
    `${name.padEnd(8)} ${median(done.map(({ rate }) => rate))
      .toFixed(0)
      .padStart(8)} ${toP99(done).toFixed(0).padStart(8)} ${median(done.map(({ cpuMs }) => cpuMs))
      .toFixed(2)
      .padStart(14)}`,
  )
const calls = median(on.rounds.map(({ rate }, round) => rate / (off.rounds[round]?.rate ?? 0)))
const p99 = toP99(on.rounds) / toP99(off.rounds)
const cpu = median(on.rounds.map(({ cpuMs }, round) => cpuMs / (off.rounds[round]?.cpuMs ?? 0)))
console.log(
  `with/without: CPU ${cpu.toFixed(3)}, calls ${calls.toFixed(3)} (at least ${leastCalls}), p99 ${p99.toFixed(3)} (at most ${mostP99})`,
)

const title = 'The archive: with it against without'
note({ title, name: 'calls', value: calls, unit: 'times', atLeast: leastCalls })
note({ title, name: 'p99', value: p99, unit: 'times', atMost: mostP99 })
for (const { server } of [off, on]) server.process.kill()
await database.close()
await embedded.stop()
rmSync(dataDir, { recursive: true, force: true })
if (calls < leastCalls || p99 > mostP99) process.exitCode = 1
