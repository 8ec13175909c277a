// A supplier's record (interface 2.4): the full one in results, and the reduced one in company_name_matches.
import {
  anything,
  boolean,
  integer,
  list,
  nullable,
  number,
  object,
  type Static,
  text,
} from '../../lib/schema.ts'

const address = object({
  zip: nullable(text('44135')),
  city: nullable(text('Cleveland')),
  zip4: nullable(text('1906')),
  state: nullable(text('OH')),
  county: nullable(text('Cuyahoga')),
  country: nullable(text('US')),
  address1: nullable(text('1200 Foundry Row')),
  address2: nullable(text('Building 4')),
  address3: nullable(text('Dock B')),
  latitude: nullable(number(41.4123)),
  longitude: nullable(number(-81.8102)),
  state_name: nullable(text('Ohio')),
})

/** What both variants carry. */
const shared = {
  url: nullable(
    text('https://www.supplierdir.example/company/veltora-machines-10000017/profile', {
      description: 'The profile; null only where the page gives neither a link nor an id to build it from.',
    }),
  ),
  name: text('Veltora Machines'),
  tier: nullable(text('VERIFIED')),
  type: nullable(text('M', { description: 'The letter of a company type: C Q D F M R E S I.' })),
  address,
  heading: nullable(
    object({ name: nullable(text('Ball Valves')), description: nullable(text('Valves that turn a ball.')) }),
  ),
  website: nullable(text('https://www.veltora-machines.example')),
  headings: nullable(
    list(object({ heading_id: nullable(text('90210303')), natural_name: nullable(text('Ball Valves')) })),
  ),
  logo_url: nullable(text('https://img.supplierdir.example/logos/veltora-machines.png')),
  tgrams_id: nullable(text('10000017')),
  is_claimed: nullable(boolean(true)),
  logo_title: nullable(text('Veltora Machines logo')),
  description: nullable(text('Maker of ball valves since 1968.')),
  annual_sales: nullable(text('$10 - 24.9 Mil')),
  catalog_type: anything({ examples: ['CATALOG'] }),
  year_founded: nullable(text('1968')),
  is_advertiser: nullable(boolean(false)),
  primary_phone: nullable(text('+1 216-555-0142')),
  is_top_responder: nullable(boolean(true)),
  number_employees: nullable(text('50-99')),
  other_activities: nullable(list(text('D'))),
  partner_verified: nullable(boolean(true)),
  is_multi_location: nullable(boolean(false)),
  main_location_name: nullable(text('Veltora Group')),
  main_location_tgrams_id: nullable(text('10000000')),
}

export const supplier = object({
  ...shared,
  rank: nullable(text('87.4310', { description: 'A decimal number.' })),
  heading_brands: nullable(list(object({ name: text('Velturn') }))),
  pdm_text: nullable(text('Maker of <em>ball valves</em>.', { description: 'May hold emphasis markup.' })),
  capabilities: nullable(
    list(object({ type: nullable(text('Production Volume')), names: list(text('Prototype')) })),
  ),
  videos: nullable(
    list(
      object({
        id: nullable(text('v-10000017-1')),
        title: nullable(text('A tour of the works')),
        text: nullable(text('See how a valve is made.')),
        description: nullable(text('Three minutes in the foundry.')),
        duration: nullable(text('182')),
        url: nullable(text('https://videos.supplierdir.example/v-10000017-1')),
        image: nullable(text('https://img.supplierdir.example/videos/v-10000017-1.jpg')),
        label: nullable(text('Tour')),
        player: nullable(text('https://videos.supplierdir.example/player/v-10000017-1')),
        type: nullable(text('company')),
        uploaded_date: nullable(text('2025-04-02')),
      }),
    ),
  ),
  distance: anything({ examples: [12.4] }),
  products: anything({ examples: [null] }),
})

export const nameMatch = object({
  ...shared,
  social: nullable(list(object({ account_id: nullable(text('veltora')), type: nullable(text('videos')) }))),
  premiums: nullable(list(text('ISO 9001'))),
  personnel: nullable(
    list(object({ name: nullable(text('Nora Pryce')), title: nullable(text('Plant Manager')) })),
  ),
  location_types: list(object({ id: nullable(integer(1)), name: nullable(text('Headquarters')) })),
  is_affiliation_page: nullable(boolean(false)),
  description_by_company: nullable(text('We turn balls into valves.')),
})

export type Supplier = Static<typeof supplier>
export type NameMatch = Static<typeof nameMatch>
export type SharedFields = Pick<Supplier, keyof typeof shared & keyof Supplier>
export type Address = Static<typeof address>
