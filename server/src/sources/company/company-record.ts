// A company as callers get it, apart from the endpoint, so that readers need not know it.
import { staffRanges } from '../../extract/staff-range.ts'
import { integer, list, nullable, object, oneOf, type Static, text } from '../../lib/schema.ts'

export const record = object({
  name: text('Fenmont'),
  domain: text('fenmont.example'),
  website: nullable(text('https://www.fenmont.example')),
  description: nullable(text('Unsere Werkstatt baut eine leise Anlage.')),
  industry: nullable(text('Renewable Energy Power Generation')),
  founded: nullable(integer(1998)),
  staff_range: nullable(
    oneOf(staffRanges, { description: 'Null also for 501 to 1,000 employees, which has no class here.' }),
  ),
  staff_count: nullable(integer(1184)),
  headquarter: nullable(object({ city: nullable(text('Hamburg')), country: nullable(text('DE')) })),
  logo_url: nullable(text('https://www.company.example/logos/fenmont-7718.png')),
  specialities: list(text('wind turbines')),
})

export type CompanyRecord = Static<typeof record>

/** What a page says of a company; its domain is known from the page's address. */
export type CompanyFacts = Omit<CompanyRecord, 'domain' | 'name'> & { name: string | null }
