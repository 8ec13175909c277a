// Web search by Brave: offsets in results over pages that are counted by the page, and invalid responses.
import { readFileSync } from 'node:fs'
import type { Get } from '@quarry/kit/outcome'
import { onProvider, toSite } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { braveHit, braveLinks, bravePage, fakeBrave } from '../../testing/fake-brave.ts'
import { websearch } from '../index.ts'
import { search } from '../search.ts'
import { braveWeb } from './brave.ts'

const site = toSite(websearch)
const at = 'https://api.search.brave.com/res/v1/web/search?q=tide+power&count=20&offset=0'
const runSearch = async (get: Get, skip = 0) => {
  const outcome = await braveWeb.find({ words: 'tide power', skip }, { get, site })
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return outcome
}
const links = async (get: Get, skip: number) =>
  (await runSearch(get, skip)).record.organic_results.map(({ link }) => link)

test('a result has the fields that Brave states, with the emphasised parts in their own list', () => {
  const saved = readFileSync(new URL('../fixtures/brave.json', import.meta.url), 'utf8')
  expect(braveWeb.extract(bravePage(saved, at), { words: 'tide power', skip: 0 })).toEqual({
    kind: 'found',
    record: {
      organic_results: [
        {
          position: 1,
          title: 'Tide power: what the moon gives & takes | Harbourlight',
          link: 'https://www.harbourlight.example/energy/tide-power',
          domain: 'harbourlight.example',
          displayed_link: 'harbourlight.example › energy › tide-power',
          snippet:
            "How tide mills became turbines, and what a kilowatt-hour of tide power costs. It's more than you think.",
          snippet_matched: ['tide', 'tide power'],
        },
        {
          position: 2,
          title: 'Ebbwerk',
          link: 'https://ebbwerk.example/',
          domain: 'ebbwerk.example',
          displayed_link: 'ebbwerk.example',
          snippet: 'Turbines for slow water.',
          snippet_matched: [],
        },
        {
          position: 3,
          title: 'Tide (tables) for power stations',
          link: 'https://tables.estuary.example/tide?station=7&unit=m',
          domain: 'tables.estuary.example',
          displayed_link: 'tables.estuary.example › tide',
          snippet: 'Hourly tide levels at 41 stations.',
          snippet_matched: ['tide'],
        },
      ],
      search_parameters: { q: 'tide power', page: 0, engine: 'websearch' },
    },
    form: 'brave',
    lists: [{ list: 'organic_results', shown: 3, read: 3 }],
    source: 'https://search.brave.com/search?q=tide+power',
  })
})

test('a result without an address is unread', () => {
  const { url: _, ...withoutUrl } = braveHit(1)
  const response = { type: 'search', query: {}, web: { results: [braveHit(0), withoutUrl] } }
  const outcome = braveWeb.extract(bravePage(response, at), { words: 'tide power', skip: 0 })
  expect(outcome).toMatchObject({ lists: [{ list: 'organic_results', shown: 2, read: 1 }] })
})

test('only the pages that contain the offset are requested', async () => {
  const { get, requests } = fakeBrave({ hits: 1000 })
  for (const skip of [0, 10, 20, 15, 190]) await runSearch(get, skip)
  expect(requests.map(({ searchParams }) => searchParams.get('offset'))).toEqual([
    '0',
    '0',
    '1',
    '0',
    '1',
    '9',
  ])
  expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toEqual({
    q: 'tide power',
    count: '20',
    offset: '0',
    country: 'ALL',
    spellcheck: 'false',
    result_filter: 'web',
  })
})

test.each([0, 1, 99, 100, 101, 1000])('%i hits are reached from any offset, up to 200', async (hits) => {
  const all = braveLinks(Math.min(hits, 200))
  const { get } = fakeBrave({ hits })
  for (const step of [10, 7]) {
    const seen: string[] = []
    for (let skip = 0; skip < Math.min(hits + step, 200); skip += step)
      seen.push(...(await links(get, skip)).slice(0, step))
    expect(seen).toEqual(all)
  }
  for (const skip of [0, 1, hits - 1, hits, 199].filter((one) => one >= 0 && one < 200))
    expect(await links(get, skip)).toEqual(all.slice(skip, skip + 10))
})

