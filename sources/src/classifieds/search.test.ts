// Search pages by their address: which addresses are searches, the record of a page, the page itself, and paging to
// the end on the sandbox site.
import { readFileSync } from 'node:fs'
import type { Page } from '@quarry/kit/outcome'
import { onSite } from '@quarry/kit/testing/on-site'
import { sandboxGet } from '@quarry/kit/testing/run-example'
import { expect, test } from 'vitest'
import { classifieds } from './index.ts'
import { search } from './search.ts'
import { searchApi } from './search-api.ts'
import type { SearchRecord } from './search-record.ts'

const root = 'https://www.classifieds.example'
const market = onSite(classifieds, search)
const api = onSite(classifieds, searchApi)
const get = sandboxGet(classifieds, new Date('2026-11-15T12:00:00Z'))
const read = (path: string) => market.parse({ query: root + path })
const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
const response = JSON.parse(fixture('answer.json')) as Record<string, unknown>

const page = (body: string, path = '/recherche'): Page => ({
  url: root + path,
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body,
})
const stated = (searchData: unknown, path?: string) =>
  page(
    `<!DOCTYPE html><html><title>access denied</title><body><h1>2 annonces</h1><script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps: { searchData } } })}</script></body></html>`,
    path,
  )

test.each([
  ['/recherche', '/recherche', '', 1],
  ['/recherche/?text=maison&category=9&page=3', '/recherche', '?category=9&text=maison&page=3', 3],
  ['/recherche?text=v%C3%A9lo%20pliant&page=1#top', '/recherche', '?text=v%C3%A9lo+pliant', 1],
  ['/c/voitures', '/c/voitures', '', 1],
  ['/c/voitures/p-1', '/c/voitures', '', 1],
  ['/c/voitures/p-4/?owner_type=pro', '/c/voitures/p-4', '?owner_type=pro', 4],
  ['/c/voitures/fuel:4?page=2', '/c/voitures/fuel:4', '?page=2', 2],
])('%s is a search', (address, path, more, number) => {
  expect(read(address)).toEqual({ path, search: more, page: number, wantsSource: false })
})

const oneNumber = 'must be a URL with one page number from 1 to 10000'
const aSearch = 'must be the URL of a search page (/recherche?… or /c/<category>)'
test.each([
  ['/', aSearch],
  ['/c', aSearch],
  ['/c/p-2', aSearch],
  ['/c/a/b/c/d/e', aSearch],
  ['/recherche/x', aSearch],
  ['/finder/search', aSearch],
  ['/ad/velos/2400000013', aSearch],
  ['/recherche?page=0', oneNumber],
  ['/recherche?page=', oneNumber],
  ['/recherche?page=1.5', oneNumber],
  ['/recherche?page=10001', oneNumber],
  ['/recherche?page=2&page=3', oneNumber],
  ['/c/voitures/p-2?page=2', oneNumber],
  ['/c/voitures/p-0', oneNumber],
  ['/recherche?text=a%00b', 'must not contain control characters'],
  ['/recherche?text=a&%0a=b', 'must not contain control characters'],
])('%s is refused with the reason', (path, problem) => {
  expect(() => read(path)).toThrow(`Bad Request: query ${problem}`)
})

test('the state of the page gives the record of the JSON search, whatever its title', () => {
  const json = { ...page(fixture('answer.json')), contentType: 'application/json' }
  const outcome = api.extract(json, api.parse({}))
  expect(outcome).toMatchObject({ record: { total: 2, ads: [{ list_id: 2400000900 }, {}] } })
  expect(market.extract(stated(response), read('/recherche'))).toEqual({ ...outcome, form: 'next-data' })
})

const { ads: _, ...counts } = response

test.each([
  ['a search without a match', { ...counts, total: 0, max_pages: 0 }, '/recherche'],
  ['a page beyond the last', { ...counts, total: 40, max_pages: 2 }, '/recherche?page=3'],
])('%s has no ads, and is found', (_case, data, path) => {
  expect(market.extract(stated(data, path), read(path))).toMatchObject({
    kind: 'found',
    record: { total: data.total, ads: [] },
  })
})

