// News search by a SearXNG instance: pages cut out of pages of uneven sizes, the fields of an article, and invalid
// responses.
import type { Get } from '@quarry/kit/outcome'
import { onSite, toSite } from '@quarry/kit/testing/on-site'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeResult, fakeSearxng, searxngPage } from '../../testing/fake-searxng.ts'
import { newssearch } from '../index.ts'
import { news } from '../news.ts'
import type { NewsQuery } from '../news-record.ts'
import { searxngNews } from './searxng.ts'

const site = toSite(newssearch)
const { parse } = onSite(newssearch, news)
const toQuery = (params: object = {}): NewsQuery => parse({ query: 'tide power', ...params })
const find = (get: Get, params: object = {}) => searxngNews.find(toQuery(params), { get, site })
const search = async (get: Get, params: object = {}) => {
  const outcome = await find(get, params)
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return outcome
}
const listLinks = ({ organic_results: results }: { organic_results: { link: string }[] }) =>
  results.map(({ link }) => link)
const allLinks = (hits: number) => Array.from({ length: hits }, (_, index) => fakeResult(index).url)
const silent = { results: [], unresponsive_engines: [['first', 'timeout']] }

/** The one article of a response about it. */
const readArticle = async (item: Record<string, unknown>, params: object = {}) =>
  (await search(fakeSearxng({ hits: 1, item: () => item }).get, params)).record.organic_results[0]

afterEach(() => vi.useRealTimers())

test('the search uses the category news, in the language and country of the edition', async () => {
  const instance = fakeSearxng({ hits: 40 })
  await search(instance.get, { gl: 'CA', hl: 'fr' })
  await search(instance.get, { num: 5 })
  expect(instance.requests.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual(
    [
      ['1', 'fr-CA'],
      ['2', 'fr-CA'],
      ['1', 'en-US'],
    ].map(([pageno, language]) => ({
      q: 'tide power',
      format: 'json',
      pageno,
      categories: 'news',
      language,
    })),
  )
})

test('an article has the fields that the instance states, and the others are null', async () => {
  const { get } = fakeSearxng({
    hits: 3,
    item: (index) =>
      [
        {
          url: 'https://www.lephare.example/marees',
          content: 'The tide turns.',
          publishedDate: '2026-11-15T10:00:00+01:00',
          metadata: '3 hours ago | Le Phare',
          pretty_url: 'lephare.example › marees',
        },
        { content: '', publishedDate: null, metadata: '' },
        { url: null },
      ][index] ?? {},
  })
  expect(await search(get)).toEqual({
    kind: 'found',
    record: {
      organic_results: [
        {
          position: 1,
          title: 'Page 0',
          link: 'https://www.lephare.example/marees',
          domain: 'lephare.example',
          source: 'Le Phare',
          date: '3 hours ago',
          snippet: 'The tide turns.',
          displayed_link: 'lephare.example › marees',
          snippet_matched: [],
        },
        {
          position: 2,
          title: 'Page 1',
          link: 'https://www.site-1.example/page',
          domain: 'site-1.example',
          source: null,
          date: null,
          snippet: null,
          displayed_link: null,
          snippet_matched: [],
        },
      ],
      pagination: { current: 1, next: null, other_pages: [], has_next_page: false },
      search_parameters: {
        q: 'tide power',
        gl: 'us',
        hl: 'en',
        num: 10,
        page: 1,
        engine: 'newssearch',
        uule: null,
        location: null,
      },
    },
    form: 'searxng',
    // The last page came twice.
    lists: [{ list: 'organic_results', shown: 6, read: 4 }],
  })
})

test.each([
  ['2026-11-15T09:00:00+00:00', 'en', '3 hours ago'],
  ['2026-11-15T09:00:00', 'en', '3 hours ago'],
  ['2026-11-13T13:00:00.250000+02:00', 'fr', 'il y a 2 jours'],
  ['2026-11-16T09:00:00', 'de', 'vor 0 Sekunden'],
  ['yesterday', 'en', undefined],
  [1_763_200_800, 'en', undefined],
])('%s is an age in the language %s', async (publishedDate, hl, age) => {
  expect((await readArticle({ publishedDate }, { hl }))?.date).toBe(age ?? null)
})

test('ages count from the time of the response, or from now if it states none', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') })
  const response = searxngPage({ results: [{ ...fakeResult(0), publishedDate: '2026-11-15T09:00:00Z' }] })
  const dateIn = async (page: typeof response) =>
    (await search(async () => page)).record.organic_results[0]?.date
  expect(await dateIn(response)).toBe('3 hours ago')
  const { headers: _, ...undated } = response
  expect(await dateIn(undated)).toBe('5 days ago')
})

