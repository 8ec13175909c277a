// Web search: the record of each layout, written by hand; its parameters; and the search of the sandbox engine.
import { readFileSync } from 'node:fs'
import type { Page } from '@quarry/kit/outcome'
import { onSite } from '@quarry/kit/testing/on-site'
import { sandboxGet } from '@quarry/kit/testing/run-example'
import { expect, test } from 'vitest'
import { websearch } from './index.ts'
import { site } from './providers/site.ts'
import { search } from './search.ts'
import type { SearchRecord } from './search-record.ts'

const { parse, find, paramsFromUrl } = onSite(websearch, search)
const now = new Date('2026-11-15T12:00:00Z')
const query = { words: 'tide power', skip: 0 }

const toPage = (body: string, contentType = 'text/html; charset=utf-8', status = 200): Page => ({
  url: 'https://www.websearch.example/search?q=tide+power',
  status,
  contentType,
  body,
})
const fixture = (name: string): Page =>
  toPage(
    readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8'),
    name.endsWith('.json') ? 'application/json' : undefined,
  )
const read = (page: Page) => {
  const outcome = site.extract(page, query)
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return outcome.record
}
const results = (page: Page) => read(page).organic_results

const harbour = {
  position: 2,
  title: 'Harbour',
  link: 'https://harbour.example/',
  domain: 'harbour.example',
  displayed_link: null,
  snippet: null,
  snippet_matched: [],
}

test('current: neither advertisements nor answers to other questions count', () => {
  expect(read(fixture('current.html'))).toEqual({
    organic_results: [
      {
        position: 1,
        title: 'Tide power & turbines: a guide',
        link: 'https://www.mareline.example/guide/tide-power',
        domain: 'mareline.example',
        displayed_link: 'https://www.mareline.example › guide',
        snippet: 'há 7 dias — Tide power works twice a day, and turbines turn with turbines ...',
        snippet_matched: ['Tide power', 'turbines'],
      },
      { ...harbour, link: 'http://harbour.example/', displayed_link: 'harbour.example' },
    ],
    search_parameters: { q: 'tide power', page: 0, engine: 'websearch' },
  })
})

test('classic: links are unwrapped, shopping and image boxes left out', () => {
  expect(results(fixture('classic.html'))).toEqual([
    {
      position: 1,
      title: 'Tide power guide',
      link: 'https://www.mareline.example/guide/tide-power?a=1',
      domain: 'mareline.example',
      displayed_link: 'www.mareline.example › guide',
      snippet: '3 Mar 2019 - Tide power works twice a day.',
      snippet_matched: ['Tide power'],
    },
    { ...harbour, displayed_link: 'harbour.example/' },
  ])
})

test('second engine: links in base64', () => {
  expect(results(fixture('second-engine.html'))).toEqual([
    {
      position: 1,
      title: 'Tide power guide',
      link: 'https://www.mareline.example/guide?q=%C3%A9t%C3%A9',
      domain: 'mareline.example',
      displayed_link: 'https://www.mareline.example › guide',
      snippet: '2 days ago · Tide power works.',
      snippet_matched: ['Tide power'],
    },
    harbour,
  ])
})

test('third engine', () => {
  expect(results(fixture('third-engine.html'))).toEqual([
    {
      position: 1,
      title: 'Tide power guide',
      link: 'https://www.mareline.example/guide?a=1&b=2',
      domain: 'mareline.example',
      displayed_link: 'www.mareline.example/guide',
      snippet: 'Tide power works.',
      snippet_matched: ['Tide', 'power'],
    },
    harbour,
  ])
})

test('metasearch: results without an address or a title are left out', () => {
  expect(results(fixture('metasearch.json'))).toEqual([
    {
      position: 1,
      title: 'Tide power guide',
      link: 'https://www.mareline.example/guide',
      domain: 'mareline.example',
      displayed_link: null,
      snippet: 'Tide power works.',
      snippet_matched: [],
    },
    harbour,
  ])
})

test('no results are an empty list, also if the query reads like a bot wall', () => {
  expect(results(fixture('nothing-found.html'))).toEqual([])
  expect(results(toPage('{"results": []}', 'application/json'))).toEqual([])
})

test('a search for the words of a bot wall is not a bot wall', () => {
  const page = fixture('current.html')
  page.body = page.body.replace('tide power - Pesquisa', 'Access denied - Search')
  expect(results(page)).toHaveLength(2)
})

test('a bot wall is reported as one', () => {
  expect(() => read(fixture('bot-wall.html'))).toThrow(
    expect.objectContaining({ reason: 'upstream_blocked' }),
  )
})

test.each([
  ['a layout with other class names', fixture('changed-layout.html')],
  ['another page', toPage('<html><body><h1>Welcome</h1><p>Some other page altogether.</p></body></html>')],
  ['a page with an empty place for results', toPage('<div id="search"></div><div class="results"></div>')],
  ['a broken JSON response', toPage('{"results": [{"url": "https://a', 'application/json')],
  ['JSON without results', toPage('{"message": "x"}', 'application/json')],
  ['results that cannot be read', toPage('{"results": [{"href": "https://a.example"}]}', 'application/json')],
])('%s is a changed page', (_, page) => {
  expect(() => read(page)).toThrow(expect.objectContaining({ reason: 'page_changed' }))
})

