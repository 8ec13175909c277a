// Sources of plugins behave like built-in ones in everything that is derived from sources.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { reservedParameters, reservedSources } from '@quarry/kit/reserved-names'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Quarry } from '../../../sdk/src/index.ts'
import { isLookup } from '../../src/http/routes/route.ts'
import { loadPlugins } from '../../src/lookups/plugins/load-plugins.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createMovedClock, type MovedClock } from '../support/clocks.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { readJobId, waitForEnd } from '../support/jobs.ts'
import {
  createPluginFolder,
  type PluginFolder,
  recipesPlugin,
  weatherPlugin,
} from '../support/plugin-folder.ts'

const path = '/v2/recipes/recipe'
const weather = '/v2/weather/now'
let plugins: PluginFolder
let app: TestApp
let unconfigured: TestApp
let fresh: FreshDatabase
let clock: MovedClock
let api: Server
let requests: { url: string; key: unknown }[] = []
let secret: string

beforeAll(async () => {
  plugins = createPluginFolder()
  plugins.write('recipes.js', recipesPlugin)
  plugins.write('weather.js', weatherPlugin)
  api = createServer((request, response) => {
    requests.push({ url: request.url ?? '', key: request.headers['x-acme-key'] })
    if (request.url?.startsWith('/note?city=lyon')) response.writeHead(500).end('{}')
    else
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"degrees":21.5,"note":"Sunny"}')
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  const list = { names: ['./recipes.js', './weather.js'], folder: plugins.folder, setting: 'plugins' }
  const sources = await loadPlugins(list, [])
  fresh = await freshDatabase()
  clock = await createMovedClock(fresh.database)
  app = await startApp({
    database: fresh.database,
    sources,
    env: { ACME_WEATHER_KEY: 'hush-acme-key' },
    file: {
      prices: { [path]: 7 },
      status: { [path]: 'degraded' },
      archive: { days: 1 },
      providers: { 'acme-weather': { sites: { 'api.acme-weather.example': origin }, allow_private: true } },
    },
    tuning: { watchPollMs: 50 },
  })
  unconfigured = await startApp({ sources })
  secret = (await app.account()).secret
})
afterAll(async () => {
  await app?.close()
  await unconfigured?.close()
  await fresh.drop()
  api.close()
  plugins.remove()
})

const post = (to: string, body: unknown) =>
  app.call(secret, to, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
/** The response fields that these tests read. */
type Fields = {
  status: string
  batch_id: string
  watch_id: string
  paths: Record<string, unknown>
}
const readJson = async (response: Response) => (await response.json()) as Fields

test('a call gets its record from the sandbox site and billed at the configured price', async () => {
  const response = await app.call(secret, `${path}?query=7`)
  expect([response.status, await response.json()]).toEqual([200, { id: '7', title: 'Soup 7', author: 'Ada' }])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-credits-used': '7',
    'x-provider': 'sandbox',
    'x-record-form': 'island',
    'x-source-status': 'degraded',
  })
  const cached = await app.call(secret, `${path}?query=7&max_age=60`)
  expect([cached.status, cached.headers.get('age')]).toEqual([200, expect.stringMatching(/^\d+$/)])
  const missing = await app.call(secret, `${path}?query=1001`)
  expect([missing.status, missing.headers.get('x-credits-used')]).toEqual([404, '7'])
  const wrong = await app.call(secret, `${path}?query=soup`)
  expect([wrong.status, await wrong.json()]).toEqual([400, { error: 'Bad Request: query must be a number' }])
  const required = await app.call(secret, `${path}?query=8&require=author`)
  expect([required.status, required.headers.get('x-error-reason')]).toEqual([422, 'fields_missing'])
})

test('a job, a batch and a watch can look it up', async () => {
  const id = await readJobId(await app.call(secret, `${path}?query=9&is_async=true`))
  expect(await waitForEnd(app, secret, id)).toMatchObject({
    status: 'completed',
    credits: 7,
    result: { id: '9' },
  })
  const batch = await readJson(
    await post('/v2/batches', { endpoint: path, inputs: [{ query: '1' }, { query: '2' }] }),
  )
  await expect
    .poll(async () => (await readJson(await app.call(secret, `/v2/batches/${batch.batch_id}`))).status)
    .toBe('completed')
  const results = await (await app.call(secret, `/v2/batches/${batch.batch_id}/results`)).text()
  expect(results).toContain('Soup 2')
  const watch = await readJson(
    await post('/v2/watches', { endpoint: path, params: { query: '3' }, every: 300 }),
  )
  await clock.move(301)
  await expect
    .poll(async () => await readJson(await app.call(secret, `/v2/watches/${watch.watch_id}`)))
    .toMatchObject({ runs: 1, without_record: 0, last_job_id: expect.any(String) })
})

