// A company as callers get it and ask for it, apart from the endpoint, so that readers need not know it.
import { staffRanges } from '@quarry/kit/read/staff-range'
import { integer, list, named, nullable, object, oneOf, type Static, text } from '@quarry/kit/schema'

const headquarter = object(
  {
    city: nullable(text('Hamburg')),
    country: nullable(
      text('DE', { description: 'A code of two letters, or a name where the site has one.' }),
    ),
  },
  named('CompanyHeadquarter'),
)

export const record = object({
  name: text('Fenmont'),
  domain: text('fenmont.example', { description: 'Bare and in lower case, without `www.`.' }),
  website: nullable(text('https://www.fenmont.example', { format: 'uri' })),
  description: nullable(text('Unsere Werkstatt baut eine leise Anlage.')),
  industry: nullable(text('Renewable Energy Power Generation')),
  founded: nullable(integer(1998, { description: 'The year.' })),
  staff_range: nullable(
    oneOf(staffRanges, {
      description:
        'The class that `staff_count` is in; without a number, the class that the page states. Null also for 501 to 1,000, which has no class here.',
    }),
  ),
  staff_count: nullable(integer(1184, { description: 'Number of employees.' })),
  headquarter: nullable(headquarter),
  logo_url: nullable(text('https://www.company.example/logos/fenmont-7718.png', { format: 'uri' })),
  specialities: list(text('wind turbines')),
})

export type CompanyRecord = Static<typeof record>

/** What a page says of a company; its domain is known from the page's address. */
export type CompanyFacts = Omit<CompanyRecord, 'domain' | 'name'> & { name: string | null }

/**
 * By its domain, its name in lower case, or both: a name may look like a domain (`Booking.com`), and is then looked
 * for as a domain first.
 */
export type CompanyQuery = { domain: string | null; name: string | null }
