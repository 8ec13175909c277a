// The SDK against a real server: lookups, jobs, batches, lists, pages, and operator routes.
import { setTimeout as delay } from 'node:timers/promises'
import { endpoints } from '@quarry/sources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../server/src/ledger/audit.ts'
import { adminToken, startApp, type TestApp } from '../../server/test/support/app.ts'
import { readBonus } from '../../server/test/support/jobs.ts'
import {
  BudgetExceeded,
  Conflict,
  InvalidKey,
  InvalidParameter,
  NotFound,
  Quarry,
  UpstreamFailed,
} from '../src/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ sandboxSlow: () => delay(300) })
})
afterAll(async () => {
  expect(await audit(app.database)).toEqual([])
  await app.close()
})

const event = '1000000000017'
const findExample = (endpointPath: string) =>
  endpoints.find(({ path }) => path === endpointPath)?.example as { query: string }
const product = findExample('/v2/retailer_b/product')
const fault = (kind: string) => `https://com.ticketing.example/e/fault-${kind}-${event}`

async function client(change: Parameters<TestApp['account']>[0] = {}) {
  const { secret, slug } = await app.account(change)
  return { slug, secret, quarry: new Quarry({ key: secret, baseUrl: app.url }) }
}

test('every lookup returns its record, its price and its provider', async () => {
  const { quarry, slug } = await client()
  let spent = 0
  for (const { path, example, credits } of endpoints) {
    const segments = path.replace('/v2/', '').split('/')
    let place = quarry as unknown as Record<string, never>
    for (const segment of segments)
      place =
        place[segment.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())] ??
        ({} as typeof place)
    const lookUp = place as unknown as (params: unknown) => ReturnType<typeof quarry.company>
    const { data, meta } = await lookUp(example)
    expect([path, typeof data]).toEqual([path, 'object'])
    expect(meta).toMatchObject({
      creditsUsed: credits,
      provider: 'sandbox',
      isReplay: false,
      sourceStatus: expect.any(String),
    })
    expect([path, meta.form]).toEqual([path, expect.any(String)])
    expect(meta.fields?.filled).toBeGreaterThan(0)
    spent += credits
    expect(meta.creditsRemaining).toBe(1000 - spent)
  }
  expect(await readBonus(app, slug)).toMatchObject({ charged: spent, held: 0 })
})

test('each error has its class, and failed calls cost nothing', async () => {
  const { quarry, slug } = await client()
  await expect(quarry.ticketing.event({ query: 'jazz' })).rejects.toBeInstanceOf(InvalidParameter)
  const stranger = new Quarry({ key: 'qry_no', baseUrl: app.url })
  await expect(stranger.company({ query: 'a.example' })).rejects.toBeInstanceOf(InvalidKey)
  await expect(quarry.ticketing.event({ query: fault('error') }, { maxRetries: 0 })).rejects.toBeInstanceOf(
    UpstreamFailed,
  )
  const error: unknown = await quarry.ticketing
    .event({ query: fault('missing') })
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(NotFound)
  expect(error).toMatchObject({
    requestId: expect.any(String),
    meta: { creditsUsed: 1, provider: 'sandbox' },
  })
  const soft = await quarry.ticketing.event({ query: fault('missing'), soft_fail: true })
  expect(soft).toMatchObject({ data: { error: 'Not Found' }, meta: { status: 200, creditsUsed: 1 } })
  expect(await readBonus(app, slug)).toMatchObject({ charged: 2, held: 0 })
})

test('a raw page comes as a text', async () => {
  const { quarry } = await client()
  const example = endpoints.find(({ path }) => path === '/v2/realestate_fr/property')?.example as {
    query: string
  }
  const { data } = await quarry.realestateFr.property({ query: example.query, return_page_source: true })
  expect(data).toContain('<html')
})

test('waiting for a job gives the result of the direct call', async () => {
  const { quarry, slug } = await client()
  const direct = await quarry.ticketing.event({ query: event })
  const job = await quarry.ticketing.event.async({ query: event })
  expect(await job.wait()).toMatchObject({
    data: direct.data,
    meta: {
      creditsUsed: 1,
      requestId: job.id,
      provider: 'sandbox',
      fields: direct.meta.fields,
      form: direct.meta.form,
    },
  })
  expect(await job.state()).toMatchObject({ status: 'completed', credits: 1 })
  await expect(job.cancel()).rejects.toBeInstanceOf(Conflict)
  const again = await quarry.resumeJob<'/v2/ticketing/event'>(job.id).wait()
  expect(again.data.event_id).toBe(direct.data.event_id)
  const missing = await quarry.ticketing.event.async({ query: fault('missing') })
  await expect(missing.wait()).rejects.toBeInstanceOf(NotFound)
  const broken = await quarry.ticketing.event.async({ query: fault('error') })
  await expect(broken.wait({ timeoutMs: 60_000 })).rejects.toBeInstanceOf(UpstreamFailed)
  expect(await readBonus(app, slug)).toMatchObject({ charged: 3, held: 0 })
})

