// British companies by name: each field, which company a name means, and what is never stored.
import { readFileSync } from 'node:fs'
import type { Page } from '@quarry/kit/outcome'
import { expect, test } from 'vitest'
import { companiesHouse } from '../../apis/companies-house.ts'
import { companyBritishRegister } from './british-register.ts'

const saved = readFileSync(new URL('../fixtures/companies-house.json', import.meta.url), 'utf8')
const { items } = JSON.parse(saved) as { items: Record<string, unknown>[] }
const toPage = (body: unknown, status = 200): Page => ({
  url: 'https://api.company-information.service.gov.uk/search/companies?q=gannethorpe+sails',
  status,
  contentType: 'application/json',
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const byName = (name: string, companies: unknown[] = items) =>
  companyBritishRegister.extract(toPage({ items: companies }), { domain: null, name })

test.each(['gannethorpe sails', 'Gannethorpe Sails Ltd'])(
  '%s is the one active company of the name',
  (name) => {
    expect(byName(name)).toEqual({
      kind: 'found',
      record: {
        ...{
          name: 'GANNETHORPE SAILS LIMITED',
          domain: null,
          website: null,
          description: null,
          industry: null,
        },
        ...{ founded: 1991, staff_range: null, staff_count: null, logo_url: null, specialities: [] },
        headquarter: { city: 'Falmouth', country: 'GB' },
      },
      form: 'companies-house',
      source: 'https://find-and-update.company-information.service.gov.uk/company/90000033',
    })
  },
)

test('of several companies none is chosen, and never the most similar', () => {
  expect(byName('gannethorpe')).toEqual({ kind: 'not_found' })
  expect(byName('gannethorpe sails', [])).toEqual({ kind: 'not_found' })
  const twin = { ...items[0], company_number: '90000066' }
  expect(byName('gannethorpe sails', [...items, twin])).toEqual({ kind: 'not_found' })
})

test('a response of another form is a changed page, and domains are refused', () => {
  for (const body of ['<html>', '', {}, { items: 'x' }, { items: [{ ...items[0], title: 7 }] }])
    expect(() => companyBritishRegister.extract(toPage(body, 404), { domain: null, name: 'x' })).toThrow(
      expect.objectContaining({ reason: 'page_changed' }),
    )
  expect(companyBritishRegister.cannotAnswer?.({ domain: 'x.example', name: null })).toMatchObject({
    problem: expect.stringContaining('British register'),
  })
  expect(companyBritishRegister.paramsFromUrl(toPage('').url)).toEqual({ query: 'gannethorpe sails' })
})

test('people are not stored, and a stored response reads the same', () => {
  const address = { ...(items[0]?.address as object), care_of: 'Aldwyn Pryce' }
  const stored = companiesHouse.redact?.(toPage({ items: [{ ...items[0], address, snippet: 'Pryce' }] }))
  expect(stored?.body).not.toContain('Pryce')
  const query = { domain: null, name: 'gannethorpe sails' }
  expect(stored && companyBritishRegister.extract(stored, query)).toMatchObject({ kind: 'found' })
})
