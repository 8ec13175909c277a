// French companies by name: each field, which company a name means, and invalid responses.
import { readFileSync } from 'node:fs'
import type { Page } from '@quarry/kit/outcome'
import { expect, test } from 'vitest'
import { companyFrenchRegister } from './french-register.ts'

const saved = readFileSync(new URL('../fixtures/recherche-entreprises.json', import.meta.url), 'utf8')
const { results, ...counts } = JSON.parse(saved) as { results: Record<string, unknown>[] }
const page = (body: unknown, status = 200): Page => ({
  url: 'https://recherche-entreprises.api.gouv.fr/search?q=voiles+de+la+rance&page=1',
  status,
  contentType: 'application/json',
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const byName = (name: string, companies: unknown[] = results) =>
  companyFrenchRegister.extract(page({ ...counts, results: companies }), { domain: null, name })

const voiles = {
  name: 'VOILES DE LA RANCE',
  domain: null,
  website: null,
  description: null,
  industry: "Fabrication d'articles textiles, sauf habillement",
  founded: 1987,
  staff_range: '10-50',
  staff_count: null,
  headquarter: { city: 'SAINT-MALO', country: 'FR' },
  logo_url: null,
  specialities: [],
}

test.each(['voiles de la rance', 'VOILES DE LA RANCE SAS', 'Voilés de la Rance (VDR)'])(
  'the name %s finds the one company that has it, with what the register states',
  (name) => {
    expect(byName(name)).toEqual({
      kind: 'found',
      record: voiles,
      form: 'recherche-entreprises',
      source: 'https://annuaire-entreprises.data.gouv.fr/entreprise/900000033',
    })
  },
)

test('of several companies none is chosen, and never the most similar', () => {
  const [first] = results
  expect(byName('voiles')).toEqual({ kind: 'not_found' })
  expect(byName('atelier du gréement')).toEqual({ kind: 'not_found' })
  expect(byName('voiles de la rance', [first, { ...first, siren: '900000099' }])).toEqual({
    kind: 'not_found',
  })
  // An exact name goes before one that differs by its legal form.
  const withForm = {
    ...first,
    siren: '900000099',
    nom_complet: 'VOILES DE LA RANCE SARL',
    nom_raison_sociale: null,
  }
  expect(byName('voiles de la rance', [withForm, first])).toMatchObject({ record: voiles })
  const trader = { ...first, complements: { est_entrepreneur_individuel: true } }
  expect(byName('voiles de la rance', [trader])).toEqual({ kind: 'not_found' })
})

test.each([
  [{ tranche_effectif_salarie: '41' }, { staff_range: null }],
  [{ tranche_effectif_salarie: '53' }, { staff_range: 'over-10k' }],
  [{ tranche_effectif_salarie: 'NN' }, { staff_range: null }],
  [
    { tranche_effectif_salarie: null, date_creation: null },
    { staff_range: null, founded: null },
  ],
  [{ activite_principale: '99.99Z' }, { industry: null }],
  [{ siege: { libelle_pays_etranger: 'BELGIQUE' } }, { headquarter: { city: null, country: 'BELGIQUE' } }],
  [{ siege: null }, { headquarter: null }],
])('%j gives %j', (change, fields) => {
  expect(byName('voiles de la rance', [{ ...results[0], ...change }])).toMatchObject({
    record: { ...voiles, ...fields },
  })
})

test('domains and very short names are refused', () => {
  const refused = (domain: string | null, name: string | null) =>
    companyFrenchRegister.cannotAnswer?.({ domain, name })
  expect(refused('rance.example', null)).toEqual({
    parameter: 'query',
    problem: 'must be a company name for the French register, which knows no domains',
  })
  expect(refused(null, 'ab')).toMatchObject({ problem: expect.stringContaining('at least 3 characters') })
  expect(refused('rance.example', 'rance.example')).toBeNull()
})

test.each([
  ['a page of HTML', '<html>'],
  ['an error', { erreur: 'x' }],
  ['a name of another type', { ...counts, results: [{ ...results[0], nom_raison_sociale: {} }] }],
])('%s is a changed page', (_, body) => {
  for (const status of [200, 404])
    expect(() =>
      companyFrenchRegister.extract(page(body, status), { domain: null, name: 'voiles de la rance' }),
    ).toThrow(expect.objectContaining({ reason: 'page_changed' }))
})

test('a saved response is looked up by the words of its address', () => {
  expect(companyFrenchRegister.paramsFromUrl(page('').url)).toEqual({ query: 'voiles de la rance' })
})
