// A company profile as callers get it, apart from the endpoint, so that readers need not know it.
import { staffRanges } from '../../extract/staff-range.ts'
import { integer, list, nullable, object, oneOf, type Static, text } from '../../lib/schema.ts'

const otherCompany = object({
  company_url: nullable(text('https://www.socialnet.example/company/briana')),
  company_logo: nullable(text('https://www.socialnet.example/logos/briana-4410.png')),
  company_name: text('Briana'),
})

export const record = object({
  company_id: nullable(integer(1554)),
  company_url: text('https://www.socialnet.example/company/fenmont'),
  company_name: text('Fenmont'),
  logo_url: nullable(text('https://www.socialnet.example/logos/fenmont-7718.png')),
  website: nullable(text('https://www.fenmont.example')),
  specialities: list(text('wind turbines')),
  industry: nullable(text('Renewable Energy Power Generation')),
  tagline: nullable(text('Die leise Anlage für Werkstätten')),
  description: nullable(text('Unsere Werkstatt baut eine leise Anlage.')),
  founded: nullable(integer(1998)),
  staff_range: nullable(
    oneOf(staffRanges, { description: 'Null also for 501 to 1,000 employees, which has no class here.' }),
  ),
  staff_count: nullable(integer(1184)),
  follower_count: nullable(integer(5750)),
  locations: list(text('Hafenstraße 12, Hamburg, Hamburg 20457, DE')),
  headquarter: nullable(
    object({
      city: nullable(text('Hamburg')),
      line1: nullable(text('Hafenstraße 12')),
      country: nullable(text('DE')),
      postal_code: nullable(text('20457')),
    }),
  ),
  posts: list(
    object({
      post_id: text('7248246460041809920'),
      post_url: nullable(
        text('https://www.socialnet.example/posts/fenmont_activity-7248246460041809920-Ab1c'),
      ),
    }),
  ),
  employees: list(
    object({
      name: text('Lena Vogel'),
      profile_url: nullable(text('https://www.socialnet.example/in/lena-vogel-1a2b')),
    }),
  ),
  similar_companies: list(otherCompany),
  affiliated_companies: list(otherCompany),
})

export type CompanyRecord = Static<typeof record>