test('a missing page is not found', () => {
  expect(site.extract(toPage('', 'text/html', 404), query).kind).toBe('not_found')
  expect(site.extract(toPage('', 'text/html', 410), query).kind).toBe('not_found')
})

test('equal searches are equal queries, and nothing in a query reaches the address unencoded', async () => {
  const toKey = (params: object) => JSON.stringify(parse(params))
  expect(toKey({ query: '  tide   power ' })).toBe(toKey({ query: 'tide power', page: 0 }))
  const requests: URL[] = []
  await find({ query: 'a&start=90#x ../?site:b\r\nX: 1', page: 3 }, async (url) => {
    requests.push(new URL(url))
    return fixture('nothing-found.html')
  })
  expect(requests.map(({ host, pathname, hash }) => [host, pathname, hash])).toEqual([
    ['www.websearch.example', '/search', ''],
  ])
  expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toEqual({
    q: 'a&start=90#x ../?site:b X: 1',
    num: '10',
    start: '3',
  })
})

test('an empty query is refused by name', () => {
  expect(() => parse({ query: ' \t ' })).toThrow('Bad Request: query must not be empty')
  expect(() => parse({ query: 'a\u0007' })).toThrow('Bad Request: query must not contain control characters')
})

test.each([
  ['https://www.websearch.example/search?q=AI+tools&start=20', { query: 'AI tools', page: 20 }],
  ['https://www.websearch.example/search?q=tide&first=11', { query: 'tide', page: 10 }],
  ['https://www.websearch.example/html/?q=tide&s=30', { query: 'tide', page: 30 }],
  ['https://www.websearch.example/search?q=tide&pageno=3&format=json', { query: 'tide', page: 20 }],
  ['https://www.websearch.example/search?q=tide&start=-5', { query: 'tide', page: 0 }],
  ['https://www.websearch.example/', { query: 'https://www.websearch.example/', page: 0 }],
])('a saved page of %s', (url, params) => {
  expect(paramsFromUrl(url)).toEqual(params)
  expect(() => parse(params)).not.toThrow()
})

const runSearch = async (query: string, page = 0) => {
  const outcome = await find({ query, page }, sandboxGet(websearch, now))
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return (outcome.record as SearchRecord).organic_results
}
const walk = async (query: string, step = 10) => {
  const links: string[] = []
  for (let skip = 0; skip < 2000; skip += step) {
    const response = await runSearch(query, skip)
    if (response.length === 0) return links
    links.push(...response.slice(0, step).map(({ link }) => link))
  }
  throw new Error('no end')
}

// One query for each layout: second engine, classic, third engine, metasearch, current.
test.each(['solar', 'data pipelines', 'lending', 'logistics', 'hydrogen'])(
  'paging %s reaches the end without repeats or gaps',
  async (query) => {
    const links = await walk(query)
    expect(links.length).toBeGreaterThan(20)
    expect(new Set(links).size).toBe(links.length)
    expect(await walk(query, 7)).toEqual(links)
  },
)

test('search operators change the results', async () => {
  const links = (response: { link: string }[]) => response.map(({ link }) => link)
  const sited = await runSearch('site:socialnet.example')
  expect(sited).toHaveLength(10)
  expect(sited.every(({ domain }) => domain === 'socialnet.example')).toBe(true)
  expect((await runSearch('careers site:pluello.example')).map(({ link }) => link)).toEqual([
    'https://www.pluello.example/careers',
  ])
  expect((await runSearch('inurl:careers')).every(({ link }) => link.includes('careers'))).toBe(true)
  const titled = await runSearch('intitle:careers solar OR energy')
  expect(titled.length).toBeGreaterThan(0)
  expect(titled.every(({ title }) => /careers/i.test(title))).toBe(true)
  const phrase = await runSearch('"gene sequencing"')
  expect(phrase.length).toBeGreaterThan(0)
  expect(phrase.every(({ snippet }) => /gene sequencing/i.test(snippet ?? ''))).toBe(true)
  const without = await runSearch('"gene sequencing" -antibodies')
  expect(links(without)).not.toEqual(links(phrase))
  expect(without.every(({ snippet }) => !/antibodies/i.test(snippet ?? ''))).toBe(true)
})

test('an offset skips results, and beyond the end there are none', async () => {
  const [all, skipped] = [await runSearch('hydrogen'), await runSearch('hydrogen', 3)]
  expect(skipped.slice(0, 7).map(({ link }) => link)).toEqual(all.slice(3).map(({ link }) => link))
  expect(skipped[0]?.position).toBe(1)
  expect(await runSearch('hydrogen', 9000)).toEqual([])
  expect(await runSearch('zzyzxqqq')).toEqual([])
})