test('a batch reports progress, and its items come in the order of the inputs', async () => {
  const { quarry, slug } = await client()
  const inputs = [event, fault('slow'), fault('missing'), ...Array(150).fill(event)].map((query) => ({
    query,
  }))
  const batch = await quarry.batch('/v2/ticketing/event', inputs)
  const items: unknown[] = []
  const reading = (async () => {
    for await (const item of batch.results())
      items.push([item.item, item.input?.query, item.status_code, item.reason])
  })()
  const counts: number[] = []
  for await (const { completed, failed } of batch.progress({ intervalMs: 50 }))
    counts.push(completed + failed)
  await reading
  expect(counts.at(-1)).toBe(153)
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(items).toEqual(
    inputs.map(({ query }, index) => [
      index,
      query,
      index === 2 ? 404 : 200,
      index === 2 ? 'not_found' : null,
    ]),
  )
  expect(await batch.wait()).toMatchObject({ status: 'completed', total: 153, not_found: 1, credits: 153 })
  const first = await quarry.resumeBatch<'/v2/ticketing/event'>(batch.id).results().next()
  expect(first.value?.result?.event_id).toBe(event)
  expect(await readBonus(app, slug)).toMatchObject({ charged: 153, held: 0 })
})

test('lists are read to their end, page by page', async () => {
  const { quarry } = await client()
  for (let n = 0; n < 5; n += 1) await quarry.company({ query: 'fenmont.example' })
  const ids: string[] = []
  for await (const call of quarry.list('/v2/calls', { limit: 2, endpoint: '/v2/company' }))
    ids.push(call.request_id)
  expect(new Set(ids).size).toBe(5)
  for (let n = 0; n < 3; n += 1) await (await quarry.company.async({ query: 'fenmont.example' })).wait()
  let jobs = 0
  for await (const { status } of quarry.list('/v2/jobs', { limit: 2 })) jobs += status === 'completed' ? 1 : 0
  expect(jobs).toBe(3)
})

test.each([
  ['newssearch.news', (quarry: Quarry) => quarry.newssearch.news.pages({ query: 'energy' })],
  ['ticketing.search', (quarry: Quarry) => quarry.ticketing.search.pages({ query: 'jazz', domain: 'fr' })],
  [
    'supplierdir.search',
    (quarry: Quarry) =>
      quarry.supplierdir.search.pages({
        query: 'www.supplierdir.example/suppliers/search?searchterm=ball+valves',
      }),
  ],
] as const)('pages of %s follow each other to the last one', async (_, readPages) => {
  const { quarry } = await client()
  const numbers: number[] = []
  const texts = new Set<string>()
  for await (const { data, meta } of readPages(quarry)) {
    const { pagination } = data
    numbers.push('current' in pagination ? pagination.current : pagination.page)
    texts.add(JSON.stringify(data))
    expect(meta.creditsUsed).toBeGreaterThan(0)
    if (numbers.length === 30) break
  }
  expect(numbers.length).toBeGreaterThan(1)
  expect(numbers).toEqual(numbers.map((_number, index) => index + 1))
  expect(texts.size).toBe(numbers.length)
})

test('the operator has every route, with the token in place of the key', async () => {
  const operator = new Quarry({ adminToken, baseUrl: app.url })
  const { data } = await operator.request('POST', '/admin/accounts', {
    body: { slug: 'sdk-acme', name: 'Acme', bonus_credits: 5 },
  })
  expect(data.bonus.available).toBe(5)
  const { data: key } = await operator.request('POST', '/admin/accounts/{slug}/keys', {
    path: { slug: 'sdk-acme' },
    body: { alias: 'main' },
  })
  const quarry = new Quarry({ key: key.secret, baseUrl: app.url })
  expect((await quarry.request('GET', '/v2/usage')).data.remaining).toBe(5)
  const slugs: string[] = []
  for await (const { slug } of operator.list('/admin/accounts', { limit: 3 })) slugs.push(slug)
  expect(slugs).toContain('sdk-acme')
  expect((await operator.request('GET', '/metrics')).data).toContain('quarry_calls_total')
  expect((await operator.request('GET', '/status.json')).data.endpoints.length).toBeGreaterThan(10)
})

test('twenty concurrent calls under a budget never exceed it', async () => {
  const { quarry, slug } = await client()
  const bounded = quarry.withBudget(7)
  const ends = await Promise.allSettled(Array.from({ length: 20 }, () => bounded.retailerB.product(product)))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  for (const end of ends) if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(BudgetExceeded)
  await bounded.company({ query: 'fenmont.example' })
  await expect(bounded.company({ query: 'fenmont.example' })).rejects.toBeInstanceOf(BudgetExceeded)
  expect(bounded.budget).toMatchObject({ limit: 7, spent: 7, reserved: 0, remaining: 0 })
  expect(await readBonus(app, slug)).toMatchObject({ charged: 7, held: 0 })
})
