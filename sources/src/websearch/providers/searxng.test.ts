// Web search by a SearXNG instance: offsets over pages of uneven sizes, and invalid responses.
import type { Get } from '@quarry/kit/outcome'
import { onProvider, toSite } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { searxng } from '../../apis/searxng.ts'
import { type FakeInstance, fakeResult, fakeSearxng, searxngPage } from '../../testing/fake-searxng.ts'
import { websearch } from '../index.ts'
import { search } from '../search.ts'
import { searxngSearch } from './searxng.ts'

const site = toSite(websearch)
const find = (get: Get, skip = 0) => searxngSearch.find({ words: 'tide power', skip }, { get, site })
const runSearch = async (get: Get, skip = 0) => {
  const outcome = await find(get, skip)
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return outcome
}
const links = async (get: Get, skip: number) =>
  (await runSearch(get, skip)).record.organic_results.map(({ link }) => link)
const allLinks = (hits: number) => Array.from({ length: hits }, (_, index) => fakeResult(index).url)
const silent = {
  results: [],
  unresponsive_engines: [
    ['first', 'Suspended: CAPTCHA'],
    ['second', 'timeout'],
  ],
}

test('the instance is asked for JSON, page by page, and for no more pages than needed', async () => {
  const instance = fakeSearxng({ hits: 100 })
  await runSearch(instance.get)
  await runSearch(instance.get, 12)
  expect(instance.requests.map(({ origin, pathname }) => origin + pathname)).toEqual(
    Array(4).fill('https://searxng/search'),
  )
  expect(instance.requests.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual(
    [1, 1, 2, 3].map((page) => ({
      q: 'tide power',
      format: 'json',
      pageno: String(page),
      categories: 'general',
    })),
  )
})

test('a result has the fields that the instance states, and its items are counted', async () => {
  const { get } = fakeSearxng({
    hits: 2,
    item: (index) => (index === 1 ? { title: '', content: '' } : { content: ' About nought. ' }),
  })
  expect(await runSearch(get)).toEqual({
    kind: 'found',
    record: {
      organic_results: [
        {
          position: 1,
          title: 'Page 0',
          link: 'https://www.site-0.example/page',
          domain: 'site-0.example',
          displayed_link: null,
          snippet: 'About nought.',
          snippet_matched: [],
        },
      ],
      search_parameters: { q: 'tide power', page: 0, engine: 'websearch' },
    },
    form: 'searxng',
    lists: [{ list: 'organic_results', shown: 2, read: 1 }],
  })
})

test.each([0, 1, 9, 10, 11, 99, 100, 101, 1000])(
  '%i hits on uneven pages are reached from any offset without repeats or gaps',
  async (hits) => {
    const all = allLinks(hits)
    for (const step of hits > 200 ? [10] : [10, 7]) {
      const seen: string[] = []
      for (let skip = 0; skip < hits + step; skip += step)
        seen.push(...(await links(fakeSearxng({ hits }).get, skip)).slice(0, step))
      expect(seen).toEqual(all)
    }
    for (const skip of [0, 1, hits - 1, hits, hits + 1, 10_000].filter((one) => one >= 0))
      expect(await links(fakeSearxng({ hits }).get, skip)).toEqual(all.slice(skip, skip + 10))
  },
)

test('engines that did not answer are a failure, never "no match"', async () => {
  const failed = expect.objectContaining({
    reason: 'upstream_failed',
    message: 'no engine of the instance answered (first: Suspended: CAPTCHA, second: timeout)',
  })
  const cut = (instance: FakeInstance, skip = 0) => find(fakeSearxng(instance).get, skip)
  await expect(cut({ hits: 0, instead: { 1: silent } })).rejects.toThrow(failed)
  await expect(cut({ hits: 50, instead: { 3: silent } }, 17)).rejects.toThrow(failed)
  expect(() => searxngSearch.extract(searxngPage(silent), { words: 'tide', skip: 0 })).toThrow(failed)
})

test('results read before the engines stopped answering are returned as partial', async () => {
  const outcome = await runSearch(fakeSearxng({ hits: 50, instead: { 3: silent } }).get, 12)
  expect(outcome.record.organic_results.map(({ link }) => link)).toEqual(allLinks(50).slice(12, 17))
  expect(outcome).toMatchObject({ isPartial: true })
  expect(await runSearch(fakeSearxng({ hits: 17, instead: { 4: silent } }).get, 12)).not.toHaveProperty(
    'isPartial',
  )
})

test('results are complete although an engine did not answer, and so is an empty page that all engines answered', async () => {
  const partly = { results: [fakeResult(0)], unresponsive_engines: [['second', 'timeout']] }
  const none = { results: [], unresponsive_engines: [] }
  const outcome = await runSearch(fakeSearxng({ hits: 0, instead: { 1: partly, 2: none } }).get)
  expect(outcome.record.organic_results).toHaveLength(1)
  expect(outcome).not.toHaveProperty('isPartial')
  expect((await runSearch(fakeSearxng({ hits: 0 }).get)).record.organic_results).toEqual([])
})

test('a later page that cannot be read ends the search, and its items count as unread', async () => {
  const { get } = fakeSearxng({ hits: 30, instead: { 2: { results: [{ title: 'No address' }] } } })
  const outcome = await runSearch(get, 5)
  expect(outcome.record.organic_results.map(({ link }) => link)).toEqual(allLinks(10).slice(5))
  expect(outcome).toMatchObject({ lists: [{ list: 'organic_results', shown: 11, read: 10 }] })
})

test('an instance with endless pages is given up after a hundred of them', async () => {
  const endless = fakeSearxng({ hits: 300, sizes: [1] })
  await expect(find(endless.get, 200)).rejects.toThrow(expect.objectContaining({ reason: 'upstream_failed' }))
  expect(endless.requests).toHaveLength(100)
  expect(await runSearch(fakeSearxng({ hits: 300, sizes: [1] }).get, 95)).toMatchObject({ isPartial: true })
})

test.each([
  ['a page of HTML', '<html><body><div id="rso"><div class="tF2Cxc"></div></div></body></html>'],
  ['no JSON', '{"results": [{"url": "https://a'],
  ['JSON without results', '{"error": "no"}'],
  ['results that cannot be read', '{"results": [{"href": "https://a.example"}]}'],
  ['a text of another type', { results: [{ ...fakeResult(0), content: ['x'] }] }],
])('%s is a changed page', async (_, body) => {
  const changed = expect.objectContaining({ reason: 'page_changed' })
  await expect(find(async () => searxngPage(body))).rejects.toThrow(changed)
  await expect(find(async () => ({ ...searxngPage(body), status: 404 }))).rejects.toThrow(changed)
  for (const status of [200, 404])
    expect(() => searxngSearch.extract({ ...searxngPage(body), status }, { words: 'tide', skip: 0 })).toThrow(
      changed,
    )
})

test('a redirect to a page is a block, with what to set on the instance', async () => {
  const page = { ...searxngPage('<html><body>Too many requests</body></html>'), url: 'https://searxng/' }
  await expect(find(async () => page)).rejects.toThrow(
    expect.objectContaining({
      reason: 'upstream_blocked',
      message: expect.stringContaining('limiter: false'),
    }),
  )
  expect(searxng.headers).toHaveProperty('accept-language')
})

test('a saved response is read as the first page, with the words of its address', () => {
  const page = searxngPage({ results: Array.from({ length: 12 }, (_, index) => fakeResult(index)) })
  const outcome = searxngSearch.extract(page, { words: 'tide', skip: 0 })
  expect(outcome).toMatchObject({ kind: 'found', record: { organic_results: { length: 10 } } })
  expect(searxngSearch.paramsFromUrl?.('https://searxng/search?q=tide+power&pageno=3')).toEqual({
    query: 'tide power',
  })
  expect(searxngSearch.paramsFromUrl?.('https://searxng/')).toEqual({ query: 'https://searxng/' })
})

test.each([
  [{ query: 'tide' }, null],
  [{ query: 'tide', hl: 'fr' }, 'fr'],
  [{ query: 'tide', hl: 'fr', gl: 'ca' }, 'fr-CA'],
  [{ query: 'tide', gl: 'de' }, 'de-DE'],
  [{ query: 'tide', gl: 'us' }, null],
])('the language of %j is %s', async (params, language) => {
  const instance = fakeSearxng({ hits: 1 })
  await onProvider(search, searxngSearch).find(params, instance.get)
  expect(instance.requests[0]?.searchParams.get('language')).toBe(language)
  expect(() => search.parse({ query: 'tide', hl: 'french' }, null as never)).toThrow('two-letter code')
})
