// OpenAgenda and Ticketmaster as providers for the ticket shop: the returned records, which of the two is called,
// paging to the end, and an API key that stays secret.
import { readdirSync, readFileSync } from 'node:fs'
import { Compile } from '@quarry/kit/schema'
import { endpoints } from '@quarry/sources'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type Replica, sends, startReplica } from '../support/two-providers.ts'

type Json = Record<string, unknown>

const fixture = (name: string): Json =>
  JSON.parse(
    readFileSync(new URL(`../../../sources/src/ticketing/fixtures/${name}`, import.meta.url), 'utf8'),
  )
const row = (fixture('openagenda-event.json').results as Json[])[0] ?? {}
const item = fixture('ticketmaster-event.json')
const key = 'ticketmaster-key-0815-hush'

let agenda: Replica
let shop: Replica
let app: TestApp
let secret: string

/** A data set with this many events; a list of towns when a town is requested. */
const createAgenda =
  (hits: number, change: Json = {}): Parameters<Replica['respondWith']>[0] =>
  (request, response) => {
    const params = new URL(request.url ?? '', 'http://agenda').searchParams
    if (params.has('group_by')) return sends({ results: [{ location_city: 'Nantes' }] })(request, response)
    const uid = /^uid = "(\d+)"$/.exec(params.get('where') ?? '')?.[1]
    if (uid !== undefined && uid !== row.uid) return sends({ total_count: 0, results: [] })(request, response)
    const [limit, offset] = [Number(params.get('limit')), Number(params.get('offset') ?? 0)]
    const refused = limit > 100 || offset + limit > 10_000
    const results = Array.from({ length: Math.max(0, Math.min(limit, hits - offset)) }, (_, index) => ({
      ...row,
      ...(uid === undefined ? { uid: String(offset + index) } : {}),
      ...change,
    }))
    return sends({ total_count: hits, results }, refused ? 400 : 200)(request, response)
  }

const createShop =
  (hits: number, change: Json = {}): Parameters<Replica['respondWith']>[0] =>
  (request, response) => {
    const { pathname, searchParams: params } = new URL(request.url ?? '', 'http://shop')
    if (params.get('apikey') !== key) return sends({ fault: {} }, 401)(request, response)
    const id = /\/events\/(.*)\.json$/.exec(pathname)?.[1]
    if (id?.startsWith(String(item.id))) return sends({ ...item, id, ...change })(request, response)
    if (!pathname.endsWith('/events.json'))
      return sends({ errors: [{ code: 'DIS1004', status: '404' }] }, 404)(request, response)
    const [size, number] = [Number(params.get('size')), Number(params.get('page'))]
    const length = Math.max(0, Math.min(size, hits - size * number))
    const events = Array.from({ length }, (_, index) => ({
      ...item,
      id: String(size * number + index),
      ...change,
    }))
    const page = { size, number, totalElements: hits, totalPages: Math.ceil(hits / size) }
    const body = { ...(length === 0 ? {} : { _embedded: { events } }), page }
    return sends(body, size * number < 1000 ? 200 : 400)(request, response)
  }

beforeAll(async () => {
  ;[agenda, shop] = await Promise.all([startReplica(), startReplica()])
  app = await startApp({
    env: { TICKETMASTER_API_KEY: key },
    file: {
      data: 'open',
      contact: 'ops@example.org',
      providers: {
        openagenda: {
          sites: { 'public.opendatasoft.com': agenda.origin },
          allow_private: true,
          rate_limit: { per_second: 1000 },
        },
        ticketmaster: {
          sites: { 'app.ticketmaster.com': shop.origin },
          allow_private: true,
          rate_limit: { per_second: 1000 },
        },
      },
    },
  })
})
beforeEach(async () => {
  agenda.respondWith(createAgenda(1))
  shop.respondWith(createShop(1))
  for (const { requestUrls } of [agenda, shop]) requestUrls.length = 0
  secret = (await app.account()).secret
})
afterAll(async () => {
  await app?.close()
  await Promise.all([agenda?.close(), shop?.close()])
})

