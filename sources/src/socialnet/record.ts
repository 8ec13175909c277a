// Query and record of a company profile, separate from the endpoint so that providers can import them.
import { decodePercent } from '@quarry/kit/read/decode-percent'
import { readFields } from '@quarry/kit/read/read-fields'
import { staffRanges } from '@quarry/kit/read/staff-range'
import { integer, list, namedObject, nullable, object, oneOf, type Static, text } from '@quarry/kit/schema'

const otherCompany = namedObject('SocialnetOtherCompany', {
  company_url: nullable(text('https://www.socialnet.example/company/briana', { format: 'uri' })),
  company_logo: nullable(text('https://www.socialnet.example/logos/briana-4410.png', { format: 'uri' })),
  company_name: text('Briana'),
})

const headquarter = namedObject('SocialnetHeadquarter', {
  city: nullable(text('Hamburg')),
  line1: nullable(text('Hafenstraße 12', 'The street, or the first line of the address.')),
  country: nullable(text('DE', 'A code of two letters, or a name where the page has one.')),
  postal_code: nullable(text('20457')),
})

const post = namedObject('SocialnetPost', {
  post_id: text('7248246460041809920', 'Digits; too large for a number.'),
  post_url: nullable(
    text('https://www.socialnet.example/posts/fenmont_activity-7248246460041809920-Ab1c', { format: 'uri' }),
  ),
})

const employee = namedObject('SocialnetEmployee', {
  name: text('Lena Vogel'),
  profile_url: nullable(text('https://www.socialnet.example/in/lena-vogel-1a2b', { format: 'uri' })),
})

export const record = object({
  company_id: nullable(
    integer(
      1554,
      "The network's id of the company, or the number of its item in Wikidata. Null where the page does not show it.",
    ),
  ),
  company_url: text('https://www.socialnet.example/company/fenmont', {
    format: 'uri',
    description: 'The page of the company on the network, or of its item in Wikidata.',
  }),
  company_name: text('Fenmont'),
  logo_url: nullable(text('https://www.socialnet.example/logos/fenmont-7718.png', { format: 'uri' })),
  website: nullable(text('https://www.fenmont.example', { format: 'uri' })),
  specialities: list(text('wind turbines')),
  industry: nullable(text('Renewable Energy Power Generation')),
  tagline: nullable(text('Die leise Anlage für Werkstätten')),
  description: nullable(text('Unsere Werkstatt baut eine leise Anlage.')),
  founded: nullable(integer(1998, 'The year.')),
  staff_range: nullable(
    oneOf(
      staffRanges,
      'The class that `staff_count` is in; without a number, the class that the page states. Null also for 501 to 1,000, which has no class here.',
    ),
  ),
  staff_count: nullable(integer(1184, 'Number of employees that the page names.')),
  follower_count: nullable(integer(5750)),
  locations: list(
    text('Hafenstraße 12, Hamburg, Hamburg 20457, DE'),
    'Postal addresses, each on one line; the headquarters comes first.',
  ),
  headquarter: nullable(headquarter),
  posts: list(post, 'Those that the page shows.'),
  employees: list(employee, 'Those that the page shows.'),
  similar_companies: list(otherCompany),
  affiliated_companies: list(otherCompany, 'Subsidiaries and related companies.'),
})

export type CompanyRecord = Static<typeof record>
export type Headquarter = Static<typeof headquarter>

export const emptyCompany = readFields(record, null)

/** By its username on the network (in lower case), its id there, the domain of its website, or its item in Wikidata. */
export type CompanyQuery = { username: string } | { id: number } | { domain: string } | { item: string }

const companyPath = /^\/company\/([^/]{1,1000})(?:\/[a-z-]{1,40}){0,2}\/?$/i

/** The company in the address of its page or of a tab: `/company/acme`, `/company/acme/about/`. */
export function parseCompanyPath(pathname: string): { username: string } | null {
  const segment = companyPath.exec(pathname)?.[1]
  return segment === undefined ? null : { username: decodePercent(segment) }
}
