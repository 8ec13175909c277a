// The record of a listing (interface 2.6), the same whichever form of the page it comes from.
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

const site = 'https://www.realestate-fr.example'
const image = 'https://img.realestate-fr.example/200146830/1'

const legalNotice = object({
  rcs_siren: nullable(text('482910337', { description: 'The nine digits of the company.' })),
  legal_form: nullable(text('SARL')),
  is_individual: nullable(boolean(false)),
  share_capital: nullable(number(8000)),
  social_reason: nullable(text('Cabinet des Halles')),
  headquarter_address: nullable(text('12 rue Pasteur, 37000 Tours')),
  financial_guarantee_fund: nullable(text('Caisse de garantie du Val')),
  professional_card_number: nullable(text('CPI 3701 2018 000 012 345')),
  financial_guarantee_amount: nullable(number(120_000)),
  professional_card_prefecture: nullable(text('CCI Touraine')),
})

const agency = object({
  id: nullable(integer(40_017)),
  logo: nullable(text('https://img.realestate-fr.example/agences/40017.png')),
  name: nullable(text('Cabinet des Halles')),
  id_rcu: nullable(text('RC-340017')),
  rating: nullable(
    object({
      rating: nullable(number(4.6)),
      review_url: nullable(text(`${site}/professionnels/cabinet-des-halles-40017/avis`)),
      review_count: nullable(integer(38)),
    }),
  ),
  address: nullable(text('12 rue Pasteur, 37000 Tours')),
  tier_id: nullable(integer(212_017)),
  fees_url: nullable(text('https://www.cabinet-des-halles.example/honoraires.pdf')),
  description: nullable(text('Une équipe locale pour les familles.')),
  website_url: nullable(text('https://www.cabinet-des-halles.example')),
  legal_notice: nullable(legalNotice),
  phone_number: nullable(text('02 47 00 00 17')),
  contact_hidden: nullable(boolean(false)),
  profession_type: nullable(text('Agence')),
  profil_page_url: nullable(text(`${site}/professionnels/cabinet-des-halles-40017`)),
  organisation_logo: nullable(text('https://img.realestate-fr.example/reseaux/3.png')),
})

const bookAVisit = object({
  slots: anything({ examples: [null] }),
  enabled: nullable(boolean(true)),
  event_type: nullable(text('physical_visit')),
  required_form: nullable(boolean(false)),
  plato_agency_id: nullable(text('pl-40017')),
  allowed_contracts: anything({ examples: [null] }),
  unpaid_rent_garanty: nullable(boolean(true)),
  unpaid_rent_garanty_rate: nullable(number(2.5)),
})

const photo = object({
  id: nullable(integer(2_001_468_301)),
  mobile_url: nullable(text(`${image}/mobile.jpg`)),
  square_url: nullable(text(`${image}/square.jpg`)),
  default_url: nullable(text(`${image}/default.jpg`)),
  original_url: nullable(text(`${image}/original.jpg`)),
  square_large_url: nullable(text(`${image}/square-large.jpg`)),
  low_resolution_url: nullable(text(`${image}/low.jpg`)),
  is_horizontal: nullable(boolean(true)),
  descriptive_fr: nullable(text('Séjour')),
  photo_description_tags: anything({ examples: [null] }),
})

export const listingRecord = object({
  agency,
  seeker: anything({ examples: [null] }),
  contact: nullable(object({ book_a_visit: nullable(bookAVisit) })),
  listing: object({
    url: object({
      value: text(`${site}/annonces/locations/appartement/le-mans-72/200146830.htm`),
      nature: nullable(integer(2)),
      business_unit_type: nullable(text('RE')),
    }),
    early_access: anything({ examples: [null] }),
    listing_detail: object({
      id: nullable(integer(200_146_830)),
      media: object({ photos: list(photo) }),
    }),
  }),
})

export type ListingRecord = Static<typeof listingRecord>
export type Agency = Static<typeof agency>
export type LegalNotice = Static<typeof legalNotice>
export type Photo = Static<typeof photo>

/** An agency of which nothing is known yet. */
export const noAgency: Agency = {
  id: null,
  logo: null,
  name: null,
  id_rcu: null,
  rating: null,
  address: null,
  tier_id: null,
  fees_url: null,
  description: null,
  website_url: null,
  legal_notice: null,
  phone_number: null,
  contact_hidden: null,
  profession_type: null,
  profil_page_url: null,
  organisation_logo: null,
}

/** A photo of which only one size is known. */
export const photoOfOneSize = (url: string, more: Partial<Photo> = {}): Photo => ({
  id: null,
  mobile_url: null,
  square_url: null,
  // Decision: a lone size is the default one; the others would claim a shape that the page does not give.
  default_url: url,
  original_url: null,
  square_large_url: null,
  low_resolution_url: null,
  is_horizontal: null,
  descriptive_fr: null,
  photo_description_tags: null,
  ...more,
})
