// A database that no longer replies is noticed: waiting work ends, further work is refused at once, and the log has one
// line for the loss and one for the return.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect, type Database } from '../../src/platform/db/connect.ts'
import { ConnectionLost, NoConnection } from '../../src/platform/db/connection.ts'
import { type DatabaseMonitor, monitorDatabase } from '../../src/platform/db/monitor.ts'
import { type FaultProxy, startProxy, toConnectOptions, toProxyUrl } from '../app/faults/proxy.ts'
import { startApp } from '../support/app.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { eventPath } from '../support/jobs.ts'

const silentMs = 200

let fresh: FreshDatabase
let proxy: FaultProxy
/** Through the proxy. */
let database: Database
let monitor: DatabaseMonitor | undefined
let reports: string[]
beforeEach(async () => {
  fresh = await freshDatabase()
  proxy = await startProxy(toConnectOptions(fresh.target.url))
  database = connect({ url: toProxyUrl(fresh.target.url, proxy) }, { max: 2 })
  reports = []
})
afterEach(async () => {
  proxy.heal()
  await monitor?.close()
  monitor = undefined
  await database.close()
  await proxy.close()
  await fresh.drop()
})

function startMonitor(state = database.state): DatabaseMonitor {
  monitor = monitorDatabase(
    { pool: database.pool, state },
    {
      onLost: () => reports.push('lost'),
      onBack: () => reports.push('back'),
      beatMs: 20,
      silentMs,
    },
  )
  return monitor
}

test('silence ends waiting work, refuses further work at once, and is reported once', async () => {
  const { pool } = database
  const { confirm } = startMonitor()
  const clients = await Promise.all([pool.connect(), pool.connect()])
  expect(await confirm()).toBe(true)
  proxy.set({ isBlackHole: true })
  const [inFlight, waiting] = await Promise.allSettled([clients[0].query('select 1'), pool.connect()])
  expect(inFlight).toMatchObject({ reason: expect.any(ConnectionLost) })
  expect(waiting).toMatchObject({
    reason: new NoConnection('no connection to the database: it does not reply'),
  })
  for (const client of clients) client.release(true)
  await expect(pool.query('select 1')).rejects.toBeInstanceOf(NoConnection)
  expect(await confirm()).toBe(false)
  proxy.heal()
  await eventually(() => expect(reports).toEqual(['lost', 'back']))
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a database that ends and refuses connections is lost at once', async () => {
  const { confirm } = startMonitor()
  expect(await confirm()).toBe(true)
  proxy.set({ isDown: true })
  expect(await confirm()).toBe(false)
  proxy.heal()
  await eventually(() => expect(reports).toEqual(['lost', 'back']))
})

test('a database that only ended the connections is not lost', async () => {
  const { confirm } = startMonitor()
  expect(await confirm()).toBe(true)
  proxy.reset()
  expect(await confirm()).toBe(true)
  expect(reports).toEqual([])
})

test('a database that replies on other connections is not lost', async () => {
  const { pool, state } = fresh.database
  expect(await startMonitor(state).confirm()).toBe(true)
  proxy.set({ isBlackHole: true })
  const endMs = performance.now() + 5 * silentMs
  while (performance.now() < endMs) await pool.query('select pg_sleep(0.02)')
  expect(reports).toEqual([])
})

test('calls are 500 with Retry-After, no background work logs a stack, and the log says lost and back', async () => {
  const app = await startApp({ database })
  const { secret } = await app.account()
  const logged = () =>
    app.logged.map((line) => JSON.parse(line) as { level: number; msg: string; err?: object })
  const count = (msg: string) => logged().filter((line) => line.msg.startsWith(msg)).length
  proxy.set({ isDown: true })
  const failed = await app.call(secret, `${eventPath}?query=1000000000017`)
  expect([failed.status, failed.headers.get('retry-after')]).toEqual([500, '5'])
  await eventually(() => expect(count('Database lost')).toBe(1))
  const free = await app.call(secret, '/v2/usage')
  expect([free.status, free.headers.get('retry-after')]).toEqual([500, '5'])
  await eventually(() => expect(count('background work failed; the database is lost')).toBeGreaterThan(2))
  proxy.heal()
  await eventually(() => expect(count('Database is back')).toBe(1))
  expect((await app.call(secret, `${eventPath}?query=1000000000017`)).status).toBe(200)
  expect(count('Database lost')).toBe(1)
  expect(logged().filter(({ err }) => err)).toEqual([])
  await app.close()
})