test.each([
  ['3 hours ago | The Ledger Post', 'bing news', 'https://ledgerpost.example/a', 'The Ledger Post'],
  ['N-Gazette / vor 3 Stunden', 'google news', 'https://www.n-gazette.example/a', 'N-Gazette'],
  ['Buoy News', 'first', 'https://news.buoy.example/a', 'Buoy News'],
  ['', 'le phare', 'https://lephare.example/a', 'le phare'],
  // The host confirms none of these names: an age, a person, another engine, a short part of a host.
  ['3 hours ago', 'bing news', 'https://ledgerpost.example/a', null],
  ['Jane Doe', 'first', 'https://ledgerpost.example/a', null],
  ['', 'second news', 'https://www.second.example/a', null],
  ['Hier en direct', 'first', 'https://en.ledgerpost.example/a', null],
  ['The Example', 'example', 'https://ledgerpost.example/a', null],
  [`${'x '.repeat(60)}| Ledger Post`, 'first', 'https://ledgerpost.example/a', null],
])('metadata %j by engine %j at %s names the outlet %j', async (metadata, engine, url, source) => {
  expect((await readArticle({ metadata, engine, url }))?.source).toBe(source)
})

test.each([0, 1, 9, 10, 11, 99, 100, 101, 1000])(
  '%i hits on uneven pages are paged to the end without repeats or gaps',
  async (hits) => {
    for (const num of hits > 200 ? [100, 33] : [10, 100, 7, 1]) {
      const seen: string[] = []
      const last = Math.max(1, Math.ceil(hits / num))
      for (let page = 1; page <= last; page += 1) {
        const { record } = await search(fakeSearxng({ hits }).get, { num, page })
        const { next, other_pages: others, has_next_page: hasNext } = record.pagination
        expect([hasNext, next]).toEqual(page < last ? [true, page + 1] : [false, null])
        expect(others.filter((other) => other <= page + 1)).toEqual(
          Array.from({ length: last }, (_, at) => at + 1).filter(
            (other) => other !== page && other <= page + 1,
          ),
        )
        expect(others.every((other) => other <= last)).toBe(true)
        seen.push(...listLinks(record))
      }
      expect(seen).toEqual(allLinks(hits))
    }
    const beyond = (await search(fakeSearxng({ hits }).get, { page: 900 })).record
    expect(listLinks(beyond)).toEqual([])
    expect(beyond.pagination).toEqual({
      current: 900,
      next: null,
      other_pages: Array.from({ length: Math.ceil(hits / 10) }, (_, at) => at + 1),
      has_next_page: false,
    })
  },
)

test('a full last page has no next page', async () => {
  const instance = fakeSearxng({ hits: 10 })
  expect((await search(instance.get)).record.pagination.has_next_page).toBe(false)
  expect(instance.requests).toHaveLength(2)
})

test('engines that did not answer are a failure, never "no match"', async () => {
  const failed = expect.objectContaining({ reason: 'upstream_failed' })
  await expect(find(fakeSearxng({ hits: 0, instead: { 1: silent } }).get)).rejects.toThrow(failed)
  await expect(find(fakeSearxng({ hits: 50, instead: { 2: silent } }).get, { page: 2 })).rejects.toThrow(
    failed,
  )
  expect(() => searxngNews.extract(searxngPage(silent), toQuery())).toThrow(failed)
})

test('if the engines stop answering, no next page is announced and the response is partial', async () => {
  const outcome = await search(fakeSearxng({ hits: 50, instead: { 2: silent } }).get)
  expect(listLinks(outcome.record)).toEqual(allLinks(10))
  expect(outcome.record.pagination).toEqual({
    current: 1,
    next: null,
    other_pages: [],
    has_next_page: false,
  })
  expect(outcome).toMatchObject({ isPartial: true })
})

test.each([
  ['a page of HTML', '<html><body><div class="SoaBEf"></div></body></html>'],
  ['a feed', '<rss version="2.0"><channel><title>x</title></channel></rss>'],
  ['JSON without results', '{"articles": []}'],
  ['an outlet of another type', { results: [{ ...fakeResult(0), metadata: { a: 1 } }] }],
  ['a text of another type', { results: [{ ...fakeResult(0), content: ['x'] }] }],
])('%s is a changed page, and so is a 404', async (_, body) => {
  const changed = expect.objectContaining({ reason: 'page_changed' })
  for (const status of [200, 404])
    await expect(find(async () => ({ ...searxngPage(body), status }))).rejects.toThrow(changed)
})

test('the parameters of a saved response are read from its address', () => {
  const readParams = (query: string) => searxngNews.paramsFromUrl?.(`https://searxng/search?${query}`)
  expect(readParams('q=tide+power&language=fr-CA&pageno=2')).toEqual({
    query: 'tide power',
    hl: 'fr',
    gl: 'CA',
  })
  expect(readParams('q=tide&language=de')).toEqual({ query: 'tide', hl: 'de' })
  expect(readParams('q=tide&language=all')).toEqual({ query: 'tide' })
  const page = searxngPage({ results: Array.from({ length: 12 }, (_, index) => fakeResult(index)) })
  const outcome = searxngNews.extract(page, toQuery())
  expect(outcome).toMatchObject({
    kind: 'found',
    record: { organic_results: { length: 10 }, pagination: { next: 2, other_pages: [2] } },
  })
})
