// A budget: which calls it allows, what it reserves, and how it counts calls with an unknown outcome.
import { expect, test } from 'vitest'
import { createPrices } from '../src/budget.ts'
import { BudgetExceeded, ConnectionLost, NotFound } from '../src/index.ts'
import {
  createScriptedClient,
  lostConnection,
  refusal,
  respond,
  type Step,
} from './support/scripted-fetch.ts'

const document = respond(200, {
  paths: {
    '/v2/company': { get: { 'x-credits': 2 } },
    '/v2/websearch/search': { get: { 'x-credits': 3 }, post: { 'x-credits': 3 } },
  },
})
const found = respond(200, { name: 'Fenmont' }, { 'x-credits-used': '2' })
const withBudget = (credits: number, steps: Step[]) => {
  const { quarry, requests } = createScriptedClient([document, ...steps], { maxRetries: 0 })
  return { quarry: quarry.withBudget(credits), requests }
}
const pickState = ({ budget }: { budget: { spent: number; reserved: number; remaining: number } | null }) =>
  budget && [budget.spent, budget.reserved, budget.remaining]

test('calls that start together stop at the budget, before anything is sent', async () => {
  const { quarry, requests } = withBudget(7, [found])
  const ends = await Promise.allSettled(Array.from({ length: 20 }, () => quarry.company({ query: 'a' })))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  for (const error of refused) expect(error).toBeInstanceOf(BudgetExceeded)
  expect(refused[0]).toMatchObject({ price: 2, remaining: 1 })
  // The prices were read once.
  expect(requests.map(({ path }) => path)).toEqual(['/openapi.json', ...Array(3).fill('/v2/company?query=a')])
  expect(pickState(quarry)).toEqual([6, 0, 1])
})

test('unused budget is released when a call is cheaper or free', async () => {
  const free = refusal(404, 'not_found')
  const { quarry } = withBudget(4, [free, respond(200, {}, { 'x-credits-used': '1' }), found])
  await expect(quarry.company({ query: 'a' })).rejects.toBeInstanceOf(NotFound)
  await quarry.company({ query: 'a' })
  expect(pickState(quarry)).toEqual([1, 0, 3])
  await quarry.company({ query: 'a' })
  await expect(quarry.company({ query: 'a' })).rejects.toBeInstanceOf(BudgetExceeded)
})

test('a billed not-found counts', async () => {
  const { quarry } = withBudget(4, [refusal(404, 'not_found', { 'x-credits-used': '2' })])
  await expect(quarry.company({ query: 'a' })).rejects.toBeInstanceOf(NotFound)
  expect(pickState(quarry)).toEqual([2, 0, 2])
})

test('if the outcome is unknown, the price stays reserved', async () => {
  const { quarry } = withBudget(4, [lostConnection(), found])
  await expect(quarry.company({ query: 'a' })).rejects.toBeInstanceOf(ConnectionLost)
  expect(pickState(quarry)).toEqual([0, 2, 2])
  await quarry.company({ query: 'a' })
  await expect(quarry.company({ query: 'a' })).rejects.toBeInstanceOf(BudgetExceeded)
})

test('a lost try that is repeated as a replay is counted once, and a failed one is not counted', async () => {
  const replay = { 'x-credits-used': '0', 'idempotent-replay': 'true', 'x-credits-original': '2' }
  const { quarry } = createScriptedClient([
    document,
    lostConnection(),
    respond(200, {}, replay),
    lostConnection(),
    refusal(500, 'upstream_blocked'),
  ])
  const bounded = quarry.withBudget(10)
  await bounded.company({ query: 'a' })
  expect(pickState(bounded)).toEqual([2, 0, 8])
  await expect(bounded.company({ query: 'b' })).rejects.toMatchObject({ reason: 'upstream_blocked' })
  expect(pickState(bounded)).toEqual([2, 0, 8])
})

test('a lost try whose response is no longer stored counts with its price', async () => {
  const gone = refusal(409, 'idempotency_result_gone', { 'x-credits-used': '0', 'x-credits-original': '2' })
  const { quarry } = createScriptedClient([document, lostConnection(), gone])
  const bounded = quarry.withBudget(10)
  await expect(bounded.company({ query: 'a' })).rejects.toMatchObject({ reason: 'idempotency_result_gone' })
  expect(pickState(bounded)).toEqual([2, 0, 8])
})

