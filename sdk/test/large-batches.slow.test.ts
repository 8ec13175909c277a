// A batch above 1,000 inputs is sent as a file: its results come in input order, and it is paid once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../server/src/ledger/audit.ts'
import { startApp, type TestApp } from '../../server/test/support/app.ts'
import { readBonus } from '../../server/test/support/jobs.ts'
import { InvalidParameter, Quarry } from '../src/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ limits: { defaultPerSecond: null } })
})
afterAll(async () => {
  expect(await audit(app.database)).toEqual([])
  await app.close()
})

const inputs = (count: number) => Array.from({ length: count }, () => ({ query: '1000000000017' }))

test('3,200 inputs come back in order while the batch runs, within a budget', async () => {
  const { secret, slug } = await app.account({ bonus_credits: 5_000 })
  const quarry = new Quarry({ key: secret, baseUrl: app.url }).withBudget(3_200)
  const batch = await quarry.batch('/v2/ticketing/event', inputs(3_200), { idempotencyKey: 'large' })
  const items: number[] = []
  for await (const { item, status_code } of batch.results()) if (status_code === 200) items.push(item)
  expect(items).toEqual(Array.from({ length: 3_200 }, (_, item) => item))
  expect(quarry.budget?.remaining).toBe(0)
  const again = new Quarry({ key: secret, baseUrl: app.url })
  const options = { idempotencyKey: 'large' }
  expect((await again.batch('/v2/ticketing/event', inputs(3_200), options)).id).toBe(batch.id)
  expect(await readBonus(app, slug)).toMatchObject({ available: 1_800, held: 0, charged: 3_200 })
})

test('a bad input is named by its line', async () => {
  const { secret } = await app.account()
  const quarry = new Quarry({ key: secret, baseUrl: app.url })
  const bad = [...inputs(1_200), { query: 'nonsense' }]
  const refused = quarry.batch('/v2/ticketing/event', bad)
  await expect(refused).rejects.toThrow(InvalidParameter)
  await expect(refused).rejects.toThrow(/line 1201: query/)
})
