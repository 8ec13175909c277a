// One, two and three servers on one database: cached calls per second in total, and CPU time per call of the servers
// and the database. On a machine with fewer cores than servers only the CPU time is meaningful: it must not grow with
// the number of servers. Measured with a fixed number of callers per server, and with the same callers spread over all
// servers, whose batches are smaller. Figures are medians over the rounds.
// Usage: npx tsx bench/servers.ts [seconds per round] [rounds]
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'
import { connect } from '../server/src/platform/db/connect.ts'
import { startEmbedded } from '../server/src/platform/db/embedded.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { createTempFolder } from '../server/test/support/temp-folder.ts'
import { build, type MeasuredServer, startMeasured } from './measured-server.ts'
import { familyMs, processorMs, readParentPid } from './processor-time.ts'
import { median, note } from './results.ts'

const seconds = Number(process.argv[2] ?? 4)
const rounds = Number(process.argv[3] ?? 5)
const most = 3
const connections = 64
const restMs = 1000
const mostGrowth = 1.3
const path = '/v2/ticketing/event?query=1000000000017&max_age=86400'

type Round = { rate: number; serverMs: number; databaseMs: number }
type Load = {
  name: string
  countCallers: (servers: number) => number
  counts: { count: number; rounds: Round[] }[]
}

build()

const dataDir = createTempFolder()
const embedded = await startEmbedded({ dataDir, purpose: 'serve' })
const database = connect(embedded.target)
await migrate(database)
const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
const postmaster = readParentPid(rows[0]?.pid ?? 0)

async function measure(
  servers: readonly MeasuredServer[],
  callers: number,
  duration: number,
): Promise<Round> {
  const spent = () => servers.reduce((sum, server) => sum + processorMs(server.process.pid ?? 0), 0)
  const before = { servers: spent(), database: familyMs(postmaster) }
  const results = await Promise.all(
    servers.map(({ address, key }) =>
      autocannon({
        url: address + path,
        connections: callers,
        duration,
        headers: { 'x-api-key': key },
      }),
    ),
  )
  const failed = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0)
  if (failed > 0) throw new Error(`${failed} calls failed`)
  const calls = results.reduce((sum, { requests }) => sum + requests.total, 0)
  return {
    rate: calls / duration,
    serverMs: (spent() - before.servers) / calls,
    databaseMs: (familyMs(postmaster) - before.database) / calls,
  }
}

const servers: MeasuredServer[] = []
for (let n = 0; n < most; n += 1) servers.push(await startMeasured('quarry', embedded.target.url))
const createCounts = () => Array.from({ length: most }, (_, n) => ({ count: n + 1, rounds: [] as Round[] }))
const loads: Load[] = [
  { name: `${connections} callers at each server`, countCallers: () => connections, counts: createCounts() },
  {
    name: `${connections} callers spread over all`,
    countCallers: (count) => Math.ceil(connections / count),
    counts: createCounts(),
  },
]
await measure(servers, connections, 3)
for (let round = 0; round < rounds; round += 1)
  for (const { countCallers, counts } of loads)
    for (const { count, rounds: done } of round % 2 === 0 ? counts : counts.toReversed()) {
      await delay(restMs)
      done.push(await measure(servers.slice(0, count), countCallers(count), seconds))
    }

const cores = availableParallelism()
/** Prints a table and reports the cost of a call with all servers relative to one. */
function printResult({ name: load, counts }: Load): number {
  console.log(`${load}, ${cores} cores`)
  console.log('servers   calls/s   processor ms a call   of the database')
  const costs = counts.map(({ count, rounds: done }) => {
    const of = (part: keyof Round) => median(done.map((round) => round[part]))
    console.log(
      `${String(count).padStart(7)} ${of('rate').toFixed(0).padStart(9)} ${of('serverMs').toFixed(3).padStart(21)} ${of('databaseMs').toFixed(3).padStart(17)}`,
    )
    note({ title: `Servers, ${load}`, name: `${count} servers`, value: of('rate'), unit: '/s' })
    return { rate: of('rate'), ms: of('serverMs') + of('databaseMs') }
  })
  const [one, last] = [costs[0], costs.at(-1)]
  const grown = (last?.ms ?? 0) / (one?.ms ?? 1)
  console.log(`a call costs ${grown.toFixed(2)} times as much with ${most} servers as with one`)
  if (cores > most)
    console.log(`${most} servers are ${((last?.rate ?? 0) / (one?.rate ?? 1)).toFixed(2)} of one`)
  return grown
}

const [grown = 0, spread = 0] = loads.map(printResult)
const title = 'Servers: what a call costs with three against one'
note({ title, name: 'callers at each', value: grown, unit: 'times', atMost: mostGrowth })
note({ title, name: 'callers spread', value: spread, unit: 'times' })

for (const server of servers) server.process.kill()
await database.close()
await embedded.stop()
rmSync(dataDir, { recursive: true, force: true })
if (grown > mostGrowth) process.exitCode = 1
