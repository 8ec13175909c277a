// A server with open data, every upstream API replaced by a replica that serves the fixtures: each endpoint with a
// provider returns a valid record with its attribution, and fills the documented fields.
import { readFileSync } from 'node:fs'
import { Compile } from '@quarry/kit/schema'
import { onProvider } from '@quarry/kit/testing/on-site'
import { endpoints, sources } from '@quarry/sources'
import {
  type OpenDataSource,
  type OpenLookup,
  openData,
  openDataDate,
  openLookups,
} from '@quarry/sources/testing/open-data'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildOpenApi } from '../../src/http/openapi/build-openapi.ts'
import { createRoutes } from '../../src/http/routes/create-routes.ts'
import { builtInNames } from '../../src/lookups/sources/load-sources.ts'
import { startApp, type TestApp } from '../support/app.ts'
import {
  endpointTable,
  filledByFixtures,
  openProviders,
  termsTable,
  withTables,
} from '../support/coverage.ts'
import { type Replica, sends, startReplica } from '../support/two-providers.ts'

const replicas: Replica[] = []
const authorizations = new Set<string | undefined>()
let app: TestApp
let secret: string
let source: OpenDataSource

const fast = { per_second: 1000, per_minute: 10_000, per_day: 100_000, per_month: 100_000, seconds_apart: 0 }

/** Starts a replica for each host of an upstream API and returns its configuration. */
async function startReplicas({ name, hosts }: (typeof builtInNames.apis)[number]) {
  const sites: Record<string, string> = {}
  for (const host of hosts) {
    const replica = await startReplica()
    replicas.push(replica)
    replica.respondWith((request, response) => {
      if (name === 'companies-house') authorizations.add(request.headers.authorization)
      const fixture = openData(source)[name]?.(new URL(request.url ?? '', `https://${host}`))
      const headers = { 'content-type': fixture?.contentType ?? '', date: openDataDate }
      sends(fixture?.body, fixture?.status, headers)(request, response)
    })
    sites[host] = replica.origin
  }
  return [name, { sites, allow_private: true, rate_limit: fast }] as const
}

beforeAll(async () => {
  app = await startApp({
    env: {
      QUARRY_DATA: 'open',
      QUARRY_CONTACT: 'ops@example.org',
      ...Object.fromEntries(
        builtInNames.apis.flatMap(({ credentials }) => (credentials ? [[credentials.env, 'key-4711']] : [])),
      ),
    },
    file: { providers: Object.fromEntries(await Promise.all(builtInNames.apis.map(startReplicas))) },
  })
  secret = (await app.account()).secret
})
afterAll(async () => {
  await app?.close()
  await Promise.all(replicas.map((replica) => replica.close()))
})

async function lookUp({ path, params }: Pick<OpenLookup, 'path' | 'params'>, more: object = {}) {
  source = path.startsWith('/v2/socialnet/') ? 'socialnet' : 'company'
  const input = { ...params, ...more }
  if (endpoints.find((endpoint) => endpoint.path === path)?.method === 'GET') {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(input)) query.set(name, String(value))
    return app.call(secret, `${path}?${query}`)
  }
  const headers = { 'content-type': 'application/json' }
  return app.call(secret, path, { method: 'POST', headers, body: JSON.stringify(input) })
}

