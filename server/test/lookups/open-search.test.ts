// Searches by upstream APIs instead of the sites: the returned records and the next provider after a failure, a
// changed response as a free and uncached error, and an API key that is only sent to its API.
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { Compile } from '@quarry/kit/schema'
import { endpoints } from '@quarry/sources'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type Replica, sends, startReplica } from '../support/two-providers.ts'

const key = 'secret-key-of-brave-4711'
const fixture = (path: string) =>
  readFileSync(new URL(`../../../sources/src/${path}`, import.meta.url), 'utf8')

let brave: Replica
let gdelt: Replica
let register: Replica
let app: TestApp
let secret: string
const sent: IncomingHttpHeaders[] = []

const saved = {
  braveWeb: fixture('websearch/fixtures/brave.json'),
  braveNews: fixture('newssearch/fixtures/brave.json'),
  gdelt: fixture('newssearch/fixtures/gdelt.json'),
  register: fixture('supplierdir/fixtures/recherche-entreprises.json'),
}

const restore = () => {
  brave.respondWith((request, response) => {
    sent.push(request.headers)
    sends(request.url?.includes('/news/') ? saved.braveNews : saved.braveWeb)(request, response)
  })
  gdelt.respondWith(sends(saved.gdelt))
  register.respondWith(sends(saved.register))
}

beforeAll(async () => {
  ;[brave, gdelt, register] = await Promise.all([startReplica(), startReplica(), startReplica()])
  app = await startApp({
    env: { BRAVE_API_KEY: key },
    file: {
      data: 'open',
      contact: 'ops@example.org',
      providers: {
        brave: { sites: { 'api.search.brave.com': brave.origin }, allow_private: true },
        gdelt: {
          sites: { 'api.gdeltproject.org': gdelt.origin },
          allow_private: true,
          rate_limit: { seconds_apart: 0 },
        },
        'recherche-entreprises': {
          sites: { 'recherche-entreprises.api.gouv.fr': register.origin },
          allow_private: true,
          rate_limit: { per_second: 500 },
        },
      },
    },
    limits: { upstreamTryMs: 5_000, upstreamTotalMs: 20_000 },
  })
})
beforeEach(async () => {
  restore()
  secret = (await app.account()).secret
})
afterAll(async () => {
  await app?.close()
  await Promise.all([brave?.close(), gdelt?.close(), register?.close()])
})

type Searched = {
  path: string
  words: string
  provider: string
  licence: string
  source: string
  fields: string
  credits: string
}

const trade = (words: string) =>
  `https://annuaire-entreprises.data.gouv.fr/rechercher?terme=${encodeURIComponent(words)}`

const searches: Record<string, Searched> = {
  'the web by Brave': {
    path: '/v2/websearch/search',
    words: 'tide power',
    provider: 'brave',
    licence: 'terms of the Brave Search API',
    source: 'https://search.brave.com/search?q=tide+power',
    fields: '6/7',
    credits: '1',
  },
  'news by Brave': {
    path: '/v2/newssearch/news',
    words: 'tide power',
    provider: 'brave',
    licence: 'terms of the Brave Search API',
    source: 'https://search.brave.com/news?q=tide+power',
    fields: '8/9',
    credits: '1',
  },
  'news by GDELT': {
    path: '/v2/newssearch/news',
    words: 'tide power',
    provider: 'gdelt',
    licence: 'terms of use of the GDELT Project',
    source:
      'https://api.gdeltproject.org/api/v2/doc/doc?query=tide+power+sourcecountry%3AUS+sourcelang%3Aenglish&mode=ArtList&timespan=1m&sort=DateDesc',
    fields: '5/9',
    credits: '1',
  },
  'suppliers by the French register': {
    path: '/v2/supplierdir/search',
    words: trade('robinetterie'),
    provider: 'recherche-entreprises',
    licence: 'etalab-2.0',
    source: 'https://annuaire-entreprises.data.gouv.fr/rechercher?terme=robinetterie',
    fields: '21/56',
    credits: '3',
  },
}

const runSearch = (own: string, { path, words, provider }: Searched, more = '') =>
  app.call(own, `${path}?query=${encodeURIComponent(words)}&provider=${provider}${more}`)

test.each(Object.entries(searches))('%s fits its schema and names its provider', async (_, search) => {
  const response = await runSearch(secret, search)
  expect(response.status).toBe(200)
  const schema = endpoints.find((endpoint) => endpoint.path === search.path)?.record
  expect(schema && Compile(schema).Check(await response.json())).toBe(true)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-provider': search.provider,
    'x-provider-licence': search.licence,
    'x-provider-source': search.source,
    'x-record-fields': search.fields,
    'x-credits-used': search.credits,
  })
})

