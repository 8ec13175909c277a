// Suppliers and profiles of the British register: fields, omitted persons, paging, and invalid responses.
import { readFileSync } from 'node:fs'
import type { Get, Page } from '@quarry/kit/outcome'
import { onProvider } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { companiesHouse, isBritishNumber } from '../../apis/companies-house.ts'
import { company } from '../company.ts'
import { search } from '../search.ts'
import { bronnoysundSearch } from './bronnoysund.ts'
import { companiesHouseCompany, companiesHouseSearch } from './companies-house.ts'
import { companySite } from './company-site.ts'
import { registerSearch } from './recherche-entreprises.ts'
import { site } from './site.ts'

const { find, parse } = onProvider(search, companiesHouseSearch)
const profile = onProvider(company, companiesHouseCompany)
type Company = Record<string, unknown>
const readFixture = (name: string) =>
  readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8')
const saved = readFixture('companies-house')
const one = JSON.parse(readFixture('companies-house-company')) as Company
const [first, second] = (JSON.parse(saved) as { items: Company[] }).items
const root = 'https://api.company-information.service.gov.uk'
const api = `${root}/advanced-search/companies`
const toPage = (body: unknown, change: Partial<Page> = {}): Page => ({
  url: `${api}?sic_codes=28140&size=25&start_index=0`,
  status: 200,
  contentType: 'application/json',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...change,
})
const query = parse({ query: `${api}?sic_codes=28140` })
const extract = (page: Page, params = query) => {
  const outcome = companiesHouseSearch.extract(page, params)
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return outcome
}
const toResponse = (items: unknown[], hits: unknown = items.length) => toPage({ hits, items })

const address = {
  ...{ zip: 'TR27 9ZZ', city: 'Hayle', zip4: null, state: 'ENG', state_name: 'England', county: 'Cornwall' },
  ...{ country: 'GB', address1: '7 Foundry Quay', address2: 'Hayle Harbour', address3: null },
  ...{ latitude: null, longitude: null },
}
const penhallow = {
  url: 'https://find-and-update.company-information.service.gov.uk/company/90000017',
  name: 'PENHALLOW VALVES LIMITED',
  type: 'M',
  address,
  heading: null,
  headings: [
    { heading_id: '28140', natural_name: null },
    { heading_id: '46690', natural_name: null },
  ],
  website: null,
  tgrams_id: '90000017',
  year_founded: '1968',
}

test('a supplier has the place, trades and founding year of its company', () => {
  const { record, ...reading } = extract(toPage(saved))
  expect(record.results[0]).toMatchObject(penhallow)
  expect(record.results[1]).toMatchObject({
    ...{ tgrams_id: 'SC900025', year_founded: null },
    // The line that names a person is dropped.
    address: { state: 'SCT', country: 'GB', zip: null, address1: null, address2: 'Brass House, Kelp Road' },
  })
  expect(record.pagination).toEqual({
    ...{ current: 1, per_page: 25, total_pages: 1, has_next_page: false, total_results: 2 },
  })
  expect(reading).toMatchObject({
    form: 'companies-house',
    source: `${api}?sic_codes=28140`,
    lists: [{ list: 'results', shown: 2, read: 2 }],
  })
})

test('people are not stored, and a stored response gives the same record', () => {
  for (const page of [toPage(saved), toPage(one)])
    expect(companiesHouse.redact?.(page).body).not.toMatch(/aldwyn|morag|officers/i)
  const stored = companiesHouse.redact?.(toPage(saved))
  expect(stored && extract(stored)).toEqual(extract(toPage(saved)))
  expect(() => companiesHouse.redact?.(toPage('<html>'))).toThrow()
})

test('a trade is searched by its code and a name by its words, among active companies only', async () => {
  const urls: URL[] = []
  const get: Get = async (url) => {
    urls.push(new URL(url))
    return { ...toResponse([first, second], 30), url }
  }
  await find({ query: `${api}?sic_codes=28140&page_number=2` }, get)
  const people = 'https://find-and-update.company-information.service.gov.uk/advanced-search/get-results'
  const byName = await find({ query: `${people}?companyNameIncludes=penhallow+valves&sicCodes=&page=2` }, get)
  expect(urls.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
    { sic_codes: '28140', company_status: 'active,open', size: '25', start_index: '25' },
    {
      ...{ company_name_includes: 'penhallow valves', company_status: 'active,open' },
      ...{ size: '25', start_index: '25' },
    },
  ])
  if (byName.kind !== 'found') throw new Error(byName.kind)
  expect(byName.record.results).toEqual([])
  expect(byName.record.company_name_matches[0]).toMatchObject({ tgrams_id: '90000017', social: null })
  expect(byName.record.pagination).toMatchObject({ current: 2, total_pages: 2, has_next_page: false })
  for (const url of urls)
    expect(parse(companiesHouseSearch.paramsFromUrl(String(url)) as { query: string }).page).toBe(2)
})

test('no match is 404 without a body; beyond the last company the total is not known', () => {
  const nothing = toPage('', { status: 404 })
  const empty = { results: [], company_name_matches: [] }
  expect(extract(nothing).record).toMatchObject({
    ...empty,
    pagination: { total_pages: 0, total_results: 0 },
  })
  expect(extract(nothing, parse({ query: `${api}?sic_codes=28140&page=3` })).record).toMatchObject({
    ...empty,
    pagination: { current: 3, total_pages: null, total_results: null, has_next_page: false },
  })
  const stored = companiesHouse.redact?.(nothing)
  expect(stored && extract(stored).record).toMatchObject(empty)
})

