// Queries and records of the four endpoints, separate from the endpoints so that providers can import them.
import { readCompanyDomain } from '@quarry/kit/read/company-domain'
import { readFields } from '@quarry/kit/read/read-fields'
import { staffRanges } from '@quarry/kit/read/staff-range'
import { integer, list, namedObject, nullable, object, oneOf, type Static, text } from '@quarry/kit/schema'

const domain = text('fenmont.example', 'Bare and in lower case, without `www.`.')
const logoUrl = nullable(text('https://www.company.example/logos/fenmont-7718.png', { format: 'uri' }))

export const domainParams = object({
  query: text('fenmont.example', {
    description: "The company's domain: bare, with www. or as a web address.",
    maxLength: 2048,
  }),
})
export type DomainQuery = { domain: string }
export const parseDomainQuery = ({ query }: Static<typeof domainParams>): DomainQuery => ({
  domain: readCompanyDomain(query, 'query'),
})

const headquarter = namedObject('CompanyHeadquarter', {
  city: nullable(text('Hamburg')),
  country: nullable(text('DE', 'A code of two letters, or a name where the site has one.')),
})

export const companyRecord = object({
  name: text('Fenmont'),
  domain: nullable(
    text(
      'fenmont.example',
      'Bare and in lower case, without `www.`. Null where a register knows no website.',
    ),
  ),
  website: nullable(text('https://www.fenmont.example', { format: 'uri' })),
  description: nullable(text('Unsere Werkstatt baut eine leise Anlage.')),
  industry: nullable(text('Renewable Energy Power Generation')),
  founded: nullable(integer(1998, 'The year.')),
  staff_range: nullable(
    oneOf(
      staffRanges,
      'The class that `staff_count` is in; without a number, the class that the page states. Null also for 501 to 1,000, which has no class here.',
    ),
  ),
  staff_count: nullable(integer(1184, 'Number of employees.')),
  headquarter: nullable(headquarter),
  logo_url: logoUrl,
  specialities: list(text('wind turbines')),
})
export type CompanyRecord = Static<typeof companyRecord>

export const emptyEntry = readFields(companyRecord, null)

/** At least one is set. A name that looks like a domain (`Booking.com`) is both; providers try the domain first. */
export type CompanyQuery = { domain: string | null; name: string | null }

/** For providers that know no domains. */
export const refuseDomain = (register: string) =>
  `must be a company name for the ${register} register, which knows no domains`

/** Null if neither is known. */
export const toHeadquarter = (city: string | null, country: string | null): CompanyRecord['headquarter'] =>
  city === null && country === null ? null : { city, country }

export const maxSuggestions = 10
const suggestion = namedObject('CompanySuggestion', { name: text('Fenmont'), domain, logo_url: logoUrl })
export const suggestRecord = list(suggestion, { maxItems: maxSuggestions })
export type Suggestion = Static<typeof suggestion>
/** The first letters of a name or a domain, in lower case. */
export type SuggestQuery = { beginning: string }

const profile = namedObject('CompanySocialProfile', {
  network: text(
    'socialnet',
    'The name of the network as in its address, such as `socialnet`; its own name, such as `telegram`, if the address has none.',
  ),
  url: text('https://www.socialnet.example/company/fenmont', { format: 'uri' }),
  handle: nullable(
    text('fenmont', 'The name of the company on the network. Null where the address has none.'),
  ),
})
export const socialRecord = object({ domain, profiles: list(profile) })
export type SocialRecord = Static<typeof socialRecord>
export type SocialProfile = Static<typeof profile>