test.each([
  ['ads that are counted and not shown', stated({ ...counts, total: 40, max_pages: 2 })],
  ['the same on the last page', stated({ ...counts, total: 40, max_pages: 2 }, '/c/velos/p-2')],
  ['ads of which none can be read', stated({ ...response, ads: [{ subject: 'a' }, { list_id: 2 }] })],
  ['another page than the requested one', stated(response, '/recherche'), '/recherche?page=2'],
  ['a broken island', page(stated(response).body.replace('access denied', 'x').replace('"ads":', '"ads":,'))],
  ['a page without a state', page(`<html><body><h1>Bonjour</h1><p>${'mot '.repeat(200)}</p></body></html>`)],
])(
  '%s is a changed page, and its source is returned',
  (_case, saved, path = saved.url.slice(root.length)) => {
    const query = read(path)
    expect(() => market.extract(saved, query)).toThrow(expect.objectContaining({ reason: 'page_changed' }))
    expect(market.extract(saved, { ...query, wantsSource: true })).toEqual({
      kind: 'page_source',
      html: saved.body,
    })
  },
)

test.each([false, true])(
  'a wall fails and a missing page is not found; with return_page_source: %s',
  (raw) => {
    const query = market.parse({ query: `${root}/c/velos`, return_page_source: raw })
    expect(() => market.extract(page(fixture('wall.html')), query)).toThrow(
      expect.objectContaining({ reason: 'upstream_blocked' }),
    )
    expect(market.extract({ ...stated(response), status: 404 }, query)).toEqual({ kind: 'not_found' })
  },
)

async function recordAt(path: string): Promise<SearchRecord> {
  const outcome = await market.find({ query: root + path }, get)
  if (outcome.kind !== 'found') throw new Error(`${path} gives ${outcome.kind}`)
  expect(outcome.form).toBe('next-data')
  return outcome.record as SearchRecord
}

test.each([
  ['/recherche?category=9&text=maison&page=', 5],
  ['/c/voitures/p-', 5],
  ['/recherche?text=velo&locations=d_44&page=', 0],
])('the pages of %s reach the end without repeats or gaps', async (path, atLeast) => {
  const { total, max_pages: last } = await recordAt(`${path}1`)
  if (total === null || last === null) throw new Error('no counts')
  expect(last).toBeGreaterThan(atLeast)
  const ids: number[] = []
  for (let number = 1; number <= last; number += 1)
    ids.push(...(await recordAt(path + number)).ads.map((ad) => ad.list_id))
  expect([ids.length, new Set(ids).size]).toEqual([total, total])
  expect(await recordAt(path + (last + 1))).toMatchObject({ total, ads: [] })
})

test.each([
  [
    '/recherche?text=maison&category=9&price=100000-400000&rooms=4-max&sort=price&order=asc&page=2',
    {
      filters: {
        category: { id: '9' },
        keywords: { text: 'maison' },
        ranges: { price: { min: 100_000, max: 400_000 }, rooms: { min: 4 } },
      },
      sort_by: 'price',
      sort_order: 'asc',
      offset: 35,
    },
  ],
  [
    '/c/voitures/fuel:4?owner_type=pro&sort=time',
    { filters: { category: { id: '2' }, enums: { fuel: ['4'] } }, owner_type: 'pro', sort_by: 'time' },
  ],
  [
    '/recherche?locations=Nantes,r_18&ad_type=offer,demand',
    {
      filters: {
        location: {
          locations: [
            { locationType: 'city', city: 'Nantes' },
            { locationType: 'region', region_id: '18' },
          ],
        },
        enums: { ad_type: ['offer', 'demand'] },
      },
    },
  ],
])('%s finds what the JSON search finds', async (path, params) => {
  const apiOutcome = await api.find(params, get)
  const record = await recordAt(path)
  expect(record.ads.length).toBeGreaterThan(0)
  expect(apiOutcome).toMatchObject({ record })
})
