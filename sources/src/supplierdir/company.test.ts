// Supplier profile: exact records from each form of a profile, the ways to name one, and the profiles of the sandbox.
import { readFileSync } from 'node:fs'
import type { Page } from '@quarry/kit/outcome'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { readFields } from '@quarry/kit/read/read-fields'
import { onSite } from '@quarry/kit/testing/on-site'
import { sandboxGet } from '@quarry/kit/testing/run-example'
import { beforeAll, expect, test } from 'vitest'
import { company } from './company.ts'
import { type CompanyRecord, record } from './company-record.ts'
import { supplierdir } from './index.ts'
import { companySite } from './providers/company-site.ts'

const root = 'https://www.supplierdir.example'
const { parse, find } = onSite(supplierdir, company)
const read = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
const toPage = (body: string, change: Partial<Page> = {}): Page => ({
  url: `${root}/company/x-40002/profile`,
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body,
  ...change,
})
const query = { id: '30001', slug: null }

beforeAll(() => allowLargeDom())

// The schema's own reader gives the record with every field empty, so that each test names what differs.
const nothing = {
  ...(readFields(record, {}) as CompanyRecord),
  ...{ headings: null, heading_brands: null, capabilities: null, videos: null, other_activities: null },
  ...{ premiums: null, personnel: null, products_and_services: null, brands: null, certifications: null },
  ...{ locations: null, social: null, additional_information: null },
  ownership: { type: null, member_of: null },
}
const noAddress = nothing.address

test('a current profile gives its state, and the locations that only its markup has', () => {
  expect(companySite.extract(toPage(read('company.html')), query)).toEqual({
    kind: 'found',
    form: 'next-data+dom',
    lists: expect.arrayContaining([
      { list: 'brands', shown: 2, read: 1 },
      { list: 'locations', shown: 3, read: 2 },
      { list: 'certifications', shown: 2, read: 2 },
    ]),
    record: {
      ...nothing,
      url: `${root}/company/grebe-castings-30001/profile`,
      name: 'Grebe Castings',
      tgrams_id: '30001',
      tier: 'VERIFIED',
      type: 'M',
      address: {
        ...noAddress,
        zip: '44101',
        city: 'Cleveland',
        state: 'OH',
        latitude: 41.5,
        longitude: -81.7,
      },
      website: 'https://www.grebe.example',
      headings: [{ heading_id: '20000123', natural_name: 'Pump Housings' }],
      description: 'Castings, by the directory.',
      description_by_company: 'We cast.',
      primary_phone: '+1 216-555-0100',
      year_founded: '1968',
      is_claimed: true,
      partner_verified: true,
      premiums: ['Rapid Quote'],
      personnel: [{ name: 'Nora Pryce', title: 'Buyer' }],
      location_types: [{ id: 1, name: 'Headquarters' }],
      is_affiliation_page: false,
      brands: [{ name: 'Grebeflow' }],
      products_and_services: [
        { id: '20000123', name: 'Pump Housings' },
        { id: '7', name: 'Engraving' },
      ],
      certifications: [
        { name: 'ISO 9001:2015', count: 2 },
        { name: 'CE', count: null },
      ],
      ownership: {
        type: 'Family Owned',
        member_of: [
          { name: 'Grebe Group', url: `${root}/company/grebe-group-30000/profile`, tgrams_id: '30000' },
        ],
      },
      locations: [
        {
          url: `${root}/company/grebe-castings-30001/profile`,
          tgrams_id: '30001',
          address: {
            ...noAddress,
            ...{ zip: '44101', city: 'Cleveland', state: 'OH', latitude: 41.5, longitude: -81.7 },
          },
        },
        {
          url: `${root}/company/grebe-west-30009/profile`,
          tgrams_id: '30009',
          address: { ...noAddress, city: 'Reno', state: 'NV', zip: '89501' },
        },
      ],
      contact: {
        phone: '+1 216-555-0100',
        fax: '+1 216-555-0101',
        email: 'sales@grebe.example',
        website: 'https://www.grebe.example',
      },
      social: [
        { account_id: 'grebe', type: 'VIDEOS', url: null },
        {
          account_id: 'https://www.photos.example/grebe',
          type: 'PHOTOS',
          url: 'https://www.photos.example/grebe',
        },
      ],
      additional_information: [
        {
          id: '5',
          title: 'Catalogue',
          description: 'All',
          image: 'https://i.example/5.jpg',
          url: 'https://d.example/5.pdf',
          section: 'PRODUCT',
          type: 'DOCUMENT',
        },
      ],
    },
  })
})

const heron = {
  ...nothing,
  url: `${root}/company/heron-seals-40001/profile`,
  name: 'Heron & Seals',
  tgrams_id: '40001',
  type: 'C',
  address: { ...noAddress, city: 'Dayton', state: 'OH', zip: '45402', zip4: '1122' },
  website: 'https://www.heron.example',
  description: 'Seals of all kinds.',
  description_by_company: 'We seal.',
  year_founded: '1971',
  number_employees: '10-49',
  primary_phone: '+1 937-555-0140',
  is_claimed: false,
  personnel: [
    { name: 'Ada Finch', title: 'Owner' },
    { name: 'Bo Reed', title: null },
  ],
  products_and_services: [
    { id: null, name: 'Gaskets' },
    { id: null, name: 'Seals' },
  ],
  brands: [{ name: 'Heronite' }],
  certifications: [{ name: 'ISO 14001', count: null }],
  ownership: { type: 'Woman Owned', member_of: null },
  locations: [
    {
      url: `${root}/company/heron-seals-40001/profile`,
      tgrams_id: '40001',
      address: { ...noAddress, city: 'Dayton', state: 'OH', zip: '45402', zip4: '1122' },
    },
  ],
  contact: {
    phone: '+1 937-555-0140',
    fax: null,
    email: 'info@heron.example',
    website: 'https://www.heron.example',
  },
}

