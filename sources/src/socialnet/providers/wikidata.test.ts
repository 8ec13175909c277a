// A profile from a fake Wikidata: each field, each kind of query, and what is left out for privacy.
import { createAddresses } from '@quarry/kit/addresses'
import { siteAt } from '@quarry/kit/site'
import { toSite } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { type Entity, type FakeWikidata, fakeWikidata, wikidataPage } from '../../testing/fake-wikidata.ts'
import { companyInfo } from '../company-info.ts'
import { socialnet } from '../index.ts'
import type { CompanyQuery } from '../record.ts'
import { site as networkSite } from './site.ts'
import { companyWikidata } from './wikidata.ts'

const site = toSite(socialnet)
const find = (query: CompanyQuery, { get }: FakeWikidata = fakeWikidata('socialnet')) =>
  companyWikidata.find(query, { get, site })
const getRecord = async (query: CompanyQuery, wikidata?: FakeWikidata) => {
  const outcome = await find(query, wikidata)
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return outcome.record
}

const harborline = {
  company_id: 990910001,
  company_url: 'https://www.wikidata.org/wiki/Q990910001',
  company_name: 'Harborline Instruments',
  logo_url: 'https://commons.wikimedia.org/wiki/Special:FilePath/Harborline_logo_2019.svg',
  website: 'https://www.harborline.example/',
  specialities: ['tide gauge'],
  industry: 'marine instruments industry',
  tagline: 'Every tide counts',
  description: 'Harborline Instruments is a British maker of tide gauges in Whitby.',
  founded: 1974,
  staff_range: '1k-5k',
  staff_count: 1184,
  follower_count: 5750,
  locations: ['3 Pier Road, Whitby YO21 3PU, GB', '12 quai du Port, Marseille'],
  headquarter: { city: 'Whitby', line1: '3 Pier Road', country: 'GB', postal_code: 'YO21 3PU' },
  posts: [],
  employees: [
    { name: 'Ada Byrne', profile_url: 'https://fr.wikipedia.org/wiki/Ada_Byrne_(ing%C3%A9nieure)' },
    { name: 'Zoé Lefèvre', profile_url: 'https://en.wikipedia.org/wiki/Zo%C3%A9_Lef%C3%A8vre' },
  ],
  similar_companies: [],
  affiliated_companies: [
    {
      company_url: 'https://www.wikidata.org/wiki/Q990910301',
      company_logo: null,
      company_name: 'Harborline Group',
    },
    {
      company_url: 'https://www.wikidata.org/wiki/Q990910302',
      company_logo: null,
      company_name: 'Harborline France',
    },
  ],
}

test('a company by its username has 17 of 19 fields, and no private person', async () => {
  const wikidata = fakeWikidata('socialnet')
  expect(await find({ username: 'harborline-instruments' }, wikidata)).toEqual({
    kind: 'found',
    record: harborline,
    form: 'wikidata',
    lists: [
      { list: 'specialities', shown: 1, read: 1 },
      { list: 'employees', shown: 2, read: 2 },
      { list: 'affiliated_companies', shown: 3, read: 2 },
    ],
    source: 'https://en.wikipedia.org/wiki/Harborline_Instruments',
  })
  expect(wikidata.requests).toHaveLength(4)
})

test.each<CompanyQuery>([{ id: 8841234 }, { domain: 'harborline.example' }, { item: 'Q990910001' }])(
  '%o finds the same company',
  async (query) => {
    expect(await getRecord(query)).toEqual(harborline)
  },
)

test.each<CompanyQuery>([
  { username: 'harborline' },
  { username: 'ada-byrne' },
  { id: 990910001 },
  { domain: 'kelp.example' },
  { item: 'Q990910003' },
  { item: 'Q990910999' },
])('%o finds no company', async (query) => {
  expect(await find(query)).toEqual({ kind: 'not_found' })
})

test('unstated values are null or empty', async () => {
  const { company_id, company_url, company_name, ...rest } = await getRecord({ username: 'kelp' })
  expect({ company_id, company_url, company_name }).toEqual({
    company_id: 990910002,
    company_url: 'https://www.wikidata.org/wiki/Q990910002',
    company_name: 'Kelp Foundation',
  })
  for (const [field, value] of Object.entries(rest))
    expect(value === null || (Array.isArray(value) && value.length === 0), field).toBe(true)
})

test('an item that refers to more items than one request may name gives a partial response', async () => {
  const wikidata = fakeWikidata('socialnet')
  const parent = wikidata.items.get('Q990910002') as Entity
  const subsidiary = (at: number) => `Q${990920000 + at}`
  const numbers = Array.from({ length: 60 }, (_, at) => at)
  for (const at of numbers)
    wikidata.items.set(subsidiary(at), {
      ...parent,
      id: subsidiary(at),
      labels: { en: { value: `Kelp ${at}` } },
      claims: [],
    })
  parent.claims = {
    ...(Array.isArray(parent.claims) ? {} : parent.claims),
    P355: numbers.map((at) => ({
      mainsnak: { snaktype: 'value', datavalue: { value: { id: subsidiary(at) } } },
      rank: 'normal',
    })),
  }
  const outcome = await find({ username: 'kelp' }, wikidata)
  expect(outcome).toMatchObject({ isPartial: true, lists: [{}, {}, { shown: 60, read: 50 }] })
})

test('a saved item alone gives the values that it states itself', () => {
  const item = fakeWikidata('socialnet').items.get('Q990910001')
  const outcome = companyWikidata.extract(wikidataPage({ entities: { Q990910001: item } }), {
    username: 'any',
  })
  expect(outcome).toMatchObject({
    kind: 'found',
    record: {
      company_name: 'Harborline Instruments',
      industry: null,
      employees: [],
      affiliated_companies: [],
    },
  })
})

const parse = (query: string) =>
  companyInfo.parse(
    { query } as never,
    createAddresses<unknown>([
      { provider: networkSite as never, site },
      { provider: companyWikidata as never, site: siteAt('https://www.wikidata.org') },
    ]),
  )

test.each([
  ['https://www.wikidata.org/wiki/Q990910001', { item: 'Q990910001' }],
  ['http://www.wikidata.org/entity/q990910001', { item: 'Q990910001' }],
  ['https://m.wikidata.org/wiki/Q990910001', { item: 'Q990910001' }],
  ['https://www.linkedin.com/company/Harborline-Instruments/about/', { username: 'harborline-instruments' }],
  ['https://de.linkedin.com/company/8841234', { id: 8841234 }],
  ['https://www.socialnet.example/company/fenmont', { username: 'fenmont' }],
])('the address %s is read as %o', (address, query) => {
  expect(parse(address)).toEqual(query)
})

test.each([
  ['https://www.wikidata.org/wiki/Property:P31', /must be the URL of a company page .* or of an item/],
  ['https://www.linkedin.com/in/ada-byrne', /must be the URL of a company page/],
  [
    'https://evilwikidata.org/wiki/Q1',
    /must be an address on https:\/\/www\.socialnet\.example or \*\.wikidata\.org or \*\.linkedin\.com/,
  ],
])('the address %s is refused', (address, message) => {
  expect(() => parse(address)).toThrow(message)
})

test('the network refuses an item of Wikidata', () => {
  expect(networkSite.cannotAnswer?.({ item: 'Q1' })).toMatchObject({ parameter: 'query' })
  expect(networkSite.cannotAnswer?.({ username: 'fenmont' })).toBeNull()
})