test("a key can be limited to the plugin's source", async () => {
  const { secret: narrow } = await app.account({}, { scopes: ['recipes'] })
  expect((await app.call(narrow, `${path}?query=7`)).status).toBe(200)
  expect((await app.call(narrow, `${weather}?city=lyon`)).status).toBe(403)
})

test('the reference, agent tools, status, console, settings and metrics include it', async () => {
  await app.call(secret, `${path}?query=7`)
  const { paths } = await readJson(await app.call(null, '/openapi.json'))
  expect(paths[path]).toMatchObject({ get: { 'x-credits': 7, 'x-status': 'degraded' } })
  for (const page of ['/docs', '/status'])
    expect([page, (await (await app.call(null, page)).text()).includes(path)]).toEqual([page, true])
  const tools = await (await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' })).text()
  for (const name of ['recipes_recipe', 'weather_now']) expect(tools).toContain(`"name":"${name}"`)
  for (const page of ['/admin/sources', '/admin/settings', '/metrics'])
    expect([page, (await (await app.admin(page)).text()).includes(path)]).toEqual([page, true])
})

test('an upstream API gets its key; an optional page that it fails to send is skipped', async () => {
  requests = []
  const response = await app.call(secret, `${weather}?city=Lyon`)
  expect([response.status, await response.json()]).toEqual([200, { city: 'lyon', degrees: 21.5, note: null }])
  expect([response.headers.get('x-provider'), response.headers.get('x-provider-licence')]).toEqual([
    'acme-weather',
    'CC-BY-4.0',
  ])
  expect(requests[0]).toEqual({ url: '/now?city=lyon', key: 'hush-acme-key' })
  expect(await (await app.call(secret, `${weather}?city=Metz`)).json()).toMatchObject({ note: 'Sunny' })
})

test('without sandbox, site and key an endpoint is not_configured and free; with a sandbox it works at once', async () => {
  const { secret: own } = await unconfigured.account()
  const response = await unconfigured.call(own, `${weather}?city=lyon`)
  expect([
    response.status,
    response.headers.get('x-error-reason'),
    response.headers.get('x-credits-used'),
  ]).toEqual([500, 'not_configured', '0'])
  const { paths } = await readJson(await unconfigured.call(null, '/openapi.json'))
  expect(paths[weather]).toMatchObject({ get: { 'x-status': 'not_configured' } })
  expect((await unconfigured.call(own, `${path}?query=7`)).status).toBe(200)
})

test('a parser that throws or returns an invalid record is a free 500', async () => {
  for (const [query, reason] of [
    ['901', 'internal'],
    ['904', 'page_changed'],
  ]) {
    const response = await app.call(secret, `${path}?query=${query}`)
    expect([
      response.status,
      response.headers.get('x-error-reason'),
      response.headers.get('x-credits-used'),
    ]).toEqual([500, reason, '0'])
  }
  expect((await app.call(secret, `${path}?query=7`)).status).toBe(200)
})

test('the SDK looks it up by its path', async () => {
  const quarry = new Quarry({ key: secret, baseUrl: app.url })
  const { data, meta } = await quarry.lookup('/v2/recipes/recipe', { query: '7' })
  expect([data, meta.creditsUsed]).toEqual([{ id: '7', title: 'Soup 7', author: 'Ada' }, 7])
  await expect(quarry.lookup('/v2/recipes/none', {})).rejects.toThrow('the server has no /v2/recipes/none')
})

test('the names of built-in routes and the parameters of every lookup are reserved', () => {
  const { routes } = app
  const own = routes
    .filter((route) => !isLookup(route))
    .map(({ path }) => /^\/v2\/([^/]+)/.exec(path)?.[1] ?? 'usage')
  expect(own.filter((name) => !reservedSources.includes(name))).toEqual([])
  const shared = routes.filter(isLookup).flatMap((route) => {
    const own = Object.keys(route.configured.endpoint.params.properties)
    return Object.keys(route.params.properties).filter((name) => !own.includes(name))
  })
  expect([...new Set(shared)].filter((name) => !reservedParameters.includes(name))).toEqual([])
})
