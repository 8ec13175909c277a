// The servers of bench/hostile-load.ts, one per process, run from the build: `quarry`, with every source pointed at the
// sites in the second argument, or `bare`, which returns a fixed response. Each reports its longest event loop delay on demand, by
// the clock and, on Linux, in processor time, which other processes do not stretch.
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
      resolve({ port: server.address().port, poorKeys: [], richKey: '', close: async () => server.close() }),
    ),
  )
}

async function quarry() {
  const { createAccountStore } = await fromBuild('accounts/account-store')
  const { createKeys } = await fromBuild('accounts/keys')
  const { createApp } = await fromBuild('app/app')
  const { loadConfig } = await fromBuild('platform/config/config')
  const { connect } = await fromBuild('platform/db/connect')
  const { startEmbedded } = await fromBuild('platform/db/embedded')
  const { migrate } = await fromBuild('platform/db/migrate')
  const { sources } = await fromBuild('sources/index')
  const { describeSources } = await fromBuild('lookups/sources/describe-sources')
  const dataDir = mkdtempSync(join(tmpdir(), 'quarry-bench-'))
  // The database of a root user runs as another user, who must be able to enter the folder.
  chmodSync(dataDir, 0o711)
  const embedded = await startEmbedded({ dataDir, purpose: 'serve' })
  const database = connect(embedded.target, { max: 20 })
  await migrate(database)
  const createKey = async (slug, credits) => {
    await createAccountStore(database).create({ slug, name: slug, bonus_credits: credits }, 'bench')
    return (await createKeys(database).create(slug, { alias: 'main' }, 'bench')).secret
  }
  const poorKeys = []
  for (let n = 0; n < Number(poorAccounts); n += 1) poorKeys.push(await createKey(`poor-${n}`, 0))
  const richKey = await createKey('rich', 1_000_000)
  const configFile = join(dataDir, 'config.json')
  writeFileSync(configFile, JSON.stringify({ sources: JSON.parse(sites) }))
  const config = { ...loadConfig({ QUARRY_CONFIG: configFile }, describeSources(sources)), dataDir }
  // Otherwise the limit on refused requests would end the attack early.
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
  return { port: Number(new URL(url).port), poorKeys, richKey, close }
}

/** The longest processor time of this thread between two timer ticks since the last call. */
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
    const resultMs = longest
    longest = 0
    return resultMs
  }
}

const { close, ...started } = await (mode === 'bare' ? bare() : quarry())
const delay = monitorEventLoopDelay({ resolution: 2 })
delay.enable()
const longest = watchProcessor()
process.on('message', async (message) => {
  if (message === 'loop delay') {
    process.send({ maxMs: delay.max / 1e6, maxProcessorMs: longest() })
    delay.reset()
    return
  }
  await close()
  process.exit(0)
})
process.send(started)
