// Supplier search: exact records from each form of a page of results.
import { readFileSync } from 'node:fs'
import type { Page } from '@quarry/kit/outcome'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { onSite } from '@quarry/kit/testing/on-site'
import { beforeAll, expect, test } from 'vitest'
import { supplierdir } from './index.ts'
import { site } from './providers/site.ts'
import { search } from './search.ts'

const root = 'https://www.supplierdir.example'
const directory = onSite(supplierdir, search)
const read = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
const toPage = (body: string, change: Partial<Page> = {}): Page => ({
  url: `${root}/suppliers/search?searchterm=x`,
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body,
  ...change,
})
const address = (path: string) => directory.parse({ query: root + path })
const input = address('/suppliers/search?searchterm=pump+housings&page_number=2')

beforeAll(() => allowLargeDom())

const noAddress = {
  zip: null,
  city: null,
  zip4: null,
  state: null,
  county: null,
  country: null,
  address1: null,
  address2: null,
  address3: null,
  latitude: null,
  longitude: null,
  state_name: null,
}
const nothingShared = {
  tier: null,
  type: null,
  address: noAddress,
  heading: null,
  website: null,
  headings: null,
  logo_url: null,
  is_claimed: null,
  logo_title: null,
  description: null,
  annual_sales: null,
  catalog_type: null,
  year_founded: null,
  is_advertiser: null,
  primary_phone: null,
  is_top_responder: null,
  number_employees: null,
  other_activities: null,
  partner_verified: null,
  is_multi_location: null,
  main_location_name: null,
  main_location_tgrams_id: null,
}
const nothingElse = {
  ...nothingShared,
  rank: null,
  heading_brands: null,
  pdm_text: null,
  capabilities: null,
  videos: null,
  distance: null,
  products: null,
}
const noProfile = {
  ...nothingShared,
  social: null,
  premiums: null,
  personnel: null,
  location_types: [],
  is_affiliation_page: null,
  description_by_company: null,
}

const grebe = {
  url: `${root}/company/grebe-castings-30001/profile`,
  name: 'Grebe Castings',
  rank: '91.25',
  tier: 'VERIFIED',
  type: 'M',
  address: {
    zip: '44101',
    city: 'Cleveland',
    zip4: '1234',
    state: 'OH',
    county: 'Cuyahoga',
    country: 'US',
    address1: '1 Kiln Road',
    address2: 'Unit 2',
    address3: 'Dock C',
    latitude: 41.5,
    longitude: -81.7,
    state_name: 'Ohio',
  },
  website: 'https://www.grebe.example',
  headings: [{ heading_id: '20000123', natural_name: 'Pump Housings' }],
  heading_brands: [{ name: 'Grebeflow' }],
  pdm_text: 'Caster of <em>pump housings</em>.',
  description: 'Castings.',
  tgrams_id: '30001',
  is_claimed: true,
  is_advertiser: false,
  is_multi_location: true,
  partner_verified: true,
  logo_title: 'Grebe logo',
  logo_url: 'https://img.supplierdir.example/grebe.png',
  annual_sales: '$1 - 4.9 Mil',
  number_employees: '10-49',
  year_founded: '1968',
  primary_phone: '+1 216-555-0100',
  capabilities: [{ type: 'Production Volume', names: ['Prototype', 'Low Volume'] }],
  other_activities: ['D', 'F'],
  videos: [
    {
      id: '7',
      title: 'Tour',
      text: 'See',
      description: 'Inside',
      duration: '93',
      url: 'https://v.example/7',
      image: 'https://v.example/7.jpg',
      label: 'Company',
      player: 'https://v.example/p/7',
      type: 'company',
      uploaded_date: '2025-02-03',
    },
  ],
  heading: { name: 'Pump Housings', description: 'What pumps live in.' },
  distance: 12.5,
  products: { sku_list: [{ part_no: 'A1' }] },
  catalog_type: 'CATALOG',
  is_top_responder: true,
  main_location_name: 'Grebe Group',
  main_location_tgrams_id: '30000',
}

