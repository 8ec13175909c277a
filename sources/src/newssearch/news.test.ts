// News search: the record of each page form, written by hand, and its parameters.
import { readFileSync } from 'node:fs'
import type { Page } from '@quarry/kit/outcome'
import { onSite } from '@quarry/kit/testing/on-site'
import { afterEach, expect, test, vi } from 'vitest'
import { newssearch } from './index.ts'
import { news } from './news.ts'
import type { NewsQuery } from './news-record.ts'
import { site } from './providers/site.ts'

const { parse, find, paramsFromUrl } = onSite(newssearch, news)
const input: NewsQuery = parse({ query: 'tide power' })

const toPage = (body: string, contentType = 'text/html; charset=utf-8', status = 200): Page => ({
  url: 'https://www.newssearch.example/search?q=tide+power&tbm=nws',
  status,
  contentType,
  body,
})
const fixture = (name: string): Page =>
  toPage(
    readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8'),
    name.endsWith('.xml') ? 'application/xml' : undefined,
  )
const read = (page: Page, query = input) => {
  const outcome = site.extract(page, query)
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return outcome.record
}

const mill = {
  position: 1,
  title: 'Harbour & Sons build a tide mill',
  link: 'https://www.buoy.example/business/tide-mill',
  domain: 'buoy.example',
  source: 'The Morning Buoy',
  date: '3 hours ago',
  snippet: 'A tide mill with power for 300 homes ...',
  displayed_link: 'https://www.buoy.example › business',
  snippet_matched: ['tide', 'power'],
}
const bare = { snippet: null, displayed_link: null, snippet_matched: [] }

