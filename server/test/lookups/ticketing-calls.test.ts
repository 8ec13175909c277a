// Ticketing from end to end: HTTP, key, hold, the real fetch path to the sandbox, extraction, settlement.
import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { sharedApp } from '../support/app.ts'

let app: TestApp
let secret: string
beforeAll(async () => {
  app = await sharedApp()
  secret = (await app.account()).secret
})

const event = (query: string) => app.call(secret, `/v2/ticketing/event?${query}`)
const readError = async (response: Response) => ((await response.json()) as { error: string }).error

test('an event by id and by its own URL is the same record, on both prefixes', async () => {
  const byId = (await (await event('query=1000000000017')).json()) as Record<string, unknown>
  expect(byId).toMatchObject({ event_id: '1000000000017', domain: 'com' })
  const byUrl = await (await event(`query=${encodeURIComponent(String(byId.url))}&domain=nonsense`)).json()
  expect(byUrl).toEqual(byId)
  const underApi = await (await app.call(secret, '/api/v2/ticketing/event?query=1000000000017')).json()
  expect(underApi).toEqual(byId)
})

test('a billed response has its headers', async () => {
  const response = await event('query=1000000000017')
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(response.headers.get('x-credits-used')).toBe('1')
  expect(Number(response.headers.get('x-credits-remaining'))).toBeLessThan(1000)
  expect(response.headers.get('x-source-status')).toBe('operational')
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
})

test('an unknown id is 404, billed', async () => {
  const response = await event('query=7')
  expect([response.status, await response.text()]).toEqual([404, '{"error":"Not Found"}'])
  expect(response.headers.get('x-credits-used')).toBe('1')
})

test('soft_fail sends a 404 as 200, still billed', async () => {
  const response = await event('query=7&soft_fail=true')
  expect([response.status, await response.text()]).toEqual([200, '{"error":"Not Found"}'])
  expect(response.headers.get('x-credits-used')).toBe('1')
})

test.each([
  ['query', ''],
  ['query', 'query='],
  ['query', 'query=%20'],
  ['query', 'query=jazz'],
  ['query', 'query=1/../../admin'],
  ['query', 'query=https%3A%2F%2Fwww.elsewhere.example%2Fe%2Fx-1'],
  ['query', 'query=https%3A%2F%2Ffr.ticketing.example%2Fo%2Fx-1'],
  ['query', 'query=1&query=2'],
  ['query', 'query=%00'],
  ['query', 'query=%ff'],
  ['domain', 'query=1&domain=com%40127.0.0.1'],
  ['domain', 'query=1&domain=fr.evil.tld'],
  ['soft_fail', 'query=1&soft_fail=1'],
  ['max_age', 'query=1&max_age=-1'],
  ['max_age', 'query=1&max_age=1.5'],
])('a wrong %s is 400 that names it and costs nothing (%s)', async (name, query) => {
  const response = await event(query)
  expect(response.status).toBe(400)
  expect(await readError(response)).toMatch(new RegExp(`^Bad Request: ${name} `))
  expect(response.headers.get('x-credits-used')).toBe('0')
})

test('search pages to the end without repeats or gaps, with next null at the end', async () => {
  const seen = new Set<string>()
  let path: string | null = '/v2/ticketing/search?query=jazz&domain=fr'
  let total = -1
  let pages = 0
  while (path !== null) {
    const page = (await (await app.call(secret, path)).json()) as {
      results: { event_id: string }[]
      pagination: { next: string | null; total_results: number; total_pages: number }
    }
    for (const { event_id } of page.results) {
      expect(seen.has(event_id)).toBe(false)
      seen.add(event_id)
    }
    total = page.pagination.total_results
    pages += 1
    const next: string | null = page.pagination.next
    expect(next === null).toBe(pages >= page.pagination.total_pages)
    path = next === null ? null : `/v2/ticketing/search?query=${encodeURIComponent(next)}`
  }
  expect(pages).toBeGreaterThan(1)
  expect(seen.size).toBe(total)
})

test('search accepts a city, a category, a location or no query; a page past the end is empty', async () => {
  type Found = { results: { venue: { city: string } | null }[]; pagination: { next: string | null } }
  const search = async (query: string) =>
    (await (await app.call(secret, `/v2/ticketing/search?${query}`)).json()) as Found
  const city = await search(
    `query=${encodeURIComponent('https://fr.ticketing.example/d/france--nantes/events/')}`,
  )
  expect(city.results.length).toBeGreaterThan(0)
  expect(city.results.every(({ venue }) => venue === null || venue.city === 'Nantes')).toBe(true)
  const category = await search(`query=${encodeURIComponent('https://fr.ticketing.example/b/france/music/')}`)
  expect(category.results.length).toBeGreaterThan(0)
  const located = await search('query=jazz&location=france--paris')
  expect(located.results.every(({ venue }) => venue === null || venue.city === 'Paris')).toBe(true)
  expect((await search('')).results.length).toBe(20)
  const past = await search('page=9999')
  expect([past.results, past.pagination.next]).toEqual([[], null])
})