test('a current page gives results, name matches, filters and paging, and no advertisement', () => {
  expect(site.extract(toPage(read('search.html')), input)).toEqual({
    kind: 'found',
    form: 'next-data',
    // The page states that it shows 25.
    lists: [
      { list: 'filters', shown: 3, read: 3 },
      { list: 'results', shown: 25, read: 2 },
      { list: 'company_name_matches', shown: 2, read: 2 },
    ],
    record: {
      search_term: 'pump housings',
      pagination: { current: 2, per_page: 25, total_pages: 3, has_next_page: true, total_results: 52 },
      filters: [
        { id: 'mat-brass', count: 12, label: 'Brass', section: 'Materials' },
        { id: '17', count: 3, label: 'Manufacturer', section: 'Company Type' },
        { id: 'state-ohio', count: 9, label: 'Ohio', section: 'Location' },
      ],
      results: [
        grebe,
        {
          ...nothingElse,
          url: `${root}/company/ecume-fils-30002/profile`,
          name: 'Écume & Fils',
          tgrams_id: '30002',
          rank: '88.10',
          address: { ...noAddress, city: 'Laval', country: 'CA' },
          year_founded: '1990',
          partner_verified: false,
          headings: [],
        },
      ],
      company_name_matches: [
        {
          ...noProfile,
          url: `${root}/company/pump-housings-inc-30003/profile`,
          name: 'Pump Housings Inc',
          tgrams_id: '30003',
          tier: 'CLAIMED',
          type: 'D',
          address: { ...noAddress, state: 'TX' },
          social: [{ account_id: 'pumps', type: 'videos' }],
          premiums: ['ISO 9001'],
          personnel: [{ name: 'Nora Pryce', title: 'Buyer' }],
          location_types: [{ id: 1, name: 'Headquarters' }],
          is_affiliation_page: false,
          description_by_company: 'We house pumps.',
        },
        {
          ...noProfile,
          url: `${root}/company/bare-pumps-30004/profile`,
          name: 'Bare Pumps',
          tgrams_id: '30004',
        },
      ],
    },
  })
})

const gaskets = {
  search_term: 'gaskets',
  pagination: { current: 2, per_page: 25, total_pages: 42, has_next_page: false, total_results: 1030 },
  filters: [
    { id: 'mat-cork', count: 1204, label: 'Cork', section: 'Materials' },
    { id: 'mat-felt', count: null, label: 'Felt', section: 'Materials' },
    { id: 'type-M', count: 7, label: 'Manufacturer (all)', section: null },
  ],
  results: [
    {
      ...nothingElse,
      url: `${root}/company/heron-seals-40001/profile`,
      name: 'Heron & Seals',
      tgrams_id: '40001',
      address: { ...noAddress, city: 'Dayton', state: 'OH', zip: '45402', zip4: '1122' },
    },
    {
      ...nothingElse,
      url: `${root}/company/joint-qc-40002/profile`,
      name: 'Joint QC',
      tgrams_id: '40002',
      address: { ...noAddress, city: 'Toronto', state: 'ON', zip: 'M5V 2T6' },
    },
    {
      ...nothingElse,
      url: `${root}/company/far-away-40003/profile`,
      name: 'Far Away',
      tgrams_id: '40003',
      address: { ...noAddress, city: 'Lisboa' },
    },
    {
      ...nothingElse,
      url: `${root}/company/nowhere-40004/profile`,
      name: 'Nowhere',
      tgrams_id: '40004',
    },
  ],
  company_name_matches: [],
}
const gasketsInput = address('/nsearch.html?what=gaskets&page_number=2')

test.each([
  ['an old page', ''],
  [
    'a broken island',
    '<script id="__NEXT_DATA__" type="application/json">{"props":{"results":[{"tgramsId":1,</script>',
  ],
  [
    'an island of advertisements',
    '<script id="__NEXT_DATA__" type="application/json">{"props":{"featured":[{"tgramsId":1,"name":"Ad","address":{}}],"sponsoredSuppliers":{"items":[{"tgramsId":2,"name":"Ad","address":{}}]}}}</script>',
  ],
])('%s is read from its markup', (_, island) => {
  const body = read('search-old.html').replace('</body>', `${island}</body>`)
  expect(site.extract(toPage(body), gasketsInput)).toEqual({
    kind: 'found',
    form: 'dom',
    // The page states that it shows five.
    lists: [
      { list: 'results', shown: 5, read: 4 },
      { list: 'company_name_matches', shown: 0, read: 0 },
    ],
    record: gaskets,
  })
})

test('costs three credits, and a 404 costs them too', () => {
  expect(search).toMatchObject({ credits: 3, notFound: 'billed' })
})
