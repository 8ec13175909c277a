// Suppliers and profiles of the Norwegian register: fields, omitted persons, paging, and invalid responses.
import { readFileSync } from 'node:fs'
import type { Get, Page } from '@quarry/kit/outcome'
import { onProvider } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { bronnoysund, isEntityNumber } from '../../apis/bronnoysund.ts'
import { company } from '../company.ts'
import { search } from '../search.ts'
import { bronnoysundCompany, bronnoysundSearch } from './bronnoysund.ts'
import { companySite } from './company-site.ts'
import { registerCompany, registerSearch } from './recherche-entreprises.ts'
import { site } from './site.ts'

const { find, parse } = onProvider(search, bronnoysundSearch)
const profile = onProvider(company, bronnoysundCompany)
type Entity = Record<string, unknown>
const saved = readFileSync(new URL('../fixtures/bronnoysund.json', import.meta.url), 'utf8')
const [first, second] = (JSON.parse(saved) as { _embedded: { enheter: Entity[] } })._embedded.enheter
const api = 'https://data.brreg.no/enhetsregisteret/api/enheter'
const toPage = (body: unknown, change: Partial<Page> = {}): Page => ({
  url: `${api}?naeringskode=28.14&size=25&page=0`,
  status: 200,
  contentType: 'application/json',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...change,
})
const query = parse({ query: `${api}?naeringskode=28.14` })
const extract = (body: unknown) => {
  const outcome = bronnoysundSearch.extract(toPage(body), query)
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return outcome
}
const toResponse = (entities: unknown[], total = entities.length, number = 0) => ({
  ...(entities.length > 0 ? { _embedded: { enheter: entities } } : {}),
  page: { size: 25, totalElements: total, totalPages: Math.ceil(total / 25), number },
})

const address = {
  ...{ zip: '5003', city: 'BERGEN', zip4: null, state: '46', state_name: 'Vestland', county: 'BERGEN' },
  ...{ country: 'NO', address1: 'Dampskipskaien 7', address2: 'Bygg B', address3: null },
  ...{ latitude: null, longitude: null },
}
const vassdal = {
  url: 'https://virksomhet.brreg.no/nb/oppslag/enheter/900000014',
  name: 'VASSDAL VENTIL AS',
  type: 'M',
  address,
  heading: { name: 'Produksjon av kraner og ventiler ellers', description: null },
  headings: [
    { heading_id: '28.140', natural_name: 'Produksjon av kraner og ventiler ellers' },
    { heading_id: '46.640', natural_name: 'Engroshandel med andre maskiner og annet utstyr' },
  ],
  website: 'https://www.vassdal-ventil.example',
  tgrams_id: '900000014',
  year_founded: '1971',
  primary_phone: '55 00 01 40',
  number_employees: '84',
}

test('a supplier has the place, trades, staff, website and telephone of its entity', () => {
  const { record, ...reading } = extract(saved)
  expect(record.results[0]).toMatchObject(vassdal)
  expect(record.results[1]).toMatchObject({
    ...{ website: null, primary_phone: null, number_employees: null, year_founded: null },
    address: { state_name: 'Rogaland', county: 'STRAND' },
  })
  expect(record.pagination).toEqual({
    ...{ current: 1, per_page: 25, total_pages: 1, has_next_page: false, total_results: 2 },
  })
  expect(reading).toMatchObject({
    form: 'bronnoysund',
    source: `${api}?naeringskode=28.14`,
    lists: [{ list: 'results', shown: 2, read: 2 }],
  })
})

test('people are left out: sole traders, mail addresses, mobile numbers and names in addresses', () => {
  const trader = { ...first, organisasjonsform: { kode: 'ENK' }, navn: 'SIGRUN VASSDAL' }
  expect(extract(toResponse([trader, second])).record.results).toHaveLength(1)
  expect(bronnoysundCompany.extract(toPage(trader), { norwegianNumber: '900000014' })).toEqual({
    kind: 'not_found',
  })
  for (const page of [toPage(saved), toPage(first), toPage(trader), toPage(toResponse([trader]))]) {
    const stored = bronnoysund.redact?.(page)
    expect(stored?.body).not.toMatch(/sigrun|@|900 00 123|Postboks/i)
  }
  const stored = bronnoysund.redact?.(toPage(saved))
  expect(stored && bronnoysundSearch.extract(stored, query)).toEqual(extract(saved))
  expect(() => bronnoysund.redact?.(toPage('<html>'))).toThrow()
})