test('a search with more companies than it returns is partial', () => {
  expect(extract(toResponse([first], 10_000))).toMatchObject({
    isPartial: true,
    record: { pagination: { total_pages: 400, has_next_page: true } },
  })
  expect(extract(toResponse([first], 9_999))).not.toHaveProperty('isPartial')
})

test.each([
  ['?sic_codes=', 'one sic_codes or sicCodes'],
  ['?sic_codes=28140&company_name_includes=a', 'one sic_codes or'],
  ['?sic_codes=2814', 'one SIC code of five digits'],
  ['?sic_codes=28140,28150', 'one SIC code of five digits'],
  ['?company_name_includes=28140', 'as sic_codes'],
  ['?sic_codes=28140&page_number=401', 'page_number from 1 to 400'],
  ['?sic_codes=28140&location=Leeds', 'without location'],
  ['/x', 'the URL of a search'],
])('the address %s is refused: %s', (end, problem) => {
  expect(() => parse({ query: `${api}${end}` })).toThrow(problem)
})

test('a search address of the register is accepted by no other provider, nor theirs by the register', () => {
  for (const other of [site, registerSearch, bronnoysundSearch])
    expect(other.cannotAnswer?.(query)).toMatchObject({ parameter: 'query' })
  expect(companiesHouseSearch.cannotAnswer?.(query)).toBeNull()
  const { register, ...directory } = query
  expect(companiesHouseSearch.cannotAnswer?.(directory)).toMatchObject({ parameter: 'query' })
})

test.each([
  ['a page of HTML', toPage('<html><h1>Sorry</h1></html>')],
  ['404 with a page of HTML', toPage('<html><h1>Not found</h1></html>', { status: 404 })],
  ['nothing', toPage('')],
  ['no counts', toPage({ items: [first] })],
  ['a count of another type', toResponse([first], 'many')],
  ['no list', toPage({ hits: 3 })],
  ['companies that are counted and not shown', toResponse([], 3)],
  ['a name of another type', toResponse([{ ...first, company_name: { en: 'x' } }])],
  ['trades of another type', toResponse([{ ...first, sic_codes: '28140' }])],
])('%s is a changed page', (_, page) => {
  expect(() => companiesHouseSearch.extract(page, query)).toThrow(
    expect.objectContaining({ reason: 'page_changed' }),
  )
})

test('a supplier of a search can be looked up by its url and by its tgrams_id', async () => {
  for (const text of [penhallow.url, '90000017', `${root}/company/90000017`]) {
    const outcome = await profile.find({ query: text }, async (url) => {
      expect(url).toBe(`${root}/company/90000017`)
      return toPage(one, { url })
    })
    expect(outcome).toMatchObject({
      kind: 'found',
      source: penhallow.url,
      record: {
        ...penhallow,
        products_and_services: null,
        ownership: { type: 'Private limited company', member_of: null },
        locations: [{ tgrams_id: '90000017', address }],
      },
    })
  }
  expect(companiesHouseCompany.paramsFromUrl(`${root}/company/90000017`)).toEqual({ query: penhallow.url })
})

test('numbers with letters belong to this register, in either case', async () => {
  const requests: string[] = []
  for (const text of ['sc900025', `${root}/company/SC900025`])
    await profile.find({ query: text }, async (url) => {
      requests.push(url)
      return toPage({ ...second, type: 'ltd' }, { url })
    })
  expect(requests).toEqual(Array(2).fill(`${root}/company/SC900025`))
  expect(['00445790', 'SC123456', 'R0000012', 'IP12345R'].map(isBritishNumber)).toEqual(Array(4).fill(true))
  expect(['445790', 'S1234567', 'SC12345', '900000014'].map(isBritishNumber)).toEqual(Array(4).fill(false))
  expect(companySite.cannotAnswer?.({ id: 'SC900025', slug: null })).toMatchObject({ parameter: 'query' })
  expect(companySite.cannotAnswer?.({ britishNumber: '90000017' })).toMatchObject({ parameter: 'query' })
  expect(companiesHouseCompany.cannotAnswer?.({ id: '900000014', slug: null })).toMatchObject({
    parameter: 'query',
  })
  for (const text of ['SC-900025', 'SCX00025', '12a'])
    expect(() => profile.parse({ query: text })).toThrow('tgrams_id')
})

test('a missing, dissolved or insolvent company is not found', async () => {
  const readProfile = (page: Page) => profile.find({ query: '90000017' }, async () => page)
  for (const page of [
    toPage({ errors: [{ error: 'company-profile-not-found' }] }, { status: 404 }),
    ...['dissolved', 'liquidation', 'administration'].map((status) =>
      toPage({ ...one, company_status: status }),
    ),
  ])
    expect(await readProfile(page)).toEqual({ kind: 'not_found' })
  for (const page of [
    toPage({ ...one, company_number: 'SC900025' }),
    toPage({ ...one, type: 7 }),
    toPage({}),
  ])
    await expect(readProfile(page)).rejects.toMatchObject({ reason: 'page_changed' })
})
