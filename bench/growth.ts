// The cost of a call, GET /v2/calls, GET /v2/statistics and a job while the log grows tenfold from ten thousand calls
// to the given number, and while the accounts grow from ten to a hundred thousand. None should grow. The log is
// written directly into the tables, over 28 days, for the account under test.
// Usage: npx tsx bench/growth.ts [maximum calls] [maximum accounts]
import { rmSync } from 'node:fs'
import { sources } from '@quarry/sources'
import { pino } from 'pino'
import { Agent, request } from 'undici'
import { createAccountStore } from '../server/src/accounts/account-store.ts'
import { createKeys } from '../server/src/accounts/keys.ts'
import { createApp } from '../server/src/app/app.ts'
import { loadConfig } from '../server/src/platform/config/config.ts'
import { connect } from '../server/src/platform/db/connect.ts'
import { startEmbedded } from '../server/src/platform/db/embedded.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { createTempFolder } from '../server/test/support/temp-folder.ts'
import { fillAccountLog } from './fill-log.ts'
import { median, note } from './results.ts'

const mostCalls = Number(process.argv[2] ?? 1_000_000)
const mostAccounts = Number(process.argv[3] ?? 100_000)
const rounds = 60
const warmUp = 15
const mostGrowth = 2

const dataDir = createTempFolder()
const embedded = await startEmbedded({ dataDir, purpose: 'serve' })
const database = connect(embedded.target, { max: 20 })
await migrate(database)
const app = await createApp({
  config: { ...loadConfig({}), port: 0, dataDir },
  database,
  sources,
  adminToken: 'bench-admin-token-000',
  log: pino({ level: 'silent' }),
})
const address = await app.server.listen({ port: 0, host: '127.0.0.1' })
await createAccountStore(database).create(
  { slug: 'bench', name: 'Bench', bonus_credits: 1_000_000_000, statistics_enabled: true, rate_limit: null },
  'bench',
)
const key = await createKeys(database).create('bench', { alias: 'bench' }, 'bench')
const { rows } = await database.pool.query<{ id: number }>(`select id from accounts where slug = 'bench'`)
const accountId = rows[0]?.id ?? 0
const dispatcher = new Agent({ connections: 1 })

const cached = '/v2/ticketing/event?query=1000000000017&max_age=86400'
const costs = {
  'a call': () => getJson(cached),
  'its calls': () => getJson('/v2/calls?limit=20'),
  'its statistics': () => getJson('/v2/statistics'),
  'a job': async () => {
    const { job_id: id } = await getJson(`${cached}&is_async=true`)
    if ((await getJson(`/jobs/${id}?wait=30`)).status !== 'completed') throw new Error('a job did not end')
  },
}
type Costs = Record<keyof typeof costs, number>

async function getJson(path: string): Promise<Record<string, unknown>> {
  const { body, statusCode } = await request(address + path, {
    headers: { 'x-api-key': key.secret },
    dispatcher,
  })
  const result = (await body.json()) as Record<string, unknown>
  if (statusCode >= 300) throw new Error(`${path}: ${statusCode} ${JSON.stringify(result)}`)
  return result
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const startedAt = performance.now()
    await work()
    if (round >= warmUp) times.push(performance.now() - startedAt)
  }
  return median(times)
}

async function measure(): Promise<Costs> {
  const measured: Partial<Costs> = {}
  for (const [name, work] of Object.entries(costs)) measured[name as keyof Costs] = await medianMs(work)
  return measured as Costs
}

async function fillAccounts(from: number, to: number): Promise<void> {
  await database.pool.query(
    `with made as (
       insert into accounts (slug, name, bonus_granted, bonus_available)
       select 'other-' || n, 'Other', 100, 100 from generate_series($1::integer, $2::integer) n returning id)
     insert into keys (account_id, alias, category, hash, last_four)
     select id, 'main', 'standard', sha256(id::text::bytea), '0000' from made`,
    [from, to - 1],
  )
  await database.pool.query('analyze accounts, keys')
}

function printGrowth(what: string, sizes: readonly { size: number; costs: Costs }[]): boolean {
  console.log(
    `${what.padStart(12)} ${Object.keys(costs)
      .map((name) => `${name} ms`.padStart(18))
      .join('')}`,
  )
  for (const { size, costs: of } of sizes)
    console.log(
      `${String(size).padStart(12)} ${Object.values(of)
        .map((ms) => ms.toFixed(2).padStart(18))
        .join('')}`,
    )
  const [first, last] = [sizes[0], sizes.at(-1)]
  if (!first || !last) return true
  const title = `Growth with ${what}, ${first.size} to ${last.size}`
  const grown = Object.keys(costs).map((name) => {
    const value = last.costs[name as keyof Costs] / first.costs[name as keyof Costs]
    note({ title, name, value, unit: 'times', atMost: mostGrowth })
    return value
  })
  console.log(`${'grew'.padStart(12)} ${grown.map((value) => `${value.toFixed(2)} x`.padStart(18)).join('')}`)
  return grown.every((value) => value <= mostGrowth)
}

await getJson(cached)
const byCalls: { size: number; costs: Costs }[] = []
let filled = 0
for (let size = 10_000; size <= mostCalls; size *= 10) {
  await fillAccountLog(database, { accountId, keyId: key.id }, filled, size)
  filled = size
  byCalls.push({ size, costs: await measure() })
}
const byAccounts: { size: number; costs: Costs }[] = []
let accounts = 0
for (let size = 10; size <= mostAccounts; size *= 100) {
  await fillAccounts(accounts, size)
  accounts = size
  byAccounts.push({ size, costs: await measure() })
}
const isKept = [printGrowth('logged calls', byCalls), printGrowth('accounts', byAccounts)].every(Boolean)

await dispatcher.close()
await app.close()
await database.close()
await embedded.stop()
rmSync(dataDir, { recursive: true, force: true })
if (!isKept) process.exitCode = 1
