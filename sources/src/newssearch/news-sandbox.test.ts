// The news search of the sandbox engine: operators, editions, places and pages.
import { onSite } from '@quarry/kit/testing/on-site'
import { sandboxGet } from '@quarry/kit/testing/run-example'
import { afterEach, expect, test, vi } from 'vitest'
import { newssearch } from './index.ts'
import { news } from './news.ts'
import type { NewsRecord } from './news-record.ts'

const { find } = onSite(newssearch, news)
const now = new Date('2026-11-15T12:00:00Z')

afterEach(() => vi.useRealTimers())

const search = async (params: Record<string, unknown>) => {
  const outcome = await find(params, sandboxGet(newssearch, now))
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return outcome.record as NewsRecord
}
const links = async (params: Record<string, unknown>) =>
  (await search(params)).organic_results.map(({ link }) => link)
const walk = async (query: string, num: number) => {
  const all: string[] = []
  for (let page = 1; page < 500; page++) {
    const { organic_results, pagination } = await search({ query, num, page })
    all.push(...organic_results.map(({ link }) => link))
    expect(pagination.next).toBe(pagination.has_next_page ? page + 1 : null)
    expect(pagination.other_pages).not.toContain(page)
    if (!pagination.has_next_page) return all
    expect(organic_results).toHaveLength(num)
    expect(pagination.other_pages).toContain(page + 1)
  }
  throw new Error('no end')
}

// One query for each form: feed, cards, news tab.
test.each(['raises solary OR seed', 'ouvre', 'new chief executive', 'recalls'])(
  'paging %s reaches the end without repeats or gaps',
  async (query) => {
    const all = await walk(query, 20)
    expect(all.length).toBeGreaterThan(60)
    expect(new Set(all).size).toBe(all.length)
    expect(await walk(query, 33)).toEqual(all)
  },
)

test('search operators change the results', async () => {
  const sited = await search({ query: 'site:ledgerpost.example', num: 40 })
  expect(sited.organic_results).toHaveLength(40)
  expect(sited.organic_results.every(({ domain }) => domain === 'ledgerpost.example')).toBe(true)
  const without = await search({ query: 'opens a site -lyon', num: 100 })
  expect(without.organic_results.length).toBeGreaterThan(10)
  expect(without.organic_results.some(({ title, snippet }) => /lyon/i.test(`${title} ${snippet}`))).toBe(
    false,
  )
  const titled = await search({ query: 'intitle:executive', num: 40 })
  expect(titled.organic_results.every(({ title }) => /executive/i.test(title))).toBe(true)
  expect(await links({ query: '"chief names"' })).toEqual([])
})

test('edition and place change what comes first', async () => {
  const titles = async (params: Record<string, unknown>) =>
    (await search({ query: 'round', num: 10, ...params })).organic_results.map(({ title }) => title)
  const [us, fr] = [await titles({}), await titles({ hl: 'fr', gl: 'fr' })]
  expect(us.some((title) => /raises|secures|lands/.test(title))).toBe(true)
  expect(fr.every((title) => /lève|obtient/.test(title))).toBe(true)
  expect((await titles({ hl: 'fr' })).every((title) => /lève|obtient/.test(title))).toBe(true)
  const [gb, usa] = [await search({ query: 'round', gl: 'gb' }), await search({ query: 'round', gl: 'us' })]
  const british = ['Harbour Gazette', 'Round Table Weekly', null]
  expect(gb.organic_results.every(({ source }) => british.includes(source))).toBe(true)
  expect(usa.organic_results.every(({ source }) => source !== 'Harbour Gazette')).toBe(true)
  const near = await search({ query: 'opens a new site', location: 'Lyon' })
  expect(near.organic_results[0]?.title).toMatch(/Lyon$/)
  expect(await links({ query: 'opens a new site', uule: 'w+CAIQICIETHlvbg' })).toEqual(
    near.organic_results.map(({ link }) => link),
  )
})

test('nothing found and pages beyond the end are empty', async () => {
  expect(await links({ query: 'zzyzxqqq' })).toEqual([])
  for (const query of ['recalls', 'ouvre', 'chief executive'])
    expect(await links({ query, page: 900 })).toEqual([])
})
