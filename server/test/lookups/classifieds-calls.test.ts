// Searches for classified ads over HTTP: accepted bodies, refused parameters by name, and the price of a match and of
// no match.
import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { sharedApp } from '../support/app.ts'

let app: TestApp
let secret: string
beforeAll(async () => {
  app = await sharedApp()
  secret = (await app.account()).secret
})

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

test('a search without a match is an empty result and is billed', async () => {
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
])('%j is refused with the name %s, and free', async (body, name) => {
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

test('sandbox faults are triggered by the keywords', async () => {
  const response = await search({ filters: { keywords: { text: 'fault-blocked maison' } } })
  expect([response.status, response.headers.get('x-error-reason')]).toEqual([500, 'upstream_blocked'])
})

const searchPage = (address: string, more = '') =>
  app.call(secret, `/v2/classifieds/search?query=${encodeURIComponent(address)}${more}`)
const market = 'https://www.classifieds.example'

test('a search page returns its ads, and its source in sandboxed form, for one credit each', async () => {
  const record = await searchPage(`${market}/recherche?category=9&text=maison&page=2`)
  expect([record.status, record.headers.get('x-credits-used')]).toEqual([200, '1'])
  const { ads } = (await record.json()) as { ads: { list_id: number }[] }
  expect(ads).toHaveLength(35)
  const source = await searchPage(
    `${market}/recherche?category=9&text=maison&page=2`,
    '&return_page_source=true',
  )
  expect([source.status, source.headers.get('x-credits-used')]).toEqual([200, '1'])
  expect(source.headers.get('content-type')).toMatch(/^text\/html/)
  expect(source.headers.get('content-security-policy')).toMatch(/(?:^|;)\s*sandbox\s*(?:;|$)/)
  const html = await source.text()
  expect(html).toMatch(/^<!DOCTYPE html>/)
  expect(html).toContain(String(ads[0]?.list_id))
})

test('an unknown category is not found, and billed', async () => {
  const response = await searchPage(`${market}/c/licornes`)
  expect([response.status, response.headers.get('x-credits-used')]).toEqual([404, '1'])
})

test.each(['', '&return_page_source=true'])(
  'a bot wall before a search page is free, with %j',
  async (more) => {
    const response = await searchPage(`${market}/recherche?text=fault-blocked`, more)
    expect([response.status, response.headers.get('x-error-reason')]).toEqual([500, 'upstream_blocked'])
    expect(response.headers.get('x-credits-used')).toBe('0')
  },
)

test.each([
  [`${market}/ad/velos/2400000013`, '', 'query'],
  ['https://elsewhere.example/recherche', '', 'query'],
  [`${market}/recherche?page=0`, '', 'query'],
  [`${market}/recherche?text=maison`, '&page=2', 'page'],
  [`${market}/recherche?text=maison`, '&category=9', 'category'],
  [`${market}/recherche`, '&return_page_source=1', 'return_page_source'],
])('%s with %j is refused with the name of the parameter, and free', async (address, more, name) => {
  const response = await searchPage(address, more)
  expect([response.status, response.headers.get('x-credits-used')]).toEqual([400, '0'])
  const { error } = (await response.json()) as { error: string }
  expect(error.startsWith(`Bad Request: ${name} `)).toBe(true)
})