/** `words` occur in no other test, so nothing is cached for them. */
const faultyApis: Record<string, { search: Searched; words: string; at: () => Replica; wrong: string }> = {
  'the web by Brave': {
    search: searches['the web by Brave'] as Searched,
    words: 'tide mill',
    at: () => brave,
    wrong: saved.braveWeb.replaceAll('"title": "', '"title": 7, "name": "'),
  },
  'news by GDELT': {
    search: searches['news by GDELT'] as Searched,
    words: 'tide mill',
    at: () => gdelt,
    wrong: saved.gdelt.replaceAll('"title": "', '"title": 7, "name": "'),
  },
  'suppliers by the French register': {
    search: searches['suppliers by the French register'] as Searched,
    words: trade('pompes'),
    at: () => register,
    wrong: saved.register.replaceAll('"siren": "', '"siren": 7, "number": "'),
  },
}

test.each(Object.entries(faultyApis))(
  'a response with a field of another type is an error, costs nothing and is not cached: %s',
  async (_, { search, words, at, wrong }) => {
    const tried = { ...search, words }
    at().respondWith(sends(wrong))
    const failed = await runSearch(secret, tried, '&max_age=60')
    expect([failed.status, failed.headers.get('x-error-reason')]).toEqual([500, 'page_changed'])
    expect(failed.headers.get('x-credits-used')).toBe('0')
    expect(failed.headers.get('x-credits-remaining')).toBe('1000')
    restore()
    const result = await runSearch(secret, tried, '&max_age=60')
    expect([result.status, result.headers.get('age')]).toEqual([200, null])
  },
)

test('GDELT is called if Brave fails; error messages that GDELT sends as text are errors', async () => {
  const path = '/v2/newssearch/news?query=tide+power'
  brave.respondWith(sends('<html>'))
  const result = await app.call(secret, path)
  expect([result.status, result.headers.get('x-provider')]).toEqual([200, 'gdelt'])
  expect(result.headers.get('x-credits-used')).toBe('1')
  for (const [text, reason, retryAfter] of [
    ['The specified phrase is too short.', 'upstream_failed', null],
    ['Please limit requests to one every 5 seconds.', 'upstream_paced', '5'],
  ] as const) {
    gdelt.respondWith(sends(text, 200, { 'content-type': 'text/html' }))
    const failed = await app.call(secret, path)
    expect([failed.status, failed.headers.get('x-error-reason')]).toEqual([500, reason])
    expect(failed.headers.get('x-credits-used')).toBe('0')
    expect(failed.headers.get('retry-after')).toBe(retryAfter)
  }
  // A page that neither can return is refused by the last provider.
  const refused = await app.call(secret, `${path}&page=26&provider=gdelt`)
  expect([refused.status, await refused.text()]).toEqual([
    400,
    '{"error":"Bad Request: page must be at most 25 with 10 articles per page for GDELT"}',
  ])
})

test('a search that the French register cannot make is refused for free with a message about what it can', async () => {
  const readRefusal = async (query: string) => {
    const refused = await app.call(secret, `/v2/supplierdir/search?query=${encodeURIComponent(query)}`)
    return [refused.status, await refused.text()]
  }
  expect(await readRefusal(trade('xy'))).toEqual([
    400,
    '{"error":"Bad Request: query must be a search for at least 3 characters of a name"}',
  ])
  expect(await readRefusal('https://annuaire-entreprises.data.gouv.fr/entreprise/900000017')).toEqual([
    400,
    '{"error":"Bad Request: query must be the URL of a search on annuaire-entreprises.data.gouv.fr (/rechercher?terme=…)"}',
  ])
  expect(register.requestUrls.filter((path) => path.includes('xy'))).toEqual([])
})

test('the key of Brave is sent to Brave only, and its results are not stored', async () => {
  sent.length = 0
  const web = searches['the web by Brave'] as Searched
  for (let time = 0; time < 2; time += 1)
    expect((await runSearch(secret, web, '&max_age=600')).headers.get('age')).toBeNull()
  expect(sent.map((headers) => headers['x-subscription-token'])).toEqual([key, key])
  brave.respondWith(sends('no JSON'))
  await runSearch(secret, web)
  const job = (await (await runSearch(secret, web, '&is_async=true')).json()) as { job_id: string }
  await app.call(secret, `/jobs/${job.job_id}?wait=10`)
  const texts = await Promise.all(
    ['/metrics', '/admin/providers', '/admin/calls'].map(async (path) => (await app.admin(path)).text()),
  )
  for (const text of [app.logged.join('\n'), brave.requestUrls.join('\n'), ...texts])
    expect(text).not.toContain(key)
  for (const file of await readdir(app.dataDir, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      expect(await readFile(`${file.parentPath}/${file.name}`, 'utf8'), file.name).not.toContain(key)
  const { rows } = await app.database.pool.query('select * from jobs')
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(key)
})
