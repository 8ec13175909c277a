// Records of the company directory's endpoints: e-mail patterns against a schema written from the specification
// (2.5), the others against the shapes the API reference promises.
import {
  closed,
  closedOrNull,
  domain,
  many,
  matching,
  maybeInteger,
  maybeText,
  maybeUrl,
  text,
  url,
} from '@quarry/kit/testing/record-schema'
import { expect, test } from 'vitest'
import { listCompanies } from '../sandbox/companies.ts'
import { surveyRecords } from '../testing/record-survey.ts'
import { company } from './index.ts'

const entry = closed({
  name: text,
  domain,
  website: maybeUrl,
  description: maybeText,
  industry: maybeText,
  founded: { type: ['integer', 'null'], minimum: 1000, maximum: 2100 },
  staff_range: {
    type: ['string', 'null'],
    enum: ['1-10', '10-50', '50-200', '200-500', '1k-5k', '5k-10k', 'over-10k', null],
  },
  staff_count: maybeInteger,
  headquarter: closedOrNull({ city: maybeText, country: maybeText }),
  logo_url: maybeUrl,
  specialities: many(text),
})

const suggestions = {
  type: 'array',
  minItems: 1,
  maxItems: 10,
  items: closed({ name: text, domain, logo_url: maybeUrl }),
}

const profiles = closed({
  domain,
  profiles: many(closed({ network: text, url, handle: maybeText })),
})

const patterns = {
  type: 'array',
  minItems: 1,
  items: closed({
    pattern: matching('^\\[[FL]1?\\]([.-]?\\[[FL]1?\\])?$'),
    percentage: { type: 'number', exclusiveMinimum: 0, maximum: 100 },
  }),
}

const subjects = () => listCompanies().slice(0, 230)
const byDomain = () => subjects().map(({ domain: query }) => ({ query }))

test('200 entries have every field with its type and agree with the other sandbox data', async () => {
  const records = (await surveyRecords({
    source: company,
    path: '/v2/company',
    lookups: byDomain(),
    schema: entry,
  })) as Record<string, unknown>[]
  for (const [i, { name, website, founded, specialities, description }] of subjects().entries())
    expect(records[i]).toMatchObject({ name, website, founded, specialities, description })
  for (const field of 'website description industry founded staff_range staff_count headquarter logo_url'.split(
    ' ',
  ))
    expect(
      records.some((record) => record[field] === null),
      field,
    ).toBe(true)
  expect(new Set(records.map((record) => record.staff_range)).size).toBe(8)
})

test('200 lists of suggestions have every field with its type', async () => {
  const lookups = subjects().map(({ name }) => ({ query: name.slice(0, 5) }))
  const distinctLookups = [...new Map(lookups.map((lookup) => [lookup.query, lookup])).values()]
  const more = subjects().map(({ slug }) => ({ query: slug }))
  const records = (await surveyRecords({
    source: company,
    path: '/v2/company/suggest',
    lookups: [...distinctLookups, ...more],
    schema: suggestions,
  })) as { logo_url: unknown }[][]
  expect(records.flat().some(({ logo_url }) => logo_url === null)).toBe(true)
})

test('200 lists of profiles have every field with its type', async () => {
  const records = (await surveyRecords({
    source: company,
    path: '/v2/company/social',
    lookups: byDomain(),
    schema: profiles,
  })) as { profiles: unknown[] }[]
  for (const [i, { socialProfiles }] of subjects().entries())
    expect(records[i]?.profiles).toEqual(socialProfiles)
})

test('200 lists of e-mail patterns have every field with its type, in descending order', async () => {
  const lookups = listCompanies()
    .filter(({ index, staffCount }) => (staffCount ?? 0) > 40 && !(index >= 40 && index % 37 === 0))
    .slice(0, 260)
    .map(({ domain: query }) => ({ query }))
  const records = (await surveyRecords({
    source: company,
    path: '/v2/company/email_pattern',
    lookups,
    schema: patterns,
  })) as { pattern: string; percentage: number }[][]
  for (const list of records) {
    const shares = list.map(({ percentage }) => percentage)
    expect(shares).toEqual(shares.toSorted((a, b) => b - a))
    // The oddities of real domains stay in the denominator.
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThan(100.3)
    expect(new Set(list.map(({ pattern }) => pattern)).size).toBe(list.length)
  }
  expect(
    records.filter((list) => list.reduce((sum, { percentage }) => sum + percentage, 0) < 95).length,
  ).toBeGreaterThan(100)
})
