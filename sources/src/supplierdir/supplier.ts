// A supplier's record (api-rules 2.4): the full one in results, and the reduced one in company_name_matches.
import {
  anything,
  boolean,
  integer,
  list,
  named,
  nullable,
  number,
  object,
  type Static,
  text,
} from '@quarry/kit/schema'

const uri = { format: 'uri' }

export const address = object(
  {
    zip: nullable(text('44135')),
    city: nullable(text('Cleveland')),
    zip4: nullable(text('1906', { description: 'The four digits after a ZIP code.' })),
    state: nullable(text('OH', { description: 'The code of the state or province.' })),
    county: nullable(text('Cuyahoga')),
    country: nullable(text('US', { description: 'As the site writes it, mostly an ISO 3166 code.' })),
    address1: nullable(text('1200 Foundry Row', { description: 'The street.' })),
    address2: nullable(text('Building 4')),
    address3: nullable(text('Dock B')),
    latitude: nullable(number(41.4123, { description: 'In degrees, north is positive.' })),
    longitude: nullable(number(-81.8102, { description: 'In degrees, east is positive.' })),
    state_name: nullable(text('Ohio')),
  },
  named('SupplierdirAddress'),
)

export const video = object(
  {
    id: nullable(text('v-10000017-1')),
    title: nullable(text('A tour of the works')),
    text: nullable(text('See how a valve is made.')),
    description: nullable(text('Three minutes in the foundry.')),
    duration: nullable(text('182', { description: 'As the site writes it, mostly in seconds.' })),
    url: nullable(text('https://videos.supplierdir.example/v-10000017-1', uri)),
    image: nullable(text('https://img.supplierdir.example/videos/v-10000017-1.jpg', uri)),
    label: nullable(text('Tour')),
    player: nullable(text('https://videos.supplierdir.example/player/v-10000017-1', uri)),
    type: nullable(text('company')),
    uploaded_date: nullable(text('2025-04-02', { description: 'As the site writes it.' })),
  },
  named('SupplierdirVideo'),
)

export const heading = object({
  heading_id: nullable(text('90210303')),
  natural_name: nullable(text('Ball Valves')),
})
export const capability = object({
  type: nullable(text('Production Volume')),
  names: list(text('Prototype')),
})
export const account = object({ account_id: nullable(text('veltora')), type: nullable(text('videos')) })
export const person = object({ name: nullable(text('Nora Pryce')), title: nullable(text('Plant Manager')) })
export const locationType = object({ id: nullable(integer(1)), name: nullable(text('Headquarters')) })

/** The fields of both records. */
const shared = {
  url: nullable(
    text('https://www.supplierdir.example/company/veltora-machines-10000017/profile', {
      format: 'uri',
      description: 'The profile; null only where the page gives neither a link nor an id to build it from.',
    }),
  ),
  name: text('Veltora Machines'),
  tier: nullable(text('VERIFIED', { description: 'How the directory ranks the entry, in its own words.' })),
  type: nullable(text('M', { description: 'The letter of a company type: C Q D F M R E S I.' })),
  address,
  heading: nullable(
    object(
      { name: nullable(text('Ball Valves')), description: nullable(text('Valves that turn a ball.')) },
      { description: 'The category under which the supplier was found.' },
    ),
  ),
  website: nullable(text('https://www.veltora-machines.example', uri)),
  headings: nullable(
    list(heading, { description: 'The categories of the supplier; null where the page does not say.' }),
  ),
  logo_url: nullable(text('https://img.supplierdir.example/logos/veltora-machines.png', uri)),
  tgrams_id: nullable(text('10000017', { description: "The directory's number of the supplier." })),
  is_claimed: nullable(boolean(true, { description: 'Whether the supplier manages the entry itself.' })),
  logo_title: nullable(text('Veltora Machines logo')),
  description: nullable(text('Maker of ball valves since 1968.')),
  annual_sales: nullable(text('$10 - 24.9 Mil', { description: 'A range, as the site writes it.' })),
  catalog_type: anything({ examples: ['CATALOG'], description: 'As the site gives it, of any shape.' }),
  year_founded: nullable(text('1968')),
  is_advertiser: nullable(boolean(false)),
  primary_phone: nullable(text('+1 216-555-0142')),
  is_top_responder: nullable(
    boolean(true, { description: 'Whether the supplier answers requests quickly.' }),
  ),
  number_employees: nullable(text('50-99', { description: 'A range, as the site writes it.' })),
  other_activities: nullable(list(text('D'), { description: 'Letters of company types, as in `type`.' })),
  partner_verified: nullable(
    boolean(true, { description: 'Whether a partner of the directory has checked it.' }),
  ),
  is_multi_location: nullable(boolean(false)),
  main_location_name: nullable(
    text('Veltora Group', { description: 'The entry that this one is a branch of.' }),
  ),
  main_location_tgrams_id: nullable(text('10000000')),
}

/** The fields of a supplier in results; its profile has them too. */
export const supplierFields = {
  ...shared,
  rank: nullable(text('87.4310', { description: 'A decimal number; higher comes first.' })),
  heading_brands: nullable(
    list(object({ name: text('Velturn') }), {
      description: 'Brands that the supplier has in this category.',
    }),
  ),
  pdm_text: nullable(text('Maker of <em>ball valves</em>.', { description: 'May contain emphasis markup.' })),
  capabilities: nullable(list(capability)),
  videos: nullable(list(video)),
  distance: anything({ examples: [12.4], description: 'As the site gives it, of any shape.' }),
  products: anything({ examples: [null], description: 'As the site gives it, of any shape.' }),
}
export const supplier = object(supplierFields, named('SupplierdirSupplier'))

/** Further fields of a company that is matched by its name; its profile has them too. */
export const entryFields = {
  premiums: nullable(list(text('ISO 9001'), { description: 'Certificates and marks.' })),
  personnel: nullable(list(person)),
  location_types: list(locationType),
  is_affiliation_page: nullable(
    boolean(false, { description: 'Whether the entry belongs to another company.' }),
  ),
  description_by_company: nullable(text('We turn balls into valves.')),
}
export const nameMatch = object(
  {
    ...shared,
    social: nullable(list(account, { description: 'Accounts on social networks.' })),
    ...entryFields,
  },
  named('SupplierdirNameMatch'),
)

export type Supplier = Static<typeof supplier>
export type NameMatch = Static<typeof nameMatch>
export type Address = Static<typeof address>
