// Reads a listing from the state of older pages: the record's own fields in camelCase, and what the listing offers in
// the portal's names, mostly as numbers.
import { type Page, pageChanged } from '@quarry/kit'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import { toPrice } from '@quarry/kit/read/prices'
import { readFields } from '@quarry/kit/read/read-fields'
import { toSnakeCase } from '@quarry/kit/read/snake-case'
import { asObject, asObjects, asText, at } from '@quarry/kit/read/values'
import { readAgencyId, readSiren, toProfession } from './agency.ts'
import { buildFacts, findTransaction, type ListingFacts, toCountry } from './listing-facts.ts'
import {
  type Agency,
  agency,
  type ListingRecord,
  listingRecord,
  listingUrl,
  type Photo,
  type PropertyQuery,
  photo,
  type ReadListing,
} from './listing-record.ts'

export function readOldState(state: unknown, page: Page, query: PropertyQuery): ReadListing {
  const props = asObject(at(state, 'props', 'pageProps'))
  if (!props) return null
  const codes = [props.statusCode, props.errorCode, at(props.listingData, 'statusCode')].map(toInteger)
  if (codes.includes(404) || codes.includes(410) || at(state, 'page') === '/404') return 'gone'
  if (asObject(at(props.listingData, 'listing'))) return readListing(props.listingData, page, query)
  if (Object.keys(props).some((key) => /^(?:new)?(?:program|newbuild|development)/i.test(key)))
    throw pageChanged('a new-build programme, not a listing')
  return null
}

function readListing(listingData: unknown, page: Page, query: PropertyQuery): ListingRecord {
  const data = toSnakeCase(listingData)
  const listing = at(data, 'listing')
  const photos = asObjects(at(listing, 'listing_detail', 'media', 'photos')).map((item) =>
    readFields(photo, item),
  )
  const url = asText(at(listing, 'url', 'value')) ?? page.url
  return {
    agency: readAgency(at(data, 'agency')),
    seeker: at(data, 'seeker') ?? null,
    contact: readFields(listingRecord.properties.contact, at(data, 'contact')),
    listing: {
      url: { ...readFields(listingUrl, at(listing, 'url')), value: url },
      early_access: at(listing, 'early_access') ?? null,
      listing_detail: {
        id: toInteger(at(listing, 'listing_detail', 'id')) ?? query.id,
        // A photo without any address cannot be shown.
        media: { photos: photos.filter(hasUrl) },
        ...readFacts(at(listingData, 'listing', 'listingDetail'), url),
      },
    },
  }
}

const hasUrl = (item: Photo): boolean =>
  Object.entries(item).some(([name, value]) => name.endsWith('_url') && value !== null)

function readAgency(value: unknown): Agency {
  const fields = readFields(agency, value)
  const { legal_notice: notice } = fields
  return {
    ...fields,
    id: fields.id ?? readAgencyId(fields.profil_page_url),
    legal_notice: notice && { ...notice, rcs_siren: readSiren(notice.rcs_siren) },
    profession_type: toProfession(fields.profession_type),
  }
}

/** `value` is `listing.listingDetail` of the state. */
function readFacts(value: unknown, url: string): ListingFacts {
  const detail = asObject(value) ?? {}
  const price = asObject(detail.listingPrice)
  const address = asObject(detail.address)
  const amount = toNumber(price?.price)
  const unit = asText(price?.priceUnit) ?? asText(price?.currency)
  const isMetric = /^(?:m²|m2)?$/.test(asText(detail.surfaceUnit) ?? '')
  const candidates = {
    description: [detail.descriptive],
    property_type: [detail.propertyType],
    transaction: [detail.transactionType, findTransaction(url)],
    living_area: isMetric ? [detail.surface] : [],
    land_area: isMetric ? [detail.landSurface] : [],
    rooms: [detail.roomCount],
    bedrooms: [detail.bedroomCount],
    floor: [detail.floor],
    energy_class: [at(detail, 'energyBalance', 'dpe', 'category')],
    emission_class: [at(detail, 'energyBalance', 'ges', 'category')],
    published_at: [detail.publicationDate],
    updated_at: [detail.updateDate],
  }
  return buildFacts(candidates, {
    price: {
      amount,
      currency: amount === null || unit === null ? null : (toPrice(`1 ${unit}`)?.currency ?? null),
      per_m2: toNumber(price?.pricePerSquareMeter),
      charges: toNumber(at(price, 'alur', 'charges')),
      previous_amount: toNumber(at(price, 'priceEvolutionTrend', 'oldPrice')),
    },
    address: {
      street: asText(address?.street),
      district: asText(address?.district),
      city: asText(address?.city),
      postal_code: asText(address?.postalCode),
      country: toCountry(address?.country),
      latitude: toNumber(at(detail, 'coordinates', 'latitude')),
      longitude: toNumber(at(detail, 'coordinates', 'longitude')),
    },
    features: asObjects(detail.featureCategories)
      .flatMap(({ features }) => asObjects(features))
      .map(({ title }) => title),
  })
}
