// Suppliers of the French register: fields, omitted persons, paging to the end, and invalid responses.
import { readFileSync } from 'node:fs'
import type { Get, Page } from '@quarry/kit/outcome'
import { onProvider } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { rechercheEntreprises } from '../../apis/recherche-entreprises.ts'
import { search } from '../search.ts'
import { registerSearch } from './recherche-entreprises.ts'

const { find, parse } = onProvider(search, registerSearch)
const saved = readFileSync(new URL('../fixtures/recherche-entreprises.json', import.meta.url), 'utf8')
const at = 'https://recherche-entreprises.api.gouv.fr/search?activite_principale=28.14Z&page=1'
const page = (body: unknown, change: Partial<Page> = {}): Page => ({
  url: at,
  status: 200,
  contentType: 'application/json',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...change,
})
const buildQuery = (term: string, more = '') => ({
  query: `https://annuaire-entreprises.data.gouv.fr/rechercher?terme=${encodeURIComponent(term)}${more}`,
})
const query = parse(buildQuery('robinetterie'))
const extract = (body: unknown) => {
  const outcome = registerSearch.extract(page(body), query)
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return outcome
}

test('a supplier has the place, trades and size of its company', () => {
  const { record, ...reading } = extract(saved)
  expect(record).toMatchObject({
    filters: [],
    pagination: { current: 1, per_page: 25, total_pages: 1, has_next_page: false, total_results: 2 },
    search_term: 'robinetterie',
    company_name_matches: [],
  })
  expect(reading).toMatchObject({
    form: 'recherche-entreprises',
    source: 'https://annuaire-entreprises.data.gouv.fr/rechercher?terme=robinetterie',
    lists: [{ list: 'results', shown: 2, read: 2 }],
  })
  expect(record.results[0]).toMatchObject({
    url: 'https://annuaire-entreprises.data.gouv.fr/entreprise/900000017',
    name: "ROBINETTERIES DE L'ORIEL (RDO)",
    type: 'M',
    address: {
      zip: '69800',
      city: 'SAINT-PRIEST',
      zip4: null,
      state: '84',
      county: 'Rhône',
      country: 'FR',
      address1: '12 B RUE DES TURBINES',
      address2: 'ZONE DU MOULIN',
      address3: 'BP 40',
      latitude: 45.7012,
      longitude: 4.9411,
      state_name: 'Auvergne-Rhône-Alpes',
    },
    heading: { name: "Fabrication d'autres articles de robinetterie", description: null },
    headings: [{ heading_id: '28.14Z', natural_name: "Fabrication d'autres articles de robinetterie" }],
    tgrams_id: '900000017',
    annual_sales: '12500000 EUR (2024)',
    year_founded: '1968',
    number_employees: '100-199',
    is_multi_location: true,
    capabilities: [{ type: 'Labels', names: ['Qualiopi', 'Entreprise du patrimoine vivant'] }],
    website: null,
    primary_phone: null,
  })
  expect(record.results[1]).toMatchObject({
    address: { address1: 'LE BOURG', address2: null, county: 'Finistère' },
    annual_sales: null,
    number_employees: null,
    is_multi_location: false,
    capabilities: [],
  })
})

type Saved = { results: Record<string, unknown>[]; total_results: number }
const [first, second] = (JSON.parse(saved) as Saved).results

test('people are left out: officers, also of stored responses, and sole traders', () => {
  expect(saved).toContain('VERDIN')
  expect(JSON.stringify(extract(saved))).not.toContain('VERDIN')
  const stored = rechercheEntreprises.redact?.(page(saved))
  expect(stored?.body).not.toMatch(/VERDIN|ODILE|1971|dirigeants/)
  expect(stored && registerSearch.extract(stored, query)).toEqual(registerSearch.extract(page(saved), query))
  expect(() => rechercheEntreprises.redact?.(page('<html>'))).toThrow()
  const people = [
    { ...first, complements: { est_entrepreneur_individuel: true } },
    { ...first, statut_diffusion: 'P', nom_complet: '[NON-DIFFUSIBLE]' },
    second,
  ]
  const { record } = extract({ results: people, total_results: 3, page: 1, per_page: 25, total_pages: 1 })
  expect(record.results.map(({ tgrams_id: id }) => id)).toEqual(['900000025'])
})

/** A fake register with `count` companies, and the requests it received. */
function fakeRegister(hits: number) {
  const urls: URL[] = []
  const get: Get = async (address) => {
    const { searchParams } = new URL(address)
    urls.push(new URL(address))
    const [number, size] = [Number(searchParams.get('page')), Number(searchParams.get('per_page'))]
    const length = Math.max(0, Math.min(size, hits - (number - 1) * size))
    const results = Array.from({ length }, (_, index) => ({
      ...first,
      siren: String(900_000_000 + (number - 1) * size + index),
    }))
    return page({
      results,
      total_results: hits,
      page: number,
      per_page: size,
      total_pages: Math.ceil(hits / size),
    })
  }
  return { get, urls }
}

test.each([0, 1, 99, 100, 101, 1000])('%i hits are paged through without repeats or gaps', async (hits) => {
  const { get } = fakeRegister(hits)
  const seen: unknown[] = []
  for (let number = 1, hasNext = true; hasNext; number += 1) {
    const outcome = await find(buildQuery('robinetterie', `&page=${number}`), get)
    if (outcome.kind !== 'found') throw new Error(outcome.kind)
    seen.push(...outcome.record.results.map(({ tgrams_id: id }) => id))
    hasNext = outcome.record.pagination.has_next_page === true
  }
  expect(seen).toEqual(Array.from({ length: hits }, (_, index) => String(900_000_000 + index)))
})

