// This version against an older one, in one run: calls per second of both in turns, memory at rest, and an upgrade under
// load: the older server fills a database, both serve it together, and the books are audited by each.
// Usage: npx tsx bench/versions.ts <checkout of the older version, with its modules> [seconds a turn] [turns]
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { throwAwayFolder } from '../server/test/support/throw-away-folder.ts'

const [older = '', seconds = '3', turns = '5'] = process.argv.slice(2)
if (older === '') throw new Error('use: npx tsx bench/versions.ts <checkout of the older version>')
const here = fileURLToPath(new URL('..', import.meta.url))
const adminToken = 'bench-admin-token-0123456789'
const cached = '/v2/ticketing/event?query=1000000000017&max_age=86400'
const settleMs = 30_000

for (const checkout of [older, here])
  if (spawnSync(process.execPath, [join(checkout, 'scripts/build.mjs')]).status !== 0)
    throw new Error(`the build of ${checkout} failed`)

type Server = { name: string; process: ChildProcess; address: string; dataDir: string }

async function start(name: string, checkout: string, env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const dataDir = throwAwayFolder('quarry-versions-')
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=32', join(checkout, 'scripts/run.mjs'), 'serve'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        QUARRY_LOG_LEVEL: 'silent',
        QUARRY_PORT: '0',
        QUARRY_DATA_DIR: dataDir,
        QUARRY_ADMIN_TOKEN: adminToken,
        ...env,
      },
    },
  )
  let said = ''
  for (;;) {
    const [piece] = (await once(child.stdout, 'data')) as [Buffer]
    said += piece
    const address = /listening at (\S+)/.exec(said)?.[1]
    if (address !== undefined) return { name, process: child, address, dataDir }
  }
}

async function stop({ process: child, dataDir }: Server): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
  rmSync(dataDir, { recursive: true, force: true })
}

async function admin({ address }: Server, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(address + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

/** An account that no run can use up, and its key. */
async function rich(server: Server): Promise<string> {
  await admin(server, '/admin/accounts', {
    slug: 'bench',
    name: 'Bench',
    bonus_credits: 1_000_000_000,
    rate_limit: { per_second: null, per_minute: null },
  })
  return String((await admin(server, '/admin/accounts/bench/keys', { alias: 'main' })).secret)
}

async function rateOf(server: Server, secret: string, duration: number, connections = 64): Promise<number> {
  const options = { url: server.address + cached, connections, headers: { 'x-api-key': secret } }
  const { requests, non2xx, errors } = await autocannon({ ...options, duration })
  if (non2xx > 0 || errors > 0) throw new Error(`${server.name}: ${non2xx} not 2xx, ${errors} errors`)
  return requests.average
}

const rssMb = ({ process: child }: Server): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function compare(): Promise<void> {
  const servers = [await start('older', older), await start('this', here)]
  await rest(settleMs)
  for (const server of servers)
    console.log(`${server.name}: ${rssMb(server).toFixed(0)} MB at rest, all sources on the sandbox`)
  const secrets = await Promise.all(servers.map(rich))
  const rates: number[][] = [[], []]
  for (let turn = 0; turn <= Number(turns); turn += 1)
    for (const [index, server] of servers.entries()) {
      const rate = await rateOf(server, secrets[index] ?? '', Number(seconds))
      // The first turn warms both up.
      if (turn > 0) rates[index]?.push(rate)
      await rest(1000)
    }
  const ratios = (rates[1] ?? []).map((rate, turn) => rate / (rates[0]?.[turn] ?? Number.NaN))
  for (const [index, { name }] of servers.entries())
    console.log(`${name}: ${median(rates[index] ?? []).toFixed(0)} cached calls a second`)
  console.log(
    `this against older: ${median(ratios).toFixed(2)} (turns: ${ratios.map((one) => one.toFixed(2)).join(', ')})`,
  )
  for (const server of servers) await stop(server)
}

function audit(name: string, checkout: string, databaseUrl: string): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(checkout, 'scripts/run.mjs'), 'audit'],
    {
      env: { ...process.env, DATABASE_URL: databaseUrl },
      encoding: 'utf8',
    },
  )
  console.log(`audit by ${name}: exit ${status} ${(stdout + stderr).trim().split('\n').at(-1) ?? ''}`)
}

async function asJobs(server: Server, secret: string, count: number): Promise<void> {
  const path = '/v2/ticketing/event?query=1000000000017&is_async=true'
  for (let job = 0; job < count; job += 1)
    await fetch(server.address + path, { headers: { 'x-api-key': secret } })
}

async function upgrade(): Promise<void> {
  const dataDir = throwAwayFolder('quarry-upgrade-')
  const embedded = await startEmbedded({ dataDir, purpose: 'serve' })
  if (!('url' in embedded.target)) throw new Error('the embedded database has no address')
  const env = { DATABASE_URL: embedded.target.url }
  const before = await start('older', older, env)
  const secret = await rich(before)
  await rateOf(before, secret, 2)
  await asJobs(before, secret, 50)
  const after = await start('this', here, env)
  await Promise.all([
    rateOf(before, secret, 5, 16),
    rateOf(after, secret, 5, 16),
    asJobs(before, secret, 50),
    asJobs(after, secret, 50),
  ])
  console.log('both versions served one database together, every answer 200')
  await stop(before)
  await rest(5000)
  await stop(after)
  for (const [name, checkout] of [
    ['older', older],
    ['this', here],
  ] as const)
    audit(name, checkout, env.DATABASE_URL)
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

await compare()
await upgrade()