test('feed: the outlet is removed from the title, redirects that name their target are resolved, dates become ages', () => {
  expect(read(fixture('feed.xml'))).toEqual({
    organic_results: [
      {
        ...mill,
        title: 'Harbour & Sons build a tide mill - again',
        link: 'https://www.buoy.example/business/tide-mill?id=7',
        snippet: 'A tide mill with power for 300 homes & a bakery.',
        displayed_link: null,
      },
      {
        ...bare,
        position: 2,
        title: 'Tides turn',
        link: 'https://www.newssearch.example/rss/articles/CBMiAbC?oc=5',
        domain: 'lephare.example',
        source: 'Le Phare',
        date: '2 days ago',
      },
      {
        ...bare,
        position: 3,
        title: 'No outlet - no date',
        link: 'https://www.gull.example/a',
        domain: 'gull.example',
        source: null,
        date: null,
      },
      {
        ...bare,
        position: 4,
        title: 'Opaque and unsigned',
        link: 'https://www.newssearch.example/rss/articles/CBMiXyZ',
        domain: null,
        source: null,
        date: null,
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
  })
})

test('feed: it is cut into pages here, and ages are in the requested language', () => {
  const titles = (page: number, num: number) => {
    const { organic_results, pagination } = read(fixture('feed.xml'), { ...input, page, num, hl: 'fr' })
    return { titles: organic_results.map(({ title }) => title), pagination }
  }
  expect(titles(2, 2)).toEqual({
    titles: ['No outlet - no date', 'Opaque and unsigned'],
    pagination: { current: 2, next: null, other_pages: [1], has_next_page: false },
  })
  expect(titles(1, 3).pagination).toEqual({ current: 1, next: 2, other_pages: [2], has_next_page: true })
  expect(titles(9, 3).titles).toEqual([])
  expect(read(fixture('feed.xml'), { ...input, hl: 'fr' }).organic_results[0]?.date).toBe('il y a 3 heures')
})

afterEach(() => vi.useRealTimers())

test('ages in a feed without a date are counted from now', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') })
  const page = fixture('feed.xml')
  page.body = page.body.replace(/<lastBuildDate>.*<\/lastBuildDate>/, '')
  expect(read(page).organic_results[0]?.date).toBe('5 days ago')
})

test('news tab: the other pages come from its navigation', () => {
  const { organic_results, pagination } = read(fixture('news-tab.html'), { ...input, page: 2 })
  expect(organic_results).toEqual([
    mill,
    {
      ...bare,
      position: 2,
      title: 'Tides turn',
      link: 'https://lephare.example/marees',
      domain: 'lephare.example',
      source: null,
      date: null,
    },
  ])
  expect(pagination).toEqual({ current: 2, next: 3, other_pages: [1, 3], has_next_page: true })
})

test('news tab: a link to the next page shows that there is one', () => {
  const page = fixture('news-tab.html')
  page.body = page.body.replace(/<td><a class="fl".*?<\/td>/g, '')
  expect(read(page).pagination).toEqual({ current: 1, next: 2, other_pages: [], has_next_page: true })
})

test('second engine: attributes are read first, the card if they are missing', () => {
  const { organic_results, pagination } = read(fixture('second-engine.html'))
  expect(organic_results).toEqual([
    { ...mill, snippet: 'A tide mill.', snippet_matched: ['tide'], displayed_link: null },
    {
      ...bare,
      position: 2,
      title: 'Tides turn',
      link: 'https://lephare.example/marees',
      domain: 'lephare.example',
      source: 'Le Phare',
      date: '2d',
    },
  ])
  expect(pagination).toEqual({ current: 1, next: null, other_pages: [], has_next_page: false })
})

test('no results are an empty list, also if the query reads like a bot wall', () => {
  const { organic_results, pagination } = read(fixture('nothing-found.html'))
  expect(organic_results).toEqual([])
  expect(pagination).toEqual({ current: 1, next: null, other_pages: [], has_next_page: false })
  expect(
    read(toPage('<rss version="2.0"><channel><title>x</title></channel></rss>')).organic_results,
  ).toEqual([])
})

test('a bot wall is reported as one', () => {
  expect(() => read(fixture('bot-wall.html'))).toThrow(
    expect.objectContaining({ reason: 'upstream_blocked' }),
  )
})

test.each([
  ['a layout with other class names', fixture('changed-layout.html')],
  ['another page', toPage('<html><body><h1>Welcome</h1><p>Some other page altogether.</p></body></html>')],
  [
    'cards that cannot be read',
    toPage('<div id="topstuff"><p class="med">Did you mean</p></div><div class="SoaBEf"><b>x</b></div>'),
  ],
  ['a feed with a document type', toPage('<rss version="2.0"><!DOCTYPE x [<!ENTITY a "b">]></rss>')],
  ['JSON', toPage('{"articles": []}', 'application/json')],
])('%s is a changed page', (_, page) => {
  expect(() => read(page)).toThrow(expect.objectContaining({ reason: 'page_changed' }))
})

test('a truncated feed is a failure or gives only complete articles', () => {
  const { body } = fixture('feed.xml')
  const allResults = read(fixture('feed.xml')).organic_results
  for (let at = 300; at < body.length; at += 97) {
    try {
      const { organic_results } = read(toPage(body.slice(0, at), 'application/xml'))
      for (const [index, { link }] of organic_results.entries()) expect(allResults[index]?.link).toBe(link)
    } catch (thrown) {
      expect(thrown).toMatchObject({ reason: 'page_changed' })
    }
  }
})

test('a missing page is not found', () => {
  expect(site.extract(toPage('', 'text/html', 404), input).kind).toBe('not_found')
  expect(site.extract(toPage('', 'text/html', 410), input).kind).toBe('not_found')
})

/** The address that a search requests from the site. */
const toAddress = async (params: object) => {
  const requests: URL[] = []
  await find(params, async (url) => {
    requests.push(new URL(url))
    return fixture('nothing-found.html')
  })
  const [address] = requests
  if (!address || requests.length > 1) throw new Error(`${requests.length} pages were asked for`)
  return address
}

test('defaults and synonyms are the same lookup', async () => {
  const toKey = (params: object) => JSON.stringify(parse(params))
  expect(toKey({ query: ' tide  power ' })).toBe(
    toKey({ query: 'tide power', gl: 'US', hl: 'EN', page: 1, num: 10 }),
  )
  expect(toKey({ query: 'a', country: 'fr', language: 'FR', results_per_page: 40 })).toBe(
    toKey({ query: 'a', gl: 'fr', hl: 'fr', num: 40 }),
  )
  const { host, pathname, searchParams } = await toAddress({ query: 'a&b=1#c', page: 3, num: 40, gl: 'fr' })
  expect([host, pathname]).toEqual(['www.newssearch.example', '/search'])
  expect(Object.fromEntries(searchParams)).toEqual({
    q: 'a&b=1#c',
    tbm: 'nws',
    gl: 'fr',
    hl: 'en',
    num: '40',
    start: '80',
  })
})

test('a location is sent encoded and returned as written; an encoded one is sent unchanged', async () => {
  expect(parse({ query: 'a', location: ' Lyon ' })).toMatchObject({ location: 'Lyon', uule: null })
  const { href, searchParams } = await toAddress({ query: 'a', location: ' Lyon ' })
  expect(searchParams.get('uule')).toBe('w+CAIQICIETHlvbg')
  for (const uule of ['w+CAIQICIETHlvbg', 'w CAIQICIETHlvbg']) {
    expect(parse({ query: 'a', uule })).toMatchObject({ location: null, uule: 'w+CAIQICIETHlvbg' })
    expect((await toAddress({ query: 'a', uule })).href).toBe(href)
  }
})

test.each([
  [{ query: '  ' }, 'query must not be empty'],
  [{ query: 'a\u0001' }, 'query must not contain control characters'],
  [{ query: 'a', gl: 'usa' }, 'gl must be a two-letter code'],
  [{ query: 'a', country: 'f' }, 'country must be a two-letter code'],
  [{ query: 'a', hl: 'en-US' }, 'hl must be a two-letter code'],
  [{ query: 'a', language: '12' }, 'language must be a two-letter code'],
  [{ query: 'a', gl: 'us', country: 'us' }, 'country is the same as gl'],
  [{ query: 'a', hl: 'en', language: 'fr' }, 'language is the same as hl'],
  [{ query: 'a', num: 10, results_per_page: 10 }, 'results_per_page is the same as num'],
  [{ query: 'a', uule: 'w+CAIQ', location: 'Lyon' }, 'uule and location cannot be used together'],
  [{ query: 'a', uule: 'http://127.0.0.1/' }, 'uule must be an encoded location'],
  [{ query: 'a', location: ' ' }, 'location must not be empty'],
  [{ query: 'a', location: 'é'.repeat(64) }, 'location must have at most 127 bytes'],
])('%o is refused by name', (params, problem) => {
  expect(() => parse(params)).toThrow(`Bad Request: ${problem}`)
})

test.each([
  [
    'https://www.newssearch.example/search?q=tide+power&tbm=nws&hl=fr&gl=FR&num=20&start=40',
    { page: 3, num: 20, hl: 'fr', gl: 'FR' },
  ],
  [
    'https://www.newssearch.example/rss/search?q=tide+power&hl=en-US&gl=US&ceid=US:en',
    { page: 1, num: 10, hl: 'en', gl: 'US' },
  ],
  ['https://www.newssearch.example/news/search?q=tide+power&first=11', { page: 2, num: 10 }],
  [
    'https://www.newssearch.example/search?q=tide+power&uule=w+CAIQICIETHlvbg',
    { page: 1, num: 10, uule: 'w CAIQICIETHlvbg' },
  ],
])('a saved page of %s', (url, params) => {
  expect(paramsFromUrl(url)).toEqual({ query: 'tide power', ...params })
  expect(() => parse({ query: 'tide power', ...params })).not.toThrow()
})

test('an address without a query is its own query', () => {
  const url = 'https://www.newssearch.example/'
  expect(parse(paramsFromUrl(url)).words).toBe(url)
})