test('the markup is read if the state is not readable', () => {
  const markup = read('company-markup.html')
  const broken = `${markup}<script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"da</script>`
  for (const body of [markup, broken])
    expect(companySite.extract(toPage(body), query)).toMatchObject({ form: 'dom', record: heron })
})

test('the oldest look has name, address, telephone, description and products', () => {
  expect(companySite.extract(toPage(read('company-oldest.html')), query)).toMatchObject({
    form: 'dom',
    record: {
      ...nothing,
      url: `${root}/company/x-40002/profile`,
      name: 'Joint QC',
      tgrams_id: '40002',
      address: {
        ...noAddress,
        ...{ address1: '9 Mill Road', address2: 'Suite 4', city: 'Toronto', state: 'ON', zip: 'M5V 2T6' },
      },
      description: 'Joints, checked.',
      primary_phone: '+1 416-555-0177',
      contact: { ...nothing.contact, phone: '+1 416-555-0177' },
      products_and_services: [
        { id: null, name: 'Joints' },
        { id: null, name: 'Inspection' },
      ],
    },
  })
})

test('certifications may be an object with a number for each name', () => {
  const body = read('company.html').replace(
    /"certificationTotals":\[.*?\],/,
    '"certificationTotals":{"CE":3},',
  )
  expect(companySite.extract(toPage(body), query)).toMatchObject({
    record: { certifications: [{ name: 'CE', count: 3 }] },
  })
})

test('a company in another place of the state is found by its number, never an advertisement', () => {
  const island = (state: object) =>
    `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state)}</script>`
  const one = { tgramsId: 30001, name: 'Grebe', address: {} }
  expect(
    companySite.extract(toPage(island({ a: { b: [{ ...one, tgramsId: 1 }, one] } })), query),
  ).toMatchObject({ record: { name: 'Grebe' } })
  for (const state of [{ featured: [{ ...one, tgramsId: 1 }] }, { props: { pageProps: { data: {} } } }, {}])
    expect(() => companySite.extract(toPage(island(state)), query)).toThrow(
      expect.objectContaining({ reason: 'page_changed' }),
    )
})

test('a removed profile is not found, a bot wall is blocked, another page is a changed page', () => {
  for (const change of [{ status: 404 }, { status: 410 }, { url: `${root}/suppliers/search?searchterm=x` }])
    expect(companySite.extract(toPage(read('company.html'), change), query)).toEqual({ kind: 'not_found' })
  expect(() => companySite.extract(toPage(read('wall.html')), query)).toThrow(
    expect.objectContaining({ reason: 'upstream_blocked' }),
  )
  for (const body of ['', '<h1>Welcome</h1>', '{}'])
    expect(() => companySite.extract(toPage(body), query)).toThrow(
      expect.objectContaining({ reason: 'page_changed' }),
    )
})

test.each([
  ['10000017', { id: '10000017', slug: null }],
  [`${root}/company/pluello-10000017/profile`, { id: '10000017', slug: 'pluello' }],
  ['supplierdir.example/company/Pluello-10000017/profile?heading=7#x', { id: '10000017', slug: 'pluello' }],
  [`${root}/company/10000017`, { id: '10000017', slug: null }],
  [`${root}/company/a%22b-17/profile`, { id: '17', slug: null }],
])('%s is accepted', (text, expected) => {
  expect(parse({ query: text })).toEqual(expected)
})

test.each([
  'pluello',
  '-1',
  '',
  `${root}/company/pluello/profile`,
  `${root}/suppliers/search?searchterm=x`,
  'https://elsewhere.example/company/a-1/profile',
  'https://annuaire-entreprises.data.gouv.fr/entreprise/900000017',
])('"%s" is refused', (text) => {
  expect(() => parse({ query: text })).toThrow(/^Bad Request: query must be/)
})

test('sandbox profiles agree with the search, whatever their form', async () => {
  const get = sandboxGet(supplierdir, new Date('2026-11-15T12:00:00Z'))
  const [search] = supplierdir.endpoints
  if (!search) throw new Error('no search')
  const found = await onSite(supplierdir, search).find(
    { query: `${root}/suppliers/search?searchterm=valves` },
    get,
  )
  if (found.kind !== 'found') throw new Error(found.kind)
  const { results } = found.record as { results: CompanyRecord[] }
  const forms = new Set<string | undefined>()
  for (const { url, tgrams_id: id, name, address } of results) {
    for (const query of Number(id) % 8 === 0 ? [url, id] : [url]) {
      const profile = await find({ query }, get)
      if (profile.kind !== 'found') throw new Error(`${url}: ${profile.kind}`)
      forms.add(profile.form)
      const { address: place, ...rest } = profile.record as CompanyRecord
      expect({ ...rest, city: place.city }).toMatchObject({ url, name, tgrams_id: id, city: address.city })
    }
  }
  expect(forms).toEqual(new Set(['next-data+dom', 'dom']))
  expect(await find({ query: '10000018' }, get)).toEqual({ kind: 'not_found' })
})

test('costs one credit, and a 404 is free', () => {
  expect(company).toMatchObject({ credits: 1, notFound: 'free' })
})
