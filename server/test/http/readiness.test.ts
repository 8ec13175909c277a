// Readiness: answered in time whatever the database does, by one check for many requests, and only if the database can
// write.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReadiness } from '../../src/http/routes/status.ts'
import { connect } from '../../src/platform/db/connect.ts'
import { createWriteTrial } from '../../src/platform/db/monitor.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'

let app: TestApp
let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  app = await startApp({ database: fresh.database })
})
afterAll(async () => {
  await app.close()
  await fresh.drop()
})

const change = (setting: string) =>
  fresh.database.pool.query(`alter database ${new URL(fresh.target.url).pathname.slice(1)} ${setting}`)

/** Uses a connection that is opened after the settings were changed. */
async function tryToWrite(): Promise<string> {
  const { tryWrite, close } = createWriteTrial(fresh.database)
  const outcome = await tryWrite().then(
    () => 'written',
    (error: Error) => error.message,
  )
  await close()
  return outcome
}

test('a database that cannot write is not ready, even if it can be read', async () => {
  expect(await tryToWrite()).toBe('written')
  await change('set temp_file_limit = 64')
  expect(await tryToWrite()).toContain('temp_file_limit')
  await change('reset temp_file_limit')
  await change('set default_transaction_read_only = on')
  expect(await tryToWrite()).toBe('the database is read-only')
  await fresh.database.pool.query(
    `set default_transaction_read_only = off; alter database ${new URL(fresh.target.url).pathname.slice(1)} reset all`,
  )
  expect(await tryToWrite()).toBe('written')
})

test('the route checks for a write', async () => {
  await change('set temp_file_limit = 64')
  const refused = await app.call(null, '/readyz')
  expect([refused.status, await refused.json()]).toEqual([503, { status: 'not ready', missing: 'database' }])
  await change('reset temp_file_limit')
})

test('a pool whose connections are all taken does not make the server unready', async () => {
  const { pool } = fresh.database
  const connections = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  expect(await tryToWrite()).toBe('written')
  for (const client of connections) client.release()
})

test('a connection that is accepted and never answered times out', async () => {
  const silent = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const unresponsive = connect({ url: `postgres://nobody@127.0.0.1:${port}/nothing` })
  const { tryWrite, close } = createWriteTrial(unresponsive)
  expect(await createReadiness({ tryDatabase: tryWrite })()).toBe('database')
  await expect(tryWrite()).rejects.toThrow(/timeout/)
  await close()
  await unresponsive.close()
  silent.close()
})

test('a database that does not respond is reported in time, and checked once', async () => {
  let tries = 0
  let resolveTrial = () => {}
  let nowMs = 0
  const notReady = createReadiness({
    tryDatabase: () => {
      tries += 1
      return new Promise((resolve) => {
        resolveTrial = resolve
      })
    },
    nowMs: () => nowMs,
    answerWithinMs: 20,
  })
  expect(await Promise.all([notReady(), notReady()])).toEqual(['database', 'database'])
  nowMs = 60_000
  expect(await notReady()).toBe('database')
  expect(tries).toBe(1)
  resolveTrial()
  await setImmediate()
  const again = notReady()
  resolveTrial()
  expect(await again).toBeNull()
  expect(tries).toBe(2)
})

test('one check serves all requests for two seconds', async () => {
  let tries = 0
  let nowMs = 0
  const notReady = createReadiness({
    tryDatabase: async () => {
      tries += 1
      if (tries === 2) throw new Error('full')
    },
    nowMs: () => nowMs,
  })
  expect(await Promise.all([notReady(), notReady()])).toEqual([null, null])
  nowMs = 1999
  expect(await notReady()).toBeNull()
  nowMs = 2000
  expect(await notReady()).toBe('database')
  nowMs = 4000
  expect(await notReady()).toBeNull()
  expect(tries).toBe(3)
})

test('a blocked event loop does not count as an unresponsive database', async () => {
  const answerWithinMs = 45
  const notReady = createReadiness({ tryDatabase: () => setImmediate(), answerWithinMs })
  const response = notReady()
  const until = performance.now() + 2 * answerWithinMs
  while (performance.now() < until);
  expect(await response).toBe(null)
})
