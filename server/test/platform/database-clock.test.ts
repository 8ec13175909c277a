// The clocks of a server and of the database are compared at the start and every minute; a large difference is logged.
// Receipts do not depend on it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClockSkew } from '../../src/platform/db/database-clock.ts'
import { startApp } from '../support/app.ts'
import { createMovedClock } from '../support/clocks.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

let aheadMs = 0
const clock = () => new Date(Date.now() + aheadMs)

test('a skew above 5 s is reported once, and once more when it is gone', async () => {
  aheadMs = 4_000
  const changes: boolean[] = []
  const skew = await createClockSkew({
    pool: fresh.database.pool,
    clock,
    pollMs: 5,
    onChange: (isLarge) => changes.push(isLarge),
    onError: (error) => expect(error).toBeUndefined(),
  })
  await eventually(async () => expect(Math.abs(skew.seconds() - 4)).toBeLessThan(1))
  expect(changes).toEqual([])
  for (const [ms, reported] of [
    [3_600_000, [true]],
    [7_200_000, [true]],
    [0, [true, false]],
    [-3_600_000, [true, false, true]],
  ] as const) {
    aheadMs = ms
    await eventually(async () => expect(Math.abs(skew.seconds() - ms / 1000)).toBeLessThan(1))
    expect(changes).toEqual(reported)
  }
  await skew.close()
})

test('a server that starts with a wrong clock warns and shows the skew in its metrics', async () => {
  aheadMs = -60_000
  const app = await startApp({ database: fresh.database, clock, tuning: { clockSkewPollMs: 5 } })
  const readSkew = async () =>
    Number(/^quarry_clock_skew_seconds (\S+)$/m.exec(await (await app.admin('/metrics')).text())?.[1])
  const listMessages = () => app.logged.filter((line) => line.includes('the clocks of this server'))
  expect(await readSkew()).toBeLessThan(-55)
  expect(listMessages()).toEqual([expect.stringMatching(/"level":40,.*synchronise both with NTP/)])
  aheadMs = 0
  await eventually(async () => expect(Math.abs(await readSkew())).toBeLessThan(5))
  expect(listMessages().at(-1)).toContain('agree again')
  await app.close()
})

test('a charged call has its receipt and is listed, however far the clocks are from each other', async () => {
  const moved = await createMovedClock(fresh.database)
  const app = await startApp({ database: fresh.database })
  const { secret } = await app.account()
  for (const seconds of [90, 3_600, 86_400]) {
    await moved.move(seconds)
    const call = await app.call(secret, '/v2/ticketing/event?query=1000000000017')
    const id = call.headers.get('x-request-id')
    expect([call.status, call.headers.get('x-credits-used')]).toEqual([200, '1'])
    const receipt = await app.call(secret, `/v2/calls/${id}`)
    expect([seconds, receipt.status, await receipt.json()]).toMatchObject([
      seconds,
      200,
      { request_id: id, settlement: { credits: 1 }, ledger: [{ credits: 1 }], calls: [{ request_id: id }] },
    ])
    const list = await (await app.admin(`/admin/calls?request_id=${id}`)).json()
    expect(list).toMatchObject({ calls: [{ request_id: id, credits: 1 }] })
  }
  await app.close()
})
