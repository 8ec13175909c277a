// Jobs wait for the rate limit of their provider as long as for a slot, in a line of their own: direct calls pass them.
import { afterEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { postBatch, waitForBatch } from '../support/jobs.ts'
import { type Replica, sends, shop, startReplica } from '../support/two-providers.ts'

let app: TestApp | undefined
let replica: Replica | undefined
afterEach(async () => {
  await app?.close()
  await replica?.close()
})

const items = 30

async function startBatch(providers: string[]) {
  replica = await startReplica()
  replica.respondWith(sends({ name: 'lamp' }))
  const sites = (host: string) => ({ sites: { [host]: replica?.origin ?? '' }, allow_private: true })
  app = await startApp({
    sources: [shop],
    env: { KEYED_API_KEY: 'any' },
    file: {
      limits: { job_total_ms: 1_000 },
      sources: { shop: { providers } },
      providers: {
        goods: { ...sites('api.goods.test'), rate_limit: { per_second: 10 } },
        keyed: sites('api.keyed.test'),
      },
    },
  })
  const { secret } = await app.account({ bonus_credits: 1_000, rate_limit: null })
  const inputs = Array.from({ length: items }, (_, n) => ({ query: `lamp${n}` }))
  const id = await postBatch(app, secret, '/v2/shop/item', inputs)
  return { app, replica, secret, id }
}

test('jobs that wait longer than a call may still complete, and a direct call is not behind them', async () => {
  const { app, replica, secret, id } = await startBatch(['goods'])
  await expect.poll(() => replica.requestUrls.length).toBeGreaterThan(0)
  expect((await app.call(secret, '/v2/shop/item?query=table')).status).toBe(200)
  expect(replica.requestUrls.length).toBeLessThan(items)
  expect(await waitForBatch(app, secret, id)).toMatchObject({ completed: items, failed: 0 })
})

test('jobs do not wait for a rate limit if another provider can answer', async () => {
  const { app, replica, secret, id } = await startBatch(['goods', 'keyed'])
  expect(await waitForBatch(app, secret, id)).toMatchObject({ completed: items, failed: 0 })
  expect(replica.requestUrls.filter((url) => url.startsWith('/find')).length).toBeGreaterThan(0)
})
