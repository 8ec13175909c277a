// Query and record of a company profile, separate from the endpoint so that providers can import them.
import { staffRanges } from '@quarry/kit/read/staff-range'
import { integer, list, named, nullable, object, oneOf, type Static, text } from '@quarry/kit/schema'

const otherCompany = object(
  {
    company_url: nullable(text('https://www.socialnet.example/company/briana', { format: 'uri' })),
    company_logo: nullable(text('https://www.socialnet.example/logos/briana-4410.png', { format: 'uri' })),
    company_name: text('Briana'),
  },
  named('SocialnetOtherCompany'),
)

const headquarter = object(
  {
    city: nullable(text('Hamburg')),
    line1: nullable(text('Hafenstraße 12', { description: 'The street, or the first line of the address.' })),
    country: nullable(
      text('DE', { description: 'A code of two letters, or a name where the page has one.' }),
    ),
    postal_code: nullable(text('20457')),
  },
  named('SocialnetHeadquarter'),
)

const post = object(
  {
    post_id: text('7248246460041809920', { description: 'Digits; too large for a number.' }),
    post_url: nullable(
      text('https://www.socialnet.example/posts/fenmont_activity-7248246460041809920-Ab1c', {
        format: 'uri',
      }),
    ),
  },
  named('SocialnetPost'),
)

const employee = object(
  {
    name: text('Lena Vogel'),
    profile_url: nullable(text('https://www.socialnet.example/in/lena-vogel-1a2b', { format: 'uri' })),
  },
  named('SocialnetEmployee'),
)

export const record = object({
  company_id: nullable(
    integer(1554, {
      description:
        "The network's id of the company, or the number of its item in Wikidata. Null where the page does not show it.",
    }),
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
  founded: nullable(integer(1998, { description: 'The year.' })),
  staff_range: nullable(
    oneOf(staffRanges, {
      description:
        'The class that `staff_count` is in; without a number, the class that the page states. Null also for 501 to 1,000, which has no class here.',
    }),
  ),
  staff_count: nullable(integer(1184, { description: 'Number of employees that the page names.' })),
  follower_count: nullable(integer(5750)),
  locations: list(text('Hafenstraße 12, Hamburg, Hamburg 20457, DE'), {
    description: 'Postal addresses, each on one line; the headquarters comes first.',
  }),
  headquarter: nullable(headquarter),
  posts: list(post, { description: 'Those that the page shows.' }),
  employees: list(employee, { description: 'Those that the page shows.' }),
  similar_companies: list(otherCompany),
  affiliated_companies: list(otherCompany, { description: 'Subsidiaries and related companies.' }),
})

export type CompanyRecord = Static<typeof record>
export type Headquarter = Static<typeof headquarter>

/** By its username on the network (in lower case), its id there, the domain of its website, or its item in Wikidata. */
export type CompanyQuery = { username: string } | { id: number } | { domain: string } | { item: string }
