// Records of real-estate listings against a schema written from the specification (2.6).
import {
  anyValue,
  closed,
  closedOrNull,
  integer,
  many,
  maybeBoolean,
  maybeInteger,
  maybeNumber,
  maybeText,
  maybeUrl,
  text,
  url,
} from '@quarry/kit/testing/record-schema'
import { expect, test } from 'vitest'
import { surveyRecords } from '../testing/record-survey.ts'
import { realestateFr } from './index.ts'

const maybeLetter = { ...maybeText, pattern: '^[A-G]$' }
const maybeMoment = { ...maybeText, pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' }

const agency = closed({
  id: maybeInteger,
  logo: maybeUrl,
  name: text,
  id_rcu: maybeText,
  rating: closedOrNull({ rating: maybeNumber, review_url: maybeUrl, review_count: maybeInteger }),
  address: maybeText,
  tier_id: maybeInteger,
  fees_url: maybeUrl,
  description: maybeText,
  website_url: maybeUrl,
  legal_notice: closedOrNull({
    rcs_siren: { ...maybeText, pattern: '^[0-9]{9}$' },
    legal_form: maybeText,
    is_individual: maybeBoolean,
    share_capital: maybeNumber,
    social_reason: maybeText,
    headquarter_address: maybeText,
    financial_guarantee_fund: maybeText,
    professional_card_number: maybeText,
    financial_guarantee_amount: maybeNumber,
    professional_card_prefecture: maybeText,
  }),
  phone_number: maybeText,
  contact_hidden: maybeBoolean,
  profession_type: { enum: ['Agence', 'Mandataire', 'Notaire', null] },
  profil_page_url: maybeUrl,
  organisation_logo: maybeUrl,
})

const photo = closed({
  id: maybeInteger,
  mobile_url: maybeUrl,
  square_url: maybeUrl,
  default_url: maybeUrl,
  original_url: maybeUrl,
  square_large_url: maybeUrl,
  low_resolution_url: maybeUrl,
  is_horizontal: maybeBoolean,
  descriptive_fr: maybeText,
  photo_description_tags: anyValue,
})

const property = closed({
  agency,
  seeker: anyValue,
  contact: closedOrNull({
    book_a_visit: closedOrNull({
      slots: anyValue,
      enabled: maybeBoolean,
      event_type: maybeText,
      required_form: maybeBoolean,
      plato_agency_id: maybeText,
      allowed_contracts: anyValue,
      unpaid_rent_garanty: maybeBoolean,
      unpaid_rent_garanty_rate: maybeNumber,
    }),
  }),
  listing: closed({
    url: closed({ value: url, nature: maybeInteger, business_unit_type: maybeText }),
    early_access: anyValue,
    listing_detail: closed({
      id: integer,
      media: closed({ photos: many(photo) }),
      // Added to the specification.
      price: closed({
        amount: maybeNumber,
        currency: { ...maybeText, enum: ['EUR', null] },
        per_m2: maybeNumber,
        charges: maybeNumber,
        previous_amount: maybeNumber,
      }),
      description: maybeText,
      property_type: { ...maybeText, enum: ['apartment', 'house', null] },
      transaction: { ...maybeText, enum: ['sale', 'rent'] },
      living_area: maybeNumber,
      land_area: maybeNumber,
      rooms: maybeInteger,
      bedrooms: maybeInteger,
      floor: maybeInteger,
      energy_class: maybeLetter,
      emission_class: maybeLetter,
      address: closed({
        street: maybeText,
        district: maybeText,
        city: maybeText,
        postal_code: maybeText,
        country: maybeText,
        latitude: maybeNumber,
        longitude: maybeNumber,
      }),
      features: many(text),
      published_at: maybeMoment,
      updated_at: maybeMoment,
    }),
  }),
})

test('200 listings have every field with its type', async () => {
  const lookups = Array.from({ length: 280 }, (_, index) => index)
    // Removed listings and programmes are not records.
    .filter((index) => index % 40 !== 13 && index % 40 !== 27)
    .map((index) => ({
      query: `https://www.realestate-fr.example/annonces/${200_000_017 + index * 7727}.htm`,
    }))
  const records = await surveyRecords({
    source: realestateFr,
    path: '/v2/realestate_fr/property',
    lookups,
    schema: property,
  })
  const ids = records.map(
    (record) => (record as { listing: { listing_detail: { id: number } } }).listing.listing_detail.id,
  )
  expect(new Set(ids).size).toBe(lookups.length)
})