const get = (path: string) => app.call(secret, `/v2/ticketing/${path}`)
const pickOutcome = ({ status, headers }: Response) => [
  status,
  headers.get('x-provider'),
  headers.get('x-error-reason'),
]

const licences = {
  openagenda: 'Licence Ouverte 1.0',
  ticketmaster: 'terms of use of the Ticketmaster developer programme',
}
const agendaUrl = 'https://openagenda.com/quai-sonore/events/veillee-de-cornemuse'

test.each<[string, string, keyof typeof licences, string, string]>([
  ['event?query=70411902', 'event', 'openagenda', agendaUrl, '31/43'],
  [`event?query=${encodeURIComponent(agendaUrl)}`, 'event', 'openagenda', agendaUrl, '31/43'],
  [
    'search?query=jazz&location=france--nantes&provider=openagenda',
    'search',
    'openagenda',
    'https://public.opendatasoft.com/explore/dataset/evenements-publics-openagenda/table/?q=jazz&refine.location_countrycode=FR&refine.location_city=Nantes',
    '23/24',
  ],
  [
    `event?query=${item.id}`,
    'event',
    'ticketmaster',
    'https://shop.ticketmaster.example/event/5A00600BB1CC',
    '26/43',
  ],
  [
    'search?query=tide&domain=com',
    'search',
    'ticketmaster',
    'https://www.ticketmaster.com/search?q=tide&countryCode=US',
    '21/24',
  ],
])('%s returns a record and its attribution', async (path, name, provider, source, fields) => {
  const response = await get(path)
  expect(pickOutcome(response)).toEqual([200, provider, null])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-provider-licence': licences[provider],
    'x-provider-source': source,
    'x-record-form': provider,
    'x-record-fields': fields,
    'x-credits-used': '1',
  })
  const schema = endpoints.find((endpoint) => endpoint.path === `/v2/ticketing/${name}`)?.record
  expect(schema && Compile(schema).Check(await response.json())).toBe(true)
})

const hitCounts = [0, 1, 99, 100, 101, 1000]

test.each(
  Object.keys(licences).flatMap((provider) => hitCounts.map((hits): [string, number] => [provider, hits])),
)('%s: %i hits are paged through without repeats or gaps', async (provider, hits) => {
  agenda.respondWith(createAgenda(hits))
  shop.respondWith(createShop(hits))
  const ids: string[] = []
  let query: string | null = 'jazz'
  while (query !== null) {
    const response = await get(`search?query=${encodeURIComponent(query)}&provider=${provider}`)
    expect(response.status).toBe(200)
    const { results, pagination } = (await response.json()) as {
      results: { event_id: string }[]
      pagination: { next: string | null; total_results: number }
    }
    ids.push(...results.map(({ event_id }) => event_id))
    expect(pagination.total_results).toBe(hits)
    query = pagination.next
  }
  expect(ids).toEqual(Array.from({ length: hits }, (_, index) => String(index)))
  // The page after the last one is empty.
  const behind = await get(
    `search?query=jazz&page=${Math.min(10, Math.ceil(hits / 100) + 1)}&provider=${provider}`,
  )
  if (hits < 1000) expect(await behind.json()).toMatchObject({ results: [], pagination: { next: null } })
})

