// The servers of bench/hostile-mix, each in a process of its own and run from the build, as a server is: `quarry`, with
// every source pointed at the given sites, or `bare`, which does nothing and so shows what the machine alone does.
// Tells on demand how long its event loop was held, by the clock and, on Linux, in processor time.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pino } from 'pino'

const fromBuild = (path) => import(new URL(`../server/dist/${path}.js`, import.meta.url).href)
const [mode, sites = '{}', poorAccounts = '0'] = process.argv.slice(2)

function bare() {
  const server = createServer((_request, response) => response.end('{"status":"ok"}'))
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({ port: server.address().port, poor: [], rich: '', close: async () => server.close() }),
    ),
  )
}

async function quarry() {
  const { createAccounts } = await fromBuild('access/accounts')
  const { createKeys } = await fromBuild('access/keys')
  const { createApp } = await fromBuild('app')
  const { loadConfig } = await fromBuild('config')
  const { connect } = await fromBuild('db/connect')
  const { startEmbedded } = await fromBuild('db/embedded')
  const { migrate } = await fromBuild('db/migrate')
  const { sources } = await fromBuild('sources/index')
  const { knownOf } = await fromBuild('known-sources')
  const dataDir = mkdtempSync(join(tmpdir(), 'quarry-bench-'))
  // Else root's database is kept elsewhere, and left there.
  chmodSync(dataDir, 0o711)
  const embedded = await startEmbedded({ dataDir, purpose: 'serve' })
  const database = connect(embedded.target, { max: 20 })
  await migrate(database)
  const keyOf = async (slug, credits) => {
    await createAccounts(database).create({ slug, name: slug, bonus_credits: credits }, 'bench')
    return (await createKeys(database).create(slug, { alias: 'main' }, 'bench')).secret
  }
  const poor = []
  for (let n = 0; n < Number(poorAccounts); n += 1) poor.push(await keyOf(`poor-${n}`, 0))
  const rich = await keyOf('rich', 1_000_000)
  const configFile = join(dataDir, 'config.json')
  writeFileSync(configFile, JSON.stringify({ sources: JSON.parse(sites) }))
  const config = { ...loadConfig({ QUARRY_CONFIG: configFile }, knownOf(sources)), dataDir }
  // The attack lasts: it is not to end where an account has been refused often enough.
  config.limits.refusedPerMinute = null
  const log = pino({ level: 'silent' })
  const app = await createApp({ config, database, sources, adminToken: 'bench-admin-token', log })
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    await app.close()
    await database.close()
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { port: Number(new URL(url).port), poor, rich, close }
}

/** The most that this thread has run between two looks of a timer, since it was last asked. */
function watchProcessor() {
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
  }, 2)
  return () => {
    const found = longest
    longest = 0
    return found
  }
}

const { close, ...started } = await (mode === 'bare' ? bare() : quarry())
const delay = monitorEventLoopDelay({ resolution: 2 })
delay.enable()
const longest = watchProcessor()
process.on('message', async (message) => {
  if (message === 'held') {
    process.send({ maxMs: delay.max / 1e6, maxProcessorMs: longest() })
    delay.reset()
    return
  }
  await close()
  process.exit(0)
})
process.send(started)
