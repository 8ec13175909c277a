// Paging through a list of funding rounds over HTTP: the header that announces further pages, the pages themselves,
// refused page numbers, and the cache.
import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { sharedApp } from '../support/app.ts'

let app: TestApp
let secret: string
beforeAll(async () => {
  app = await sharedApp()
  secret = (await app.account()).secret
})

type Rounds = { total: number; results: { uuid: string }[] }

async function getPage(more = '', days = 360) {
  const response = await app.call(
    secret,
    `/v2/startupdb/funding_rounds?days_since_announcement=${days}${more}`,
  )
  expect(response.status).toBe(200)
  const { total, results } = (await response.json()) as Rounds
  return { headers: response.headers, total, ids: results.map(({ uuid }) => uuid) }
}

test('x-record-partial announces further pages, which together contain every match once', async () => {
  const first = await getPage()
  const { total, ids } = first
  expect(total).toBeGreaterThan(2000)
  expect([ids.length, first.headers.get('x-record-partial')]).toEqual([1000, 'true'])
  const pages = Math.ceil(total / 1000)
  for (let page = 2; page <= pages; page += 1) {
    const response = await getPage(`&page=${page}`)
    expect([response.total, response.headers.get('x-record-partial')]).toEqual([
      total,
      page < pages ? 'true' : null,
    ])
    ids.push(...response.ids)
    expect(ids).toHaveLength(Math.min(total, 1000 * page))
  }
  expect(new Set(ids).size).toBe(total)
  for (const page of [pages + 1, 1_000_000]) {
    const beyond = await getPage(`&page=${page}`)
    expect([beyond.total, beyond.ids, beyond.headers.get('x-record-partial')]).toEqual([total, [], null])
  }
})

test('a complete list has no x-record-partial', async () => {
  const { headers, total, ids } = await getPage('', 7)
  expect([headers.get('x-record-partial'), ids.length]).toEqual([null, total])
})

test.each(['0', '-1', '1.5', 'two', '1000001', '1&page=2'])(
  'page=%s is refused, naming page, and free',
  async (page) => {
    const response = await app.call(secret, `/v2/startupdb/funding_rounds?page=${page}`)
    expect([response.status, response.headers.get('x-credits-used')]).toEqual([400, '0'])
    expect(await response.json()).toEqual({ error: expect.stringMatching(/^Bad Request: page /) })
  },
)

test('each page has its own entry in the cache, and page 1 shares that of the list without a page', async () => {
  const cached = '&max_age=600&investment_type=seed'
  const first = await getPage(cached)
  const second = await getPage(`${cached}&page=2`)
  expect(second.headers.get('age')).toBeNull()
  expect(second.ids).not.toEqual(first.ids)
  const again = await getPage(`${cached}&page=1`)
  expect(again.headers.get('age')).not.toBeNull()
  expect(again.ids).toEqual(first.ids)
})
