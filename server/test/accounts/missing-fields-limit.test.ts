// Lookups that end without a required field are free, so they are limited: direct calls above the limit are refused
// before anything is fetched, jobs and batches wait.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type Replica, sends, shop, startReplica } from '../support/two-providers.ts'

const limit = 3
let site: Replica
let app: TestApp
let secret: string

beforeAll(async () => {
  site = await startReplica()
  site.respondWith(sends({ name: 'lamp' }))
  app = await startApp({
    sources: [shop],
    file: {
      sources: { shop: { site: site.origin, allow_private: true, robots: false, providers: ['site'] } },
    },
    limits: { fieldsMissingPerMinute: limit },
  })
})
beforeEach(async () => {
  ;({ secret } = await app.account())
  site.requestUrls.length = 0
})
afterAll(async () => {
  await app.close()
  await site.close()
})

let queries = 0
/** Each call looks up another item, because equal lookups would share a fetch. */
const get = (more = '', key = secret) => {
  queries += 1
  return app.call(key, `/v2/shop/item?query=lamp${queries}${more}`)
}
const pickReason = ({ status, headers }: Response) => [status, headers.get('x-error-reason')]
const missing = [422, 'fields_missing']
const limited = [429, 'rate_limited']

async function useUp(): Promise<void> {
  for (let n = 0; n < limit; n += 1) expect(pickReason(await get('&require=colour'))).toEqual(missing)
}

test('above the limit a call that requires fields is 429 and fetches nothing', async () => {
  await useUp()
  const refused = await get('&require=colour')
  expect(pickReason(refused)).toEqual(limited)
  expect(refused.headers.get('x-credits-used')).toBe('0')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect(pickReason(await get('&require_any=colour'))).toEqual(limited)
  expect(site.requestUrls).toHaveLength(limit)
})

test('calls without requirements, cached records and other accounts are not limited', async () => {
  expect((await app.call(secret, '/v2/shop/item?query=cached')).status).toBe(200)
  await useUp()
  expect((await get()).status).toBe(200)
  const cached = await app.call(secret, '/v2/shop/item?query=cached&require=name&max_age=60')
  expect([cached.status, cached.headers.get('x-credits-used')]).toEqual([200, '3'])
  expect(pickReason(await get('&require=colour', (await app.account()).secret))).toEqual(missing)
})

test('of many calls at once, no more than the limit get 422, and no credits stay held', async () => {
  const responses = await Promise.all(Array.from({ length: 10 }, () => get('&require=colour')))
  const reasons = responses.map((response) => response.headers.get('x-error-reason'))
  expect(reasons.filter((reason) => reason === 'fields_missing')).toHaveLength(limit)
  expect(reasons.filter((reason) => reason === 'rate_limited')).toHaveLength(10 - limit)
  expect(await (await app.call(secret, '/v2/usage')).json()).toMatchObject({ remaining: 1000 })
})

test('a job above the limit waits, does not fail, and other jobs of the account run', async () => {
  await useUp()
  const readJobId = async (response: Response) => ((await response.json()) as { job_id: string }).job_id
  const jobId = await readJobId(await get('&require=colour&is_async=true'))
  const free = await readJobId(await get('&is_async=true'))
  expect(await (await app.call(secret, `/jobs/${free}?wait=20`)).json()).toMatchObject({
    status: 'completed',
  })
  expect(await (await app.call(secret, `/jobs/${jobId}`)).json()).toMatchObject({ status: 'queued' })
  expect(site.requestUrls).toHaveLength(limit + 1)
})