/** How many fields of a record, or of each of its results, a provider is documented to fill. */
const documentedFields: Record<string, number> = {
  '/v2/company by wikidata': 12,
  '/v2/company by recherche-entreprises': 6,
  '/v2/company by bronnoysund': 9,
  '/v2/company by companies-house': 4,
  '/v2/company/suggest by wikidata': 3,
  '/v2/company/social by wikidata': 4,
  '/v2/socialnet/company/info by wikidata': 17,
  '/v2/retailer_a/product by open-prices': 16,
  '/v2/retailer_a/search by open-food-facts': 4,
  '/v2/retailer_b/product by open-food-facts': 20,
  '/v2/retailer_b/search by open-food-facts': 5,
  '/v2/ticketing/event by openagenda': 31,
  '/v2/ticketing/search by openagenda': 23,
  '/v2/ticketing/event by ticketmaster': 24,
  '/v2/ticketing/search by ticketmaster': 19,
  '/v2/newssearch/news by gdelt': 5,
  '/v2/newssearch/news by brave': 8,
  // Counted on an article with an age and an outlet, and on a page with a text; the other fixture has fewer.
  '/v2/newssearch/news by searxng': 6,
  '/v2/websearch/search by searxng': 4,
  // Without the words, the page and the engine.
  '/v2/websearch/search by brave': 6,
  // Without the total.
  '/v2/startupdb/funding_rounds by sec-edgar': 11,
  '/v2/startupdb/funding_round by sec-edgar': 20,
  '/v2/supplierdir/search by recherche-entreprises': 17,
  '/v2/supplierdir/company by recherche-entreprises': 32,
  '/v2/supplierdir/search by bronnoysund': 16,
  '/v2/supplierdir/company by bronnoysund': 32,
  '/v2/supplierdir/search by companies-house': 12,
  '/v2/supplierdir/company by companies-house': 22,
}

test('there is a lookup for each endpoint of each provider', () => {
  const tried = new Set(openLookups.map(({ path, provider }) => `${path} by ${provider}`))
  expect([...tried].sort()).toEqual(
    openProviders.map(({ endpoint, through }) => `${endpoint.path} by ${through.name}`).sort(),
  )
})

test.each(openLookups.map((lookup) => [`${lookup.path} by ${lookup.provider}`, lookup] as const))(
  '%s returns a record and its attribution',
  async (name, lookup) => {
    const response = await lookUp(lookup, { provider: lookup.provider })
    const record = await response.json()
    expect([response.status, record]).toEqual([
      200,
      expect.not.objectContaining({ error: expect.anything() }),
    ])
    const schema = endpoints.find((endpoint) => endpoint.path === lookup.path)?.record
    expect(schema && [...Compile(schema).Errors(record)]).toEqual([])
    const { licence, isSelfHosted } = builtInNames.apis.find((api) => api.name === lookup.provider) ?? {}
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-provider': lookup.provider,
      'x-provider-licence': licence,
      // The URL of a self-hosted engine is not public.
      ...(isSelfHosted ? {} : { 'x-provider-source': expect.stringMatching(/^https:/) }),
    })
    const [filled] = (response.headers.get('x-record-fields') ?? '').split('/').map(Number)
    expect(filled).toBeGreaterThanOrEqual(documentedFields[name] ?? 99)
    // The default provider has a name and a licence.
    const first = await lookUp(lookup)
    expect(first.status).toBe(200)
    expect(first.headers.get('x-provider')).not.toBe('sandbox')
    expect(first.headers.get('x-provider-licence')).toBeTruthy()
  },
)

test('a key used as a user name is sent as such, and is not logged', () => {
  const user = Buffer.from('key-4711:').toString('base64')
  expect([...authorizations]).toEqual([`Basic ${user}`])
  for (const secret of ['key-4711', user]) expect(app.logged.join('\n')).not.toContain(secret)
})

test('products found by a search of either retailer can be looked up there', async () => {
  for (const [retailer, key] of [
    ['retailer_a', 'ean'],
    ['retailer_b', 'id'],
  ] as const) {
    const found = await (await lookUp({ path: `/v2/${retailer}/search`, params: { query: 'oriel' } })).json()
    const { results } = found as { results: Record<string, string>[] }
    expect(results.length).toBeGreaterThan(1)
    for (const result of results) {
      const query = result[key] ?? ''
      const response = await lookUp({ path: `/v2/${retailer}/product`, params: { query } })
      expect([response.status, await response.json()]).toMatchObject([200, { title: result.title }])
    }
  }
})

test('every supplier that a search of the register finds has a profile', async () => {
  const trade = 'https://annuaire-entreprises.data.gouv.fr/rechercher?terme=robinetterie'
  const found = await (await lookUp({ path: '/v2/supplierdir/search', params: { query: trade } })).json()
  const { results } = found as { results: { url: string; tgrams_id: string; name: string }[] }
  expect(results.length).toBeGreaterThan(1)
  for (const { url, tgrams_id, name } of results)
    for (const query of [url, tgrams_id]) {
      const response = await lookUp({ path: '/v2/supplierdir/company', params: { query } })
      expect([response.status, await response.json()]).toMatchObject([200, { name, url, tgrams_id }])
      expect(response.headers.get('x-provider')).toBe('recherche-entreprises')
    }
})