test('each provider gets its own ids, and searches go first to the one with a key', async () => {
  expect(pickOutcome(await get('event?query=5'))).toEqual([404, 'openagenda', 'not_found'])
  expect(shop.requestUrls).toEqual([])
  expect(pickOutcome(await get('event?query=Q7bzZkn9Tide-2'))).toEqual([404, 'ticketmaster', 'not_found'])
  expect(agenda.requestUrls).toHaveLength(1)
  expect(pickOutcome(await get('search?query=jazz'))).toEqual([200, 'ticketmaster', null])
  expect(pickOutcome(await get('search?query=jazz&page=11'))).toEqual([200, 'openagenda', null])
  for (const [path, problem] of [
    ['event?query=jazz', 'query must be an event URL or a numeric id'],
    [
      'event?query=5&provider=ticketmaster',
      'query must be the id of an event on Ticketmaster, such as G5diZfkn0B-bh',
    ],
    ['search?query=jazz&page=101&provider=openagenda', 'page must be at most 100 for OpenAgenda'],
    ['search?query=jazz&domain=de&provider=openagenda', 'domain must be one of fr, be, ch for OpenAgenda'],
  ]) {
    const refused = await get(path ?? '')
    expect([refused.status, await refused.text()]).toEqual([400, `{"error":"Bad Request: ${problem}"}`])
    expect(refused.headers.get('x-credits-used')).toBe('0')
  }
})

test.each<[string, keyof typeof licences, Json]>([
  ['event?query=70411902&domain=be', 'openagenda', { description_fr: ['x'] }],
  ['search?query=blues&provider=openagenda', 'openagenda', { timings: 5 }],
  [`event?query=${item.id}x`, 'ticketmaster', { dates: 'soon' }],
  ['search?query=blues&provider=ticketmaster', 'ticketmaster', { name: 5 }],
])('%s: a field of another type is a changed page, free and not cached', async (path, provider, change) => {
  agenda.respondWith(createAgenda(1, change))
  shop.respondWith(createShop(1, change))
  const failed = await get(`${path}&max_age=60`)
  expect(pickOutcome(failed)).toEqual([500, provider, 'page_changed'])
  expect(failed.headers.get('x-credits-remaining')).toBe('1000')
  agenda.respondWith(createAgenda(1))
  shop.respondWith(createShop(1))
  const restored = await get(`${path}&max_age=60`)
  expect([restored.status, restored.headers.get('age')]).toEqual([200, null])
  expect((await get(`${path}&max_age=60`)).headers.get('age')).toBe('0')
})

test('the next provider is called if the first fails', async () => {
  shop.respondWith(sends('', 500))
  expect(pickOutcome(await get('search?query=jazz'))).toEqual([200, 'openagenda', null])
  shop.respondWith(createShop(1, { name: 5 }))
  expect(pickOutcome(await get('search?query=jazz'))).toEqual([200, 'openagenda', null])
})

test('the key is sent to its API and appears nowhere else', async () => {
  const seen: string[] = []
  const path = `event?query=${item.id}`
  const echo: Parameters<Replica['respondWith']>[0] = (request, response) =>
    sends(`Bad address: ${request.url}`)(request, response)
  for (const handler of [
    createShop(1),
    echo,
    sends({ fault: { faultstring: 'Invalid ApiKey' } }, 401),
    sends('', 500),
    sends('', 302, { location: `/discovery/v2/elsewhere?apikey=${key}` }),
  ]) {
    shop.respondWith(handler)
    const response = await get(path)
    seen.push(JSON.stringify([...response.headers]), await response.text())
    const accepted = (await (await get(`${path}&is_async=true`)).json()) as { job_id: string }
    seen.push(await (await app.call(secret, `/jobs/${accepted.job_id}?wait=5`)).text())
  }
  expect(shop.requestUrls[0]).toBe(`/discovery/v2/events/${item.id}.json?locale=*&apikey=${key}`)
  for (const open of ['/admin/providers', '/admin/calls?limit=50', '/metrics'])
    seen.push(await (await app.admin(open)).text())
  seen.push(await (await app.call(null, '/openapi.json')).text(), ...app.logged)
  for (const file of readdirSync(app.dataDir, { recursive: true, withFileTypes: true }))
    if (file.isFile()) seen.push(readFileSync(`${file.parentPath}/${file.name}`, 'utf8'))
  const { rows } = await app.database.pool.query('select row_to_json(j)::text as job from jobs j')
  seen.push(JSON.stringify(rows))
  expect(rows.length).toBeGreaterThan(0)
  expect(seen.filter((text) => text.includes(key))).toEqual([])
})
