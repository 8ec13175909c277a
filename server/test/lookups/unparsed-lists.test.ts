// A list response is never silently emptier than its page: if no item of a list can be parsed, the call fails without
// charge; if only some can, the others are counted, the page is stored for the operator, and the call is charged.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import type { Source } from '@quarry/kit/source'
import { onSite } from '@quarry/kit/testing/on-site'
import { sources } from '@quarry/sources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { withSandbox } from '../support/with-sandbox.ts'

const path = '/v2/supplierdir/search'
const supplierPage = (cards: string[]) =>
  `<html><body><p data-testid="srp.results-count">1 - ${cards.length} of 5,859</p><p>${'word '.repeat(40_000)}</p>
<ul data-ref="srp.results">${cards.map((card) => `<li>${card}</li>`).join('')}</ul></body></html>`
const named = '<h2>Otter Works</h2>'
const pages: Record<string, string> = {
  unreadable: supplierPage(['<span>?</span>', '<span>?</span>']),
  partly: supplierPage([named, named, '<h2></h2>']),
  whole: supplierPage([named, named]),
}

let app: TestApp
let secret: string
let dataDir: string
beforeAll(async () => {
  allowLargeDom()
  const replaced = sources.map(
    (source): Source =>
      source.name === 'supplierdir'
        ? withSandbox(source, ({ url }) => ({ body: pages[url.searchParams.get('searchterm') ?? ''] ?? '' }))
        : source,
  )
  dataDir = await mkdtemp(join(tmpdir(), 'quarry-unread-'))
  app = await startApp({ sources: replaced, config: { dataDir } })
  secret = (await app.account()).secret
})
afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true, force: true })
})

const search = (term: string) =>
  app.call(
    secret,
    `${path}?query=${encodeURIComponent(`https://www.supplierdir.example/suppliers/search?searchterm=${term}`)}`,
  )
const readCount = async (form: string, list: string, result: string) => {
  const text = await (await app.admin('/metrics')).text()
  const line = `quarry_list_items_total{endpoint="${path}",provider="sandbox",form="${form}",list="${list}",result="${result}"} `
  return Number(
    text
      .split('\n')
      .find((row) => row.startsWith(line))
      ?.slice(line.length) ?? Number.NaN,
  )
}
const listDiagnosticFiles = async (folder: string) =>
  (await readdir(join(dataDir, 'diagnosis', folder))).sort()

test('a list that is parsed completely, in part and not at all, on pages large enough for a worker thread', async () => {
  const fullResponse = await search('whole')
  expect([fullResponse.status, fullResponse.headers.get('x-credits-used')]).toEqual([200, '3'])
  expect(await readCount('dom', 'results', 'read')).toBe(2)
  expect(await readCount('dom', 'results', 'unread')).toBe(0)

  const partly = await search('partly')
  expect([partly.status, partly.headers.get('x-credits-used')]).toEqual([200, '3'])
  expect(((await partly.json()) as { results: unknown[] }).results).toHaveLength(2)
  expect(await readCount('dom', 'results', 'read')).toBe(4)
  expect(await readCount('dom', 'results', 'unread')).toBe(1)
  const files = await eventually(async () => {
    const names = await listDiagnosticFiles('partly_read/supplierdir_search/sandbox')
    expect(names).toHaveLength(2)
    return names
  })
  const [about = '', page = ''] = await Promise.all(
    files.map((file) =>
      readFile(join(dataDir, 'diagnosis/partly_read/supplierdir_search/sandbox', file), 'utf8'),
    ),
  )
  expect(JSON.parse(about).why).toBe('2 of 3 results could be read (dom)')
  expect(page).toBe(pages.partly)

  const unreadable = await search('unreadable')
  expect([unreadable.status, unreadable.headers.get('x-credits-used')]).toEqual([500, '0'])
  expect(unreadable.headers.get('x-error-reason')).toBe('page_changed')
  await eventually(async () =>
    expect(await listDiagnosticFiles('supplierdir_search/sandbox')).toHaveLength(2),
  )
})

const findEndpoint = (name: string) => {
  const source = sources.find(({ endpoints }) =>
    endpoints.some((endpoint) => endpoint.path === `/v2/${name}`),
  )
  const endpoint = source?.endpoints.find((candidate) => candidate.path === `/v2/${name}`)
  if (!source || !endpoint) throw new Error(`no endpoint ${name}`)
  return { source, endpoint }
}

function extract(name: string, body: string) {
  const { source, endpoint } = findEndpoint(name)
  const { site, parse, extract: read } = onSite(source, endpoint)
  const contentType = body.startsWith('<') ? 'text/html' : 'application/json'
  const url = site.url('/').href
  return read({ url, status: 200, contentType, body }, parse(endpoint.example as object))
}

const state = (value: unknown) =>
  `<html><body><script id="__NEXT_DATA__" type="application/json">${JSON.stringify(value)}</script></body></html>`
const serverData = (events: unknown) =>
  `<html><body><script>window.__SERVER_DATA__ = ${JSON.stringify({ search_data: { events } })};</script></body></html>`
