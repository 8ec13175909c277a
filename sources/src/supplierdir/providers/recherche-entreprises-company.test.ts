// A company of the French register: by number and by address, its fields, and omitted persons.
import { readFileSync } from 'node:fs'
import type { Get, Page } from '@quarry/kit/outcome'
import { onProvider } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { company } from '../company.ts'
import { companySite } from './company-site.ts'
import { registerCompany } from './recherche-entreprises.ts'

const { find, parse } = onProvider(company, registerCompany)
const saved = readFileSync(new URL('../fixtures/recherche-entreprises.json', import.meta.url), 'utf8')
const page = (body: unknown): Page => ({
  url: 'https://recherche-entreprises.api.gouv.fr/search?q=900000017&page=1',
  status: 200,
  contentType: 'application/json',
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const at = (siren: string) => `https://annuaire-entreprises.data.gouv.fr/entreprise/${siren}`
const none = { results: [], total_results: 0, page: 1, per_page: 25, total_pages: 0 }

test('a supplier of a search can be looked up by its url and by its tgrams_id', async () => {
  const urls: URL[] = []
  const get: Get = async (url) => {
    urls.push(new URL(url))
    return page(saved)
  }
  for (const query of [at('900000017'), at('robinetteries-de-l-oriel-900000017'), '900000017']) {
    const outcome = await find({ query }, get)
    if (outcome.kind !== 'found') throw new Error(outcome.kind)
    expect(outcome).toMatchObject({ form: 'recherche-entreprises', source: at('900000017') })
    const address = { city: 'SAINT-PRIEST', zip: '69800', country: 'FR', latitude: 45.7012 }
    expect(outcome.record).toMatchObject({
      url: at('900000017'),
      tgrams_id: '900000017',
      name: "ROBINETTERIES DE L'ORIEL (RDO)",
      address,
      annual_sales: '12500000 EUR (2024)',
      products_and_services: [{ id: '28.14Z', name: "Fabrication d'autres articles de robinetterie" }],
      certifications: [
        { name: 'Qualiopi', count: null },
        { name: 'Entreprise du patrimoine vivant', count: null },
      ],
      ownership: { type: 'Société par actions simplifiée (SAS)', member_of: null },
      locations: [{ url: at('900000017'), tgrams_id: '900000017', address }],
      contact: { phone: null, fax: null, email: null, website: null },
      ...{ brands: null, social: null, personnel: null, description: null, additional_information: null },
    })
  }
  expect(Object.fromEntries(urls[0]?.searchParams ?? [])).toMatchObject({
    q: '900000017',
    etat_administratif: 'A',
    est_entrepreneur_individuel: 'false',
    include: 'siege,finances,complements',
  })
})

test('another company, no company and a sole trader are not found', () => {
  const { results } = JSON.parse(saved) as { results: object[] }
  const trader = { ...results[0], complements: { est_entrepreneur_individuel: true } }
  for (const [body, siren] of [
    [saved, '900000033'],
    [none, '900000017'],
    [{ ...none, results: [trader], total_results: 1, total_pages: 1 }, '900000017'],
  ] as const)
    expect(registerCompany.extract(page(body), { siren })).toEqual({ kind: 'not_found' })
})

test('a response of another form is a changed page', () => {
  for (const body of ['<html>', { erreur: 'x' }, { results: [] }, { ...none, results: 'x' }])
    expect(() => registerCompany.extract(page(body), { siren: '900000017' })).toThrow(
      expect.objectContaining({ reason: 'page_changed' }),
    )
})

test('each provider refuses the numbers and addresses of the other one', () => {
  expect(registerCompany.cannotAnswer?.({ siren: '900000017' })).toBeNull()
  for (const query of [
    { id: '10000017', slug: null },
    { id: '900000017', slug: 'pluello' },
  ])
    expect(registerCompany.cannotAnswer?.(query)).toMatchObject({ parameter: 'query' })
  expect(companySite.cannotAnswer?.({ siren: '900000017' })).toMatchObject({ parameter: 'query' })
  expect(companySite.cannotAnswer?.({ id: '900000017', slug: null })).toBeNull()
  for (const path of ['/entreprise/90000001', '/rechercher?terme=x', '/'])
    expect(() => parse({ query: `https://annuaire-entreprises.data.gouv.fr${path}` })).toThrow(
      /query must be/,
    )
})

test('the parameters of a saved response are the number in its address', () => {
  expect(registerCompany.paramsFromUrl(page(saved).url)).toEqual({ query: at('900000017') })
})
