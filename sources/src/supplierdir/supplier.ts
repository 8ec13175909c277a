// A supplier's record (api-rules 2.4): the full one in results, and the reduced one in company_name_matches.
import {
  anything,
  boolean,
  integer,
  list,
  namedObject,
  nullable,
  number,
  object,
  type Static,
  text,
} from '@quarry/kit/schema'

const uri = { format: 'uri' }
const maybeText = (example: string, description?: string) => nullable(text(example, description))
const maybeFlag = (example: boolean, description: string) => nullable(boolean(example, description))

export const address = namedObject('SupplierdirAddress', {
  zip: maybeText('44135'),
  city: maybeText('Cleveland'),
  zip4: maybeText('1906', 'The four digits after a ZIP code.'),
  state: maybeText('OH', 'The code of the state or province.'),
  county: maybeText('Cuyahoga'),
  country: maybeText('US', 'As the site writes it, mostly an ISO 3166 code.'),
  address1: maybeText('1200 Foundry Row', 'The street.'),
  address2: maybeText('Building 4'),
  address3: maybeText('Dock B'),
  latitude: nullable(number(41.4123, 'In degrees, north is positive.')),
  longitude: nullable(number(-81.8102, 'In degrees, east is positive.')),
  state_name: maybeText('Ohio'),
})

export const video = namedObject('SupplierdirVideo', {
  id: maybeText('v-10000017-1'),
  title: maybeText('A tour of the works'),
  text: maybeText('See how a valve is made.'),
  description: maybeText('Three minutes in the foundry.'),
  duration: maybeText('182', 'As the site writes it, mostly in seconds.'),
  url: nullable(text('https://videos.supplierdir.example/v-10000017-1', uri)),
  image: nullable(text('https://img.supplierdir.example/videos/v-10000017-1.jpg', uri)),
  label: maybeText('Tour'),
  player: nullable(text('https://videos.supplierdir.example/player/v-10000017-1', uri)),
  type: maybeText('company'),
  uploaded_date: maybeText('2025-04-02', 'As the site writes it.'),
})

export const heading = object({
  heading_id: maybeText('90210303'),
  natural_name: maybeText('Ball Valves'),
})
export const capability = object({
  type: maybeText('Production Volume'),
  names: list(text('Prototype')),
})
export const account = object({ account_id: maybeText('veltora'), type: maybeText('videos') })
export const person = object({ name: maybeText('Nora Pryce'), title: maybeText('Plant Manager') })
export const locationType = object({ id: nullable(integer(1)), name: maybeText('Headquarters') })

/** The fields of both records. */
const shared = {
  url: nullable(
    text('https://www.supplierdir.example/company/veltora-machines-10000017/profile', {
      format: 'uri',
      description: 'The profile; null only where the page gives neither a link nor an id to build it from.',
    }),
  ),
  name: text('Veltora Machines'),
  tier: maybeText('VERIFIED', 'How the directory ranks the entry, in its own words.'),
  type: maybeText('M', 'The letter of a company type: C Q D F M R E S I.'),
  address,
  heading: nullable(
    object(
      { name: maybeText('Ball Valves'), description: maybeText('Valves that turn a ball.') },
      'The category under which the supplier was found.',
    ),
  ),
  website: nullable(text('https://www.veltora-machines.example', uri)),
  headings: nullable(list(heading, 'The categories of the supplier; null where the page does not say.')),
  logo_url: nullable(text('https://img.supplierdir.example/logos/veltora-machines.png', uri)),
  tgrams_id: maybeText('10000017', "The directory's number of the supplier."),
  is_claimed: maybeFlag(true, 'Whether the supplier manages the entry itself.'),
  logo_title: maybeText('Veltora Machines logo'),
  description: maybeText('Maker of ball valves since 1968.'),
  annual_sales: maybeText('$10 - 24.9 Mil', 'A range, as the site writes it.'),
  catalog_type: anything({ examples: ['CATALOG'], description: 'As the site gives it, of any shape.' }),
  year_founded: maybeText('1968'),
  is_advertiser: nullable(boolean(false)),
  primary_phone: maybeText('+1 216-555-0142'),
  is_top_responder: maybeFlag(true, 'Whether the supplier answers requests quickly.'),
  number_employees: maybeText('50-99', 'A range, as the site writes it.'),
  other_activities: nullable(list(text('D'), 'Letters of company types, as in `type`.')),
  partner_verified: maybeFlag(true, 'Whether a partner of the directory has checked it.'),
  is_multi_location: nullable(boolean(false)),
  main_location_name: maybeText('Veltora Group', 'The entry that this one is a branch of.'),
  main_location_tgrams_id: maybeText('10000000'),
}

/** The fields of a supplier in results; its profile has them too. */
export const supplierFields = {
  ...shared,
  rank: maybeText('87.4310', 'A decimal number; higher comes first.'),
  heading_brands: nullable(
    list(object({ name: text('Velturn') }), 'Brands that the supplier has in this category.'),
  ),
  pdm_text: maybeText('Maker of <em>ball valves</em>.', 'May contain emphasis markup.'),
  capabilities: nullable(list(capability)),
  videos: nullable(list(video)),
  distance: anything({ examples: [12.4], description: 'As the site gives it, of any shape.' }),
  products: anything({ examples: [null], description: 'As the site gives it, of any shape.' }),
}
export const supplier = namedObject('SupplierdirSupplier', supplierFields)

/** Further fields of a company that is matched by its name; its profile has them too. */
export const entryFields = {
  premiums: nullable(list(text('ISO 9001'), 'Certificates and marks.')),
  personnel: nullable(list(person)),
  location_types: list(locationType),
  is_affiliation_page: maybeFlag(false, 'Whether the entry belongs to another company.'),
  description_by_company: maybeText('We turn balls into valves.'),
}
export const nameMatch = namedObject('SupplierdirNameMatch', {
  ...shared,
  social: nullable(list(account, 'Accounts on social networks.')),
  ...entryFields,
})

export type Supplier = Static<typeof supplier>
export type NameMatch = Static<typeof nameMatch>
export type Address = Static<typeof address>
