// Lookups with pages that count skipped items, or that only say that more follows.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../server/test/support/app.ts'
import { Quarry } from '../src/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('pages of lookups that count skipped items, or only say that more follows', async () => {
  const { secret } = await app.account()
  const quarry = new Quarry({ key: secret, baseUrl: app.url })
  const links = new Set<string>()
  let pages = 0
  for await (const { data } of quarry.websearch.search.pages({ query: 'energy' })) {
    for (const { link } of data.organic_results) links.add(link)
    pages += 1
    if (pages === 3) break
  }
  expect([pages, links.size]).toEqual([3, 30])
  const ads = new Set<unknown>()
  for await (const { data } of quarry.classifieds.searchApi.pages({ limit: 10 })) {
    for (const { list_id: id } of data.ads) ads.add(id)
    if (ads.size >= 20) break
  }
  expect(ads.size).toBeGreaterThanOrEqual(20)
  const numbers: number[] = []
  for await (const { data } of quarry.startupdb.fundingRounds.pages({ days_since_announcement: 200 }))
    numbers.push(data.results.length)
  expect(numbers.length).toBeGreaterThan(1)
  expect(numbers.slice(0, -1).every((count) => count === 1000)).toBe(true)
})
