// The record of a listing (api-rules 2.6), the same for every form of the page.
import { readFields } from '@quarry/kit/read/read-fields'
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
import { listingFacts } from './listing-facts.ts'

const uri = { format: 'uri' }
const maybeText = (example: string, description?: string) => nullable(text(example, description))
const site = 'https://www.realestate-fr.example'
const image = 'https://img.realestate-fr.example/200146830/1'
const euros = 'In euros.'
const anyShape = { examples: [null], description: "The site's own value, of any shape." }

export const legalNotice = namedObject('RealestateFrLegalNotice', {
  rcs_siren: maybeText('482910337', 'The nine digits of the company in the register.'),
  legal_form: maybeText('SARL'),
  is_individual: nullable(boolean(false, 'Whether the agent trades as a person.')),
  share_capital: nullable(number(8000, euros)),
  social_reason: maybeText('Cabinet des Halles', 'The name in the register.'),
  headquarter_address: maybeText('12 rue Pasteur, 37000 Tours'),
  financial_guarantee_fund: maybeText('Caisse de garantie du Val'),
  professional_card_number: maybeText('CPI 3701 2018 000 012 345'),
  financial_guarantee_amount: nullable(number(120_000, euros)),
  professional_card_prefecture: maybeText('CCI Touraine', 'Who issued the card.'),
})

const rating = namedObject('RealestateFrRating', {
  rating: nullable(number(4.6, 'The mean of all reviews, out of 5.')),
  review_url: nullable(text(`${site}/professionnels/cabinet-des-halles-40017/avis`, uri)),
  review_count: nullable(integer(38)),
})

export const agency = namedObject('RealestateFrAgency', {
  id: nullable(integer(40_017, "The portal's number of the agency.")),
  logo: nullable(text('https://img.realestate-fr.example/agences/40017.png', uri)),
  name: maybeText('Cabinet des Halles'),
  id_rcu: maybeText('RC-340017', "The agency's number in the portal's customer register."),
  rating: nullable(rating),
  address: maybeText('12 rue Pasteur, 37000 Tours'),
  tier_id: nullable(integer(212_017)),
  fees_url: nullable(text('https://www.cabinet-des-halles.example/honoraires.pdf', uri)),
  description: maybeText('Une équipe locale pour les familles.'),
  website_url: nullable(text('https://www.cabinet-des-halles.example', uri)),
  legal_notice: nullable(legalNotice),
  phone_number: maybeText('02 47 00 00 17', 'As the site writes it.'),
  contact_hidden: nullable(boolean(false, 'Whether the page shows no way to reach the agency.')),
  profession_type: maybeText('Agence', "The site's French word for the trade."),
  profil_page_url: nullable(text(`${site}/professionnels/cabinet-des-halles-40017`, uri)),
  organisation_logo: nullable(
    text('https://img.realestate-fr.example/reseaux/3.png', {
      format: 'uri',
      description: 'The logo of the network to which the agency belongs.',
    }),
  ),
})

const bookAVisit = namedObject('RealestateFrVisit', {
  slots: anything(anyShape),
  enabled: nullable(boolean(true)),
  event_type: maybeText('physical_visit'),
  required_form: nullable(boolean(false)),
  plato_agency_id: maybeText('pl-40017'),
  allowed_contracts: anything(anyShape),
  unpaid_rent_garanty: nullable(boolean(true)),
  unpaid_rent_garanty_rate: nullable(number(2.5, 'In per cent.')),
})

export const photo = namedObject('RealestateFrPhoto', {
  id: nullable(integer(2_001_468_301)),
  mobile_url: nullable(text(`${image}/mobile.jpg`, uri)),
  square_url: nullable(text(`${image}/square.jpg`, uri)),
  default_url: nullable(
    text(`${image}/default.jpg`, {
      format: 'uri',
      description: 'The only size where the page has one size per photo.',
    }),
  ),
  original_url: nullable(text(`${image}/original.jpg`, uri)),
  square_large_url: nullable(text(`${image}/square-large.jpg`, uri)),
  low_resolution_url: nullable(text(`${image}/low.jpg`, uri)),
  is_horizontal: nullable(boolean(true, 'Whether it is wider than tall.')),
  descriptive_fr: maybeText('Séjour', 'The caption, in French.'),
  photo_description_tags: anything(anyShape),
})

export const listingUrl = object({
  value: text(`${site}/annonces/locations/appartement/le-mans-72/200146830.htm`, uri),
  nature: nullable(integer(2)),
  business_unit_type: maybeText('RE'),
})

export const listingRecord = object({
  agency,
  seeker: anything(anyShape),
  contact: nullable(object({ book_a_visit: nullable(bookAVisit) }, 'Null where visits cannot be booked.')),
  listing: namedObject('RealestateFrListing', {
    url: listingUrl,
    early_access: anything(anyShape),
    listing_detail: object({
      id: nullable(
        integer(200_146_830, "The portal's number of the listing; null if its id is not a number."),
      ),
      media: object({ photos: list(photo) }),
      ...listingFacts,
    }),
  }),
})

export type ListingRecord = Static<typeof listingRecord>
export type Agency = Static<typeof agency>
export type LegalNotice = Static<typeof legalNotice>
export type Photo = Static<typeof photo>

/** A listing by the path of its address; its number is null if the address has another kind of id. */
export type PropertyQuery = { path: string; id: number | null; wantsSource: boolean }

/** Null if a form of the page has no listing; `gone` if it says that the listing was removed. */
export type ReadListing = ListingRecord | 'gone' | null

export const emptyAgency: Agency = readFields(agency, null)

// Decision: a single size is the default one; the other sizes would claim a shape that the page does not give.
export const buildPhoto = (url: string, fields: Partial<Photo>): Photo => ({
  ...readFields(photo, null),
  default_url: url,
  ...fields,
})
