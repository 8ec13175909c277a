// News search by Brave: pages of any size over its own, ages in the language of the edition, and invalid responses.
import { readFileSync } from 'node:fs'
import type { Get } from '@quarry/kit/outcome'
import { toSite } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { braveHit, braveLinks, bravePage, fakeBrave } from '../../testing/fake-brave.ts'
import { newssearch } from '../index.ts'
import type { NewsQuery } from '../news-record.ts'
import { braveNews } from './brave.ts'

const site = toSite(newssearch)
const at = 'https://api.search.brave.com/res/v1/news/search?q=tide&count=50&offset=0'
const baseQuery: NewsQuery = {
  words: 'tide power',
  gl: 'us',
  hl: 'en',
  num: 10,
  page: 1,
  location: null,
  uule: null,
}
const search = async (get: Get, query: Partial<NewsQuery>) => {
  const outcome = await braveNews.find({ ...baseQuery, ...query }, { get, site })
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return outcome
}

test('an article has the fields that Brave states', () => {
  const saved = readFileSync(new URL('../fixtures/brave.json', import.meta.url), 'utf8')
  const outcome = braveNews.extract(bravePage(saved, at), baseQuery)
  expect(outcome).toMatchObject({
    kind: 'found',
    form: 'brave',
    source: 'https://search.brave.com/news?q=tide+power',
    record: { pagination: { current: 1, next: null, other_pages: [], has_next_page: false } },
  })
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  expect(outcome.record.organic_results).toHaveLength(2)
  expect(outcome.record.organic_results[0]).toEqual({
    position: 1,
    title: 'First tide turbine off Oriel turns',
    link: 'https://www.ledgerpost.example/energy/oriel-turbine',
    domain: 'ledgerpost.example',
    source: 'www.ledgerpost.example',
    date: '48 minutes ago',
    snippet: 'The machine fed the grid for six hours & then rested with the ebb.',
    displayed_link: 'ledgerpost.example › energy › oriel-turbine',
    snippet_matched: [],
  })
})

test('the edition is sent in the codes of Brave, and ages are in its language', async () => {
  const { get, requests: urls } = fakeBrave({ hits: 1, instead: {} })
  const dates: unknown[] = []
  for (const [gl, hl] of [
    ['fr', 'fr'],
    ['jp', 'ja'],
    ['pt', 'pt'],
    ['ke', 'sw'],
  ] as const)
    dates.push((await search(get, { gl, hl })).record.organic_results[0]?.date)
  expect(
    urls.map(({ searchParams }) => [searchParams.get('country'), searchParams.get('search_lang')]),
  ).toEqual([
    ['FR', 'fr'],
    ['JP', 'jp'],
    ['PT', 'pt-pt'],
    ['ALL', null],
  ])
  expect(dates.slice(0, 2)).toEqual(['il y a 3 heures', '3 時間前'])
  const dated = { type: 'news', query: {}, results: [{ ...braveHit(0), age: 'October 3, 2021' }] }
  const { record } = await search(fakeBrave({ hits: 0, instead: { 0: dated } }).get, { hl: 'fr' })
  expect(record.organic_results[0]?.date).toBe('October 3, 2021')
})

test.each([0, 1, 99, 100, 101, 1000])('%i hits are paged through, up to 500', async (hits) => {
  const all = braveLinks(Math.min(hits, 500))
  const { get } = fakeBrave({ hits })
  for (const num of [10, 30, 100]) {
    const seen: string[] = []
    for (let page: number | null = 1; page !== null; ) {
      const { record } = await search(get, { num, page })
      seen.push(...record.organic_results.map(({ link }) => link))
      const { next, other_pages: others, has_next_page: hasNext } = record.pagination
      expect(hasNext).toBe(next !== null)
      // Every page that is listed exists.
      expect(Math.max(page, ...others)).toBeLessThanOrEqual(Math.max(1, Math.ceil(all.length / num)))
      page = next
    }
    expect(seen).toEqual(all)
  }
})

test('a page beyond the end is empty, and one beyond the limit of Brave is not requested', async () => {
  const { record } = await search(fakeBrave({ hits: 60 }).get, { page: 20 })
  expect(record.organic_results).toEqual([])
  expect(record.pagination).toEqual({ current: 20, next: null, other_pages: [], has_next_page: false })
  expect(await search(fakeBrave({ hits: 1000 }).get, { num: 30, page: 17 })).toMatchObject({
    isPartial: true,
  })
  const findProblem = (num: number, page: number) =>
    braveNews.cannotAnswer?.({ ...baseQuery, num, page }) ?? null
  expect([findProblem(10, 50), findProblem(30, 17), findProblem(100, 5)]).toEqual([null, null, null])
  expect(findProblem(10, 51)).toEqual({
    parameter: 'page',
    problem: 'must be at most 50 with 10 articles per page for Brave',
  })
  expect(findProblem(30, 18)).toMatchObject({ parameter: 'page' })
})

test.each([
  ['a page of HTML', '<html><body><h1>Error</h1></body></html>'],
  ['nothing', ''],
  ['JSON that is cut off', '{"type":"news","query":{"original":"ti'],
  ['a search of the web', { type: 'search', query: {}, web: { results: [braveHit(0)] } }],
  ['no results', { type: 'news', query: {} }],
  ['results of another type', { type: 'news', query: {}, results: 'none' }],
  ['an age of another type', { type: 'news', query: {}, results: [{ ...braveHit(0), age: 3 }] }],
])('%s is a changed page', (_, body) => {
  const changed = expect.objectContaining({ reason: 'page_changed' })
  expect(() => braveNews.extract(bravePage(body, at), baseQuery)).toThrow(changed)
})

test('the parameters of a saved response are read from its address', () => {
  expect(
    braveNews.paramsFromUrl?.(`${at.replace('offset=0', 'offset=2')}&country=FR&search_lang=fr`),
  ).toEqual({
    query: 'tide',
    page: 3,
    num: 50,
    gl: 'FR',
    hl: 'fr',
  })
})
