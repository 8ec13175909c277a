// Answers that are lost after they were charged: the SDK repeats the request under the same key, and each is charged
// once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../server/src/ledger/audit.ts'
import { startApp, type TestApp } from '../../server/test/support/app.ts'
import { readBonus } from '../../server/test/support/jobs.ts'
import { Quarry } from '../src/index.ts'
import { startDroppingProxy } from './support/dropping-proxy.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(async () => {
  expect(await audit(app.database)).toEqual([])
  await app.close()
})

const event = '1000000000017'

test('a proxy that drops every third response after it was charged: all records come, each charged once', async () => {
  const proxy = await startDroppingProxy(app.url, (count) => count % 3 === 0)
  const { secret, slug } = await app.account()
  const quarry = new Quarry({ key: secret, baseUrl: proxy.url }).withBudget(60)
  const results = await Promise.all(
    Array.from({ length: 30 }, () => quarry.ticketing.event({ query: event })),
  )
  expect(results.map(({ data, meta }) => [data.event_id, meta.creditsUsed])).toEqual(
    Array(30).fill([event, 1]),
  )
  expect(results.filter(({ meta }) => meta.isReplay).length).toBeGreaterThan(5)
  const batch = await quarry.batch('/v2/ticketing/event', Array(10).fill({ query: event }))
  let items = 0
  for await (const { status } of batch.results()) items += status === 'completed' ? 1 : 0
  const job = await quarry.ticketing.event.async({ query: event })
  await job.wait()
  expect(items).toBe(10)
  expect(proxy.dropped()).toBeGreaterThan(10)
  expect(quarry.budget).toMatchObject({ spent: 41, reserved: 0 })
  expect(await readBonus(app, slug)).toMatchObject({ charged: 41, held: 0 })
  await proxy.close()
})
