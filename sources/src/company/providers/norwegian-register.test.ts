// Norwegian companies by name: each field, and which company a name means.
import { readFileSync } from 'node:fs'
import type { Page } from '@quarry/kit/outcome'
import { expect, test } from 'vitest'
import { companyNorwegianRegister } from './norwegian-register.ts'

const saved = readFileSync(new URL('../fixtures/bronnoysund.json', import.meta.url), 'utf8')
const [first, second] = (JSON.parse(saved) as { _embedded: { enheter: Record<string, unknown>[] } })._embedded
  .enheter
const toPage = (body: unknown, status = 200): Page => ({
  url: 'https://data.brreg.no/enhetsregisteret/api/enheter?navn=tindvik+seilmakeri&page=0',
  status,
  contentType: 'application/json',
  body: JSON.stringify(body),
})
const byName = (name: string, entities: unknown[] = [first, second]) =>
  companyNorwegianRegister.extract(
    toPage({
      _embedded: { enheter: entities },
      page: { size: 100, totalElements: entities.length, totalPages: 1, number: 0 },
    }),
    { domain: null, name },
  )

const tindvik = {
  name: 'TINDVIK SEILMAKERI AS',
  domain: 'tindvik.example',
  website: 'https://www.tindvik.example/',
  description: null,
  industry: 'Produksjon av utvalgte artikler av tekstiler',
  founded: 1988,
  staff_range: '50-200',
  staff_count: 84,
  headquarter: { city: 'STAVANGER', country: 'NO' },
  logo_url: null,
  specialities: [],
}

test.each(['tindvik seilmakeri', 'Tindvik Seilmakeri AS'])('the name %s finds one company', (name) => {
  expect(byName(name)).toEqual({
    kind: 'found',
    record: tindvik,
    form: 'bronnoysund',
    source: 'https://virksomhet.brreg.no/nb/oppslag/enheter/900000030',
  })
})

test('of several companies none is chosen, never the most similar, and none that has ended', () => {
  expect(byName('tindvik')).toEqual({ kind: 'not_found' })
  const twin = { ...first, organisasjonsnummer: '900000057' }
  expect(byName('tindvik seilmakeri', [first, twin])).toEqual({ kind: 'not_found' })
  expect(byName('tindvik seilmakeri', [{ ...twin, konkurs: true }, first])).toMatchObject({ record: tindvik })
  expect(byName('tindvik seilmakeri', [{ ...first, organisasjonsform: { kode: 'ENK' } }])).toEqual({
    kind: 'not_found',
  })
})

test('the register does not state a number of employees below five, so the record has neither number nor class', () => {
  const small = { ...first, antallAnsatte: undefined, harRegistrertAntallAnsatte: true }
  expect(byName('tindvik seilmakeri', [small])).toMatchObject({
    record: { staff_count: null, staff_range: null },
  })
  expect(byName('tindvik seilmakeri utleie')).toMatchObject({ record: { domain: null, website: null } })
})

test('an entity of another form is a changed page, and domains are refused', () => {
  for (const page of [toPage('<html>'), toPage({}, 404)])
    expect(() => companyNorwegianRegister.extract(page, { domain: null, name: 'x' })).toThrow(
      expect.objectContaining({ reason: 'page_changed' }),
    )
  expect(() => byName('tindvik seilmakeri', [{ ...first, antallAnsatte: {} }])).toThrow(
    expect.objectContaining({ reason: 'page_changed' }),
  )
  const refused = (domain: string | null, name: string | null) =>
    companyNorwegianRegister.cannotAnswer?.({ domain, name })
  expect(refused('tindvik.example', null)).toMatchObject({ problem: expect.stringContaining('Norwegian') })
  expect(refused(null, '28.14')).toMatchObject({ problem: expect.stringContaining('not a code') })
  expect(refused(null, 'tindvik')).toBeNull()
  expect(companyNorwegianRegister.paramsFromUrl(toPage('').url)).toEqual({ query: 'tindvik seilmakeri' })
})
