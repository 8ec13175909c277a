// How the free requests of one account slow down the calls of another: the median time of a cached lookup on an idle
// server, and while 40 connections of another account repeatedly read the results of a batch. Both alternate.
// Usage: npx tsx bench/free-reads.ts [seconds per round] [rounds]
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { sources } from '@quarry/sources'
import autocannon from 'autocannon'
import { pino } from 'pino'
import { createAccountStore } from '../server/src/accounts/account-store.ts'
import { createKeys } from '../server/src/accounts/keys.ts'
import { createApp } from '../server/src/app/app.ts'
import { loadConfig } from '../server/src/platform/config/config.ts'
import { connect } from '../server/src/platform/db/connect.ts'
import { startEmbedded } from '../server/src/platform/db/embedded.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { createTempFolder } from '../server/test/support/temp-folder.ts'

const roundMs = Number(process.argv[2] ?? 3) * 1000
const rounds = Number(process.argv[3] ?? 3)
const attackers = 40
const batchItems = 300

const dataDir = createTempFolder()
const embedded = await startEmbedded({ dataDir, purpose: 'serve' })
const database = connect(embedded.target)
await migrate(database)
const config = { ...loadConfig({}), dataDir }
const log = pino({ level: 'silent' })
const app = await createApp({ config, database, sources, adminToken: 'bench-token-0123456789', log })
const url = await app.server.listen({ host: '127.0.0.1', port: 0 })

async function createAccountKey(slug: string): Promise<string> {
  await createAccountStore(database).create({ slug, name: slug, bonus_credits: 1_000_000 }, 'bench')
  return (await createKeys(database).create(slug, { alias: 'main' }, 'bench')).secret
}

async function createBatch(key: string): Promise<string> {
  const inputs = Array.from({ length: batchItems }, (_, n) => ({ query: String(1000000000017 + n) }))
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const body = JSON.stringify({ endpoint: '/v2/ticketing/event', inputs })
  const posted = await fetch(`${url}/v2/batches`, { method: 'POST', headers, body })
  const { batch_id: id } = (await posted.json()) as { batch_id: string }
  for (;;) {
    const batch = await fetch(`${url}/v2/batches/${id}?wait=30`, { headers })
    if (((await batch.json()) as { status: string }).status !== 'running') return id
  }
}

async function medianMs(key: string, count: { calls: number }): Promise<number> {
  const endsAt = performance.now() + roundMs
  const times: number[] = []
  while (performance.now() < endsAt) {
    const from = performance.now()
    const response = await fetch(`${url}/v2/ticketing/event?query=1000000000017&max_age=86400`, {
      headers: { 'x-api-key': key },
    })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`a call was answered with ${response.status}`)
    times.push(performance.now() - from)
  }
  count.calls += times.length
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN
}

const [attacker, victim] = [await createAccountKey('attacker'), await createAccountKey('victim')]
const target = `${url}/v2/batches/${await createBatch(attacker)}/results`
const ratios: number[] = []
for (let round = 0; round < rounds; round += 1) {
  const [rest, attacked] = [{ calls: 0 }, { calls: 0 }]
  const restMs = await medianMs(victim, rest)
  // In a thread, so that the client's work does not count as the server's.
  const attack = autocannon({
    url: target,
    connections: attackers,
    headers: { 'x-api-key': attacker },
    duration: Math.ceil(roundMs / 1000) + 2,
    workers: 1,
  })
  await delay(1000)
  const attackedMs = await medianMs(victim, attacked)
  const { requests, non2xx } = await attack
  ratios.push(attackedMs / restMs)
  console.log(
    `at rest p50 ${restMs.toFixed(1)} ms (${rest.calls} calls), under attack ${attackedMs.toFixed(1)} ms ` +
      `(${attacked.calls} calls), ratio ${(attackedMs / restMs).toFixed(2)}; ` +
      `${requests.total} results read, ${non2xx} refused`,
  )
}
console.log(`median ratio ${ratios.toSorted((a, b) => a - b)[ratios.length >> 1]?.toFixed(2)}`)

await app.close()
await database.close()
await embedded.stop()
rmSync(dataDir, { recursive: true, force: true })