test('a replay of a call that was paid before costs its original price', async () => {
  const replay = { 'x-credits-used': '0', 'idempotent-replay': 'true', 'x-credits-original': '2' }
  const { quarry } = withBudget(4, [respond(200, {}, replay)])
  expect((await quarry.company({ query: 'a' }, { idempotencyKey: 'k' })).meta.creditsUsed).toBe(2)
  expect(pickState(quarry)).toEqual([0, 0, 4])
})

test('an aborted call that was never sent costs nothing; the price of a sent one stays reserved', async () => {
  const { quarry } = withBudget(4, ['hang'])
  const controller = new AbortController()
  const running = quarry.company({ query: 'a' }, { signal: controller.signal })
  await expect.poll(() => pickState(quarry)).toEqual([0, 2, 2])
  controller.abort()
  await expect(running).rejects.toMatchObject({ name: 'AbortError' })
  await expect(quarry.company({ query: 'a' }, { signal: controller.signal })).rejects.toThrow()
  expect(pickState(quarry)).toEqual([0, 2, 2])
})

test('a budget within a budget is bounded by both, and both are shared', async () => {
  const { quarry } = withBudget(6, [found])
  const inner = quarry.withBudget(4)
  const twin = quarry.withBudget(100)
  await inner.company({ query: 'a' })
  expect([pickState(quarry), pickState(inner), pickState(twin)]).toEqual([
    [2, 0, 4],
    [2, 0, 2],
    [0, 0, 4],
  ])
  await twin.company({ query: 'a' })
  await twin.company({ query: 'a' })
  for (const one of [quarry, inner, twin])
    await expect(one.company({ query: 'a' })).rejects.toBeInstanceOf(BudgetExceeded)
})

test('a batch reserves the price of all its inputs, and its end settles it', async () => {
  const accepted = respond(202, { batch_id: 'b-1' }, { 'x-credits-used': '0' })
  const ended = respond(200, {
    batch_id: 'b-1',
    status: 'completed',
    finished_at: '2026-01-01T00:00:00Z',
    credits: 4,
  })
  const { quarry } = withBudget(6, [accepted, ended])
  await expect(quarry.batch('/v2/company', Array(4).fill({ query: 'a' }))).rejects.toMatchObject({ price: 8 })
  const batch = await quarry.batch('/v2/company', Array(3).fill({ query: 'a' }))
  expect(pickState(quarry)).toEqual([0, 6, 0])
  await batch.wait()
  expect(pickState(quarry)).toEqual([4, 0, 2])
})

test("a job's price stays reserved until its end is read", async () => {
  const accepted = respond(202, { job_id: 'j-1' }, { 'x-credits-used': '0' })
  const job = {
    job_id: 'j-1',
    status: 'completed',
    status_code: 200,
    error: null,
    credits: 2,
    result: { name: 'F' },
  }
  const { quarry } = withBudget(3, [accepted, respond(200, job)])
  const handle = await quarry.company.async({ query: 'a' })
  expect(pickState(quarry)).toEqual([0, 2, 1])
  expect(await handle.wait()).toMatchObject({
    data: { name: 'F' },
    meta: { creditsUsed: 2, requestId: 'j-1' },
  })
  expect(pickState(quarry)).toEqual([2, 0, 1])
})

test('without a price in the document nothing is sent', async () => {
  const { quarry, requests } = withBudget(100, [found])
  await expect(quarry.ticketing.event({ query: '1' })).rejects.toThrow('no price for /v2/ticketing/event')
  expect(requests).toHaveLength(1)
})

test('free routes need no budget, and a client without one reads no prices', async () => {
  const { quarry, requests } = createScriptedClient([found])
  await quarry.company({ query: 'a' })
  await quarry.withBudget(0).request('GET', '/v2/usage')
  expect(requests.map(({ path }) => path)).toEqual(['/v2/company?query=a', '/v2/usage'])
  expect(() => quarry.withBudget(-1)).toThrow('budget')
  expect(() => quarry.withBudget(1.5)).toThrow('budget')
})

test('prices are read again after an hour, and after a failure', async () => {
  let now = 0
  let reads = 0
  const prices = createPrices(
    async () => {
      reads += 1
      if (reads === 1) throw new Error('down')
      return { paths: { '/v2/company': { get: { 'x-credits': reads } } } }
    },
    () => now,
  )
  const getPrice = () => prices.getPrice('GET', '/v2/company')
  await expect(getPrice()).rejects.toThrow('down')
  expect([await getPrice(), await getPrice()]).toEqual([2, 2])
  now = 3_600_000
  expect([await getPrice(), await getPrice()]).toEqual([3, 3])
})
