// Backup, verification and restore of a long log with its ledger: seconds per million calls, memory of the process,
// size, and how much of its rate the hot path keeps while a backup runs. Rounds with and without a backup alternate.
// Usage: npx tsx bench/backup.ts [calls] [seconds per round] [rounds]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { createAccountStore } from '../server/src/accounts/account-store.ts'
import { createKeys } from '../server/src/accounts/keys.ts'
import { audit } from '../server/src/ledger/audit.ts'
import { connect, type Database } from '../server/src/platform/db/connect.ts'
import { startEmbedded } from '../server/src/platform/db/embedded.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { createTempFolder } from '../server/test/support/temp-folder.ts'
import { fillAccountLog } from './fill-log.ts'
import { build, startMeasured } from './measured-server.ts'
import { median, note } from './results.ts'

const calls = Number(process.argv[2] ?? 1_000_000)
const seconds = Number(process.argv[3] ?? 5)
const rounds = Number(process.argv[4] ?? 3)
const maxMegabytes = 300
const warmUpSeconds = 10
const path = '/v2/ticketing/event?query=1000000000017&max_age=86400'
const title = 'Backup and restore of a million calls'
const cli = fileURLToPath(new URL('../server/dist/cli.js', import.meta.url))

build()
const folder = createTempFolder()
const dataDir = join(folder, 'data')
const embedded = await startEmbedded({ dataDir, purpose: 'serve' })
const database = connect(embedded.target, { max: 4 })
await migrate(database)
await fill(database)
const differences = await audit(database)
if (differences.length > 0) throw new Error(`the filled ledger differs: ${differences[0]}`)

const file = join(folder, 'bench.tar')
await run('backup', ['backup', file], dataDir)
console.log(`file: ${(statSync(file).size / 1e6).toFixed(1)} MB`)
await run('verification', ['backup', '--verify', file], dataDir)
await run('restore', ['restore', file], join(folder, 'restored'))
await compareRates()

await database.close()
await embedded.stop()
rmSync(folder, { recursive: true, force: true })

/** Inserts calls with matching ledger entries and balances. */
async function fill({ pool }: Database): Promise<void> {
  await createAccountStore(database).create({ slug: 'bench', name: 'Bench', bonus_credits: calls }, 'bench')
  const { id: keyId } = await createKeys(database).create('bench', { alias: 'bench' }, 'bench')
  const { rows } = await pool.query<{ id: number }>(`select id from accounts where slug = 'bench'`)
  const accountId = rows[0]?.id ?? 0
  await fillAccountLog(database, { accountId, keyId }, 0, calls)
  for (const text of [
    `insert into ledger (at, account_id, fund, entry, credits, period, request_id)
      select at, account_id, 'bonus', 'charge', 1, 0, request_id from calls where account_id = ${accountId}`,
    `update accounts set bonus_available = bonus_available - ${calls}, bonus_charged = ${calls},
      period_bonus_charged = ${calls} where id = ${accountId}`,
    `insert into key_meters (key_id, credits) values ('${keyId}', ${calls})
      on conflict (key_id) do update set credits = excluded.credits`,
    `insert into quota_buckets (key_id, grain_seconds, start, credits) values ('${keyId}', 0, '-infinity', ${calls})`,
  ])
    await pool.query({ text, query_timeout: 600_000 } as never)
}

/** Runs a command and returns its duration and peak memory. */
async function run(name: string, args: string[], folderOfData: string): Promise<void> {
  const startedMs = performance.now()
  const child = spawn(process.execPath, [cli, ...args], {
    env: { PATH: process.env.PATH, QUARRY_DATA_DIR: folderOfData },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, readPeakMegabytes(child.pid ?? 0))
  }, 50)
  const [code] = (await once(child, 'close')) as [number]
  clearInterval(watch)
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
  const perMillion = ((performance.now() - startedMs) / 1000 / calls) * 1_000_000
  console.log(`${name}: ${perMillion.toFixed(1)} s per million calls, ${peak.toFixed(0)} MB of memory`)
  note({ title, name, value: perMillion, unit: 's' })
  note({ title: `${title}: memory`, name, value: peak, unit: 'MB', atMost: maxMegabytes })
}

function readPeakMegabytes(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

async function compareRates(): Promise<void> {
  const server = await startMeasured('quarry', embedded.target.url)
  const measure = async (duration: number) => {
    const options = { url: server.address + path, connections: 64, headers: { 'x-api-key': server.key } }
    return (await autocannon({ ...options, duration })).requests.average
  }
  await measure(warmUpSeconds)
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await delay(2_000)
    const before = await measure(seconds)
    const saving = spawn(process.execPath, [cli, 'backup', join(folder, `round-${round}.tar`)], {
      env: { PATH: process.env.PATH, QUARRY_DATA_DIR: dataDir },
      stdio: 'ignore',
    })
    const saved = once(saving, 'close')
    const during = await measure(seconds)
    await saved
    await delay(2_000)
    const after = await measure(seconds)
    ratios.push(during / ((before + after) / 2))
    console.log(
      `calls/s: ${before.toFixed(0)} before, ${during.toFixed(0)} during a backup, ${after.toFixed(0)} after`,
    )
  }
  console.log(`the hot path keeps ${median(ratios).toFixed(2)} of its rate while a backup runs`)
  note({
    title: 'Hot path during a backup',
    name: 'of its rate',
    value: median(ratios),
    unit: 'times',
    atLeast: 0.8,
  })
  server.process.kill()
}
