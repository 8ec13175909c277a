// Uncached lookups: records per second and CPU time per record for a gzipped page of 120 kB with embedded JSON, from a
// local site over 64 connections. Quarry over HTTP (key, limits, hold, fetch, schema, archive, settlement, log; fsync
// on) is compared with programs that only fetch and parse: the lower bound (undici, string search, JSON.parse), undici
// with cheerio, and Crawlee's CheerioCrawler. All alternate in one run; figures and ratios are medians over the rounds.
// Install the rivals with `npm ci --ignore-scripts --prefix bench/rivals`; missing ones are skipped.
// Usage: npx tsx bench/lookup.ts [seconds per round] [rounds] [parts of names, separated by commas]
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import autocannon from 'autocannon'
import { connect } from '../server/src/platform/db/connect.ts'
import { startEmbedded } from '../server/src/platform/db/embedded.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { createTempFolder } from '../server/test/support/temp-folder.ts'
import { eventPage } from './lookup-page.ts'
import { build, startMeasured } from './measured-server.ts'
import { familyMs, processorMs, readParentPid } from './processor-time.ts'
import { median, note } from './results.ts'
import { startFlags } from './start-flags.ts'

const connections = 64
const restMs = 1000
const warmUpSeconds = 30
const leastOfLimit = 0.75

type Round = { perSecond: number; ms: number; databaseMs: number }
type Contender = {
  name: string
  process: ChildProcess
  run: (seconds: number) => Promise<Round>
  rounds: Round[]
}

if (process.argv[2] === 'site') serveSite()
else await run(Number(process.argv[2] ?? 4), Number(process.argv[3] ?? 5), process.argv[4] ?? '')

/** Fifty events under any number of URLs. */
function serveSite(): void {
  const pages = Array.from({ length: 50 }, (_, n) => gzipSync(eventPage(String(1_000_000_000_000 + n))))
  const server = createServer((request, response) => {
    const page = pages[Number(request.url?.split('/').at(-1)) % pages.length]
    const type = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' }
    response.writeHead(200, { ...type, 'content-length': page?.length ?? 0 }).end(page)
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
}

async function run(seconds: number, rounds: number, only: string): Promise<void> {
  build()
  const site = fork(import.meta.filename, ['site'])
  const [port] = (await once(site, 'message')) as [number]
  const address = `http://127.0.0.1:${port}`
  const dataDir = createTempFolder()
  const embedded = await startEmbedded({ dataDir, purpose: 'serve' })
  const database = connect(embedded.target)
  await migrate(database)
  const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = readParentPid(rows[0]?.pid ?? 0)
  const contenders = [
    await startQuarry(embedded.target.url, address, postmaster),
    ...(await Promise.all(['limit', 'undici-cheerio', 'crawlee'].map((name) => startRival(name, address)))),
  ].filter((one) => one !== null)
  const chosenNames = only.split(',')
  const taking = contenders.filter(({ name }) => chosenNames.some((part) => name.includes(part)))

  for (const { run: round } of taking) await round(warmUpSeconds)
  for (let round = 0; round < rounds; round += 1)
    for (const one of round % 2 === 0 ? taking : taking.toReversed()) {
      await delay(restMs)
      one.rounds.push(await one.run(seconds))
    }
  printResults(taking)

  for (const contender of contenders) contender.process.kill()
  site.kill()
  await database.close()
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function startQuarry(url: string, site: string, postmaster: number): Promise<Contender> {
  const { process: child, address, key } = await startMeasured('quarry-on-site', url, site)
  let next = 1_000_000_000_000
  // Each URL is new, so that neither the cache nor a shared fetch can answer.
  const setupRequest = (request: autocannon.Request) => ({
    ...request,
    path: `/v2/ticketing/event?query=${next++}`,
  })
  const runLoad = (duration: number) =>
    autocannon({
      url: address,
      connections,
      duration,
      headers: { 'x-api-key': key },
      requests: [{ setupRequest }],
    })
  const round = async (seconds: number) => {
    const before = { own: processorMs(child.pid ?? 0), database: familyMs(postmaster) }
    const { non2xx, errors, requests } = await runLoad(seconds)
    if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} answers other than 2xx, ${errors} errors`)
    return {
      perSecond: requests.average,
      ms: (processorMs(child.pid ?? 0) - before.own) / requests.total,
      databaseMs: (familyMs(postmaster) - before.database) / requests.total,
    }
  }
  return { name: 'Quarry', process: child, run: round, rounds: [] }
}

async function startRival(name: string, site: string): Promise<Contender | null> {
  if (name === 'crawlee' && !existsSync(new URL('./rivals/node_modules/@crawlee', import.meta.url))) {
    console.log('Crawlee is not installed (npm ci --ignore-scripts --prefix bench/rivals): left out')
    return null
  }
  const child = fork(fileURLToPath(new URL(`./rivals/${name}.mjs`, import.meta.url)), [site], {
    execArgv: [...startFlags],
  })
  await once(child, 'message')
  const round = async (seconds: number) => {
    const before = processorMs(child.pid ?? 0)
    child.send({ seconds, connections })
    const [{ records, cpuMs }] = (await once(child, 'message')) as [{ records: number; cpuMs?: number }]
    const spent = cpuMs ?? processorMs(child.pid ?? 0) - before
    return { perSecond: records / seconds, ms: spent / records, databaseMs: 0 }
  }
  return { name: name.replace('-', ' + '), process: child, run: round, rounds: [] }
}

function printResults(contenders: readonly Contender[]): void {
  console.log(`a page of ${eventPage('1').length} characters, ${connections} connections`)
  console.log('                 records/s   processor ms a record   of the database')
  for (const { name, rounds } of contenders) {
    const of = (part: keyof Round) => median(rounds.map((round) => round[part]))
    note({ title: 'Uncached lookups: records a second', name, value: of('perSecond'), unit: '/s' })
    note({ title: 'Uncached lookups: processor time a record', name, value: of('ms'), unit: 'ms' })
    console.log(
      `${name.padEnd(16)} ${of('perSecond').toFixed(0).padStart(9)} ${of('ms').toFixed(2).padStart(23)} ${of('databaseMs').toFixed(2).padStart(17)}`,
    )
  }
  const quarry = contenders.find(({ name }) => name === 'Quarry')
  if (!quarry) return
  for (const other of contenders) {
    if (other === quarry) continue
    const ratios = quarry.rounds.map(
      ({ perSecond }, round) => perSecond / (other.rounds[round]?.perSecond ?? 0),
    )
    console.log(
      `Quarry is ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}) of ${other.name}`,
    )
    const atLeast = other.name === 'limit' ? { atLeast: leastOfLimit } : {}
    const title = 'Uncached lookups: Quarry against others'
    note({ title, name: `of ${other.name}`, value: median(ratios), unit: 'times', ...atLeast })
    if (other.name === 'limit' && median(ratios) < leastOfLimit) process.exitCode = 1
  }
}