const feed = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${items}</channel></rss>`

test.each([
  ['classifieds/search_api', JSON.stringify({ total: 231, ads: [] })],
  ['classifieds/search_api', JSON.stringify({ total: 1, ads: ['x'] })],
  [
    'classifieds/search_api',
    state({ props: { pageProps: { searchData: { total: 9, ads: [{ url: '/a/1' }] } } } }),
  ],
  ['classifieds/search', state({ props: { pageProps: { searchData: { total: 231, max_pages: 7 } } } })],
  ['ticketing/search', serverData({ pagination: { object_count: 73, page_size: 20 }, results: [] })],
  ['ticketing/search', JSON.stringify({ events: { results: [{ id: '1' }] } })],
  ['websearch/search', JSON.stringify({ results: [{ title: 'No link' }] })],
  [
    'websearch/search',
    '<html><body><div id="rso"><div class="tF2Cxc"><h3>No link</h3></div></div></body></html>',
  ],
  ['newssearch/news', feed('<item><title>No link</title></item>')],
  ['newssearch/news', '<html><body><div class="SoaBEf"><div class="MBeuO">No link</div></div></body></html>'],
  [
    'newssearch/news',
    '<html><body><div class="news-card"><p class="snippet">No title</p></div></body></html>',
  ],
  ['sneakermarket/search', JSON.stringify({ results: { edges: [{ node: { title: 'No id' } }] } })],
  ['sneakermarket/search', JSON.stringify({ results: { pageInfo: { total: 4, page: 1 }, edges: [] } })],
  ['sneakermarket/search', JSON.stringify({ data: { productsList: [{ slug: 'a' }] } })],
  ['sneakermarket/search', JSON.stringify({ data: { totalCount: 3, productsList: [] } })],
  ['sneakermarket/search', JSON.stringify({ response: { results: [{ value: 'No id' }] } })],
  ['startupdb/funding_rounds', JSON.stringify({ count: 2, entities: [] })],
  ['startupdb/funding_rounds', JSON.stringify({ count: 1, entities: [{ uuid: 'no-name' }] })],
  ['company/suggest', JSON.stringify([{ name: 'No domain' }])],
  [
    'company/email_pattern',
    '<html><body><section id="contacts"><table><tr><td>Ann Lee</td><td>ann (at) x@</td></tr></table></section></body></html>',
  ],
])('%s: no item of %s can be read, so the page has changed', (name, body) => {
  expect(() => extract(name, body)).toThrow(expect.objectContaining({ reason: 'page_changed' }))
})

test.each([
  ['classifieds/search_api', JSON.stringify({ total: 0, ads: [] }), { ads: [] }],
  ['classifieds/search_api', JSON.stringify({ ads: [] }), { ads: [] }],
  [
    'classifieds/search',
    state({ props: { pageProps: { searchData: { total: 9, max_pages: 1 } } } }),
    { total: 9, ads: [] },
  ],
  [
    'ticketing/search',
    serverData({ pagination: { object_count: 0, page_size: 20 }, results: [] }),
    { results: [] },
  ],
  ['websearch/search', JSON.stringify({ results: [] }), { organic_results: [] }],
  ['newssearch/news', feed(''), { organic_results: [] }],
  ['sneakermarket/search', JSON.stringify({ results: { pageInfo: { total: 0 }, edges: [] } }), []],
  ['startupdb/funding_rounds', JSON.stringify({ count: 0, entities: [] }), { results: [] }],
])('%s: %s is a valid empty list', (name, body, record) => {
  expect(extract(name, body)).toMatchObject({ kind: 'found', record })
})

test.each([
  [
    'classifieds/search_api',
    JSON.stringify({ ads: [{ list_id: 7, subject: 'A' }] }),
    { ads: [{ url: null }] },
  ],
  [
    'classifieds/search_api',
    JSON.stringify({ ads: [{ subject: 'A', url: 'https://www.classifieds.example/ad/velos/7' }] }),
    { ads: [{ list_id: 7 }] },
  ],
  [
    'ticketing/search',
    JSON.stringify({ events: { results: [{ id: '31', name: 'Bal' }] } }),
    { results: [{ url: 'https://fr.ticketing.example/e/31' }] },
  ],
  [
    'ticketing/search',
    JSON.stringify({ events: { results: [{ name: 'Bal', url: 'https://fr.ticketing.example/e/bal-31' }] } }),
    { results: [{ event_id: '31' }] },
  ],
  [
    'sneakermarket/search',
    JSON.stringify({ data: { productsList: [{ id: 9, title: 'Otter' }] } }),
    [{ id: '9', slug: null }],
  ],
  [
    'startupdb/funding_rounds',
    JSON.stringify({ count: 1, entities: [{ uuid: 'u-1', properties: { identifier: { value: 'Seed' } } }] }),
    { results: [{ uuid: 'u-1', identifier: { uuid: 'u-1', value: 'Seed' } }] },
  ],
])('%s: a missing part in %s is built or null, and the item stays', (name, body, record) => {
  expect(extract(name, body)).toMatchObject({ kind: 'found', record })
})
