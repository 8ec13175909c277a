// Records of the supplier search and of profiles against a schema written from the specification (2.4).
import {
  anyValue,
  boolean,
  closed,
  closedOrNull,
  integer,
  many,
  matching,
  maybe,
  maybeBoolean,
  maybeInteger,
  maybeNumber,
  maybeText,
  maybeUrl,
  text,
} from '@quarry/kit/testing/record-schema'
import { expect, test } from 'vitest'
import { surveyRecords } from '../testing/record-survey.ts'
import { supplierdir } from './index.ts'

const url = {
  type: 'string',
  pattern: '^https://www\\.supplierdir\\.example/company/[a-z0-9-]+-\\d+/profile$',
}
const maybeMany = (items: Record<string, unknown>) => maybe(many(items))
const letter = matching('^[CQDFMRESI]$')

const shared = {
  url,
  name: text,
  tier: maybeText,
  type: maybe(letter),
  address: closed({
    zip: maybeText,
    city: maybeText,
    zip4: maybeText,
    state: maybeText,
    county: maybeText,
    country: maybeText,
    address1: maybeText,
    address2: maybeText,
    address3: maybeText,
    latitude: maybeNumber,
    longitude: maybeNumber,
    state_name: maybeText,
  }),
  website: maybeUrl,
  headings: maybeMany(closed({ heading_id: matching('^\\d+$'), natural_name: text })),
  description: maybeText,
  tgrams_id: matching('^\\d+$'),
  is_claimed: maybeBoolean,
  is_advertiser: maybeBoolean,
  is_multi_location: maybeBoolean,
  partner_verified: maybeBoolean,
  logo_title: maybeText,
  annual_sales: maybeText,
  number_employees: maybeText,
  year_founded: maybe(matching('^\\d{4}$')),
  primary_phone: maybeText,
  other_activities: maybeMany(letter),
  heading: closedOrNull({ name: maybeText, description: maybeText }),
  logo_url: maybeUrl,
  catalog_type: anyValue,
  is_top_responder: maybeBoolean,
  main_location_name: maybeText,
  main_location_tgrams_id: maybe(matching('^\\d+$')),
}

const video = 'id title text description duration url image label player type uploaded_date'.split(' ')

const schema = closed({
  filters: many(closed({ id: text, count: integer, label: text, section: text })),
  results: many(
    closed({
      ...shared,
      rank: maybe(matching('^\\d+(?:\\.\\d+)?$')),
      heading_brands: maybeMany(closed({ name: text })),
      pdm_text: maybeText,
      capabilities: maybeMany(closed({ type: text, names: many(text) })),
      videos: maybeMany(closed(Object.fromEntries(video.map((name) => [name, maybeText])))),
      distance: anyValue,
      products: anyValue,
    }),
  ),
  pagination: closed({
    current: integer,
    per_page: maybeInteger,
    total_pages: integer,
    has_next_page: boolean,
    total_results: integer,
  }),
  search_term: maybeText,
  company_name_matches: many(
    closed({
      ...shared,
      social: maybeMany(closed({ account_id: text, type: text })),
      premiums: maybeMany(text),
      personnel: maybeMany(closed({ name: text, title: text })),
      location_types: many(closed({ id: integer, name: text })),
      is_affiliation_page: maybeBoolean,
      description_by_company: maybeText,
    }),
  ),
})

const profile = closed({
  ...shared,
  rank: maybe(matching('^\\d+(?:\\.\\d+)?$')),
  heading_brands: maybeMany(closed({ name: text })),
  pdm_text: maybeText,
  capabilities: maybeMany(closed({ type: text, names: many(text) })),
  videos: maybeMany(closed(Object.fromEntries(video.map((name) => [name, maybeText])))),
  distance: anyValue,
  products: anyValue,
  premiums: maybeMany(text),
  personnel: maybeMany(closed({ name: text, title: text })),
  location_types: many(closed({ id: integer, name: text })),
  is_affiliation_page: maybeBoolean,
  description_by_company: maybeText,
  products_and_services: maybeMany(closed({ id: maybe(matching('^\\d+$')), name: text })),
  brands: maybeMany(closed({ name: text })),
  certifications: maybeMany(closed({ name: text, count: maybeInteger })),
  ownership: closed({
    type: maybeText,
    member_of: maybeMany(closed({ name: text, url, tgrams_id: matching('^\\d+$') })),
  }),
  locations: maybeMany(closed({ url, tgrams_id: matching('^\\d+$'), address: shared.address })),
  contact: closed({
    phone: maybeText,
    fax: maybeText,
    email: maybe(matching('^\\w+@[a-z0-9.-]+$')),
    website: maybeUrl,
  }),
  social: maybeMany(closed({ account_id: text, type: text, url: maybeUrl })),
  additional_information: maybeMany(
    closed(
      Object.fromEntries(
        ['id', 'title', 'description', 'image', 'url', 'section', 'type'].map((name) => [name, text]),
      ),
    ),
  ),
})

test('300 profiles have every field with its type', async () => {
  const { listSuppliers } = await import('./sandbox/suppliers.ts')
  const lookups = listSuppliers()
    .filter((_, index) => index % 7 === 0)
    .map(({ id }) => ({ query: String(id) }))
  const records = await surveyRecords({
    source: supplierdir,
    path: '/v2/supplierdir/company',
    lookups,
    schema: profile,
  })
  expect(records.length).toBeGreaterThan(290)
})

test('200 pages of suppliers have every field with its type', async () => {
  const at = (path: string) => ({ query: `https://www.supplierdir.example${path}` })
  const pages = (path: string, last: number) =>
    Array.from({ length: last }, (_, i) => at(`${path}${path.includes('?') ? '&' : '?'}page_number=${i + 1}`))
  const words = ['valves', 'steel', 'brass', 'granite', 'hydraulics', 'copper', 'solar', 'packaging']
  const lookups = [
    ...words.flatMap((word) => pages(`/suppliers/search?searchterm=${word}`, 3)),
    ...words.flatMap((word) => pages(`/nsearch.html?what=${word}`, 2)),
    ...Array.from({ length: 50 }, (_, i) => 20_000_000 + i * 101_017).flatMap((id) =>
      pages(`/suppliers/category-${id}`, 3),
    ),
    ...['machines', 'harbor', 'foods', 'bio', 'energy', 'stores', 'logistics', 'health'].flatMap((word) =>
      pages(`/search?q=${word}`, 2),
    ),
  ]
  const records = await surveyRecords({
    source: supplierdir,
    path: '/v2/supplierdir/search',
    lookups,
    schema,
  })
  const suppliers = (records as { results: { tgrams_id: string }[] }[]).flatMap(({ results }) => results)
  expect(new Set(suppliers.map(({ tgrams_id }) => tgrams_id)).size).toBeGreaterThan(1000)
})
