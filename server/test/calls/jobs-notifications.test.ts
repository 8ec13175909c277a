// The connection that listens for notifications: it reconnects by itself and reports the gap, and closing ends it at
// any time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createListener, workChannel } from '../../src/calls/jobs/notifications.ts'
import { connect, type Database } from '../../src/platform/db/connect.ts'
import { type FaultProxy, startProxy, toConnectOptions, toProxyUrl } from '../app/faults/proxy.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'

let fresh: FreshDatabase
let proxy: FaultProxy
let database: Database
beforeAll(async () => {
  fresh = await freshDatabase()
  proxy = await startProxy(toConnectOptions(fresh.target.url))
  database = connect({ url: toProxyUrl(fresh.target.url, proxy) })
})
afterAll(async () => {
  await database.close()
  await proxy.close()
  await fresh.drop()
})

function listen() {
  const seen = { work: 0, gaps: 0, errors: [] as unknown[] }
  const listener = createListener({
    pool: database.pool,
    onWork: () => {
      seen.work += 1
    },
    onDone: () => {},
    onGap: () => {
      seen.gaps += 1
    },
    onError: (error) => seen.errors.push(error),
  })
  return { ...listener, seen }
}
const notify = () => fresh.database.pool.query(`notify ${workChannel}`)

test('a lost connection is reopened, and the gap is reported', async () => {
  const { start, close, seen } = listen()
  await start()
  await notify()
  await eventually(() => expect(seen.work).toBe(1))
  proxy.reset()
  await eventually(() => expect(seen.gaps).toBe(1))
  await notify()
  await eventually(() => expect(seen.work).toBe(2))
  await close()
  await eventually(() => expect(proxy.connections()).toBe(0))
})

test('closing ends a connection that is being reopened', async () => {
  const { start, close, seen } = listen()
  await start()
  // The database accepts the next connection and does not answer.
  proxy.set({ isBlackHole: true })
  proxy.reset()
  await eventually(() => expect(seen.errors).not.toHaveLength(0))
  await eventually(() => expect(proxy.connections()).toBe(1))
  const reported = seen.errors.length
  await close()
  proxy.heal()
  await eventually(() => expect(proxy.connections()).toBe(0))
  expect([seen.gaps, seen.errors.length]).toEqual([0, reported])
})