test('a trade is searched by its code and a name by its words, among active companies only', async () => {
  const urls: URL[] = []
  const get: Get = async (url) => {
    urls.push(new URL(url))
    return toPage(toResponse([first, second], 30, 1))
  }
  await find({ query: `${api}?naeringskode=28.14&page_number=2` }, get)
  const byName = await find({ query: `${api}?navn=Vassdal+ventil&page=1` }, get)
  expect(urls.map(({ searchParams }) => Object.fromEntries(searchParams))).toMatchObject([
    { naeringskode: '28.14', konkurs: 'false', underAvvikling: 'false', page: '1', size: '25' },
    { navn: 'Vassdal ventil', organisasjonsform: expect.not.stringContaining('ENK'), page: '1' },
  ])
  if (byName.kind !== 'found') throw new Error(byName.kind)
  expect(byName.record.results).toEqual([])
  expect(byName.record.company_name_matches[0]).toMatchObject({ tgrams_id: '900000014', social: null })
  expect(byName.record.pagination).toMatchObject({ current: 2, total_pages: 2, has_next_page: false })
  for (const url of urls)
    expect(parse(bronnoysundSearch.paramsFromUrl(String(url)) as { query: string }).page).toBe(2)
})

test.each([
  ['?navn=', 'one navn or naeringskode'],
  ['?navn=a&naeringskode=28', 'one navn or naeringskode'],
  ['?navn=a&page_number=0', 'page_number from 1 to 400'],
  ['?navn=a&page_number=401', 'page_number from 1 to 400'],
  ['?navn=a&page=0&page_number=1', 'one page_number'],
  ['?navn=a&kommunenummer=4601', 'without kommunenummer'],
  ['/900000014', 'the URL of a search'],
])('the address %s is refused: %s', (end, problem) => {
  expect(() => parse({ query: `${api}${end}` })).toThrow(problem)
})

test('a search address of the register is accepted by no other provider, nor theirs by the register', () => {
  for (const other of [site, registerSearch])
    expect(other.cannotAnswer?.(query)).toMatchObject({ parameter: 'query' })
  expect(bronnoysundSearch.cannotAnswer?.(query)).toBeNull()
  const { register, ...directory } = query
  expect(bronnoysundSearch.cannotAnswer?.(directory)).toMatchObject({ parameter: 'query' })
})

test.each([
  ['a page of HTML', '<html><h1>Feil</h1></html>'],
  ['nothing', ''],
  ['no counts', { _embedded: { enheter: [first] } }],
  ['a list of another type', { ...toResponse([first]), _embedded: { enheter: 'x' } }],
  ['entities that are counted and not shown', { page: { totalElements: 3, totalPages: 1, number: 0 } }],
  ['a name of another type', toResponse([{ ...first, navn: { nb: 'x' } }])],
  ['an entity without a legal form', toResponse([{ ...first, organisasjonsform: undefined }])],
])('%s is a changed page', (_, body) => {
  expect(() => bronnoysundSearch.extract(toPage(body), query)).toThrow(
    expect.objectContaining({ reason: 'page_changed' }),
  )
})

test('no match is an empty list', () => {
  expect(extract(toResponse([])).record).toMatchObject({ results: [], pagination: { total_results: 0 } })
})

test('a supplier of a search can be looked up by its url and by its tgrams_id', async () => {
  for (const text of [vassdal.url, '900000014', `${api}/900000014`]) {
    const outcome = await profile.find({ query: text }, async (url) => {
      expect(url).toBe(`${api}/900000014`)
      return toPage(first, { url })
    })
    expect(outcome).toMatchObject({
      kind: 'found',
      source: vassdal.url,
      record: {
        ...vassdal,
        products_and_services: [{ id: '28.140' }, { id: '46.640' }],
        ownership: { type: 'Aksjeselskap', member_of: null },
        contact: { phone: '55 00 01 40', fax: null, email: null, website: vassdal.website },
        locations: [{ tgrams_id: '900000014', address }],
      },
    })
  }
  expect(bronnoysundCompany.paramsFromUrl(`${api}/900000014`)).toEqual({ query: vassdal.url })
})

test('a missing, deleted or bankrupt entity is not found', async () => {
  const readProfile = (page: Page) => profile.find({ query: '900000014' }, async () => page)
  for (const page of [
    ...[404, 410].map((status) => toPage('', { status })),
    toPage({
      organisasjonsnummer: '900000014',
      navn: 'X',
      organisasjonsform: { kode: 'AS' },
      slettedato: '2026-01-02',
    }),
    toPage({ ...first, konkurs: true }),
  ])
    expect(await readProfile(page)).toEqual({ kind: 'not_found' })
  for (const page of [toPage(second), toPage({ ...first, navn: 7 }), toPage({})])
    await expect(readProfile(page)).rejects.toMatchObject({ reason: 'page_changed' })
})

test('only numbers with the right check digit are accepted', () => {
  expect(['900000014', '923609016'].map(isEntityNumber)).toEqual([true, true])
  expect(['900000015', '123456789', '90000001', '900000007'].map(isEntityNumber)).toEqual(
    Array(4).fill(false),
  )
  for (const text of ['900000015', '10000017'])
    expect(bronnoysundCompany.cannotAnswer?.({ id: text, slug: null })).toMatchObject({ parameter: 'query' })
  for (const other of [companySite, registerCompany])
    expect(other.cannotAnswer?.({ norwegianNumber: '900000014' })).toMatchObject({ parameter: 'query' })
})
