// Calls per second through a whole call (key, limits, quota, hold, cached record, settlement, log, headers; fsync on),
// compared with bare Fastify that returns the same record, and with one transaction per call. The three alternate in
// one run. Figures are medians over the rounds; ratios are medians of the ratios of neighbouring rounds, because the
// speed of a shared machine changes.
// Usage: npx tsx bench/hot-path.ts [seconds per round] [rounds]
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'
import { connect } from '../server/src/platform/db/connect.ts'
import { startEmbedded } from '../server/src/platform/db/embedded.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { createTempFolder } from '../server/test/support/temp-folder.ts'
import { build, type MeasuredServer, startMeasured } from './measured-server.ts'
import { median, note } from './results.ts'

const seconds = Number(process.argv[2] ?? 3)
const rounds = Number(process.argv[3] ?? 7)
// The checkpoint after one round must not slow down the next.
const restMs = 2000
// Code that runs once per batch is compiled only after thousands of batches: measure a warm server.
const warmUpSeconds = 12
const path = '/v2/ticketing/event?query=1000000000017&max_age=86400'

build()

type Round = { rate: number; p50: number; p99: number }

async function measure(
  server: MeasuredServer,
  target: string,
  connections: number,
  duration: number,
): Promise<Round> {
  const options = { url: server.address + target, connections, headers: { 'x-api-key': server.key } }
  const result = await autocannon({ ...options, duration })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers other than 2xx, ${result.errors} errors`)
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

const middle = (of: Round[]): Round => ({
  rate: median(of.map(({ rate }) => rate)),
  p50: median(of.map(({ p50 }) => p50)),
  p99: median(of.map(({ p99 }) => p99)),
})

const dataDir = createTempFolder()
const embedded = await startEmbedded({ dataDir, purpose: 'serve' })
const database = connect(embedded.target)
await migrate(database)
const { url } = embedded.target

const quarry = await startMeasured('quarry', url)
const first = await fetch(quarry.address + path, { headers: { 'x-api-key': quarry.key } })
const record = await first.text()
const bare = await startMeasured('bare', url, record)
const transaction = await startMeasured('transaction', url, record)

console.log(
  `record of ${record.length} bytes, ${rounds} rounds of ${seconds} s each, fsync ${(await database.pool.query('show fsync')).rows[0].fsync}`,
)
console.log('connections  server             calls/s   p50 ms  p99 ms')
for (const connections of [64, 256]) {
  const ofBare = { name: 'bare Fastify', server: bare, target: '/', rounds: [] as Round[] }
  const ofTransaction = {
    name: 'a transaction each',
    server: transaction,
    target: '/',
    rounds: [] as Round[],
  }
  const ofQuarry = { name: 'Quarry', server: quarry, target: path, rounds: [] as Round[] }
  for (const { server, target } of [ofBare, ofTransaction, ofQuarry])
    await measure(server, target, connections, warmUpSeconds)
  for (let round = 0; round < rounds; round += 1) {
    const pair = round % 2 === 0 ? [ofBare, ofQuarry] : [ofQuarry, ofBare]
    for (const { server, target, rounds: done } of [...pair, ofTransaction]) {
      await delay(restMs)
      done.push(await measure(server, target, connections, seconds))
    }
  }
  const column = String(connections).padStart(11)
  for (const { name, rounds: done } of [ofBare, ofTransaction, ofQuarry]) {
    const { rate, p50, p99 } = middle(done)
    console.log(
      `${column}  ${name.padEnd(18)} ${rate.toFixed(0).padStart(7)}  ${String(p50).padStart(7)} ${String(p99).padStart(7)}`,
    )
  }
  const ratiosTo = (other: Round[]) =>
    ofQuarry.rounds.map(({ rate }, round) => rate / (other[round]?.rate ?? 0))
  const [toBare, toTransaction] = [ratiosTo(ofBare.rounds), ratiosTo(ofTransaction.rounds)]
  const atLeast = connections === 64 ? 0.4 : 0.55
  const name = `of bare Fastify at ${connections} connections`
  note({ title: 'Cached calls: Quarry', name, value: median(toBare), unit: 'times', atLeast })
  const range = (values: number[], digits: number) =>
    `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`
  console.log(
    `${column}  Quarry is ${median(toBare).toFixed(2)} (${range(toBare, 2)}) of bare Fastify` +
      ` and ${median(toTransaction).toFixed(1)} (${range(toTransaction, 1)}) times a transaction each`,
  )
}

for (const server of [quarry, bare, transaction]) server.process.kill()
await database.close()
await embedded.stop()
rmSync(dataDir, { recursive: true, force: true })
