// News search by GDELT: pages cut out of its single response, and errors that have status 200.
import { readFileSync } from 'node:fs'
import type { Get, Page } from '@quarry/kit/outcome'
import { toSite } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { newssearch } from '../index.ts'
import type { NewsQuery } from '../news-record.ts'
import { gdeltNews } from './gdelt.ts'

const site = toSite(newssearch)
const at = 'https://api.gdeltproject.org/api/v2/doc/doc'
const baseQuery: NewsQuery = {
  words: 'tide power',
  gl: 'gb',
  hl: 'en',
  num: 10,
  page: 1,
  location: null,
  uule: null,
}
const page = (body: unknown, headers: Record<string, string> = {}): Page => ({
  url: at,
  status: 200,
  contentType: 'text/html',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { date: 'Sun, 15 Nov 2026 12:00:00 GMT', ...headers },
})
const article = (index: number) => ({
  url: `https://www.site-${index}.example/page`,
  title: `Page ${index}`,
  seendate: '20261115T080000Z',
  domain: `site-${index}.example`,
  language: 'English',
})
const listLinks = (hits: number) => Array.from({ length: hits }, (_, index) => article(index).url)
const extract = (body: unknown, query: Partial<NewsQuery> = {}) => {
  const outcome = gdeltNews.extract(page(body), { ...baseQuery, ...query })
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return outcome
}

test('an article has its title, address and age, and nothing that GDELT does not state', () => {
  const saved = readFileSync(new URL('../fixtures/gdelt.json', import.meta.url), 'utf8')
  const { record, ...reading } = extract(saved, { hl: 'fr' })
  expect(record.organic_results).toEqual([
    {
      position: 1,
      title: 'First tide turbine off Oriel turns , and rests',
      link: 'https://www.ledgerpost.example/energy/oriel-turbine',
      domain: 'ledgerpost.example',
      source: null,
      date: 'il y a 45 minutes',
      snippet: null,
      displayed_link: null,
      snippet_matched: [],
    },
    expect.objectContaining({ title: 'Who owns the ebb & flow ?', date: 'il y a 2 jours' }),
  ])
  expect(reading).toMatchObject({ form: 'gdelt', lists: [{ shown: 2, read: 2 }] })
  expect(reading).not.toHaveProperty('isPartial')
})

test('only the press of the edition is searched, in its language', async () => {
  const urls: URL[] = []
  const get: Get = async (address) => {
    urls.push(new URL(address))
    return page({})
  }
  await gdeltNews.find({ ...baseQuery, words: 'tide OR "slow water"' }, { get, site })
  await gdeltNews.find({ ...baseQuery, gl: 'zz', hl: 'xx' }, { get, site })
  expect(Object.fromEntries(urls[0]?.searchParams ?? [])).toEqual({
    query: '(tide OR "slow water") sourcecountry:UK sourcelang:english',
    mode: 'ArtList',
    format: 'json',
    maxrecords: '250',
    timespan: '1m',
    sort: 'DateDesc',
  })
  expect(urls[1]?.searchParams.get('query')).toBe('tide power')
})

test.each([0, 1, 99, 100, 101, 1000])('%i hits are paged through, up to 250', (hits) => {
  const all = listLinks(Math.min(hits, 250))
  const response = hits === 0 ? {} : { articles: all.map((_, index) => article(index)) }
  for (const num of [10, 30, 100]) {
    const seen: string[] = []
    for (let next: number | null = 1; next !== null; ) {
      const { record } = extract(response, { num, page: next })
      seen.push(...record.organic_results.map(({ link }) => link))
      next = record.pagination.next
    }
    expect(seen).toEqual(all)
  }
})

test('a full response may be incomplete, an article counts once, and pages beyond the limit are not requested', () => {
  const full = { articles: Array.from({ length: 250 }, (_, index) => article(index % 249)) }
  const { record, isPartial } = extract(full, { num: 100, page: 3 })
  expect([record.organic_results.length, isPartial]).toEqual([49, true])
  const findProblem = (query: Partial<NewsQuery>) =>
    gdeltNews.cannotAnswer?.({ ...baseQuery, ...query }) ?? null
  expect(findProblem({ page: 25 })).toBeNull()
  expect(findProblem({ page: 26 })).toEqual({
    parameter: 'page',
    problem: 'must be at most 25 with 10 articles per page for GDELT',
  })
  expect(findProblem({ words: 'intitle:tide' })).toMatchObject({ parameter: 'query' })
})

test.each([[{}], [{ articles: null }], [{ articles: [] }]])('%j has no match', (response) => {
  expect(extract(response).record).toMatchObject({ organic_results: [], pagination: { other_pages: [] } })
})

test.each([
  ['The specified phrase is too short.\n', 'upstream_failed', undefined],
  ["Parentheses may only be used around OR'd statements.", 'upstream_failed', undefined],
  ['Please limit requests to one every 5 seconds or write to us.', 'upstream_paced', 5],
  ['<html><body><h1>Error</h1></body></html>', 'page_changed', undefined],
  ['', 'page_changed', undefined],
  ['{"articles": [{"url": "https://a', 'page_changed', undefined],
  ['{"status": "maintenance"}', 'page_changed', undefined],
  ['{"articles": {"0": {}}}', 'page_changed', undefined],
  [JSON.stringify({ articles: [{ ...article(0), title: ['x'] }] }), 'page_changed', undefined],
  [JSON.stringify({ articles: [{ ...article(0), seendate: 20261115 }] }), 'page_changed', undefined],
])('the response %j is an error', (body, reason, retryAfterSeconds) => {
  expect(() => extract(body)).toThrow(expect.objectContaining({ reason, retryAfterSeconds }))
  const missing = { ...page(body), status: 404 }
  expect(() => gdeltNews.extract(missing, baseQuery)).toThrow(expect.objectContaining({ reason }))
})

test('the parameters of a saved response are read from its address', () => {
  const saved = `${at}?query=tide+power+sourcecountry%3AUK+sourcelang%3Aenglish&mode=ArtList`
  expect(gdeltNews.paramsFromUrl?.(saved)).toEqual({ query: 'tide power' })
})

test('a title with unescaped quotes loses only its own article', () => {
  const articles = [article(0), { ...article(1), title: 'He said BROKEN to us' }, article(2), article(3)]
  const body = JSON.stringify({ articles }, null, 1).replace('BROKEN', '"no"')
  expect(() => JSON.parse(body)).toThrow()
  const { record, lists } = extract(body)
  expect(record.organic_results.map(({ link }) => link)).toEqual([0, 2, 3].map((n) => article(n).url))
  expect(lists).toEqual([{ list: 'organic_results', shown: 4, read: 3 }])
  for (const cut of [body.slice(0, -2), body.slice(0, 300)])
    expect(() => extract(cut)).toThrow(expect.objectContaining({ reason: 'page_changed' }))
})
