// A listing from the state of older pages: the specification's own object in camelCase, and the complete form.
import { type Page, pageChanged } from '@quarry/kit/outcome'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { toSnakeCase } from '@quarry/kit/read/snake-case'
import { asBoolean, asObject, asObjects, asText, at } from '@quarry/kit/read/values'
import { agencyIdIn, professionType, sirenIn } from './agency-spelling.ts'
import type { LegalNotice, ListingRecord, Photo } from './listing-record.ts'
import type { PropertyQuery, Told } from './property-query.ts'

export function readOldState(state: unknown, page: Page, query: PropertyQuery): Told {
  const props = asObject(at(state, 'props', 'pageProps'))
  if (!props) return null
  const data = asObject(props.listingData)
  const codes = [props.statusCode, props.errorCode, data?.statusCode].map(toInteger)
  if (codes.includes(404) || codes.includes(410) || at(state, 'page') === '/404') return 'gone'
  const listing = asObject(data?.listing)
  if (data && listing) return listingOf(data, listing, page, query)
  if (Object.keys(props).some((key) => /^(?:new)?(?:program|newbuild|development)/i.test(key)))
    throw pageChanged('a new-build programme, which is no listing')
  return null
}

function listingOf(data: JsonObject, listing: JsonObject, page: Page, query: PropertyQuery): ListingRecord {
  const detail = asObject(listing.listingDetail)
  const url = asObject(listing.url)
  return {
    agency: agencyOf(asObject(data.agency)),
    // What these hold when they are not null is shown nowhere: passed on, in the specification's spelling.
    seeker: toSnakeCase(data.seeker ?? null),
    contact: contactOf(asObject(data.contact)),
    listing: {
      url: {
        value: asText(url?.value) ?? page.url,
        nature: toInteger(url?.nature),
        business_unit_type: asText(url?.businessUnitType),
      },
      early_access: toSnakeCase(listing.earlyAccess ?? null),
      listing_detail: {
        id: toInteger(detail?.id) ?? query.id,
        media: {
          photos: asObjects(at(detail, 'media', 'photos'))
            .map(photoOf)
            .filter((photo) => photo !== null),
        },
      },
    },
  }
}

const agencyOf = (agency: JsonObject | null): ListingRecord['agency'] => ({
  id: toInteger(agency?.id) ?? agencyIdIn(asText(agency?.profilPageUrl)),
  logo: asText(agency?.logo),
  name: asText(agency?.name),
  id_rcu: asText(agency?.idRcu),
  rating: ratingOf(asObject(agency?.rating)),
  address: asText(agency?.address),
  tier_id: toInteger(agency?.tierId),
  fees_url: asText(agency?.feesUrl),
  description: asText(agency?.description),
  website_url: asText(agency?.websiteUrl),
  legal_notice: legalNoticeOf(asObject(agency?.legalNotice)),
  phone_number: asText(agency?.phoneNumber),
  contact_hidden: asBoolean(agency?.contactHidden),
  profession_type: professionType(agency?.professionType),
  profil_page_url: asText(agency?.profilPageUrl),
  organisation_logo: asText(agency?.organisationLogo),
})

const ratingOf = (rating: JsonObject | null): ListingRecord['agency']['rating'] =>
  rating && {
    rating: toNumber(rating.rating),
    review_url: asText(rating.reviewUrl),
    review_count: toInteger(rating.reviewCount),
  }

const legalNoticeOf = (notice: JsonObject | null): LegalNotice | null =>
  notice && {
    rcs_siren: sirenIn(asText(notice.rcsSiren)),
    legal_form: asText(notice.legalForm),
    is_individual: asBoolean(notice.isIndividual),
    share_capital: toNumber(notice.shareCapital),
    social_reason: asText(notice.socialReason),
    headquarter_address: asText(notice.headquarterAddress),
    financial_guarantee_fund: asText(notice.financialGuaranteeFund),
    professional_card_number: asText(notice.professionalCardNumber),
    financial_guarantee_amount: toNumber(notice.financialGuaranteeAmount),
    professional_card_prefecture: asText(notice.professionalCardPrefecture),
  }

function contactOf(contact: JsonObject | null): ListingRecord['contact'] {
  if (!contact) return null
  const visit = asObject(contact.bookAVisit)
  return {
    book_a_visit: visit && {
      slots: toSnakeCase(visit.slots ?? null),
      enabled: asBoolean(visit.enabled),
      event_type: asText(visit.eventType),
      required_form: asBoolean(visit.requiredForm),
      plato_agency_id: asText(visit.platoAgencyId),
      allowed_contracts: toSnakeCase(visit.allowedContracts ?? null),
      unpaid_rent_garanty: asBoolean(visit.unpaidRentGaranty),
      unpaid_rent_garanty_rate: toNumber(visit.unpaidRentGarantyRate),
    },
  }
}

const urlKeys = [
  'mobileUrl',
  'squareUrl',
  'defaultUrl',
  'originalUrl',
  'squareLargeUrl',
  'lowResolutionUrl',
] as const

/** The photo, or null where it has no address to be seen at. */
function photoOf(photo: JsonObject): Photo | null {
  if (urlKeys.every((key) => asText(photo[key]) === null)) return null
  return {
    id: toInteger(photo.id),
    mobile_url: asText(photo.mobileUrl),
    square_url: asText(photo.squareUrl),
    default_url: asText(photo.defaultUrl),
    original_url: asText(photo.originalUrl),
    square_large_url: asText(photo.squareLargeUrl),
    low_resolution_url: asText(photo.lowResolutionUrl),
    is_horizontal: asBoolean(photo.isHorizontal),
    descriptive_fr: asText(photo.descriptiveFr),
    photo_description_tags: toSnakeCase(photo.photoDescriptionTags ?? null),
  }
}
