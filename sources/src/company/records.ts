// Queries and records of the four endpoints, separate from the endpoints so that providers can import them.
import { readCompanyDomain } from '@quarry/kit/read/company-domain'
import { staffRanges } from '@quarry/kit/read/staff-range'
import { integer, list, named, nullable, number, object, oneOf, type Static, text } from '@quarry/kit/schema'

const domain = text('fenmont.example', { description: 'Bare and in lower case, without `www.`.' })
const logoUrl = nullable(text('https://www.company.example/logos/fenmont-7718.png', { format: 'uri' }))

/** Parameters of the endpoints that take a domain only. */
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

const headquarter = object(
  {
    city: nullable(text('Hamburg')),
    country: nullable(
      text('DE', { description: 'A code of two letters, or a name where the site has one.' }),
    ),
  },
  named('CompanyHeadquarter'),
)

export const companyRecord = object({
  name: text('Fenmont'),
  domain: nullable(
    text('fenmont.example', {
      description: 'Bare and in lower case, without `www.`. Null where a register knows no website.',
    }),
  ),
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
  logo_url: logoUrl,
  specialities: list(text('wind turbines')),
})
export type CompanyRecord = Static<typeof companyRecord>

/** At least one is set. A name that looks like a domain (`Booking.com`) is both; providers try the domain first. */
export type CompanyQuery = { domain: string | null; name: string | null }

/** For providers that know no domains. */
export const refuseDomain = (register: string) => ({
  parameter: 'query',
  problem: `must be a company name for the ${register} register, which knows no domains`,
})

/** Null where neither is known. */
export const toHeadquarter = (city: string | null, country: string | null): CompanyRecord['headquarter'] =>
  city === null && country === null ? null : { city, country }

export const maxSuggestions = 10
const suggestion = object({ name: text('Fenmont'), domain, logo_url: logoUrl }, named('CompanySuggestion'))
export const suggestRecord = list(suggestion, { maxItems: maxSuggestions })
export type Suggestion = Static<typeof suggestion>
/** The first letters of a name or a domain, in lower case. */
export type SuggestQuery = { beginning: string }

const profile = object(
  {
    network: text('socialnet', {
      description:
        'The name of the network as in its address, such as `socialnet`; its own name, such as `telegram`, if the address has none.',
    }),
    url: text('https://www.socialnet.example/company/fenmont', { format: 'uri' }),
    handle: nullable(
      text('fenmont', {
        description: 'The name of the company on the network. Null where the address has none.',
      }),
    ),
  },
  named('CompanySocialProfile'),
)
export const socialRecord = object({ domain, profiles: list(profile) })
export type SocialRecord = Static<typeof socialRecord>
export type SocialProfile = Static<typeof profile>

const patternShare = object(
  {
    pattern: text('[F].[L]', {
      description:
        '[F] given name, [L] surname, [F1] and [L1] their first letters, joined by nothing, `.` or `-`.',
    }),
    percentage: number(77.8, {
      description: 'Of all personal addresses seen at the domain, including those that match no pattern.',
      minimum: 0,
      maximum: 100,
    }),
  },
  named('EmailPattern'),
)
export const emailPatternRecord = list(patternShare)
export type PatternShare = Static<typeof patternShare>