test('trades are searched by their codes, among active companies only and without officers', async () => {
  const { get, urls } = fakeRegister(1)
  await find(buildQuery('pompes', '&page=3'), get)
  expect(Object.fromEntries(urls[0]?.searchParams ?? [])).toEqual({
    activite_principale: expect.stringContaining('28.13Z'),
    etat_administratif: 'A',
    est_entrepreneur_individuel: 'false',
    minimal: 'true',
    include: 'siege,finances,complements',
    page: '3',
    per_page: '25',
  })
  const all = { ...JSON.parse(saved), total_results: 10_000, total_pages: 400 }
  expect(extract(all)).toMatchObject({ isPartial: true })
})

test('a search address is read by its words and page, and one with further filters is refused', () => {
  expect(parse(buildQuery('  vis  et boulons ', '&page=2'))).toEqual({
    term: 'vis et boulons',
    page: 2,
    path: '/suppliers/search',
    search: '?searchterm=vis+et+boulons&page_number=2',
  })
  expect(parse(buildQuery('vis', '&page=1'))).toEqual(parse(buildQuery('vis', '&etat=')))
  // Clients use one name for the page parameter of all addresses of the endpoint.
  expect(parse(buildQuery('vis', '&page_number=7'))).toEqual(parse(buildQuery('vis', '&page=7')))
  for (const more of [
    ...['&page=0', '&page=401', '&page=x', '&page=1&page=2', '&page=1&page_number=2', '&page_number=0'],
    ...['&terme=b', '&cp_dep=75'],
  ])
    expect(() => parse(buildQuery('vis', more)), more).toThrow(/query must be/)
  for (const path of ['/entreprise/900000017', '/rechercher', '/'])
    expect(() => parse({ query: `https://annuaire-entreprises.data.gouv.fr${path}` }), path).toThrow(
      /query must be/,
    )
})

test.each([
  [{ term: null }, 'not a category'],
  [{ term: 'xy' }, 'at least 3 characters of a name'],
  [{ term: 'fabrication' }, 'more precisely'],
  [{ page: 401 }, 'at most page 400'],
  [{ search: '?searchterm=vis&filters=mat-brass' }, 'without filters'],
])('%j is refused', (change, problem) => {
  expect(registerSearch.cannotAnswer?.(query)).toBeNull()
  expect(registerSearch.cannotAnswer?.({ ...query, ...change })).toEqual({
    parameter: 'query',
    problem: expect.stringContaining(problem),
  })
})

const counted = { total_results: 1, page: 1, per_page: 25, total_pages: 1 }

test.each([
  ['a page of HTML', '<html><body><h1>Erreur</h1></body></html>'],
  ['nothing', ''],
  ['JSON that is cut off', saved.slice(0, 300)],
  ['an error', { erreur: 'Veuillez indiquer au moins un paramètre de recherche.' }],
  ['no counts', { results: [first] }],
  ['companies that are counted and not shown', { ...counted, results: [] }],
  ['companies of another type', { ...counted, results: { 0: first } }],
  ['a name of another type', { ...counted, results: [{ ...first, nom_complet: { fr: 'x' } }] }],
  ['a number of another type', { ...counted, results: [{ ...first, siren: 900000017 }] }],
])('%s is a changed page', (_, body) => {
  const changed = expect.objectContaining({ reason: 'page_changed' })
  for (const status of [200, 404])
    expect(() => registerSearch.extract(page(body, { status }), query)).toThrow(changed)
})

test('the parameters of a saved response are the trade in its address', () => {
  const params = registerSearch.paramsFromUrl?.(at) as { query: string }
  expect(registerSearch.cannotAnswer?.(parse(params))).toBeNull()
  expect(parse(params).term).toBe("Fabrication d'autres articles de robinetterie")
})

test('words that are not in the label of any trade are searched as the name of a company', async () => {
  const { get, urls } = fakeRegister(30)
  const outcome = await find(buildQuery('Oriel & fils'), get)
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  expect([urls[0]?.searchParams.get('q'), urls[0]?.searchParams.has('activite_principale')]).toEqual([
    'Oriel & fils',
    false,
  ])
  const { results, company_name_matches: matches, pagination } = outcome.record
  expect([results, matches.length, pagination.total_results]).toEqual([[], 25, 30])
  expect(matches[0]).toMatchObject({ tgrams_id: '900000000', social: null, location_types: [] })
  expect(matches[0]).not.toHaveProperty('capabilities')
  const [url] = urls
  expect(registerSearch.paramsFromUrl?.(String(url))).toEqual({
    query: `${buildQuery('Oriel & fils').query.replaceAll('%20', '+')}&page=1`,
  })
})

test('the last page may be empty', () => {
  const empty = { results: [], total_results: 26, per_page: 25, total_pages: 2 }
  expect(extract({ ...empty, page: 2 })).toMatchObject({ record: { results: [] } })
  expect(() => extract({ ...empty, page: 1 })).toThrow(expect.objectContaining({ reason: 'page_changed' }))
})

test('codes of both nomenclatures are read', () => {
  const read = (change: object) => {
    const { record } = extract({ results: [{ ...first, ...change }], ...counted })
    return record.results[0]?.headings
  }
  const label = "Fabrication d'autres articles de robinetterie"
  expect(read({ activite_principale_naf25: '28.14Y' })).toEqual([
    { heading_id: '28.14Z', natural_name: label },
    { heading_id: '28.14Y', natural_name: null },
  ])
  expect(read({ activite_principale: null, activite_principale_naf25: '28.14Y' })).toEqual([
    { heading_id: '28.14Y', natural_name: null },
  ])
})
