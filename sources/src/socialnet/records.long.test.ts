// Records of the company profile against a schema written from the specification (2.9).
import {
  closed,
  closedOrNull,
  many,
  matching,
  maybe,
  maybeInteger,
  maybeText,
  text,
} from '@quarry/kit/testing/record-schema'
import { expect, test } from 'vitest'
import { listCompanies } from '../sandbox/companies.ts'
import { surveyRecords } from '../testing/record-survey.ts'
import { socialnet } from './index.ts'

const url = matching('^https://[^?#]+$')
const maybeUrl = maybe(matching('^https?://'))
const otherCompanies = many(closed({ company_url: url, company_logo: maybeUrl, company_name: text }))

const profile = closed({
  company_id: maybeInteger,
  company_url: url,
  company_name: text,
  logo_url: maybeUrl,
  website: maybeUrl,
  specialities: many(text),
  industry: maybeText,
  tagline: maybeText,
  description: maybeText,
  founded: { type: ['integer', 'null'], minimum: 1000, maximum: 2100 },
  staff_range: {
    type: ['string', 'null'],
    enum: ['1-10', '10-50', '50-200', '200-500', '1k-5k', '5k-10k', 'over-10k', null],
  },
  staff_count: maybeInteger,
  follower_count: maybeInteger,
  locations: many(text),
  headquarter: closedOrNull({
    city: maybeText,
    line1: maybeText,
    country: maybeText,
    postal_code: maybeText,
  }),
  posts: {
    type: 'array',
    items: closed({ post_id: matching('^\\d{19}$'), post_url: url }),
  },
  employees: many(closed({ name: text, profile_url: url })),
  similar_companies: otherCompanies,
  affiliated_companies: otherCompanies,
})

type Profile = Record<string, unknown>

test('200 company profiles have every field with its type', async () => {
  const subjects = listCompanies().slice(0, 215)
  const records = (await surveyRecords({
    source: socialnet,
    path: '/v2/socialnet/company/info',
    lookups: subjects.map(({ slug }) => ({ query: slug })),
    schema: profile,
  })) as Profile[]
  // Each form of the page gives the values of the sandbox data.
  for (const [i, company] of subjects.entries()) {
    const { company_id, company_name, staff_count, description, website, logo_url } = records[i] as Profile
    expect({ company_id, company_name, staff_count, description, website }).toEqual({
      company_id: company.socialId,
      company_name: company.name,
      staff_count: company.staffCount,
      description: company.description,
      website: company.website,
    })
    expect(logo_url === null).toBe(company.logoPath === null)
  }
  // Each field that may be missing is missing somewhere, and each size class is met.
  for (const field of 'logo_url website industry tagline description founded staff_range staff_count follower_count headquarter'.split(
    ' ',
  ))
    expect(
      records.some((record) => record[field] === null),
      field,
    ).toBe(true)
  expect(new Set(records.map((record) => record.staff_range)).size).toBe(8)
  // Without a class are those that name no number, and 501 to 1,000 employees.
  for (const { staff_count, staff_range } of records)
    expect(staff_range === null).toBe(
      staff_count === null || (Number(staff_count) > 500 && Number(staff_count) <= 1000),
    )
  for (const field of [
    'posts',
    'employees',
    'specialities',
    'locations',
    'similar_companies',
    'affiliated_companies',
  ])
    expect(
      records.some((record) => (record[field] as unknown[]).length > 1),
      field,
    ).toBe(true)
})