test('a response with fewer results than exist at that place is partial', async () => {
  expect(await runSearch(fakeBrave({ hits: 1000 }).get, 195)).toMatchObject({
    isPartial: true,
    record: { organic_results: { length: 5 } },
  })
  const short = {
    type: 'search',
    query: { more_results_available: true },
    web: { results: Array.from({ length: 18 }, (_, index) => braveHit(index)) },
  }
  const { get } = fakeBrave({ hits: 40, instead: { 0: short } })
  expect(await runSearch(get, 10)).toMatchObject({
    isPartial: true,
    record: { organic_results: { length: 8 } },
  })
  expect(await runSearch(get, 0)).not.toHaveProperty('isPartial')
  expect(await runSearch(get, 20)).not.toHaveProperty('isPartial')
  expect(await runSearch(fakeBrave({ hits: 25 }).get, 20)).not.toHaveProperty('isPartial')
})

test("a page beyond the provider's reach is not requested", () => {
  const findProblem = (words: string, skip: number) => braveWeb.cannotAnswer?.({ words, skip }) ?? null
  expect(findProblem('tide', 199)).toBeNull()
  expect(findProblem('tide', 200)).toEqual({ parameter: 'page', problem: 'must be below 200 for Brave' })
  expect(findProblem(`${'a '.repeat(49)}a`, 0)).toBeNull()
  for (const words of [`${'a '.repeat(50)}a`, 'a'.repeat(401)])
    expect(findProblem(words, 0)).toMatchObject({ parameter: 'query' })
})

const found = { type: 'search', query: { original: 'tide' } }

test.each([
  ['a page of HTML', '<html><body><h1>Error</h1></body></html>'],
  ['nothing', ''],
  ['JSON that is cut off', '{"type":"search","query":{"original":"ti'],
  ['an error', { type: 'ErrorResponse', error: { code: 'X' } }],
  ['another kind of response', { type: 'news', query: {}, results: [] }],
  ['no results although some are announced', { ...found, mixed: { main: [{ type: 'web', index: 0 }] } }],
  ['results of another type', { ...found, web: { results: { 0: braveHit(0) } } }],
  ['a title of another type', { ...found, web: { results: [{ ...braveHit(0), title: { text: 'x' } }] } }],
  ['a text of another type', { ...found, web: { results: [{ ...braveHit(0), description: ['x'] }] } }],
])('%s is a changed page', (_, body) => {
  const changed = expect.objectContaining({ reason: 'page_changed' })
  for (const status of [200, 404])
    expect(() => braveWeb.extract({ ...bravePage(body, at), status }, { words: 'tide', skip: 0 })).toThrow(
      changed,
    )
})

test('the parameters of a saved response are read from its address', () => {
  expect(braveWeb.paramsFromUrl?.(at.replace('offset=0', 'offset=3'))).toEqual({
    query: 'tide power',
    page: 60,
  })
  expect(braveWeb.paramsFromUrl?.('https://api.search.brave.com/')).toMatchObject({ page: 0 })
})

test.each([undefined, null, { results: [] }])('a response with web: %j has no results', (web) => {
  expect(braveWeb.extract(bravePage({ ...found, web }, at), { words: 'tide', skip: 0 })).toMatchObject({
    record: { organic_results: [] },
  })
})

test.each([
  [{ query: 'tide site:.fr' }, 'fr', 'ALL'],
  [{ query: 'site:tide.example.de power' }, 'de', 'ALL'],
  [{ query: 'site:tide.no/blog' }, 'nb', 'ALL'],
  [{ query: 'tide site:example.com' }, null, 'ALL'],
  [{ query: 'tide.fr power' }, null, 'ALL'],
  [{ query: 'tide', hl: 'FR' }, 'fr', 'ALL'],
  [{ query: 'tide site:.fr', hl: 'de', gl: 'ch' }, 'de', 'CH'],
  [{ query: 'tide', gl: 'fr' }, 'fr', 'FR'],
  [{ query: 'tide', gl: 'us' }, null, 'US'],
])('the language of %j is %s, its country %s', async (params, language, country) => {
  const brave = fakeBrave({ hits: 1 })
  await onProvider(search, braveWeb).find(params, brave.get)
  const { searchParams } = brave.requests[0] ?? {}
  expect([searchParams?.get('search_lang'), searchParams?.get('country')]).toEqual([language, country])
})
