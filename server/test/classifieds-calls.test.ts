// Searches for classified ads over HTTP: what a body may hold, what is refused by name, and what a match and no
// match cost.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from './support/app.ts'

let app: TestApp
let secret: string
beforeAll(async () => {
  app = await startApp()
  secret = (await app.account()).secret
})
afterAll(() => app.close())

const search = (body: string | object) =>
  app.call(secret, '/v2/classifieds/search_api', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

test('an empty body searches the whole market, 35 ads a page', async () => {
  const response = await search({})
  expect([response.status, response.headers.get('x-credits-used')]).toEqual([200, '1'])
  const { total, ads } = (await response.json()) as { total: number; ads: unknown[] }
  expect(ads).toHaveLength(35)
  expect(total).toBeGreaterThan(1000)
})

test('no match is found, empty and billed', async () => {
  const response = await search({ filters: { keywords: { text: 'zzyzx' } } })
  expect([response.status, response.headers.get('x-credits-used')]).toEqual([200, '1'])
  expect(await response.json()).toMatchObject({ total: 0, max_pages: 0, ads: [] })
})

test.each([
  [{ filters: { colour: { id: 1 } } }, 'filters.colour'],
  [{ filters: 'category' }, 'filters'],
  [{ filters: { ranges: { price: { min: '1' } } } }, 'filters.ranges.price.min'],
  [{ owner_type: 'anyone' }, 'owner_type'],
  [{ sort_by: 'distance' }, 'sort_by'],
  [{ sort_order: 'up' }, 'sort_order'],
  [{ limit: 0 }, 'limit'],
  [{ limit: 101 }, 'limit'],
  [{ limit: '35' }, 'limit'],
  [{ limit: 1.5 }, 'limit'],
  [{ limit_alu: -1 }, 'limit_alu'],
  [{ offset: -1 }, 'offset'],
  [{ extend: 'true' }, 'extend'],
  [{ listing_source: 'a b' }, 'listing_source'],
])('%j is refused, naming %s, and free', async (body, name) => {
  const response = await search(body)
  expect([response.status, response.headers.get('x-credits-used')]).toEqual([400, '0'])
  const { error } = (await response.json()) as { error: string }
  expect(error.startsWith(`Bad Request: ${name} `)).toBe(true)
})

test.each(['{"filters":{"__proto__":{}}}', '{"limit":1,"limit":2}', '{"offset":1e400}'])(
  '%s is refused',
  async (body) => {
    expect((await search(body)).status).toBe(400)
  },
)

test('faults reach the site through the keywords', async () => {
  const response = await search({ filters: { keywords: { text: 'fault-blocked maison' } } })
  expect([response.status, response.headers.get('x-error-reason')]).toEqual([500, 'upstream_blocked'])
})
