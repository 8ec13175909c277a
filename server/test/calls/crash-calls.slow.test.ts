// Kills the server repeatedly under load: every delivered response is charged exactly once, no hold outlives its
// server, and the ledger balances. The long form (30 kills) is part of `npm run test:long -- kills`.
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/db/open-database.ts'
import { isLong, longOrShort } from '../support/long.ts'
import { quarry, type ServerProcess, startServer } from '../support/server-process.ts'
import { createTempFolder } from '../support/temp-folder.ts'

const kills = longOrShort('kills', { short: 3, long: 30 })
const callers = isLong ? 64 : 16
const folder = createTempFolder('quarry-crash-')
const dataDir = join(folder, 'data')
let server: ServerProcess | undefined
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test(`${kills} kills under ${callers} callers lose no record of money`, async () => {
  const env = { QUARRY_DATA_DIR: dataDir, QUARRY_PORT: String(await freePort()) }
  server = await startServer(env)
  const { url, key } = server
  await grant(url, 1_000_000)
  const delivered = new Set<string>()
  let running = true
  const caller = async (n: number) => {
    for (let i = 0; running; i++) {
      // Most calls hold, look up and settle; some are charged in one step from the cache.
      const query =
        i % 3 === 0
          ? 'query=1000000000017&max_age=3600'
          : `query=${1_000_000_000_017 + ((n * 37 + i) % 900) * 7919}`
      const response = await fetch(`${url}/v2/ticketing/event?${query}`, {
        headers: { 'x-api-key': String(key) },
      }).catch(() => null)
      if (response?.status === 200 && (await response.text().catch(() => null)) !== null)
        delivered.add(String(response.headers.get('x-request-id')))
      if (response === null) await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const work = Promise.all(Array.from({ length: callers }, (_, n) => caller(n)))
  for (let kill = 0; kill < kills; kill++) {
    const before = delivered.size
    while (delivered.size < before + 100) await new Promise((resolve) => setTimeout(resolve, 20))
    await server.stop('SIGKILL')
    server = await startServer(env)
  }
  running = false
  await work

  const { database, close } = await openDatabase({ dataDir, purpose: 'command' })
  const charges = await database.pool.query<{ request_id: string; entries: number }>(
    `select request_id, count(*)::int as entries from ledger where entry = 'charge' group by 1`,
  )
  const charged = new Map(charges.rows.map((row) => [row.request_id, row.entries]))
  const holds = await database.pool.query('select 1 from holds')
  await close()
  expect(delivered.size).toBeGreaterThanOrEqual(kills * 100)
  expect([...delivered].filter((id) => charged.get(id) !== 1)).toEqual([])
  expect([...charged.values()].every((entries) => entries === 1)).toBe(true)
  expect(holds.rowCount).toBe(0)
  const audit = await quarry(['audit'], env)
  expect([audit.code, audit.stderr]).toEqual([0, ''])
  console.log(`${kills} kills, ${delivered.size} responses delivered, ${charged.size} calls charged`)
}, 1_200_000)

async function grant(url: string, credits: number): Promise<void> {
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
  const response = await fetch(`${url}/admin/accounts/demo/credits`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ credits, reason: 'crash test' }),
  })
  expect(response.status).toBe(201)
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