type Parameter = { name: string; description: string; example?: unknown }
type Paths = Record<string, Record<string, { parameters: Parameter[] }>>

const parameterIn = (document: { paths?: unknown }, path: string, name: string): Parameter | undefined =>
  (document.paths as Paths)[path]?.get?.parameters.find((parameter) => parameter.name === name)

/** The reference of a server that has only these providers. */
const buildReference = (isEnabled: (provider: string) => boolean) => {
  const described = sources.flatMap((source) =>
    source.endpoints.map((endpoint) => ({
      source,
      endpoint,
      price: 1,
      providers: endpoint.providers
        .filter(({ name }) => isEnabled(name))
        .map((definition) => ({ name: definition.name, definition })),
    })),
  )
  return buildOpenApi(createRoutes(described), {
    version: '',
    address: () => '',
    getStatus: () => 'operational',
  })
}

test('the reference describes the parameters of the configured providers only', async () => {
  const open = (await (await app.call(null, '/openapi.json')).json()) as { paths: Paths }
  const siteOnly = await buildReference((name) => name === 'site')
  for (const [path, name, ofOpen, ofSite] of [
    [
      'retailer_b/product',
      'query',
      'https://fr.openfoodfacts.org/produit/<number>',
      "retailer's French site",
    ],
    ['retailer_a/product', 'store_id', 'location of Open Prices', 'national online store'],
    ['ticketing/event', 'query', 'For OpenAgenda: the number of an event', 'address of an event page'],
    ['ticketing/search', 'query', "OpenAgenda's data set", 'city, category or search page'],
    [
      'supplierdir/search',
      'query',
      'annuaire-entreprises.data.gouv.fr/rechercher?terme=',
      'on the directory',
    ],
    ['supplierdir/company', 'query', 'SIREN of nine digits', 'profile on the directory'],
    ['socialnet/company/info', 'query', 'www.wikidata.org/wiki/Q', "A company's username, the address"],
    ['startupdb/funding_round', 'query', 'www.sec.gov/Archives/edgar/data', 'address of its page'],
  ] as const) {
    const [onOpen, onSiteOnly] = [open, siteOnly].map(
      (document) => parameterIn(document, `/v2/${path}`, name)?.description ?? '',
    )
    expect(onOpen).toContain(ofOpen)
    expect(onOpen).not.toContain(ofSite)
    expect(onSiteOnly).toContain(ofSite)
    expect(onSiteOnly).not.toContain(ofOpen)
  }
  const page = await (await app.call(null, '/docs')).text()
  expect([page.includes('https://fr.openfoodfacts.org/produit/'), page.includes('French site')]).toEqual([
    true,
    false,
  ])
  expect(parameterIn(open, '/v2/ticketing/event', 'provider')).toMatchObject({
    description: expect.stringContaining('(ticketmaster, openagenda)'),
  })
})

test('each provider has a record for the example that the reference shows for it', async () => {
  for (const { endpoint, through } of openProviders) {
    const [provider] = endpoint.providers.filter((candidate) => candidate.name === through.name)
    const example = (provider?.example ?? endpoint.example) as object
    const query = provider && onProvider(endpoint, provider).parse(example)
    expect(provider?.cannotAnswer?.(query) ?? null, `${endpoint.path} by ${through.name}`).toBeNull()
    const document = (await buildReference((name) => name === through.name)) as { paths: Paths }
    const shown = document.paths[endpoint.path]?.get?.parameters.filter(
      ({ example }) => example !== undefined,
    )
    const exampleShown = Object.fromEntries(shown?.map(({ name, example }) => [name, example]) ?? [])
    expect(exampleShown).toEqual(example)
  }
})

test('the documentation shows the current coverage and terms', async () => {
  const document = readFileSync(new URL('../../../docs/providers.md', import.meta.url), 'utf8')
  const tables = { coverage: endpointTable(await filledByFixtures()), terms: termsTable() }
  expect(withTables(document, tables), 'npx tsx scripts/field-coverage.ts --write').toBe(document)
})
