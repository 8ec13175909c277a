// The cost of GET /v2/usage and GET /v2/statistics with 10 thousand and with 10 million logged calls. It must not grow.
// Usage: npx tsx bench/usage-scale.ts [calls]
import { rmSync } from 'node:fs'
import { createAccountStore } from '../server/src/accounts/account-store.ts'
import { createKeys } from '../server/src/accounts/keys.ts'
import { readStatistics } from '../server/src/ledger/log/statistics.ts'
import { readUsage } from '../server/src/ledger/usage.ts'
import { connect } from '../server/src/platform/db/connect.ts'
import { startEmbedded } from '../server/src/platform/db/embedded.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { createTempFolder } from '../server/test/support/temp-folder.ts'
import { fillAccountLog } from './fill-log.ts'

const many = Number(process.argv[2] ?? 10_000_000)
const rounds = 300

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  for (let i = 0; i < 20; i++) await work()
  const times: number[] = []
  for (let i = 0; i < rounds; i++) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  return times.sort((a, b) => a - b)[rounds >> 1] ?? 0
}

const dataDir = createTempFolder()
const embedded = await startEmbedded({ dataDir, purpose: 'serve' })
const database = connect(embedded.target, { max: 1 })
await migrate(database)
await database.pool.query('set statement_timeout = 0')
await createAccountStore(database).create(
  { slug: 'bench', name: 'Bench', bonus_credits: 1_000_000, statistics_enabled: true },
  'bench',
)
const key = await createKeys(database).create('bench', { alias: 'bench' }, 'bench')
const accountId =
  (await database.pool.query<{ id: number }>(`select id from accounts where slug = 'bench'`)).rows[0]?.id ?? 0
const reads = database.reads(accountId)

const results: { calls: number; usage: number; statistics: number }[] = []
let filled = 0
for (const calls of [10_000, many]) {
  await fillAccountLog(database, { accountId, keyId: key.id }, filled, calls)
  filled = calls
  results.push({
    calls,
    usage: await medianMs(() => readUsage(reads, { accountId, keyId: key.id }, null)),
    statistics: await medianMs(() => readStatistics(reads, { accountId, groupBy: 'day' })),
  })
}
console.log('logged calls   usage ms   statistics ms   (medians)')
for (const { calls, usage, statistics } of results)
  console.log(
    `${String(calls).padStart(12)} ${usage.toFixed(2).padStart(10)} ${statistics.toFixed(2).padStart(15)}`,
  )
const [few, lots] = results
if (few && lots)
  console.log(
    `ratio: usage ${(lots.usage / few.usage).toFixed(2)}, statistics ${(lots.statistics / few.statistics).toFixed(2)}`,
  )

await database.close()
await embedded.stop()
rmSync(dataDir, { recursive: true, force: true })
