// Fakes of all upstream APIs, made from the fixtures of the sources, and a lookup for each endpoint and provider that
// the fakes answer. The coverage report and the replicas of the tests use them.
import { readFileSync } from 'node:fs'
import type { Get } from '@quarry/kit/outcome'
import { edgarResponse, type FakeFiling, type FakeResponse, formCU, formD } from './fake-edgar.ts'
import { fakeWikidata } from './fake-wikidata.ts'

type Json = Record<string, unknown>
type FakeApi = (url: URL) => FakeResponse

const fixture = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const json = (body: unknown, status = 200): FakeResponse => ({
  status,
  contentType: 'application/json',
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const parsed = (path: string): Json => JSON.parse(fixture(path))

/** The time at which all of them answer. */
export const openDataDate = 'Sun, 15 Nov 2026 12:00:00 GMT'

const groceries = ['retailer_b', 'retailer_a'].map((source) =>
  parsed(`${source}/fixtures/open-food-facts-product.json`),
)
const grocerySearch = parsed('retailer_b/fixtures/open-food-facts-search.json')
const hits = grocerySearch.products as Json[]

function openFoodFacts({ pathname, searchParams }: URL): FakeResponse {
  if (pathname === '/cgi/search.pl')
    return json(searchParams.get('page') === '1' ? grocerySearch : { ...grocerySearch, products: [] })
  const code = /(\d{8,14})\.json$/.exec(pathname)?.[1]
  const grocery = groceries.find((candidate) => candidate.code === code)
  const hit = hits.find((candidate) => candidate.code === code)
  if (grocery) return json(grocery)
  return hit ? json({ code, status: 1, product: hit }) : json({ code, status: 0 }, 404)
}

const prices = parsed('retailer_a/fixtures/open-prices.json')

function openPrices({ searchParams }: URL): FakeResponse {
  const { product_code } = (prices.items as Json[])[0] ?? {}
  const isKnown = searchParams.get('product_code') === product_code
  return json(isKnown ? prices : { items: [], page: 1, pages: 1, size: 1, total: 0 })
}

const agenda = parsed('ticketing/fixtures/openagenda-event.json')

function openAgenda({ searchParams }: URL): FakeResponse {
  if (searchParams.has('group_by')) return json({ results: [{ location_city: 'Nantes' }] })
  return json(Number(searchParams.get('offset') ?? 0) > 0 ? { ...agenda, results: [] } : agenda)
}

const show = parsed('ticketing/fixtures/ticketmaster-event.json')

function ticketmaster({ pathname }: URL): FakeResponse {
  if (pathname.endsWith(`/events/${show.id}.json`)) return json(show)
  const page = { size: 100, totalElements: 1, totalPages: 1, number: 0 }
  return pathname.endsWith('/events.json')
    ? json({ _embedded: { events: [show] }, page })
    : json({ errors: [{ code: 'DIS1004', status: '404' }] }, 404)
}

function brave({ pathname, searchParams }: URL): FakeResponse {
  const isNews = pathname.includes('/news/')
  const response = parsed(`${isNews ? 'newssearch' : 'websearch'}/fixtures/brave.json`)
  if (searchParams.get('offset') === '0') return json(response)
  return json(isNews ? { ...response, results: [] } : { ...response, web: undefined, mixed: { main: [] } })
}

function searxng({ searchParams }: URL): FakeResponse {
  if (searchParams.get('pageno') !== '1') return json({ results: [], unresponsive_engines: [] })
  const source = searchParams.get('categories') === 'news' ? 'newssearch' : 'websearch'
  return json(fixture(`${source}/fixtures/searxng.json`))
}

const norwegian = parsed('supplierdir/fixtures/bronnoysund.json')

function bronnoysund({ pathname, searchParams }: URL): FakeResponse {
  if (searchParams.get('navn')?.startsWith('tindvik'))
    return json(fixture('company/fixtures/bronnoysund.json'))
  const number = /\/enheter\/(\d+)$/.exec(pathname)?.[1]
  if (number === undefined) return json(norwegian)
  const { enheter } = norwegian._embedded as { enheter: Json[] }
  const entity = enheter.find((one) => one.organisasjonsnummer === number)
  return entity ? json(entity) : json('', 404)
}

const british = parsed('supplierdir/fixtures/companies-house-company.json')

function companiesHouse({ pathname, searchParams }: URL): FakeResponse {
  if (pathname === '/search/companies') return json(fixture('company/fixtures/companies-house.json'))
  if (pathname.startsWith('/company/'))
    return pathname.endsWith(`/${british.company_number}`) ? json(british) : json({ errors: [] }, 404)
  return searchParams.get('start_index') === '0'
    ? json(fixture('supplierdir/fixtures/companies-house.json'))
    : json('', 404)
}

const filings: readonly FakeFiling[] = [
  { accession: '000210045726000003', cik: '0002100457', form: 'D', filedOn: '2026-11-13', xml: formD },
  { accession: '000210000126000060', cik: '0002100833', form: 'C-U', filedOn: '2026-11-12', xml: formCU },
]

const wikis = { company: fakeWikidata('company'), socialnet: fakeWikidata('socialnet') }

/** Two fixtures have different companies with the same name, so each source has its own fake. */
export type OpenDataSource = keyof typeof wikis

/** By the name of the API. */
export const openData = (source: OpenDataSource): Readonly<Record<string, FakeApi>> => ({
  'open-food-facts': openFoodFacts,
  'open-prices': openPrices,
  openagenda: openAgenda,
  ticketmaster,
  brave,
  searxng,
  gdelt: () => json(fixture('newssearch/fixtures/gdelt.json')),
  'recherche-entreprises': ({ searchParams }) =>
    json(
      fixture(
        searchParams.get('q')?.startsWith('voiles')
          ? 'company/fixtures/recherche-entreprises.json'
          : 'supplierdir/fixtures/recherche-entreprises.json',
      ),
    ),
  bronnoysund,
  'companies-house': companiesHouse,
  'sec-edgar': (url) => edgarResponse(filings, url),
  wikidata: (url) => json(wikis[source].respond(url)),
})

/** A `get` that calls these fakes; `findName` maps a host to the name of its API. */
export const openDataGet =
  (source: OpenDataSource, findName: (host: string) => string | undefined): Get =>
  async (address) => {
    const url = new URL(address)
    const response = openData(source)[findName(url.hostname) ?? '']
    if (!response) throw new Error(`no fake API at ${address}`)
    return { url: address, ...response(url), headers: { date: openDataDate } }
  }

export type OpenLookup = { path: `/v2/${string}`; provider: string; params: Record<string, string | number> }

const trade = 'https://annuaire-entreprises.data.gouv.fr/rechercher?terme=robinetterie'
const words = { query: 'tide power' }

export const openLookups: readonly OpenLookup[] = [
  { path: '/v2/company', provider: 'wikidata', params: { query: 'harborline.example' } },
  { path: '/v2/company', provider: 'recherche-entreprises', params: { query: 'voiles de la rance' } },
  { path: '/v2/company', provider: 'bronnoysund', params: { query: 'tindvik seilmakeri' } },
  { path: '/v2/company', provider: 'companies-house', params: { query: 'gannethorpe sails' } },
  { path: '/v2/company/suggest', provider: 'wikidata', params: { query: 'harbor' } },
  { path: '/v2/company/social', provider: 'wikidata', params: { query: 'harborline.example' } },
  { path: '/v2/socialnet/company/info', provider: 'wikidata', params: { query: 'harborline-instruments' } },
  { path: '/v2/retailer_a/product', provider: 'open-prices', params: { query: '3210100000009' } },
  { path: '/v2/retailer_a/search', provider: 'open-food-facts', params: { query: 'oriel' } },
  { path: '/v2/retailer_b/product', provider: 'open-food-facts', params: { query: 'pr-3250100000005' } },
  { path: '/v2/retailer_b/search', provider: 'open-food-facts', params: { query: 'oriel' } },
  { path: '/v2/ticketing/event', provider: 'openagenda', params: { query: '70411902' } },
  { path: '/v2/ticketing/event', provider: 'ticketmaster', params: { query: 'Q7bzZkn9Tide-1' } },
  { path: '/v2/ticketing/search', provider: 'openagenda', params: { query: 'jazz', domain: 'fr' } },
  { path: '/v2/ticketing/search', provider: 'ticketmaster', params: { query: 'tide', domain: 'com' } },
  { path: '/v2/newssearch/news', provider: 'searxng', params: words },
  { path: '/v2/newssearch/news', provider: 'brave', params: words },
  { path: '/v2/newssearch/news', provider: 'gdelt', params: words },
  { path: '/v2/websearch/search', provider: 'searxng', params: words },
  { path: '/v2/websearch/search', provider: 'brave', params: words },
  { path: '/v2/startupdb/funding_rounds', provider: 'sec-edgar', params: { days_since_announcement: 7 } },
  ...['otter-sons-robotics-inc--000210045726000003', 'lichen-bakery-llc--000210000126000060'].map(
    (query): OpenLookup => ({
      path: '/v2/startupdb/funding_round',
      provider: 'sec-edgar',
      params: { query },
    }),
  ),
  { path: '/v2/supplierdir/search', provider: 'recherche-entreprises', params: { query: trade } },
  { path: '/v2/supplierdir/company', provider: 'recherche-entreprises', params: { query: '900000017' } },
  {
    path: '/v2/supplierdir/search',
    provider: 'bronnoysund',
    params: { query: 'https://data.brreg.no/enhetsregisteret/api/enheter?naeringskode=28.14' },
  },
  { path: '/v2/supplierdir/company', provider: 'bronnoysund', params: { query: '900000014' } },
  {
    path: '/v2/supplierdir/search',
    provider: 'companies-house',
    params: {
      query: 'https://api.company-information.service.gov.uk/advanced-search/companies?sic_codes=28140',
    },
  },
  { path: '/v2/supplierdir/company', provider: 'companies-house', params: { query: '90000017' } },
]
